package attribution

import (
	"math"
	"unicode/utf8"
)

// edgeSearch tells how much of the start, or of the end, of each missing text stands in what is left of
// a reading.
//
// Two ways to the same answer. Where blocks were met the bytes are compared from there on: cheap, as
// long as they are met seldom. When comparing costs more than a bound, the automaton does it.
type edgeSearch interface {
	// least is the bytes below which a stretch says nothing of the text: 16 more than any start (end) it
	// shares.
	least(text int) int
	// lengthsIn gives per text of which that much stands in the reading of that number: where, for each
	// length.
	lengthsIn(reading int) map[int]edgeLengths
}

func searchEdges(texts []*logText, readings []leftReading, met *traces, isMirrored bool) edgeSearch {
	if found := compareEdges(texts, readings, met, isMirrored); found != nil {
		return found
	}
	return newEdgeWalk(texts, readings, met, isMirrored)
}

type comparedEdges struct {
	leastOf leastBytes
	found   []map[int]edgeLengths
}

// leastBytes per text; none is enough for a text that is not there.
type leastBytes map[int]int

func (l leastBytes) of(text int) int {
	if length, isThere := l[text]; isThere {
		return length
	}
	return math.MaxInt
}

func (c *comparedEdges) least(text int) int { return c.leastOf.of(text) }

func (c *comparedEdges) lengthsIn(reading int) map[int]edgeLengths { return c.found[reading] }

// compareEdges gives nil when it would cost too much.
func compareEdges(texts []*logText, readings []leftReading, met *traces, isMirrored bool) edgeSearch {
	if met.prefixHits == nil {
		return nil
	}
	budget := 0
	for _, one := range readings {
		budget += sizeOf(one.parts)
	}
	for _, one := range texts {
		budget += len(one.core)
	}
	budget *= comparedPerByte
	wanted, hits := met.prefixes, met.prefixHits
	if isMirrored {
		wanted, hits = met.suffixes, met.suffixHits
	}
	made := &comparedEdges{leastOf: leastBytes{}, found: make([]map[int]edgeLengths, len(readings))}
	for _, index := range wanted {
		core := texts[index].core
		shared := 0
		for other, one := range texts {
			if other == index {
				continue
			}
			length := sharedLength(core, one.core, isMirrored)
			shared = max(shared, length)
			budget -= length + 1
		}
		if budget < 0 {
			return nil
		}
		made.leastOf[index] = onBorder(core, shared, isMirrored) + keptMinBytes
	}
	for number, one := range readings {
		own := hits[number]
		lengths := map[int]edgeLengths{}
		// From the outermost place on: of two places of a length the first one met counts.
		for step := range own {
			hit := own[step]
			if isMirrored {
				hit = own[len(own)-1-step]
			}
			core := texts[hit.text].core
			from := made.leastOf[hit.text]
			length := 0
			if isMirrored {
				length = sharedLength(core, one.reading.text[hit.part.from:hit.at+blockBytes], true)
			} else {
				length = sharedLength(core, one.reading.text[hit.at:hit.part.to], false)
			}
			if budget -= length + 1; budget < 0 {
				return nil
			}
			if length < from {
				continue
			}
			known := lengths[hit.text]
			known.from = from
			for next := from + len(known.places); next <= length; next++ {
				place := hit.at + next
				if isMirrored {
					place = hit.at + blockBytes - next
				}
				known.places = append(known.places, place)
			}
			lengths[hit.text] = known
		}
		made.found[number] = lengths
	}
	return made
}

// edgeWalk is linear whatever the texts are.
type edgeWalk struct {
	texts     []*logText
	readings  []leftReading
	met       *traces
	leastOf   leastBytes
	automaton *prefixAutomaton
}

func newEdgeWalk(texts []*logText, readings []leftReading, met *traces, isMirrored bool) edgeSearch {
	wanted := met.prefixes
	if isMirrored {
		wanted = met.suffixes
	}
	isWanted := map[int]bool{}
	patterns := make([]string, len(wanted))
	for at, index := range wanted {
		isWanted[index] = true
		patterns[at] = texts[index].core
	}
	made := &edgeWalk{texts, readings, met, leastBytes{}, newPrefixAutomaton(patterns, isMirrored)}
	for index, one := range texts {
		if !isWanted[index] {
			made.automaton.share(one.core)
		}
	}
	for _, index := range wanted {
		core := texts[index].core
		length := onBorder(core, made.automaton.sharedLength(core), isMirrored) + keptMinBytes
		made.leastOf[index] = length
		if length <= len(core) {
			made.automaton.watch(core, length, index)
		}
	}
	return made
}

func (w *edgeWalk) least(text int) int { return w.leastOf.of(text) }

func (w *edgeWalk) lengthsIn(reading int) map[int]edgeLengths {
	lengths := map[int]edgeLengths{}
	if len(w.leastOf) == 0 || !w.met.holdsEdge[reading] {
		return lengths
	}
	left := w.readings[reading]
	for _, text := range w.automaton.walk(left.reading.text, left.parts) {
		from := w.leastOf[text]
		lengths[text] = edgeLengths{from, w.automaton.places(w.texts[text].core, from)}
	}
	return lengths
}

// sharedLength is the bytes that agree from the start (mirrored: before the end).
func sharedLength(a, b string, isMirrored bool) int {
	most := min(len(a), len(b))
	length := 0
	if isMirrored {
		for length < most && a[len(a)-1-length] == b[len(b)-1-length] {
			length++
		}
		return length
	}
	for length < most && a[length] == b[length] {
		length++
	}
	return length
}

func onBorder(text string, shared int, isMirrored bool) int {
	length := shared
	for length > 0 && length < len(text) {
		at := length
		if isMirrored {
			at = len(text) - length
		}
		if utf8.RuneStart(text[at]) {
			break
		}
		length--
	}
	return length
}
