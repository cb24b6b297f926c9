package attribution

import "github.com/ragspan/ragspan/collector/internal/model"

// TextFinder tells which of many texts stand whole, in a form that is presence (spec §4), in one context
// after another. What the texts need is made ready once, and a segment seen before is not searched
// again: linear in texts and contexts together.
type TextFinder struct {
	// Trimmed, distinct, not empty.
	cores  []string
	found  map[string][]string
	search *patternSearch
}

// fewFound are searched one by one, at the library's own speed.
const fewFound = 4

// NewTextFinder takes any texts: they are trimmed, empty ones left out.
func NewTextFinder(texts []string) *TextFinder {
	trimmed := make([]string, len(texts))
	for at, text := range texts {
		trimmed[at] = TrimWhiteSpace(text)
	}
	return &TextFinder{cores: distinctTexts(trimmed), found: map[string][]string{}}
}

// Standing are the texts, trimmed, that stand in any segment of the context.
func (f *TextFinder) Standing(context *SentContext) map[string]bool {
	return f.standing(context, func(*segment) bool { return true })
}

// standingInEvidence are those that stand in segments that are evidence.
func (f *TextFinder) standingInEvidence(context *SentContext) map[string]bool {
	return f.standing(context, isEvidence)
}

func (f *TextFinder) standing(context *SentContext, isSought func(*segment) bool) map[string]bool {
	standing := map[string]bool{}
	if len(f.cores) == 0 {
		return standing
	}
	for _, one := range context.segments {
		if !isSought(one) {
			continue
		}
		found, isKnown := f.found[one.text]
		if !isKnown {
			found = f.findIn(one.prepared)
			f.found[one.text] = found
		}
		for _, core := range found {
			standing[core] = true
		}
	}
	return standing
}

func (f *TextFinder) findIn(prepared *preparedText) []string {
	var found []string
	if len(f.cores) <= fewFound && len(prepared.decoded()) == 0 {
		for _, core := range f.cores {
			if findLeftmost(prepared.text, core) >= 0 {
				found = append(found, core)
			}
		}
		return found
	}
	if f.search == nil {
		f.search = newPatternSearch(f.cores)
	}
	for _, way := range prepared.presenceReadings() {
		for number := range f.search.searchAll(way.text).first {
			found = append(found, f.cores[number])
		}
	}
	return found
}

// TextsAsContext are other texts (what a span logs as its output), searched with the forms that a sent
// context is searched with.
func TextsAsContext(texts []string) *SentContext {
	message := model.SentMessage{Role: "user"}
	for _, text := range texts {
		message.Parts = append(message.Parts, model.SentPart{Kind: model.PartText, Leaves: []string{text}})
	}
	return NewSentContext(&model.ModelCall{Messages: []model.SentMessage{message}}, "")
}

// LoggedTexts are a text and, where it is a JSON document, the string leaves of it.
func LoggedTexts(text string) []string {
	return append([]string{text}, jsonLeaves(text)...)
}

// Size is bytes of all segments.
func (c *SentContext) Size() int { return c.byteLength }
