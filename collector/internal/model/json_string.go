package model

import "unicode/utf8"

// Strings of JSON, for jsonReader.

// quoted reads the string that opens at the place; without build only its grammar.
func (r *jsonReader) quoted(build bool) (string, bool) {
	r.at++
	start := r.at
	r.scratch = r.scratch[:0]
	hasEscape := false
	for r.at < len(r.text) {
		switch unit := r.text[r.at]; {
		case unit == '"':
			piece := r.text[start:r.at]
			r.at++
			if !hasEscape || !build {
				return piece, true
			}
			r.scratch = append(r.scratch, piece...)
			return string(r.scratch), true
		case unit == '\\':
			hasEscape = true
			if build {
				r.scratch = append(r.scratch, r.text[start:r.at]...)
			}
			if !r.escape() {
				return "", false
			}
			start = r.at
		case unit < 0x20:
			return "", false
		default:
			r.at++
		}
	}
	return "", false
}

// escape reads the escape at the place into the scratch.
func (r *jsonReader) escape() bool {
	if r.at+1 >= len(r.text) {
		return false
	}
	unit := r.text[r.at+1]
	r.at += 2
	switch unit {
	case '"', '\\', '/':
	case 'b':
		unit = '\b'
	case 'f':
		unit = '\f'
	case 'n':
		unit = '\n'
	case 'r':
		unit = '\r'
	case 't':
		unit = '\t'
	case 'u':
		return r.unicodeEscape()
	default:
		return false
	}
	r.scratch = append(r.scratch, unit)
	return true
}

func (r *jsonReader) unicodeEscape() bool {
	first, ok := hexUnit(r.text, r.at)
	if !ok {
		return false
	}
	r.at += 4
	if first < 0xD800 || first > 0xDFFF {
		r.scratch = utf8.AppendRune(r.scratch, rune(first))
		return true
	}
	if first < 0xDC00 && r.at+1 < len(r.text) && r.text[r.at] == '\\' && r.text[r.at+1] == 'u' {
		if second, isUnit := hexUnit(r.text, r.at+2); isUnit && second >= 0xDC00 && second <= 0xDFFF {
			r.at += 6
			r.scratch = utf8.AppendRune(r.scratch, 0x10000+(rune(first)-0xD800)<<10+rune(second)-0xDC00)
			return true
		}
	}
	if r.isStrict {
		return r.refuse("\\u%04x is a lone surrogate", first)
	}
	r.scratch = appendSurrogate(r.scratch, first)
	return true
}

// hexUnit reads four hex digits.
func hexUnit(text string, at int) (uint16, bool) {
	if at+4 > len(text) {
		return 0, false
	}
	var unit uint16
	for _, digit := range []byte(text[at : at+4]) {
		value, ok := hexDigit(digit)
		if !ok {
			return 0, false
		}
		unit = unit<<4 | uint16(value)
	}
	return unit, true
}

func hexDigit(digit byte) (byte, bool) {
	switch {
	case digit >= '0' && digit <= '9':
		return digit - '0', true
	case digit >= 'a' && digit <= 'f':
		return digit - 'a' + 10, true
	case digit >= 'A' && digit <= 'F':
		return digit - 'A' + 10, true
	}
	return 0, false
}
