package attribution

import (
	_ "embed" // The list of refusals.
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Refusals (spec §6, step 3): anywhere in the output the patterns that were declared, or the
// application's own flag; near its start one of the built-in list.

//go:generate node ../../../scripts/make-refusals.mjs

// builtinRefusals is data/refusals.txt, the list that both halves read.
//
//go:embed refusals.txt
var builtinRefusals string

// openingCodePoints: a built-in phrase counts when its match ends within these code points of the raw
// output.
const openingCodePoints = 160

// isRefusal: patterns are those of the case, the service and the application; flagged is
// ragspan.refused.
func isRefusal(text *outputText, patterns []model.TextPattern, flagged bool) bool {
	if flagged {
		return true
	}
	for _, pattern := range patterns {
		if _, isFound := pattern.Find(text.folded(false), 0); isFound {
			return true
		}
	}
	return opensWithRefusal(text.opening())
}

type phrase struct {
	text  string
	first rune
	last  rune
}

// phraseStart is the first bytes of a phrase: a text is read once, whatever the length of the list.
type phraseStart [3]byte

var phrases = sync.OnceValue(func() map[phraseStart][]phrase {
	found := map[phraseStart][]phrase{}
	for line := range strings.SplitSeq(builtinRefusals, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		text := FoldedString(line, false)
		start := phraseStart{text[0], text[1], text[2]}
		found[start] = append(found[start], phrase{text, wordAt(text, 0), wordBefore(text, len(text))})
	}
	return found
})

func opensWithRefusal(text *Folded) bool {
	known := phrases()
	folded, raw := text.Folded(), text.Raw()
	limit := codePointIndex(raw, openingCodePoints)
	isInWord := false
	for start := 0; start+2 < len(folded); start++ {
		unit := folded[start]
		wasInWord := isInWord
		isInWord = unit >= 'a' && unit <= 'z'
		if wasInWord && isInWord {
			continue
		}
		candidates := known[phraseStart{unit, folded[start+1], folded[start+2]}]
		if len(candidates) == 0 {
			continue
		}
		if text.RawStart(start) >= limit {
			return false
		}
		if slices.ContainsFunc(candidates, func(one phrase) bool { return one.standsAt(text, start, limit) }) {
			return true
		}
	}
	return false
}

func (p *phrase) standsAt(text *Folded, start, limit int) bool {
	folded := text.Folded()
	if !strings.HasPrefix(folded[start:], p.text) || !isBorder(wordBefore(folded, start), p.first) {
		return false
	}
	end := start + len(p.text)
	return isBorder(p.last, wordAt(folded, end)) && text.RawEnd(end) <= limit
}

// codePointIndex is the byte after the first count code points.
func codePointIndex(text string, count int) int {
	index := 0
	for n := 0; n < count && index < len(text); n++ {
		_, size := utf8.DecodeRuneInString(text[index:])
		index += size
	}
	return index
}
