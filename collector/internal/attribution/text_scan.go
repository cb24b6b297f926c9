package attribution

import "slices"

// textScan tells what became of the texts of a log in the segments of a run, by bytes alone (spec §4):
// whole, whole in a recognised form, kept in part, edited, or gone. Each question is answered when
// asked.
type textScan struct {
	// Distinct texts that are evidence.
	segments []*preparedText
	// Distinct, handed on first, in rank order.
	texts    []*logText
	question *questionPlaces

	whole     *wholeTexts
	altered   map[int]alteredPlace
	standing  [][]bounds
	parts     map[int]*segmentParts
	met       *traces
	keptTexts map[int]bool
	edited    map[int]bool
}

func newTextScan(segments []*preparedText, texts []*logText, question string) *textScan {
	return &textScan{segments: segments, texts: texts, question: newQuestionPlaces(segments, question)}
}

// isWhole: exact, trimmed or JSON-escaped, in any segment.
func (s *textScan) isWhole(text int) bool { return s.wholeTexts().isWhole[text] }

// covered are the raw bytes of whole texts, per segment.
func (s *textScan) covered() [][]bounds { return s.wholeTexts().covered() }

// alteredPlaceOf is of a text handed on that is not whole.
func (s *textScan) alteredPlaceOf(text int) (alteredPlace, bool) {
	found, isFound := s.alteredTexts()[text]
	return found, isFound
}

func (s *textScan) kept(segment, text int) (keptPart, bool) {
	parts := s.keptParts()[segment]
	if parts == nil {
		return keptPart{}, false
	}
	found, isFound := parts.kept[text]
	return found, isFound
}

// isKept: a part of it is kept in some segment.
func (s *textScan) isKept(text int) bool {
	if s.keptTexts == nil {
		s.keptTexts = map[int]bool{}
		for _, parts := range s.keptParts() {
			for one := range parts.kept {
				s.keptTexts[one] = true
			}
		}
	}
	return s.keptTexts[text]
}

func (s *textScan) isEdited(text int) bool {
	if s.edited == nil {
		s.edited = s.findEdited()
	}
	return s.edited[text]
}

// standsAfter: any text of the log stands in the segment, whole or in part, from from on.
func (s *textScan) standsAfter(segment, from int) bool {
	lastFrom, _, stands := s.outermost(segment)
	return stands && lastFrom >= from
}

// standsBefore is the same before to.
func (s *textScan) standsBefore(segment, to int) bool {
	_, firstTo, stands := s.outermost(segment)
	return stands && firstTo <= to
}

func (s *textScan) standsIn(segment int) bool {
	_, _, stands := s.outermost(segment)
	return stands
}

func (s *textScan) wholeTexts() *wholeTexts {
	if s.whole == nil {
		s.whole = findWholeTexts(s.segments, s.texts)
	}
	return s.whole
}

func (s *textScan) missing() []int {
	var missing []int
	for index, one := range s.texts {
		if one.isHandedOn && !s.isWhole(index) {
			missing = append(missing, index)
		}
	}
	return missing
}

func (s *textScan) alteredTexts() map[int]alteredPlace {
	if s.altered == nil {
		s.altered = findAlteredTexts(s.segments, s.covered(), s.texts, s.missing())
	}
	return s.altered
}

// standingBounds are bytes of texts that stand whole, in whatever form.
func (s *textScan) standingBounds() [][]bounds {
	if s.standing != nil {
		return s.standing
	}
	s.standing = make([][]bounds, len(s.segments))
	for segment, covered := range s.covered() {
		s.standing[segment] = slices.Clone(covered)
	}
	for _, one := range s.alteredTexts() {
		s.standing[one.segment] = append(s.standing[one.segment], bounds{one.from, one.to})
	}
	for segment, all := range s.standing {
		s.standing[segment] = joinBounds(all)
	}
	return s.standing
}

func (s *textScan) keptParts() map[int]*segmentParts {
	if s.parts != nil {
		return s.parts
	}
	gone := slices.DeleteFunc(s.missing(), func(index int) bool {
		_, isAltered := s.alteredPlaceOf(index)
		return isAltered
	})
	readings := leftReadings(s.segments, s.standingBounds())
	s.met = findTraces(s.texts, gone, readings)
	s.parts = findKeptParts(s.texts, readings, s.met, s.question.in)
	return s.parts
}

func (s *textScan) findEdited() map[int]bool {
	parts := s.keptParts()
	edited := map[int]bool{}
	if rests := s.rests(parts); len(rests) > 0 {
		edited = findEditedTexts(s.texts, rests, s.leftByClaims(parts))
	}
	for segment, one := range parts {
		for text, part := range one.kept {
			if s.isPatched(segment, text, part) {
				edited[text] = true
			}
		}
	}
	return edited
}

// rests are what of each text is not kept, as far as any of it may stand.
func (s *textScan) rests(parts map[int]*segmentParts) []restOfText {
	best := s.bestParts(parts)
	var rests []restOfText
	for text, ranges := range s.met.ranges {
		rest := bounds{best[text].corePrefix, len(s.texts[text].core) - best[text].coreSuffix}
		for _, one := range inBoth(joinBounds(ranges), []bounds{rest}) {
			rests = append(rests, restOfText{text, one})
		}
	}
	return rests
}

// leftByClaims is what is left outside all claimed stretches and the question, as far as anything of a
// missing text may stand there.
func (s *textScan) leftByClaims(parts map[int]*segmentParts) []leftReading {
	claimed := make([][]bounds, len(s.segments))
	for segment, standing := range s.standingBounds() {
		all := slices.Concat(standing, s.question.in(segment))
		if one := parts[segment]; one != nil {
			all = append(all, boundsOf(one.stretches)...)
		}
		claimed[segment] = joinBounds(all)
	}
	left := leftReadings(s.segments, claimed)
	for number := range left {
		left[number].parts = inBoth(left[number].parts, s.met.regions[number])
	}
	return left
}

// isPatched: all but less than 16 bytes is kept, and the context goes on with another item: no
// truncation does that.
func (s *textScan) isPatched(segment, text int, part keptPart) bool {
	rest := len(s.texts[text].core) - part.corePrefix - part.coreSuffix
	if rest == 0 {
		return true
	}
	if rest >= keptMinBytes {
		return false
	}
	return (part.corePrefix > 0 && s.standsAfter(segment, part.to)) || (part.coreSuffix > 0 && s.standsBefore(segment, part.from))
}

// bestParts gives per text the segment that keeps most of it; of equals the first found.
func (s *textScan) bestParts(parts map[int]*segmentParts) map[int]keptPart {
	best := map[int]keptPart{}
	for segment := range s.segments {
		one := parts[segment]
		if one == nil {
			continue
		}
		for text, part := range one.kept {
			known, isKnown := best[text]
			if !isKnown || part.prefix+part.suffix > known.prefix+known.suffix {
				best[text] = part
			}
		}
	}
	return best
}

// outermost gives the last start and the first end of what stands in a segment.
func (s *textScan) outermost(segment int) (lastFrom, firstTo int, stands bool) {
	all := s.standingBounds()[segment]
	if parts := s.keptParts()[segment]; parts != nil {
		all = slices.Concat(all, boundsOf(parts.stretches))
	}
	for at, one := range all {
		if at == 0 || one.from > lastFrom {
			lastFrom = one.from
		}
		if at == 0 || one.to < firstTo {
			firstTo = one.to
		}
	}
	return lastFrom, firstTo, len(all) > 0
}

// questionPlaces are where the question stands in the segments: its bytes are its own (spec §4 "Parts").
type questionPlaces struct {
	segments []*preparedText
	// nil: the question is not known.
	search *patternSearch
	found  map[int][]bounds
}

func newQuestionPlaces(segments []*preparedText, question string) *questionPlaces {
	made := &questionPlaces{segments: segments, found: map[int][]bounds{}}
	if question != "" {
		made.search = newPatternSearch([]string{question})
	}
	return made
}

// in gives raw bytes of a segment, in order, apart.
func (q *questionPlaces) in(segment int) []bounds {
	if q.search == nil {
		return nil
	}
	found, isKnown := q.found[segment]
	if !isKnown {
		for _, way := range q.segments[segment].presenceReadings() {
			for _, one := range q.search.searchAll(way.text).covered {
				found = append(found, bounds{way.rawStart(one.from), way.rawEnd(one.to)})
			}
		}
		found = joinBounds(found)
		q.found[segment] = found
	}
	return found
}
