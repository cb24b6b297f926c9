package model

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// JSONText is JSON.stringify: the same text for the same value, key order and number spelling
// included. isText is false where that gives no text (an absent value) or throws (an Integer).
// Values nest as deep as their reader lets them, which is bounded.
func JSONText(value Value) (text string, isText bool) {
	spelled, isText := appendJSON(nil, value)
	return string(spelled), isText
}

func appendJSON(to []byte, value Value) ([]byte, bool) {
	switch held := value.(type) {
	case Null:
		return append(to, "null"...), true
	case bool:
		return strconv.AppendBool(to, held), true
	case float64:
		if math.IsNaN(held) || math.IsInf(held, 0) {
			return append(to, "null"...), true
		}
		return append(to, NumberText(held)...), true
	case string:
		return appendQuoted(to, held), true
	case []byte:
		return appendBytes(to, held), true
	case []Value:
		return appendList(to, held)
	case *Object:
		return appendObject(to, held)
	}
	return to, false
}

func appendList(to []byte, list []Value) ([]byte, bool) {
	to = append(to, '[')
	for at, one := range list {
		if at > 0 {
			to = append(to, ',')
		}
		if one == nil {
			one = Null{}
		}
		var isText bool
		if to, isText = appendJSON(to, one); !isText {
			return to, false
		}
	}
	return append(to, ']'), true
}

func appendObject(to []byte, object *Object) ([]byte, bool) {
	to = append(to, '{')
	isFirst := true
	for key, one := range object.All() {
		if one == nil {
			continue
		}
		if !isFirst {
			to = append(to, ',')
		}
		isFirst = false
		to = append(appendQuoted(to, key), ':')
		var isText bool
		if to, isText = appendJSON(to, one); !isText {
			return to, false
		}
	}
	return append(to, '}'), true
}

// appendBytes spells bytes as JavaScript spells a Uint8Array: an object of its indexes.
func appendBytes(to, bytes []byte) []byte {
	to = append(to, '{')
	for at, one := range bytes {
		if at > 0 {
			to = append(to, ',')
		}
		to = append(to, '"')
		to = strconv.AppendInt(to, int64(at), 10)
		to = append(to, '"', ':')
		to = strconv.AppendUint(to, uint64(one), 10)
	}
	return append(to, '}')
}

// QuotedJSON is the text as one JSON string, lone surrogates as escapes.
func QuotedJSON(text string) string {
	return string(appendQuoted(make([]byte, 0, len(text)+2), text))
}

func appendQuoted(to []byte, text string) []byte {
	to = append(to, '"')
	done := 0
	for at := 0; at < len(text); {
		unit := text[at]
		if unit < utf8.RuneSelf {
			if escape := shortEscape(unit); escape != 0 {
				to = append(append(to, text[done:at]...), '\\', escape)
				done = at + 1
			} else if unit < 0x20 {
				to = appendUnit(append(to, text[done:at]...), uint16(unit))
				done = at + 1
			}
			at++
			continue
		}
		if surrogate, isLone := surrogateAt(text, at); isLone {
			to = appendUnit(append(to, text[done:at]...), surrogate)
			at += 3
			done = at
			continue
		}
		at++
	}
	return append(append(to, text[done:]...), '"')
}

func shortEscape(unit byte) byte {
	switch unit {
	case '"', '\\':
		return unit
	case '\b':
		return 'b'
	case '\f':
		return 'f'
	case '\n':
		return 'n'
	case '\r':
		return 'r'
	case '\t':
		return 't'
	}
	return 0
}

func appendUnit(to []byte, unit uint16) []byte {
	const hex = "0123456789abcdef"
	return append(to, '\\', 'u', hex[unit>>12], hex[unit>>8&15], hex[unit>>4&15], hex[unit&15])
}
