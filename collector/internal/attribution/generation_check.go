package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// The generation check (spec §6): verbatim and declared, no judge. It decides the O of the table in
// §5: the output passes, fails for a reason, or cannot be told.

// outputKnowledge is what O says.
type outputKnowledge string

const (
	outputPasses  outputKnowledge = "passes"
	outputFails   outputKnowledge = "fails"
	outputUnknown outputKnowledge = "unknown"
)

// quotedText is a quote with its characters (escapes of a JSON document decoded), to look for in lines
// and chunks.
type quotedText struct {
	model.Quote
	text string
}

type generationResult struct {
	state outputKnowledge
	// reason of a failure, or of what is unknown.
	reason model.Reason
	// quote is the leftmost match of the first must_not found, whatever the state; nil when there is
	// none.
	quote *quotedText
	// hasEveryMust: at least one must is declared, and all are there: the outcome is then no abstention
	// (§7).
	hasEveryMust bool
}

type refusalSigns struct {
	// patterns of the service and of the application; those of the case are in its expectation.
	patterns []model.TextPattern
	// flagged: ragspan.refused.
	flagged bool
}

type outputStatus struct {
	// incomplete: ended early (§3 "Output").
	incomplete bool
	// lossy: telemetry may have changed the bytes (§3 "Lossy").
	lossy bool
}

// checkOutput is linear in the output for each pattern.
func checkOutput(text *outputText, expect *model.Expectation, refusals refusalSigns, status outputStatus) generationResult {
	folded := text.folded(expect.IsCaseSensitive)
	has := func(pattern model.TextPattern) bool {
		_, isFound := pattern.Find(folded, 0)
		return isFound
	}
	result := generationResult{
		state:        outputUnknown,
		quote:        findQuote(folded, expect),
		hasEveryMust: len(expect.Must) > 0,
	}
	for _, entry := range expect.Must {
		result.hasEveryMust = result.hasEveryMust && slices.ContainsFunc(entry, has)
	}
	// Bytes that are there convict; that others are missing says nothing unless the output is whole.
	switch {
	case result.quote != nil:
		result.state, result.reason = outputFails, model.ReasonContradiction
	case status.incomplete:
		result.reason = model.ReasonOutputIncomplete
	case status.lossy:
		result.reason = model.ReasonLossyCapture
	case result.hasEveryMust:
		result.state = outputPasses
	case slices.ContainsFunc(expect.Refusals, has) || isRefusal(text, refusals.patterns, refusals.flagged):
		result.state, result.reason = outputFails, model.ReasonRefusal
	case len(expect.Must) > 0:
		result.state, result.reason = outputFails, model.ReasonUnsupported
	case len(expect.MustNot) > 0:
		result.state = outputPasses
	default:
		result.reason = model.ReasonOutputUnchecked
	}
	return result
}

func findQuote(folded *Folded, expect *model.Expectation) *quotedText {
	if len(expect.MustNot) == 0 {
		return nil
	}
	blanked := blankAllowed(folded, expect.Allow)
	for _, entry := range expect.MustNot {
		if match, isFound := leftmost(entry, blanked); isFound {
			return quoteOf(folded, blanked.foldedStart(match.Start), blanked.foldedEnd(match.End))
		}
	}
	return nil
}

// leftmost: of alternatives that start at one place, the first in file order.
func leftmost(entry []model.TextPattern, text model.FoldedText) (first model.Match, isFound bool) {
	for _, pattern := range entry {
		match, isMatch := pattern.Find(text, 0)
		if isMatch && (!isFound || match.Start < first.Start) {
			first, isFound = match, true
		}
	}
	return first, isFound
}

func quoteOf(folded *Folded, foldedStart, foldedEnd int) *quotedText {
	source := folded.source
	start := folded.sourceStart(foldedStart)
	end := max(start, folded.sourceEnd(foldedEnd))
	rawStart := source.rawStart(start)
	rawEnd := max(rawStart, source.rawEnd(end))
	return &quotedText{
		Quote: model.Quote{Offset: int64(rawStart), Length: int64(rawEnd - rawStart)},
		text:  source.text[start:end],
	}
}
