package attribution

import (
	"sync"
	"unicode/utf8"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// noPoint stands where there is no letter or digit.
const noPoint rune = -1

// LiteralPattern is a pattern that is a plain string (spec §6 "The generation check"), with its border
// rule. It matches texts folded either way: the pattern is folded as the text was.
type LiteralPattern struct {
	source      string
	sensitive   func() *foldedLiteral
	insensitive func() *foldedLiteral
}

// NewLiteralPattern makes one of its source.
func NewLiteralPattern(source string) *LiteralPattern {
	return &LiteralPattern{
		source:      source,
		sensitive:   sync.OnceValue(func() *foldedLiteral { return foldLiteral(source, true) }),
		insensitive: sync.OnceValue(func() *foldedLiteral { return foldLiteral(source, false) }),
	}
}

// Source is the pattern as it was written.
func (p *LiteralPattern) Source() string { return p.source }

// Find gives the leftmost match at or after from.
func (p *LiteralPattern) Find(text model.FoldedText, from int) (model.Match, bool) {
	literal := p.insensitive
	if text.IsCaseSensitive() {
		literal = p.sensitive
	}
	return literal().find(text.Folded(), from)
}

type foldedLiteral struct {
	needle *needle
	// The first and last code point, where it is a letter or digit.
	first rune
	last  rune
}

func foldLiteral(source string, caseSensitive bool) *foldedLiteral {
	text := FoldedString(source, caseSensitive)
	return &foldedLiteral{needle: prepareNeedle(text), first: wordAt(text, 0), last: wordBefore(text, len(text))}
}

func (l *foldedLiteral) find(folded string, from int) (model.Match, bool) {
	length := len(l.needle.text)
	if length == 0 {
		return model.Match{}, false
	}
	start := l.needle.find(folded, from, func(at int) bool {
		return isBorder(wordBefore(folded, at), l.first) && isBorder(l.last, wordAt(folded, at+length))
	})
	return model.Match{Start: start, End: start + length}, start >= 0
}

// isBorder: two letters or digits side by side are one word, except beside scripts written without
// spaces.
func isBorder(before, after rune) bool {
	return before == noPoint || after == noPoint || isWrittenWithoutSpaces(before) || isWrittenWithoutSpaces(after)
}

// wordAt is the code point that starts at index, if it is a letter or digit.
func wordAt(text string, index int) rune {
	if index >= len(text) {
		return noPoint
	}
	if point, _ := utf8.DecodeRuneInString(text[index:]); isLetterOrDigit(point) {
		return point
	}
	return noPoint
}

// wordBefore is the code point that ends before index, if it is a letter or digit.
func wordBefore(text string, index int) rune {
	if index <= 0 {
		return noPoint
	}
	if point, _ := utf8.DecodeLastRuneInString(text[:index]); isLetterOrDigit(point) {
		return point
	}
	return noPoint
}
