package attribution

// callSegment is a segment of one call that is evidence.
type callSegment struct {
	// distinct is its number among the distinct texts.
	distinct int
	// index is its position in the call's context.
	index   int
	segment *segment
}

// runSegments are the segments of all contributing calls, each distinct text once: an agent that sends
// its history again with every step is searched once (spec §11 "A segment seen before").
type runSegments struct {
	distinct []*preparedText
	ofCall   [][]callSegment
}

func newRunSegments(calls []scanCall) *runSegments {
	made := &runSegments{ofCall: make([][]callSegment, len(calls))}
	numbers := map[string]int{}
	for call := range calls {
		for index, one := range calls[call].context.segments {
			if !one.isEvidence {
				continue
			}
			number, isKnown := numbers[one.text]
			if !isKnown {
				number = len(made.distinct)
				numbers[one.text] = number
				made.distinct = append(made.distinct, one.prepared)
			}
			made.ofCall[call] = append(made.ofCall[call], callSegment{number, index, one})
		}
	}
	return made
}
