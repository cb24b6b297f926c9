package attribution

// wholeTexts tells which texts of a log stand whole in the segments of a run, and which bytes are theirs
// (spec §4 "Presence": exact, trim, json; "Bytes inside another chunk or a parent are presence").
//
// How it works: chunks mostly stand in rank order, so each is first searched at native speed from where
// the one before ended. When all are there, nothing else is done: no byte of the context is looked at
// twice. Only when some are missing are the segments walked, for all texts at once, raw and decoded;
// this also yields which bytes belong to whole texts, what is left being searched for the missing ones.
type wholeTexts struct {
	segments []*preparedText
	texts    []*logText
	// Per text. Certain only for those handed on, until covered was asked for.
	isWhole      []bool
	coveredBytes [][]bounds
}

func findWholeTexts(segments []*preparedText, texts []*logText) *wholeTexts {
	made := &wholeTexts{segments: segments, texts: texts, isWhole: make([]bool, len(texts))}
	if made.sweep() {
		made.covered()
	}
	return made
}

// sweep marks what is found in passing; it tells whether any text handed on was not.
func (w *wholeTexts) sweep() bool {
	size := 0
	for _, one := range w.segments {
		size += len(one.text)
	}
	var pending []int
	for index, one := range w.texts {
		size += len(one.core)
		if one.isHandedOn {
			pending = append(pending, index)
		}
	}
	// Walking a segment costs us about as much: more native searching than this would not pay.
	quick := quickFind{left: size / 2}
	for _, one := range w.segments {
		end := 0
		missing := pending[:0]
		for _, index := range pending {
			core := w.texts[index].core
			at := -1
			if len(core) <= len(one.text) {
				at = findAround(&quick, one.text, core, end)
			}
			if at < 0 {
				missing = append(missing, index)
				continue
			}
			end = at + len(core)
			w.isWhole[index] = true
		}
		pending = missing
	}
	return len(pending) > 0
}

// findAround looks after middle first, then before it. −1: not found, or not looked for any further.
func findAround(quick *quickFind, text, sought string, middle int) int {
	if at, _ := quick.find(text, sought, middle); at >= 0 || middle == 0 {
		return at
	}
	at, _ := quick.find(text[:min(len(text), middle+len(sought)-1)], sought, 0)
	return at
}

// covered are the raw bytes of whole texts per segment, in order, not touching.
func (w *wholeTexts) covered() [][]bounds {
	if w.coveredBytes != nil {
		return w.coveredBytes
	}
	cores := make([]string, len(w.texts))
	for index, one := range w.texts {
		cores[index] = one.core
	}
	search := newPatternSearch(cores)
	w.coveredBytes = make([][]bounds, len(w.segments))
	for number, one := range w.segments {
		var all []bounds
		for _, way := range one.presenceReadings() {
			found := search.searchAll(way.text)
			for index := range found.first {
				w.isWhole[index] = true
			}
			for _, stretch := range found.covered {
				all = append(all, bounds{way.rawStart(stretch.from), way.rawEnd(stretch.to)})
			}
		}
		w.coveredBytes[number] = joinBounds(all)
	}
	return w.coveredBytes
}
