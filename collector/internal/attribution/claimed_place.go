package attribution

import (
	"sort"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Offsets that an assembly claims (spec §4 "Need"): checked against the bytes or, where only the digest
// is known, against its hash, first in the unit that was declared, then in the others.

type claimedPlace struct {
	segment int
	// at is the byte in the segment.
	at int
	// isAsDeclared: it fits in the declared unit.
	isAsDeclared bool
}

var offsetUnits = []model.OffsetUnit{model.OffsetByte, model.OffsetUTF16, model.OffsetCodePoint}

// unitsFrom gives all units, the declared one first; byte when none is.
func unitsFrom(declared model.OffsetUnit) []model.OffsetUnit {
	if declared == "" {
		declared = model.OffsetByte
	}
	units := []model.OffsetUnit{declared}
	for _, unit := range offsetUnits {
		if unit != declared {
			units = append(units, unit)
		}
	}
	return units
}

// findClaimed gives the first reading of the offset, in one of the units, of which fits holds. An
// assembly that made only one segment of the context (ContextBytes says which) counts from that one's
// start.
func findClaimed(context *SentContext, offset int64, record *indexedRecord, fits func(one *segment, at int) bool) (claimedPlace, bool) {
	for number, unit := range unitsFrom(record.OffsetUnit) {
		stands := func(index int, start int64) (claimedPlace, bool) {
			one := context.segments[index]
			at, isPlace := byteAt(one.prepared, offset-start, unit)
			return claimedPlace{index, at, number == 0}, isPlace && fits(one, at)
		}
		starts := context.startsIn(unit)
		if index := sort.Search(len(starts), func(at int) bool { return starts[at] > offset }) - 1; index >= 0 {
			if found, isFound := stands(index, starts[index]); isFound {
				return found, true
			}
		}
		wanted, isSet := record.ContextBytes.Get()
		// What an assembly made is one of the first few segments: the rest is not worth asking.
		for index := 0; isSet && index < min(len(starts), mostMade); index++ {
			if int64(len(context.segments[index].text)) != wanted {
				continue
			}
			if found, isFound := stands(index, 0); isFound {
				return found, true
			}
		}
	}
	return claimedPlace{}, false
}

const mostMade = 64

// startsIn is where each segment starts, in that unit: they are joined by one LF, which counts one in
// every unit.
func (c *SentContext) startsIn(unit model.OffsetUnit) []int64 {
	if starts, isKnown := c.starts[unit]; isKnown {
		return starts
	}
	starts := make([]int64, len(c.segments))
	next := int64(0)
	for at, one := range c.segments {
		starts[at] = next
		length := int64(len(one.text))
		if unit != model.OffsetByte {
			length = one.prepared.index().length(unit)
		}
		next += length + 1
	}
	if c.starts == nil {
		c.starts = map[model.OffsetUnit][]int64{}
	}
	c.starts[unit] = starts
	return starts
}

// byteAt spares the index where bytes are asked for.
func byteAt(prepared *preparedText, offset int64, unit model.OffsetUnit) (int, bool) {
	if unit == model.OffsetByte {
		return (&textIndex{text: prepared.text}).byteAt(offset, unit)
	}
	return prepared.index().byteAt(offset, unit)
}

// fitsDigest: the text of length bytes from there hashes to the digest.
func fitsDigest(one *segment, at int, length int64, digest string, hash model.TextHash) bool {
	if length > int64(len(one.text)-at) {
		return false
	}
	end := at + int(length)
	return codePointBorder(one.text, end) == end && hash.Digest(one.text[at:end]) == digest
}
