package emit

import (
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

// maxDistractors in the event: more would not be read, and the event stays below 2 KB.
const maxDistractors = 8

// Facts are what the event says beside the verdict itself.
type Facts struct {
	// ResponseID of the answering call, empty when it was not logged.
	ResponseID string
	// Revision is 0 for the first verdict of the run; it is then left out.
	Revision int
	// Origin says who judged.
	Origin string
}

// Origins.
const (
	OriginCollector = "collector"
	OriginSDK       = "sdk"
)

// fields takes the values of a verdict one by one, in a fixed order: string, int64, bool or []string.
type fields interface {
	text(name, value string)
	number(name string, value int64)
	flag(name string, value bool)
	texts(name string, values []string)
}

func verdictFields(to fields, verdict *model.RunVerdict) {
	text(to, semconv.VerdictVerdict, string(verdict.Verdict))
	text(to, semconv.VerdictReason, string(verdict.Reason))
	text(to, semconv.VerdictBoundary, string(verdict.Boundary))
	text(to, semconv.VerdictCaseID, verdict.Case)
	text(to, semconv.VerdictPattern, verdict.Pattern)
	text(to, semconv.VerdictLoss, string(verdict.Loss))
	text(to, semconv.VerdictOutcome, string(verdict.Outcome))
	text(to, semconv.VerdictExplanation, verdict.Explanation)
}

func eventFields(to fields, verdict *model.RunVerdict, facts Facts) {
	to.text(semconv.GenAIEvaluationName, semconv.VerdictEvaluation)
	text(to, semconv.GenAIEvaluationScoreLabel, string(verdict.Verdict))
	text(to, semconv.GenAIEvaluationExplanation, verdict.Explanation)
	text(to, semconv.GenAIResponseID, facts.ResponseID)
	text(to, semconv.VerdictReason, string(verdict.Reason))
	text(to, semconv.VerdictBoundary, string(verdict.Boundary))
	texts(to, semconv.VerdictCandidates, verdict.Candidates)
	text(to, semconv.VerdictCaseID, verdict.Case)
	number(to, semconv.VerdictCasesMatched, verdict.CasesMatched)
	text(to, semconv.VerdictPattern, verdict.Pattern)
	text(to, semconv.VerdictLoss, string(verdict.Loss))
	text(to, semconv.VerdictOutcome, string(verdict.Outcome))
	text(to, semconv.VerdictRoute, string(verdict.Route))
	evidenceFields(to, verdict.Evidence)
	if chunks := verdict.Chunks; chunks != nil {
		to.number(semconv.VerdictChunksPrefix+"retrieved", chunks.Retrieved)
		to.number(semconv.VerdictChunksPrefix+"distinct", chunks.Distinct)
		for _, fate := range model.Fates {
			if count := chunks.ByFate[fate]; count > 0 {
				to.number(semconv.VerdictChunksPrefix+string(fate), count)
			}
		}
	}
	for _, finding := range model.Findings {
		if count := verdict.Audit[finding]; count > 0 {
			to.number(semconv.VerdictAuditPrefix+string(finding), count)
		}
	}
	text(to, semconv.VerdictInputSHA256, verdict.SHA256.Input)
	text(to, semconv.VerdictContextSHA256, verdict.SHA256.Context)
	text(to, semconv.VerdictOutputSHA256, verdict.SHA256.Output)
	text(to, semconv.VerdictConfigSHA256, verdict.SHA256.Config)
	text(to, semconv.VerdictAnsweredBy, verdict.AnsweredBy)
	if facts.Revision > 0 {
		to.number(semconv.VerdictRevision, int64(facts.Revision))
	}
	text(to, semconv.VerdictOrigin, facts.Origin)
	to.text(semconv.VerdictVersion, model.Version)
}

func evidenceFields(to fields, evidence *model.Evidence) {
	if evidence == nil {
		return
	}
	need := func(name string) string { return semconv.VerdictNeedPrefix + name }
	text(to, need("digest"), evidence.Digest)
	number(to, need("length"), evidence.Length)
	number(to, need("rank"), evidence.Rank)
	text(to, need("stage"), string(evidence.Stage))
	number(to, need("candidates_seen"), evidence.CandidatesSeen)
	number(to, need("offset"), evidence.Offset)
	number(to, need("message"), evidence.Message)
	number(to, need("part"), evidence.Part)
	text(to, need("form"), string(evidence.Form))
	number(to, need("kept_bytes"), evidence.KeptBytes)
	number(to, need("planned_at"), evidence.PlannedAt)
	if evidence.OffsetMismatch {
		to.flag(need("offset_mismatch"), true)
	}
	number(to, semconv.VerdictTopK, evidence.TopK)
	text(to, semconv.VerdictTopKSource, string(evidence.TopKSource))
	if cut := evidence.Cut; cut != nil {
		number(to, semconv.VerdictCutAt, cut.At)
		text(to, semconv.VerdictCutUnit, string(cut.Unit))
		text(to, semconv.VerdictCutSide, string(cut.Side))
	}
	if quote := evidence.Quote; quote != nil {
		to.number(semconv.VerdictQuoteOffset, quote.Offset)
		to.number(semconv.VerdictQuoteLength, quote.Length)
	}
	texts(to, semconv.VerdictDistractors, evidence.Distractors[:min(len(evidence.Distractors), maxDistractors)])
}

func text(to fields, name, value string) {
	if value != "" {
		to.text(name, safeText(value))
	}
}

func number(to fields, name string, value model.Optional[int64]) {
	if set, isSet := value.Get(); isSet {
		to.number(name, set)
	}
}

func texts[T ~string](to fields, name string, values []T) {
	if len(values) == 0 {
		return
	}
	safe := make([]string, len(values))
	for at, value := range values {
		safe[at] = safeText(string(value))
	}
	to.texts(name, safe)
}
