package model

import (
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	maxLeafDepth = 64
	// A hostile value cannot make more leaves than this; far above any real message.
	maxLeaves = 200_000
	// Lists, objects and leaves visited.
	maxVisits = 1_000_000
)

// StringLeaves are the strings of a structured value, keys in UTF-8 byte order, depth ≤ 64 (spec §3
// "Sent context").
func StringLeaves(value Value) []string {
	walk := leafWalk{}
	walk.collect(value, maxLeafDepth)
	return walk.leaves
}

// JSONStringLeaves are the leaves of a text that is one JSON object or array; ok is false when it is
// none.
func JSONStringLeaves(text string) (leaves []string, ok bool) {
	if !beginsWithBracket(text) {
		return nil, false
	}
	value, ok := ParseJSON(text)
	if !ok {
		return nil, false
	}
	return StringLeaves(value), true
}

func beginsWithBracket(text string) bool {
	trimmed := TrimJSStart(text)
	return trimmed != "" && (trimmed[0] == '{' || trimmed[0] == '[')
}

type leafWalk struct {
	leaves []string
	visits int
}

func (w *leafWalk) collect(value Value, depth int) {
	w.visits++
	if w.visits > maxVisits || len(w.leaves) >= maxLeaves {
		return
	}
	switch held := value.(type) {
	case string:
		w.leaves = append(w.leaves, held)
	case []Value:
		if depth <= 0 {
			return
		}
		for _, one := range held {
			w.collect(one, depth-1)
		}
	case *Object:
		if depth <= 0 {
			return
		}
		for _, one := range held.sorted() {
			w.collect(one.value, depth-1)
		}
	}
}

// sorted gives the entries with their keys in UTF-8 byte order.
func (o *Object) sorted() []entry {
	byKey := func(a, b entry) int { return CompareUTF8(a.key, b.key) }
	if slices.IsSortedFunc(o.entries, byKey) {
		return o.entries
	}
	entries := slices.Clone(o.entries)
	slices.SortFunc(entries, byKey)
	return entries
}

// CompareUTF8 orders by UTF-8 bytes, which is code point order. A lone surrogate stands for a
// character beyond the BMP, as in the TypeScript half.
func CompareUTF8(a, b string) int {
	if utf8.ValidString(a) && utf8.ValidString(b) {
		return strings.Compare(a, b)
	}
	left, right := utf16Units(a), utf16Units(b)
	for at := range min(len(left), len(right)) {
		x, y := left[at], right[at]
		if x == y {
			continue
		}
		if isX := utf16.IsSurrogate(rune(x)); isX != utf16.IsSurrogate(rune(y)) {
			if isX {
				return 1
			}
			return -1
		}
		return int(x) - int(y)
	}
	return len(left) - len(right)
}

func utf16Units(text string) []uint16 {
	var units []uint16
	for at := 0; at < len(text); {
		if surrogate, isLone := surrogateAt(text, at); isLone {
			units = append(units, surrogate)
			at += 3
			continue
		}
		point, size := utf8.DecodeRuneInString(text[at:])
		units = utf16.AppendRune(units, point)
		at += size
	}
	return units
}
