package attribution

import (
	"sort"
	"unicode/utf8"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// indexStep: a checkpoint every so many bytes keeps each question cheap, so that asking for every item
// of a long text stays linear.
const indexStep = 256

// textIndex leads from the units that offsets come in to bytes: UTF-16 units (of JavaScript, Java), code
// points (of Python).
type textIndex struct {
	text string
	// Counts before the first code point at or after byte n · indexStep.
	unitsBefore  []int
	pointsBefore []int
	units        int
	points       int
}

func newTextIndex(text string) *textIndex {
	made := &textIndex{text: text}
	for at := 0; at < len(text); {
		if at >= len(made.unitsBefore)*indexStep {
			made.unitsBefore = append(made.unitsBefore, made.units)
			made.pointsBefore = append(made.pointsBefore, made.points)
		}
		size := made.count(at)
		at += size
	}
	return made
}

func (i *textIndex) count(at int) (size int) {
	point, size := utf8.DecodeRuneInString(i.text[at:])
	i.points++
	i.units++
	if point > 0xFFFF {
		i.units++
	}
	return size
}

// byteAt is the byte of an offset in a unit; false past the end or inside a code point.
func (i *textIndex) byteAt(offset int64, unit model.OffsetUnit) (int, bool) {
	if offset < 0 || offset > int64(len(i.text)) {
		return 0, false
	}
	if unit == model.OffsetByte {
		at := int(offset)
		return at, at == len(i.text) || utf8.RuneStart(i.text[at])
	}
	counts := i.unitsBefore
	if unit == model.OffsetCodePoint {
		counts = i.pointsBefore
	}
	sought := int(offset)
	step := sort.Search(len(counts), func(at int) bool { return counts[at] > sought }) - 1
	if step < 0 {
		return 0, sought == 0
	}
	at := step * indexStep
	for at < len(i.text) && !utf8.RuneStart(i.text[at]) {
		at++
	}
	walk := textIndex{text: i.text}
	for count := counts[step]; count < sought && at < len(i.text); {
		before := walk.countOf(unit)
		at += walk.count(at)
		count += walk.countOf(unit) - before
		if count > sought {
			return 0, false
		}
		if count == sought {
			return at, true
		}
	}
	return at, counts[step] == sought
}

func (i *textIndex) countOf(unit model.OffsetUnit) int {
	if unit == model.OffsetCodePoint {
		return i.points
	}
	return i.units
}

// length is all of the text, in the given unit.
func (i *textIndex) length(unit model.OffsetUnit) int64 {
	if unit == model.OffsetByte {
		return int64(len(i.text))
	}
	return int64(i.countOf(unit))
}
