package attribution

import "github.com/ragspan/ragspan/collector/internal/model"

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
func findClaimed(context *SentContext, offset int64, record *model.AssemblyRecord, fits func(one *segment, at int) bool) (claimedPlace, bool) {
	for number, unit := range unitsFrom(record.OffsetUnit) {
		start := int64(0)
		for index, one := range context.segments {
			prepared := one.prepared
			length := int64(len(one.text))
			if unit != model.OffsetByte {
				length = prepared.index().length(unit)
			}
			bases := []int64{start}
			if wanted, isSet := record.ContextBytes.Get(); isSet && wanted == int64(len(one.text)) {
				bases = append(bases, 0)
			}
			for _, base := range bases {
				if offset < base || offset > base+length {
					continue
				}
				if at, isPlace := byteAt(prepared, offset-base, unit); isPlace && fits(one, at) {
					return claimedPlace{index, at, number == 0}, true
				}
			}
			// Segments are joined by one LF, which counts one in every unit.
			start += length + 1
		}
	}
	return claimedPlace{}, false
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
