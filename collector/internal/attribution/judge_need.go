package attribution

import (
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// needVerdict is the verdict on one need (spec §5): the table, with its reason, candidates and
// explanation.
type needVerdict struct {
	verdict     model.VerdictName
	reason      model.Reason
	candidates  []model.VerdictName
	explanation string
	// rank is the place in the order of the boundaries: of the verdict, or of an UNKNOWN's earliest
	// candidate.
	rank    int
	finding *needFinding
}

type judgingFacts struct {
	log    *runLog
	output *judgedOutput
	// isCanned: zero items, and neither assembly nor model call: a canned answer.
	isCanned bool
	// doubt overrides every reason: the run or the case itself is in doubt; empty when it is not.
	doubt model.Reason
	// isCorpusFailure: quoted bytes stand in a line or sent chunk declared incorrect.
	isCorpusFailure bool
	// cutShort: the run has not ended: why it is judged now says more than what is missing.
	cutShort model.Reason
}

func judgeNeed(finding *needFinding, facts *judgingFacts) *needVerdict {
	r, s := explainR(finding, facts.log), explainS(finding)
	output := facts.output
	// Two calls may be the answer: that precedes a stale case, where the output decides.
	isOutputAmbiguous := output.reason == model.ReasonAmbiguousRun && finding.retrieved != notKnown && finding.sent == knownIn
	if facts.doubt != "" && (facts.doubt != model.ReasonCaseStale || !isOutputAmbiguous) {
		known := []string{r, s}
		if facts.doubt != model.ReasonCaseStale {
			known = nil
		}
		return unknownVerdict(facts.doubt, allCandidates, known, finding)
	}
	if facts.isCanned {
		return &needVerdict{verdict: model.VerdictH1, reason: model.ReasonEmpty, explanation: explainedEmpty, finding: finding}
	}
	reason := finding.retrievedReason
	if reason == "" {
		reason = finding.sentReason
	}
	if reason == "" && finding.sent == knownIn && output.state == outputUnknown {
		reason = output.reason
	}
	switch {
	case reason != "":
		switch reason {
		case model.ReasonRetrievalUnlogged, model.ReasonContextUnlogged, model.ReasonOutputUnlogged:
			if facts.cutShort != "" {
				reason = facts.cutShort
			}
		}
		return unknownVerdict(reason, possibleVerdicts(finding.retrieved, finding.sent, output.state), []string{r, s}, finding)
	case finding.sent == knownOut && finding.retrieved == knownIn:
		return &needVerdict{verdict: model.VerdictH2, reason: finding.h2Reason, explanation: joinParts(r, s), rank: boundaryRank(model.VerdictH2), finding: finding}
	case finding.sent == knownOut:
		return &needVerdict{verdict: model.VerdictH1, reason: finding.h1Reason, explanation: r, finding: finding}
	case output.state == outputPasses:
		return &needVerdict{verdict: model.VerdictHold, explanation: joinParts(r, s, explainedPasses), rank: boundaryRank(model.VerdictHold), finding: finding}
	}
	return &needVerdict{
		verdict:     h3Name(output.reason, finding, facts.isCorpusFailure),
		reason:      output.reason,
		explanation: joinParts(r, s, explainFailed(output.reason, output.quote)),
		rank:        boundaryRank(model.VerdictH3),
		finding:     finding,
	}
}

func h3Name(reason model.Reason, finding *needFinding, isCorpusFailure bool) model.VerdictName {
	switch {
	case reason == model.ReasonContradiction && isCorpusFailure:
		return model.VerdictH3b
	case finding.need.lineIs == model.LineCorrect:
		return model.VerdictH3a
	}
	return model.VerdictH3
}

func unknownVerdict(reason model.Reason, candidates []model.VerdictName, known []string, finding *needFinding) *needVerdict {
	rank := boundaryRank(model.VerdictHold)
	if len(candidates) > 0 {
		rank = boundaryRank(candidates[0])
	}
	return &needVerdict{
		verdict: model.VerdictUnknown, reason: reason, candidates: candidates,
		explanation: joinParts(append(known, explainUnknown(reason, candidates))...),
		rank:        rank, finding: finding,
	}
}

// explainR is empty when R is not known.
func explainR(finding *needFinding, log *runLog) string {
	switch finding.retrieved {
	case notKnown:
		return ""
	case knownIn:
		return explainRetrieved(finding.entry)
	case knownOut:
	}
	outside := ""
	if finding.sent == knownIn {
		outside = explainedOutside
	}
	switch {
	case log.hasFailed:
		return explainedFailed + outside
	case log.isExplicitlyEmpty:
		return explainedEmpty + outside
	case finding.entryIs == entryBelow:
		return explainBelow(finding.entry) + outside
	case finding.entryIs == entryRerankedOut:
		return explainRerankedOut(finding.entry) + outside
	}
	return explainAbsent(log.candidatesSeen, log.topK) + outside
}

// explainS is empty when S is not known, or out of what was never in the log.
func explainS(finding *needFinding) string {
	if finding.sent == knownIn {
		return explainSent(finding.finding.offset)
	}
	if finding.sent == notKnown || finding.retrieved != knownIn {
		return ""
	}
	item := &finding.finding
	if finding.fate != nil {
		item = &finding.fate.sentFinding
	}
	return explainLost(finding.h2Reason, item, lengthOf(finding.entry))
}

// lengthOf is the UTF-8 bytes of an item, where they are known.
func lengthOf(entry *logItem) model.Optional[int64] {
	if entry == nil {
		return model.Optional[int64]{}
	}
	text, hasText := entry.item.Text.Get()
	if entry.item.Length.IsSet() || !hasText {
		return entry.item.Length
	}
	return model.Some(int64(len(text)))
}

func joinParts(parts ...string) string {
	var said []string
	for _, part := range parts {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, "; ")
}

// earliestVerdict: several needs are judged apart: the earliest boundary wins, ties in file order, but
// an UNKNOWN with an earlier candidate wins over it.
func earliestVerdict(verdicts []*needVerdict) *needVerdict {
	var earliest *needVerdict
	for _, one := range verdicts {
		switch {
		case earliest == nil || one.rank < earliest.rank:
			earliest = one
		case one.rank == earliest.rank && earliest.verdict == model.VerdictUnknown && one.verdict != model.VerdictUnknown:
			earliest = one
		}
	}
	return earliest
}
