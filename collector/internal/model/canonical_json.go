package model

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// maxCanonicalDepth is that of the TypeScript half: deeper than any file of ours.
const maxCanonicalDepth = 200

// CanonicalJSON is the RFC 8785 form of a value: no spaces, keys sorted by UTF-16 code units, numbers
// spelled as ECMAScript spells them. Absent members are left out. A lone surrogate, which the RFC has no
// form for, is its escape, as in the TypeScript half: ParseStrictJSON lets none come so far. An error says
// why a value has no such form: it is nested deeper than 200 levels, or holds what JSON cannot (an infinite
// number, bytes, an Integer).
func CanonicalJSON(value Value) (string, error) {
	spelled, err := appendCanonical(nil, value, 0)
	return string(spelled), err
}

func appendCanonical(to []byte, value Value, depth int) ([]byte, error) {
	if depth > maxCanonicalDepth {
		return to, fmt.Errorf("nested deeper than %d levels", maxCanonicalDepth)
	}
	switch held := value.(type) {
	case float64:
		if math.IsNaN(held) || math.IsInf(held, 0) {
			return to, fmt.Errorf("%s is no JSON number", NumberText(held))
		}
	case []Value:
		return appendCanonicalList(to, held, depth)
	case *Object:
		return appendCanonicalObject(to, held, depth)
	case []byte:
		return to, errors.New("bytes are no JSON")
	}
	to, isText := appendJSON(to, value)
	if !isText {
		return to, fmt.Errorf("%T is no JSON", value)
	}
	return to, nil
}

func appendCanonicalList(to []byte, list []Value, depth int) ([]byte, error) {
	to = append(to, '[')
	for at, one := range list {
		if at > 0 {
			to = append(to, ',')
		}
		if one == nil {
			one = Null{}
		}
		var err error
		if to, err = appendCanonical(to, one, depth+1); err != nil {
			return to, err
		}
	}
	return append(to, ']'), nil
}

func appendCanonicalObject(to []byte, object *Object, depth int) ([]byte, error) {
	keys := make([]string, 0, object.Len())
	for key, one := range object.All() {
		if one != nil {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, CompareUTF16)
	to = append(to, '{')
	for at, key := range keys {
		if at > 0 {
			to = append(to, ',')
		}
		var err error
		if to, err = appendCanonical(append(appendQuoted(to, key), ':'), object.Get(key), depth+1); err != nil {
			return to, err
		}
	}
	return append(to, '}'), nil
}

// CompareUTF16 orders texts by UTF-16 code units, as JavaScript does. It differs from the order of bytes
// in one place: characters beyond U+FFFF, which are surrogates there, come before U+E000 to U+FFFF.
func CompareUTF16(a, b string) int {
	const firstAboveSurrogates, firstBeyondBMP = 0xEE, 0xF0
	for at := range min(len(a), len(b)) {
		if a[at] == b[at] {
			continue
		}
		order := 1
		if a[at] < b[at] {
			order = -1
		}
		if min(a[at], b[at]) >= firstAboveSurrogates && min(a[at], b[at]) < firstBeyondBMP && max(a[at], b[at]) >= firstBeyondBMP {
			return -order
		}
		return order
	}
	return strings.Compare(a, b)
}
