package attribution

import "github.com/ragspan/ragspan/collector/internal/model"

// alteredPlace is where a text stands only in a recognised form (spec §4 "Forms": html, crlf, nfc, ws),
// outside the bytes of whole ones. Forms are tried in order and do not combine.
type alteredPlace struct {
	form    model.Form
	segment int
	// Raw bytes of the segment.
	from, to int
}

// spelling is a form's spelling of some texts, to look for in a reading of that form.
type spelling struct {
	text  string
	texts []int
	// isChanged: it is not the text's own: worth looking for even where the segment is its own reading.
	isChanged bool
}

// findAlteredTexts gives the first place of each wanted text that has one; covered as whole texts leave
// it, per segment.
func findAlteredTexts(segments []*preparedText, covered [][]bounds, texts []*logText, wanted []int) map[int]alteredPlace {
	found := map[int]alteredPlace{}
	for _, form := range model.AcceptableForms {
		var missing []int
		for _, index := range wanted {
			if _, isFound := found[index]; !isFound {
				missing = append(missing, index)
			}
		}
		if len(missing) == 0 {
			break
		}
		search := alteredSearch{form: form, spellings: spell(form, texts, missing)}
		for number, one := range segments {
			search.searchSegment(one, number, covered[number], found)
		}
	}
	return found
}

type alteredSearch struct {
	form      model.Form
	spellings []spelling
	// Those to look for in a segment that is its own reading.
	changed     []spelling
	inChanged   *patternSearch
	inUnchanged *patternSearch
}

func (s *alteredSearch) searchSegment(one *preparedText, number int, covered []bounds, found map[int]alteredPlace) {
	way := one.reading(s.form)
	sought, search := s.spellings, &s.inChanged
	if way == one.raw {
		if s.changed == nil {
			s.changed = []spelling{}
			for _, candidate := range s.spellings {
				if candidate.isChanged {
					s.changed = append(s.changed, candidate)
				}
			}
		}
		sought, search = s.changed, &s.inUnchanged
	}
	if len(sought) == 0 {
		return
	}
	if *search == nil {
		patterns := make([]string, len(sought))
		for index := range sought {
			patterns[index] = sought[index].text
		}
		*search = newPatternSearch(patterns)
	}
	for index, at := range (*search).search(way.text, leftParts(way, covered, len(one.text))).first {
		candidate := &sought[index]
		stands := alteredPlace{s.form, number, way.rawStart(at), way.rawEnd(at + len(candidate.text))}
		for _, text := range candidate.texts {
			if _, isFound := found[text]; !isFound {
				found[text] = stands
			}
		}
	}
}

// spell: decoding forms look for the text itself; the others read both sides alike.
func spell(form model.Form, texts []*logText, indexes []int) []spelling {
	var spellings []spelling
	known := map[string]int{}
	for _, index := range indexes {
		prepared := newPreparedText(texts[index].core)
		way := prepared.raw
		if form != model.FormHTML {
			way = prepared.reading(form)
		}
		isChanged := way != prepared.raw
		number, isKnown := known[way.text]
		if !isKnown {
			number = len(spellings)
			known[way.text] = number
			spellings = append(spellings, spelling{text: way.text})
		}
		spellings[number].texts = append(spellings[number].texts, index)
		spellings[number].isChanged = spellings[number].isChanged || isChanged
	}
	return spellings
}
