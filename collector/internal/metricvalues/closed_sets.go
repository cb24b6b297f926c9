package metricvalues

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Outcomes in the order of spec §7.
var Outcomes = []model.Outcome{model.OutcomeAbstained, model.OutcomeAnsweredEmpty, model.OutcomeAnswered}

// ReasonsOf gives the closed set of a verdict's reasons; empty: it has none.
func ReasonsOf(verdict model.VerdictName) []model.Reason {
	switch verdict {
	case model.VerdictH1:
		return model.H1Reasons
	case model.VerdictH2:
		return model.H2Reasons
	case model.VerdictH3, model.VerdictH3a:
		return model.H3Reasons
	case model.VerdictH3b:
		return []model.Reason{model.ReasonContradiction}
	case model.VerdictUnknown:
		return model.UnknownReasons
	case model.VerdictHold, model.VerdictUndeclared:
	}
	return nil
}

// VerdictNames are all verdicts.
var VerdictNames = []model.VerdictName{
	model.VerdictH1, model.VerdictH2, model.VerdictH3, model.VerdictH3a, model.VerdictH3b, model.VerdictHold,
	model.VerdictUnknown, model.VerdictUndeclared,
}

// Closed keeps a word of a closed set: any other, which only a client of ours could have made up, is
// overflow. Empty stays empty: the attribute is then left out.
func Closed[T ~string](word T, set []T) string {
	if word == "" || slices.Contains(set, word) {
		return string(word)
	}
	return Overflow
}

// maxChunksOfRun: no run hands on more; a larger count was made up.
const maxChunksOfRun = 1_000_000

// IsCount tells of a number that a run may have of chunks or findings.
func IsCount(count int64) bool { return count > 0 && count <= maxChunksOfRun }
