package attribution

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// An output that is one JSON document is searched with its escapes decoded (spec §3 "Output").

// parseJSONDocument gives the value of a text that is one JSON object, array or string.
func parseJSONDocument(text string) (model.Value, bool) {
	trimmed := TrimWhiteSpace(text)
	if trimmed == "" {
		return nil, false
	}
	switch first, last := trimmed[0], trimmed[len(trimmed)-1]; {
	case first == '{' && last == '}', first == '[' && last == ']', first == '"' && last == '"':
		return model.ParseJSON(trimmed)
	}
	return nil, false
}

func simpleEscape(letter byte) byte {
	switch letter {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return letter
}

// decodeJSONEscapes decodes the escapes of a text known to be a JSON document: there, a backslash
// always starts one.
func decodeJSONEscapes(raw string) *mappedText {
	builder := mappedTextBuilder{raw: raw}
	for start := strings.IndexByte(raw, '\\'); start >= 0 && start+1 < len(raw); {
		end := start + 2
		if raw[start+1] != 'u' {
			builder.replace(start, end, string(rune(simpleEscape(raw[start+1]))))
		} else {
			end = start + 6
			unit := hexUnitAt(raw, start)
			if isHighSurrogate(unit) && strings.HasPrefix(raw[end:], `\u`) && isLowSurrogate(hexUnitAt(raw, end)) {
				unit = 0x10000 + (unit-0xD800)<<10 + hexUnitAt(raw, end) - 0xDC00
				end += 6
			}
			// Readers turn a lone surrogate into U+FFFD.
			if isHighSurrogate(unit) || isLowSurrogate(unit) {
				unit = utf8.RuneError
			}
			builder.replace(start, end, string(unit))
		}
		start = indexFrom(raw, `\`, end)
	}
	return builder.finish()
}

// hexUnitAt reads the four digits of an escape; 0 where there are none.
func hexUnitAt(raw string, escapeStart int) rune {
	if escapeStart+6 > len(raw) {
		return 0
	}
	unit, _ := strconv.ParseUint(raw[escapeStart+2:escapeStart+6], 16, 16)
	return rune(unit)
}

func isHighSurrogate(unit rune) bool { return unit >= 0xD800 && unit <= 0xDBFF }

func isLowSurrogate(unit rune) bool { return unit >= 0xDC00 && unit <= 0xDFFF }
