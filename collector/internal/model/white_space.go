package model

import (
	"strings"
	"unicode/utf8"
)

// JavaScript's white space (String.prototype.trim, \s in regular expressions): 9–D, 20, A0, 1680,
// 2000–200A, 2028, 2029, 202F, 205F, 3000, FEFF. The specification's own list (§6) has 85 as well.

// IsJSSpace tells whether a code point is white space in JavaScript.
func IsJSSpace(point rune) bool {
	switch {
	case point <= ' ':
		return point == ' ' || (point >= '\t' && point <= '\r')
	case point < 0x1680:
		return point == 0xA0
	case point >= 0x2000 && point <= 0x200A:
		return true
	}
	switch point {
	case 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF:
		return true
	}
	return false
}

// TrimJS is String.prototype.trim.
func TrimJS(text string) string {
	return TrimJSEnd(TrimJSStart(text))
}

// TrimJSStart is String.prototype.trimStart.
func TrimJSStart(text string) string {
	if text == "" || (text[0] > ' ' && text[0] < utf8.RuneSelf) {
		return text
	}
	return strings.TrimLeftFunc(text, IsJSSpace)
}

// TrimJSEnd is String.prototype.trimEnd.
func TrimJSEnd(text string) string {
	if text == "" || (text[len(text)-1] > ' ' && text[len(text)-1] < utf8.RuneSelf) {
		return text
	}
	return strings.TrimRightFunc(text, IsJSSpace)
}
