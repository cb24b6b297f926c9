package cases

import (
	"slices"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// mapReader reads one mapping whose keys are known, and reports what does not fit: each problem, not the
// first.
type mapReader struct {
	fields   map[string]*tree
	path     *keyPath
	problems *problems
}

// openMap gives nil, and reports, when the tree is no mapping; unknown keys are reported.
func openMap(from *tree, path *keyPath, keys []string, found *problems) *mapReader {
	if from.kind != treeMap {
		found.report(path, from.what()+"; write a mapping of "+strings.Join(keys, ", "))
		return nil
	}
	for _, key := range from.keys {
		if !slices.Contains(keys, key) {
			found.report(path.key(key), unknownKey(key, keys))
		}
	}
	return &mapReader{from.fields, path, found}
}

// get gives nil when the key is not there.
func (r *mapReader) get(key string) *tree { return r.fields[key] }

func (r *mapReader) has(key string) bool { return r.fields[key] != nil }

func (r *mapReader) at(key string) *keyPath { return r.path.key(key) }

// text is one text that is not blank; empty when it is not there, or reported.
func (r *mapReader) text(key string) string {
	if held := r.get(key); held != nil {
		return readText(held, r.at(key), r.problems)
	}
	return ""
}

// word is one of some words; empty when it is not there, or reported.
func (r *mapReader) word(key string, words ...string) string {
	if text := r.text(key); text != "" {
		return readWord(text, r.at(key), words, r.problems)
	}
	return ""
}

// itemReader gives false for what is left out, and reported.
type itemReader[T any] func(from *tree, path *keyPath) (T, bool)

// listOf reads a list; one item alone counts as a list of it.
func listOf[T any](r *mapReader, key string, read itemReader[T]) []T {
	if held := r.get(key); held != nil {
		return readList(held, r.at(key), read)
	}
	return nil
}

func readList[T any](from *tree, path *keyPath, read itemReader[T]) []T {
	var items []T
	add := func(one *tree, at *keyPath) {
		if item, isRead := read(one, at); isRead {
			items = append(items, item)
		}
	}
	if from.kind != treeList {
		add(from, path)
		return items
	}
	for index, one := range from.items {
		add(one, path.item(index))
	}
	return items
}

// readText gives an empty text for what is reported.
func readText(from *tree, path *keyPath, found *problems) string {
	switch {
	case from.kind != treeText:
		found.report(path, from.what()+"; write one text")
		return ""
	case model.TrimJS(from.text) == "":
		found.report(path, "is empty; write a value, or remove the key")
		return ""
	}
	return from.text
}

func readWord(text string, path *keyPath, words []string, found *problems) string {
	if slices.Contains(words, text) {
		return text
	}
	found.reportValue(path, text, "is not one of "+strings.Join(words, ", "))
	return ""
}

func unknownKey(key string, keys []string) string {
	plain := strings.ReplaceAll(model.LowerJS(key), "-", "_")
	for _, candidate := range keys {
		if isNear(plain, candidate) {
			return "is no known key; did you mean " + candidate + "?"
		}
	}
	return "is no known key; known are " + strings.Join(keys, ", ")
}

// isNear: equal but for one character changed, added, left out or swapped with the next, or an s too
// many.
func isNear(key, candidate string) bool {
	if len(key)-len(candidate) > 1 || len(candidate)-len(key) > 1 || len(key) > 32 {
		return false
	}
	shortest := min(len(key), len(candidate))
	start := 0
	for start < shortest && key[start] == candidate[start] {
		start++
	}
	end := 0
	for end < shortest-start && key[len(key)-1-end] == candidate[len(candidate)-1-end] {
		end++
	}
	changed, expected := key[start:len(key)-end], candidate[start:len(candidate)-end]
	if len(changed) <= 1 && len(expected) <= 1 {
		return true
	}
	return len(changed) == 2 && len(expected) == 2 && changed[0] == expected[1] && changed[1] == expected[0]
}
