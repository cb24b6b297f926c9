package attribution

import (
	"strings"
	"unicode/utf8"
)

// The readings of the forms (spec §4 "Forms"). Each gives the reading below itself where the form
// changes nothing.

// maxJSONLevels: tool results, MCP and JSON in JSON are escaped again at each hand-over.
const maxJSONLevels = 3

// jsonReadings are those of one, two and three times decoding, as long as each says something new:
// JSON's escapes in any spelling and Python's \', \xXX, \UXXXXXXXX. A backslash before anything else
// stays one.
func jsonReadings(raw *reading) []*reading {
	var readings []*reading
	for below := raw; len(readings) < maxJSONLevels; {
		decoded := decodeJSONOnce(below)
		if decoded == below {
			break
		}
		readings = append(readings, decoded)
		below = decoded
	}
	return readings
}

func decodeJSONOnce(below *reading) *reading {
	text := below.text
	writer := newReadingWriter(below)
	for start := strings.IndexByte(text, '\\'); start >= 0; {
		point, length := jsonEscape(text[start:])
		if length == 0 {
			start = indexFrom(text, `\`, start+1)
			continue
		}
		writer.replace(start, start+length, func(out []byte) []byte { return utf8.AppendRune(out, point) })
		start = indexFrom(text, `\`, start+length)
	}
	return writer.finish()
}

// jsonEscape reads the escape that a text begins with; length 0: it is none. A lone surrogate becomes
// U+FFFD.
func jsonEscape(text string) (point rune, length int) {
	if len(text) < 2 {
		return 0, 0
	}
	letter := text[1]
	digits := 0
	switch letter {
	case '"', '\\', '/', '\'', 'b', 'f', 'n', 'r', 't':
		return rune(simpleEscape(letter)), 2
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		return 0, 0
	}
	value, isHex := hexValue(text, 2, digits)
	if !isHex || value > utf8.MaxRune {
		return 0, 0
	}
	point, length = rune(value), 2+digits
	if isHighSurrogate(point) && len(text) > length+1 && text[length] == '\\' && text[length+1] == letter {
		if low, isLow := hexValue(text, length+2, digits); isLow && low >= 0xDC00 && low <= 0xDFFF {
			return 0x10000 + (point-0xD800)<<10 + rune(low) - 0xDC00, length + 2 + digits
		}
	}
	return point, length
}

func hexValue(text string, start, digits int) (value int64, isHex bool) {
	if start+digits > len(text) {
		return 0, false
	}
	for at := start; at < start+digits; at++ {
		digit := hexDigit(text[at])
		if digit < 0 {
			return 0, false
		}
		value = value*16 + int64(digit)
	}
	return value, true
}

// hexDigit is −1 for what is none.
func hexDigit(unit byte) int {
	switch lower := unit | 0x20; {
	case unit >= '0' && unit <= '9':
		return int(unit - '0')
	case lower >= 'a' && lower <= 'f':
		return int(lower-'a') + 10
	}
	return -1
}

// maxEntityDigits of a numeric entity, leading zeros included: enough for every writer, and it bounds
// the work.
const maxEntityDigits = 12

// htmlReading decodes amp lt gt quot apos nbsp and numeric entities, once.
func htmlReading(below *reading) *reading {
	text := below.text
	writer := newReadingWriter(below)
	for start := strings.IndexByte(text, '&'); start >= 0; {
		next := start + 1
		limit := min(len(text), start+maxEntityDigits+4)
		if length := strings.IndexByte(text[next:limit], ';'); length >= 0 {
			if point, isEntity := entityValue(text[next : next+length]); isEntity {
				next += length + 1
				writer.replace(start, next, func(out []byte) []byte { return utf8.AppendRune(out, point) })
			}
		}
		start = indexFrom(text, "&", next)
	}
	return writer.finish()
}

// entityValue reads what lies between ampersand and semicolon.
func entityValue(name string) (rune, bool) {
	switch name {
	case "amp":
		return '&', true
	case "lt":
		return '<', true
	case "gt":
		return '>', true
	case "quot":
		return '"', true
	case "apos":
		return '\'', true
	case "nbsp":
		return 0xA0, true
	}
	digits, isNumeric := strings.CutPrefix(name, "#")
	if !isNumeric || digits == "" {
		return 0, false
	}
	base := int64(10)
	if digits[0]|0x20 == 'x' {
		base, digits = 16, digits[1:]
	}
	var value int64
	for at := range len(digits) {
		digit := int64(hexDigit(digits[at]))
		if digit < 0 || digit >= base {
			return 0, false
		}
		value = value*base + digit
	}
	if digits == "" || value == 0 || value > utf8.MaxRune || (value >= 0xD800 && value <= 0xDFFF) {
		return 0, false
	}
	return rune(value), true
}

// lineEndReading is the crlf form: every line end, CRLF, CR or LF, read as LF.
func lineEndReading(below *reading) *reading {
	text := below.text
	writer := newReadingWriter(below)
	for start := strings.IndexByte(text, '\r'); start >= 0; {
		next := start + 1
		if next < len(text) && text[next] == '\n' {
			next++
		}
		writer.replace(start, next, func(out []byte) []byte { return append(out, '\n') })
		start = indexFrom(text, "\r", next)
	}
	return writer.finish()
}

// composedReading is the nfc form: composed group by group (§6 "Unicode").
func composedReading(below *reading) *reading {
	composed := normalizeNFC(below.text)
	if composed.text == below.text {
		return below
	}
	made := &reading{text: composed.text, below: below}
	for piece, isWhole := range composed.isWhole {
		if !isWhole {
			continue
		}
		end, to := len(composed.text), len(composed.raw)
		if piece+1 < len(composed.at) {
			end, to = composed.at[piece+1], composed.from[piece+1]
		}
		made.at = append(made.at, composed.at[piece])
		made.end = append(made.end, end)
		made.from = append(made.from, composed.from[piece])
		made.to = append(made.to, to)
	}
	return made
}

// foldedSpaceReading is the ws form: every run of white space read as one space.
func foldedSpaceReading(below *reading) *reading {
	text := below.text
	writer := newReadingWriter(below)
	for start := 0; start < len(text); {
		if isPlainByteAt(text, start) {
			start++
			continue
		}
		next := whiteSpaceEnd(text, start)
		if next == start {
			_, size := utf8.DecodeRuneInString(text[start:])
			start += size
			continue
		}
		if next > start+1 || text[start] != ' ' {
			writer.replace(start, next, func(out []byte) []byte { return append(out, ' ') })
		}
		start = next
	}
	return writer.finish()
}
