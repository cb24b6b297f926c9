package model

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// maxStrictValues bounds what ParseStrictJSON builds: a value can take a hundred times the memory of its
// text. Files of ours hold some ten thousand.
const maxStrictValues = 1_000_000

// ParseStrictJSON reads a text that must mean one thing to every reader, for files that are hashed:
// unlike ParseJSON it refuses bad UTF-8, equal keys in one object, lone surrogates, numbers out of range,
// nesting deeper than CanonicalJSON spells, and more than a million values. The error says the line and
// column.
func ParseStrictJSON(text string) (Value, error) {
	reader := jsonReader{text: text, maxDepth: maxBuiltDepth, isStrict: true}
	if !utf8.ValidString(text) {
		for reader.at < len(text) {
			if point, size := utf8.DecodeRuneInString(text[reader.at:]); point != utf8.RuneError || size > 1 {
				reader.at += size
				continue
			}
			break
		}
		return nil, reader.strictError("is no UTF-8")
	}
	value, ok := reader.document()
	switch {
	case reader.problem != "":
		return nil, reader.strictError(reader.problem)
	case !ok && reader.at >= len(text):
		return nil, reader.strictError("is no JSON: it ends too early")
	case !ok:
		return nil, reader.strictError("is no JSON")
	}
	return value, nil
}

func (r *jsonReader) strictError(problem string) error {
	before := r.text[:min(r.at, len(r.text))]
	line := strings.Count(before, "\n") + 1
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	return fmt.Errorf("%d:%d: %s", line, column, problem)
}

// refuse notes the first problem; false, for the callers to return.
func (r *jsonReader) refuse(format string, args ...any) bool {
	if r.problem == "" {
		r.problem = fmt.Sprintf(format, args...)
	}
	return false
}

// mayStep is asked by a strict reader before each value.
func (r *jsonReader) mayStep() bool {
	r.values++
	if r.values > maxStrictValues {
		return r.refuse("holds more than %d values", maxStrictValues)
	}
	if len(r.open) > maxCanonicalDepth {
		return r.refuse("is nested deeper than %d levels", maxCanonicalDepth)
	}
	return true
}

// mayHave is asked by a strict reader after each key.
func (r *jsonReader) mayHave(key string) bool {
	if r.frames[len(r.frames)-1].object.Has(key) {
		return r.refuse("the key %s stands twice in one object", QuotedJSON(shortened(key)))
	}
	return true
}

func (r *jsonReader) mayBe(number float64, spelled string) bool {
	if math.IsInf(number, 0) {
		return r.refuse("%s is beyond any number", shortened(spelled))
	}
	return true
}

// shortened keeps what names a thing in an error, not a page of it.
func shortened(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	end := most
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}
