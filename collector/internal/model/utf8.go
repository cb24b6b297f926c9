package model

import (
	"strings"
	"unicode/utf8"
)

// Replacement stands where text was lost: U+FFFD.
const Replacement = "\uFFFD"

// A string that was parsed out of JSON may hold a lone surrogate (the escape \ud800 alone). It is
// kept as the three bytes that UTF-8 would have for it, ED A0–BF 80–BF, until the text is read:
// only then is it known whether its other half follows in the next part.

// WellFormed turns each lone surrogate into U+FFFD; the same string when there is none. The text is
// one that ParseJSON or Repaired gave: any other bad byte becomes U+FFFD as well.
func WellFormed(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var built strings.Builder
	built.Grow(len(text))
	for at := 0; at < len(text); {
		if _, isLone := surrogateAt(text, at); isLone {
			built.WriteString(Replacement)
			at += 3
			continue
		}
		point, size := utf8.DecodeRuneInString(text[at:])
		built.WriteRune(point)
		at += size
	}
	return built.String()
}

// Repaired turns each bad byte into one U+FFFD: what readers do to text off the wire (spec §3
// "Text"). The same string when there is none.
func Repaired(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var built strings.Builder
	built.Grow(len(text))
	for _, point := range text {
		built.WriteRune(point)
	}
	return built.String()
}

// JoinTexts joins texts; a surrogate at the end of one and its other half at the start of the next
// become the character they spell.
func JoinTexts(texts []string, separator string) string {
	if len(texts) == 1 {
		return texts[0]
	}
	joined := strings.Join(texts, separator)
	if separator != "" || utf8.ValidString(joined) {
		return joined
	}
	var built strings.Builder
	built.Grow(len(joined))
	for at := 0; at < len(joined); {
		high, isLone := surrogateAt(joined, at)
		if !isLone {
			_, size := utf8.DecodeRuneInString(joined[at:])
			built.WriteString(joined[at : at+size])
			at += size
			continue
		}
		if low, isNext := surrogateAt(joined, at+3); isNext && high < 0xDC00 && low >= 0xDC00 {
			built.WriteRune(0x10000 + (rune(high)-0xD800)<<10 + rune(low) - 0xDC00)
			at += 6
			continue
		}
		built.WriteString(joined[at : at+3])
		at += 3
	}
	return built.String()
}

// UTF16Length is the length of the text in JavaScript: a unit for each character, one more beyond
// the BMP.
func UTF16Length(text string) int {
	length := 0
	for at := 0; at < len(text); at++ {
		if unit := text[at]; unit < 0x80 || unit >= 0xC0 {
			length++
			if unit >= 0xF0 {
				length++
			}
		}
	}
	return length
}

// surrogateAt reads a lone surrogate at a byte of the text.
func surrogateAt(text string, at int) (uint16, bool) {
	if at+2 >= len(text) || text[at] != 0xED || text[at+1] < 0xA0 || text[at+1] > 0xBF || text[at+2]&0xC0 != 0x80 {
		return 0, false
	}
	return 0xD000 | uint16(text[at+1]&0x3F)<<6 | uint16(text[at+2]&0x3F), true
}

// appendSurrogate is the inverse of surrogateAt.
func appendSurrogate(to []byte, unit uint16) []byte {
	return append(to, 0xED, 0x80|byte(unit>>6&0x3F), 0x80|byte(unit&0x3F))
}
