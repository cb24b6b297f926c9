package attribution

import (
	"github.com/ragspan/ragspan/collector/internal/model"
)

// preparedText is a text made ready for every search once: decoded readings, ways between offsets. All
// on demand.
type preparedText struct {
	text      string
	raw       *reading
	json      []*reading
	hasJSON   bool
	textIndex *textIndex
}

func newPreparedText(text string) *preparedText {
	return &preparedText{text: text, raw: newRawReading(text)}
}

func (p *preparedText) index() *textIndex {
	if p.textIndex == nil {
		p.textIndex = newTextIndex(p.text)
	}
	return p.textIndex
}

// decoded are the text one to three times decoded; none where there is nothing to decode.
func (p *preparedText) decoded() []*reading {
	if !p.hasJSON {
		p.hasJSON = true
		p.json = jsonReadings(p.raw)
	}
	return p.json
}

// presenceReadings are the raw one and the decoded ones, the least decoded first.
func (p *preparedText) presenceReadings() []*reading {
	return append([]*reading{p.raw}, p.decoded()...)
}

// reading is the raw reading itself where the form changes nothing. Not kept: each is asked for once a
// run.
func (p *preparedText) reading(form model.Form) *reading {
	switch form {
	case model.FormHTML:
		return htmlReading(p.raw)
	case model.FormCRLF:
		return lineEndReading(p.raw)
	case model.FormNFC:
		return composedReading(p.raw)
	case model.FormWS:
		return foldedSpaceReading(p.raw)
	case model.FormExact, model.FormTrim, model.FormJSON, model.FormEdited:
	}
	return p.raw
}
