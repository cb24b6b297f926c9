package attribution

import (
	"strings"
	"unicode/utf8"
)

// Folding (spec §6): NFC, white-space runs to one space, U+2019 to ', and simple lower-casing unless
// the case is case-sensitive. Patterns and texts are folded alike, then compared.

// Folded is a folded text with the way back to what was folded, which may itself be made from a raw
// text. It is a model.FoldedText.
type Folded struct {
	source          *mappedText
	composed        *mappedText
	levelled        *mappedText
	isCaseSensitive bool
}

// Fold folds a text.
func Fold(raw string, caseSensitive bool) *Folded {
	return foldMapped(unchangedText(raw), caseSensitive)
}

// foldMapped folds a text that was itself made from a raw one (an output whose JSON escapes are
// decoded).
func foldMapped(source *mappedText, caseSensitive bool) *Folded {
	composed := normalizeNFC(source.text)
	return &Folded{
		source: source, composed: composed, levelled: level(composed.text, caseSensitive), isCaseSensitive: caseSensitive,
	}
}

// FoldedString gives only the folded characters, without the way back.
func FoldedString(raw string, caseSensitive bool) string {
	return level(normalizeNFC(raw).text, caseSensitive).text
}

// Folded is the folded text.
func (f *Folded) Folded() string { return f.levelled.text }

// Raw is the raw text.
func (f *Folded) Raw() string { return f.source.raw }

// IsCaseSensitive tells that letters kept their case.
func (f *Folded) IsCaseSensitive() bool { return f.isCaseSensitive }

// RawStart is the offset in Raw of the group that the folded byte came from.
func (f *Folded) RawStart(index int) int { return f.source.rawStart(f.sourceStart(index)) }

// RawEnd is the offset in Raw just after the group of the folded byte before.
func (f *Folded) RawEnd(index int) int { return f.source.rawEnd(f.sourceEnd(index)) }

// sourceStart is the offset in the source of the group that the folded byte came from.
func (f *Folded) sourceStart(index int) int {
	return groupStartBefore(f.source.text, f.composed.rawStart(f.levelled.rawStart(index)))
}

// sourceEnd is the offset in the source just after the group of the folded byte before.
func (f *Folded) sourceEnd(index int) int {
	return groupEndAfter(f.source.text, f.composed.rawEnd(f.levelled.rawEnd(index)))
}

// level puts one space for each run of white space, ' for ’, each letter in lower case. Few characters
// of a text change: what lies between them is copied as it is.
func level(text string, caseSensitive bool) *mappedText {
	builder := mappedTextBuilder{raw: text}
	for at := 0; at < len(text); {
		unit := text[at]
		switch {
		case unit > ' ' && unit < utf8.RuneSelf:
			if !caseSensitive && unit >= 'A' && unit <= 'Z' {
				end := at + 1
				for end < len(text) && text[end] >= 'A' && text[end] <= 'Z' {
					end++
				}
				builder.change(at, strings.ToLower(text[at:end]))
				at = end
				continue
			}
			at++
		default:
			point, size := utf8.DecodeRuneInString(text[at:])
			if IsWhiteSpace(point) {
				end := whiteSpaceEnd(text, at+size)
				switch {
				case end-at > 1:
					builder.replace(at, end, " ")
				case unit != ' ':
					builder.change(at, " ")
				}
				at = end
				continue
			}
			if levelled := levelPoint(point, caseSensitive); levelled != point {
				if spelled := string(levelled); len(spelled) == size {
					builder.change(at, spelled)
				} else {
					builder.replace(at, at+size, spelled)
				}
			}
			at += size
		}
	}
	return builder.finish()
}

func levelPoint(point rune, caseSensitive bool) rune {
	const rightQuote = 0x2019
	switch {
	case point == rightQuote:
		return '\''
	case caseSensitive:
		return point
	}
	return toLowerCase(point)
}

func whiteSpaceEnd(text string, from int) int {
	end := from
	for end < len(text) && !isPlainByteAt(text, end) {
		point, size := utf8.DecodeRuneInString(text[end:])
		if !IsWhiteSpace(point) {
			break
		}
		end += size
	}
	return end
}

// groupStartBefore: offsets never fall inside a group, changed or not.
func groupStartBefore(text string, index int) int {
	start := index
	for start > 0 && start < len(text) && text[start] >= 0xCC {
		if point, _ := utf8.DecodeRuneInString(text[start:]); !isGroupExtender(point) {
			break
		}
		_, size := utf8.DecodeLastRuneInString(text[:start])
		start -= size
	}
	return start
}

func groupEndAfter(text string, index int) int {
	end := index
	for end > 0 && end < len(text) && text[end] >= 0xCC {
		point, size := utf8.DecodeRuneInString(text[end:])
		if !isGroupExtender(point) {
			break
		}
		end += size
	}
	return end
}
