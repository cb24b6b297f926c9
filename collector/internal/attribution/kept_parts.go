package attribution

import "strings"

// keptPart is what one segment keeps of one item that is not whole (spec §4 "Parts").
type keptPart struct {
	// Bytes of the item, its white space at the edge included where that stands too.
	prefix, suffix int
	// Bytes of the trimmed item.
	corePrefix, coreSuffix int
	// Raw bytes of the segment, from the first kept one to the last.
	bounds
}

// segmentParts are the stretches that are granted in a segment, in what whole texts left.
type segmentParts struct {
	stretches []stretch
	// By text.
	kept map[int]keptPart
}

type foundPair struct {
	keptPair
	reading *reading
}

// findKeptParts gives them per segment that holds any.
func findKeptParts(texts []*logText, readings []leftReading, met *traces, questionIn func(segment int) []bounds) map[int]*segmentParts {
	found := map[int]*segmentParts{}
	if len(met.prefixes)+len(met.suffixes) == 0 {
		return found
	}
	prefixes := searchEdges(texts, readings, met, false)
	suffixes := searchEdges(texts, readings, met, true)
	pairs := map[int]map[int]foundPair{}
	for number, one := range readings {
		starts, ends := prefixes.lengthsIn(number), suffixes.lengthsIn(number)
		for _, text := range keysOfBoth(starts, ends) {
			pair := findKeptPair(texts[text].core, lengthsOf(starts, text), lengthsOf(ends, text))
			if pair.prefix+pair.suffix == 0 {
				continue
			}
			inSegment := pairs[one.segment]
			if inSegment == nil {
				inSegment = map[int]foundPair{}
				pairs[one.segment] = inSegment
			}
			// The reading that keeps most; of equals the least decoded.
			known, isKnown := inSegment[text]
			if !isKnown || pair.prefix+pair.suffix > known.prefix+known.suffix {
				inSegment[text] = foundPair{pair, one.reading}
			}
		}
	}
	for segment, inSegment := range pairs {
		var claims []claim
		for text, pair := range inSegment {
			if pair.prefix > 0 {
				claims = append(claims, claim{text, true, pair.prefix, prefixes.least(text), pair.reading, pair.prefixAt})
			}
			if pair.suffix > 0 {
				claims = append(claims, claim{text, false, pair.suffix, suffixes.least(text), pair.reading, pair.suffixAt})
			}
		}
		if stretches := grantClaims(claims, questionIn(segment)); len(stretches) > 0 {
			found[segment] = &segmentParts{stretches, gatherKept(stretches, texts)}
		}
	}
	return found
}

func keysOfBoth(a, b map[int]edgeLengths) []int {
	keys := make([]int, 0, len(a)+len(b))
	for key := range a {
		keys = append(keys, key)
	}
	for key := range b {
		if _, isThere := a[key]; !isThere {
			keys = append(keys, key)
		}
	}
	return keys
}

func lengthsOf(lengths map[int]edgeLengths, text int) edgeLengths {
	if found, isThere := lengths[text]; isThere {
		return found
	}
	return noLengths
}

func gatherKept(stretches []stretch, texts []*logText) map[int]keptPart {
	kept := map[int]keptPart{}
	for at := range stretches {
		one := &stretches[at]
		part, isKnown := kept[one.text]
		if !isKnown {
			part.bounds = one.bounds
		}
		length := one.length + one.edgeBytes(texts[one.text])
		if one.isPrefix {
			part.prefix, part.corePrefix = length, one.length
		} else {
			part.suffix, part.coreSuffix = length, one.length
		}
		part.from, part.to = min(part.from, one.from), max(part.to, one.to)
		kept[one.text] = part
	}
	return kept
}

// edgeBytes are the item's own white space at the edge, where it stands before the prefix (after the
// suffix).
func (s *stretch) edgeBytes(text *logText) int {
	if s.isPrefix {
		edge := text.leading()
		if strings.HasSuffix(s.reading.text[:s.at], edge) {
			return len(edge)
		}
		return 0
	}
	edge := text.trailing()
	if strings.HasPrefix(s.reading.text[s.at+s.length:], edge) {
		return len(edge)
	}
	return 0
}
