package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// The table of spec §5: what R, S and O say together, and what is still possible. Pure enumeration.

// allCandidates are in the order of the boundaries; HOLD is last.
var allCandidates = []model.VerdictName{model.VerdictH1, model.VerdictH2, model.VerdictH3, model.VerdictHold}

// decide is the verdict over three known values.
func decide(r, s Knowledge, o outputKnowledge) model.VerdictName {
	switch {
	case s == knownOut && r == knownIn:
		return model.VerdictH2
	case s == knownOut:
		return model.VerdictH1
	case o == outputPasses:
		return model.VerdictHold
	}
	return model.VerdictH3
}

// possibleVerdicts are those over every value of each unknown, in the order H1, H2, H3, HOLD.
func possibleVerdicts(r, s Knowledge, o outputKnowledge) []model.VerdictName {
	found := map[model.VerdictName]bool{}
	outputs := []outputKnowledge{o}
	if o == outputUnknown {
		outputs = []outputKnowledge{outputPasses, outputFails}
	}
	for _, one := range valuesOf(r) {
		for _, other := range valuesOf(s) {
			for _, output := range outputs {
				found[decide(one, other, output)] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(allCandidates), func(candidate model.VerdictName) bool { return !found[candidate] })
}

func valuesOf(knowledge Knowledge) []Knowledge {
	if knowledge == notKnown {
		return []Knowledge{knownIn, knownOut}
	}
	return []Knowledge{knowledge}
}

// boundaryRank is the place of a verdict or candidate in the order of the boundaries.
func boundaryRank(candidate model.VerdictName) int {
	return slices.Index(allCandidates, candidate)
}
