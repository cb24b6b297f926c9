package attribution

import "strings"

// The list of patterns of instruction-like text as data/instruction-patterns.txt spells them.

type spelledStep struct {
	alternatives []string
	isOptional   bool
	// isSign: its alternatives are signs.
	isSign bool
}

type instructionList struct {
	phrases [][]spelledStep
	markers []string
	// exactMarkers stand in this case, before a white space.
	exactMarkers []string
	rules        map[string]bool
}

func readInstructionList(source string) *instructionList {
	list := &instructionList{rules: map[string]bool{}}
	for line := range strings.SplitSeq(source, "\n") {
		switch kind, rest, _ := strings.Cut(line, " "); {
		case line == "", line[0] == '#', line[0] == '[', kind == "version":
		case kind == "=":
			list.markers = append(list.markers, rest)
		case kind == "==":
			list.exactMarkers = append(list.exactMarkers, rest)
		case kind == "@":
			list.rules[rest] = true
		default:
			var steps []spelledStep
			for text := range strings.SplitSeq(line, " ") {
				steps = append(steps, readSpelledStep(text))
			}
			list.phrases = append(list.phrases, steps)
		}
	}
	return list
}

func readSpelledStep(text string) spelledStep {
	var step spelledStep
	text, step.isSign = strings.CutPrefix(text, "!")
	text, step.isOptional = strings.CutSuffix(text, "?")
	step.alternatives = strings.Split(text, "|")
	return step
}
