package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// AttributedRun is a run's verdict.
type AttributedRun struct {
	Verdict *model.RunVerdict
	// ContextBytes is UTF-8 bytes of the answering call's sent context, when its text or length is logged.
	ContextBytes model.Optional[int64]
}

// AttributeRun leads from one run to its verdict (spec §3–§7): freeze the three artifacts, diff them in
// order, name the first boundary that lost the evidence. Pure: no clock, no I/O, no OpenTelemetry; the
// same run gives the same verdict in every process. isRun is false when the run is half a run and no
// case makes it one (spec §9). book may be nil.
func AttributeRun(run *model.Run, book *model.CaseBook, options *model.JudgingOptions) (attributed AttributedRun, isRun bool) {
	frozen := freeze(run, book, options)
	judged, matched := matchRun(frozen, book)
	if judged == nil && run.NeedsCase {
		return attributed, false
	}
	verdict := newVerdict(frozen)
	if judged == nil {
		judgeUndeclared(verdict, frozen)
	} else {
		judgeDeclared(verdict, frozen, judged, matched, book)
	}
	addSideNumbers(verdict, frozen)
	return AttributedRun{verdict, contextBytesOf(frozen)}, true
}

func matchRun(frozen *frozenRun, book *model.CaseBook) (*model.Case, int64) {
	if book == nil || len(book.Cases) == 0 {
		return nil, 0
	}
	inputs := map[string]bool{}
	for _, input := range frozen.question.candidates {
		inputs[TrimWhiteSpace(input)] = true
	}
	log := frozen.log
	// A case file asks the same of a run once per case.
	known := map[string][]string{}
	var hashes []string
	return matchCases(book, &caseFacts{
		inputs:   inputs,
		question: frozen.question.text,
		inputSHA256s: func() []string {
			if hashes == nil {
				hashes = []string{frozen.question.loggedSHA256}
				for _, input := range frozen.question.candidates {
					hashes = append(hashes, frozen.options.Hash.SHA256(input))
				}
			}
			return hashes
		},
		attributeValues: func(key string) []string {
			values, isKnown := known[key]
			if !isKnown {
				values = runAttributes(frozen.run, key)
				known[key] = values
			}
			return values
		},
		retrieved: slices.Concat(log.handedOn, log.below, log.belowEarlier, log.rerankedOut),
	})
}

func judgeUndeclared(verdict *model.RunVerdict, frozen *frozenRun) {
	verdict.Verdict = model.VerdictUndeclared
	verdict.Explanation = explainUndeclared(countChunks(frozen.log, frozen.scans.all.fates()))
	verdict.Outcome = outcomeOf(frozen, nil, false)
}

func judgeDeclared(verdict *model.RunVerdict, frozen *frozenRun, judged *model.Case, matched int64, book *model.CaseBook) {
	run, log := frozen.run, frozen.log
	fates := frozen.scans.all.fates()
	attribute := func(key string) (string, bool) {
		values := runAttributes(run, key)
		if len(values) == 0 {
			return "", false
		}
		return values[0], true
	}
	output := judgeOutput(frozen, &judged.Expect)
	findings := make([]*needFinding, len(judged.Needs))
	for at := range judged.Needs {
		findings[at] = findNeed(resolveNeed(&judged.Needs[at], attribute, frozen.options.Hash), log, frozen.scans, frozen.options)
	}
	facts := &judgingFacts{
		log: log, output: &output, doubt: doubtOf(frozen, judged), cutShort: frozen.options.CutShort,
		isCanned:        log.isExplicitlyEmpty && !log.hasFailed && len(run.Calls) == 0 && len(run.Assemblies) == 0,
		isCorpusFailure: isCorpusFailure(output.quote, findings, log, fates, book),
	}
	verdicts := make([]*needVerdict, len(findings))
	for at, finding := range findings {
		verdicts[at] = judgeNeed(finding, facts)
	}
	chosen := earliestVerdict(verdicts)
	if chosen == nil {
		judgeUndeclared(verdict, frozen)
		return
	}
	verdict.Verdict, verdict.Reason = chosen.verdict, chosen.reason
	verdict.Boundary = boundaryOf(chosen.verdict)
	verdict.Candidates = chosen.candidates
	verdict.Case = judged.ID
	verdict.CasesMatched = model.Some(matched)
	verdict.Pattern = patternOf(findings, &output, frozen.output != nil)
	verdict.Outcome = model.OutcomeAbstained
	if !facts.isCanned {
		verdict.Outcome = outcomeOf(frozen, judged, output.hasEveryMust)
	}
	verdict.Route = routeOf(chosen.finding)
	verdict.Explanation = chosen.explanation
	verdict.Evidence = evidenceOf(chosen.finding, log, fates, &output)
}

// doubtOf: the run or the case itself is in doubt: that precedes every other reason. Empty: it is not.
func doubtOf(frozen *frozenRun, judged *model.Case) model.Reason {
	if frozen.run.HasContradictoryAncestry || hasTwoQuestions(frozen.run, frozen.calls, frozen.options.Hash) {
		return model.ReasonAmbiguousRun
	}
	isOtherSnapshot := judged.Snapshot != "" && slices.ContainsFunc(frozen.log.snapshots, func(snapshot string) bool {
		return snapshot != judged.Snapshot
	})
	until, hasUntil := judged.UntilUnixMillis.Get()
	isPast := hasUntil && frozen.options.NowUnixMillis >= until
	if isOtherSnapshot || isPast {
		return model.ReasonCaseStale
	}
	return ""
}

func newVerdict(frozen *frozenRun) *model.RunVerdict {
	run := frozen.run
	verdict := &model.RunVerdict{TraceID: run.TraceID, SpanID: run.SpanID, RunID: run.RunID}
	if frozen.calls.answering != nil {
		verdict.AnsweredBy = frozen.calls.answering.Span.SpanID
	}
	return verdict
}

func boundaryOf(verdict model.VerdictName) model.Boundary {
	switch verdict {
	case model.VerdictH1:
		return model.BoundaryRetrieval
	case model.VerdictH2:
		return model.BoundaryAssembly
	case model.VerdictH3, model.VerdictH3a, model.VerdictH3b:
		return model.BoundaryGeneration
	case model.VerdictHold, model.VerdictUnknown, model.VerdictUndeclared:
	}
	return ""
}

// patternOf: absent if any need is, else unlogged if any is (spec §10 "Pattern").
func patternOf(findings []*needFinding, output *judgedOutput, hasOutput bool) string {
	overall := func(of func(*needFinding) Knowledge) string {
		said := "present"
		for _, finding := range findings {
			switch of(finding) {
			case knownOut:
				return "absent"
			case notKnown:
				said = "unlogged"
			case knownIn:
			}
		}
		return said
	}
	last := string(output.state)
	if output.state == outputUnknown {
		last = "unlogged"
		if hasOutput {
			last = "unchecked"
		}
	}
	return overall(func(one *needFinding) Knowledge { return one.retrieved }) + "/" +
		overall(func(one *needFinding) Knowledge { return one.sent }) + "/" + last
}

func routeOf(finding *needFinding) model.Route {
	switch {
	case finding.sent == knownIn && finding.retrieved == knownOut:
		return model.RouteOutsideRetrieval
	case finding.sent != knownIn && finding.isSelfReport:
		return model.RouteSelfReport
	}
	return ""
}

// outcomeOf is empty without output.
func outcomeOf(frozen *frozenRun, judged *model.Case, hasEveryMust bool) model.Outcome {
	if frozen.output == nil {
		return ""
	}
	patterns := frozen.refusals.patterns
	if judged != nil {
		patterns = slices.Concat(patterns, judged.Expect.Refusals)
	}
	switch {
	case !hasEveryMust && isRefusal(frozen.outputText, patterns, frozen.refusals.flagged):
		return model.OutcomeAbstained
	case frozen.log.isExplicitlyEmpty:
		return model.OutcomeAnsweredEmpty
	}
	return model.OutcomeAnswered
}
