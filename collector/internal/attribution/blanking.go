package attribution

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// blankedText: for must_not only, text covered by an allow match is blanked (spec §6, step 1): one
// space for each code point that was covered. It is a model.FoldedText.
type blankedText struct {
	text *Folded
	// nil: nothing was covered.
	blanked *mappedText
	// As long as before: each offset is its own, so a match that reaches into a blank keeps its ends.
	isSameLength bool
}

func blankAllowed(text *Folded, allow []model.TextPattern) *blankedText {
	var covered []model.Match
	for _, pattern := range allow {
		covered = append(covered, allMatches(pattern, text)...)
	}
	if len(covered) == 0 {
		return &blankedText{text: text}
	}
	slices.SortStableFunc(covered, func(a, b model.Match) int { return a.Start - b.Start })
	folded := text.Folded()
	builder := mappedTextBuilder{raw: folded}
	end := 0
	for _, match := range covered {
		start := max(match.Start, end)
		if match.End <= start {
			continue
		}
		end = match.End
		builder.replace(start, end, strings.Repeat(" ", utf8.RuneCountInString(folded[start:end])))
	}
	blanked := builder.finish()
	// JavaScript's lengths decide: they are what the TypeScript half compares.
	isSameLength := model.UTF16Length(blanked.text) == model.UTF16Length(folded)
	return &blankedText{text: text, blanked: blanked, isSameLength: isSameLength}
}

// Folded is the text with its blanks.
func (b *blankedText) Folded() string {
	if b.blanked == nil {
		return b.text.Folded()
	}
	return b.blanked.text
}

// Raw is the raw text.
func (b *blankedText) Raw() string { return b.text.Raw() }

// IsCaseSensitive tells that letters kept their case.
func (b *blankedText) IsCaseSensitive() bool { return b.text.IsCaseSensitive() }

// RawStart leads to the raw text.
func (b *blankedText) RawStart(index int) int { return b.text.RawStart(b.foldedStart(index)) }

// RawEnd leads to the raw text.
func (b *blankedText) RawEnd(index int) int { return b.text.RawEnd(b.foldedEnd(index)) }

func (b *blankedText) foldedStart(index int) int {
	return b.back(index, (*mappedText).rawStart, (*mappedText).blankStart)
}

func (b *blankedText) foldedEnd(index int) int {
	return b.back(index, (*mappedText).rawEnd, (*mappedText).blankStart)
}

func (b *blankedText) back(index int, whole, single func(*mappedText, int) int) int {
	switch {
	case b.blanked == nil:
		return index
	case b.isSameLength:
		return single(b.blanked, index)
	}
	return whole(b.blanked, index)
}

// blankStart is the place of the code point that a blank at index stands for.
func (m *mappedText) blankStart(index int) int {
	if len(m.at) == 0 || index >= len(m.text) {
		return m.rawStart(index)
	}
	piece := m.pieceAt(index)
	if !m.isWhole[piece] {
		return m.rawStart(index)
	}
	at := m.from[piece]
	for range index - m.at[piece] {
		_, size := utf8.DecodeRuneInString(m.raw[at:])
		at += size
	}
	return at
}

// maxUnitsRead bounds what is read for one pattern, which may read on to the end of the text for each
// of its matches; far above what any real output comes to.
const maxUnitsRead = 1 << 24

func allMatches(pattern model.TextPattern, text *Folded) []model.Match {
	folded := text.Folded()
	most := max(16, maxUnitsRead/(model.UTF16Length(folded)+1))
	var matches []model.Match
	for from := 0; from <= len(folded) && len(matches) < most; {
		match, isFound := pattern.Find(text, from)
		if !isFound {
			break
		}
		matches = append(matches, match)
		from = match.End
		if match.End == match.Start {
			// JavaScript goes on one unit later, which beyond the BMP is the same place again.
			_, size := utf8.DecodeRuneInString(folded[match.End:])
			from += max(size, 1)
		}
	}
	return matches
}
