package attribution

// leftReading is a reading of a segment, and what whole texts, or all claimed stretches, leave of it
// (spec §4 "what is left of the segments").
type leftReading struct {
	segment int
	reading *reading
	parts   []bounds
}

// leftReadings are raw and decoded ones, the least decoded first. covered: raw bytes per segment, in
// order, apart.
func leftReadings(segments []*preparedText, covered [][]bounds) []leftReading {
	var left []leftReading
	for number, one := range segments {
		for _, way := range one.presenceReadings() {
			left = append(left, leftReading{number, way, leftParts(way, covered[number], len(one.text))})
		}
	}
	return left
}

func leftParts(way *reading, covered []bounds, rawLength int) []bounds {
	var parts []bounds
	for _, raw := range leftBy(covered, 0, rawLength) {
		if part := (bounds{way.firstFrom(raw.from), way.endBefore(raw.to)}); part.to > part.from {
			parts = append(parts, part)
		}
	}
	return parts
}
