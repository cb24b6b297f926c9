package ragspanprocessor

import (
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.uber.org/zap"

	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/joining"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/pending"
)

// keepExisting leaves the SDK's verdict as it stands, and counts it.
func (s *shard) keepExisting(
	run *model.Run, found judged, trace *pending.Trace, owned *heldTrace,
	held map[pending.SpanKey]ptrace.Span, byID spansByID, now int64,
) {
	key := pending.KeyOf(run)
	if owned.byKey[key] != nil {
		return
	}
	mark(run, key, byID)
	if _, isDecided := s.p.cache.get(key, now); isDecided {
		return
	}
	existing := emit.Existing{Verdict: model.VerdictName(existingVerdict(run))}
	for _, span := range held {
		if read, isThere := emit.ReadExisting(span); isThere && isOnRun(span, run) {
			existing = read
			break
		}
	}
	s.p.counts.run(&countedRun{
		service: runService(run), verdict: existing.Verdict, reason: existing.Reason, caseID: existing.Case,
		loss: existing.Loss, outcome: existing.Outcome, fates: existing.Chunks, audit: existing.Audit,
		weight: run.AdjustedCount, joinSeconds: joinSeconds(run, byID, now), extra: s.p.extraOf(run, nil),
	})
	published := &publishedRun{
		key:     key,
		verdict: &model.RunVerdict{TraceID: run.TraceID, SpanID: run.SpanID, RunID: run.RunID, Verdict: existing.Verdict},
		start:   run.StartTimeUnixNano,
	}
	owned.published = append(owned.published, published)
	owned.byKey[key] = published
	s.p.cache.put(key, pending.Decision{AtNano: now})
	s.p.cache.put(keyOfTrace(run.TraceID), pending.Decision{AtNano: now})
	owned.keys = append(owned.keys, decidedKey{key, run.TraceID})
	for _, one := range found.runs {
		if one.Run == run {
			s.verify(existing, one)
		}
	}
}

func (s *shard) verify(existing emit.Existing, one joining.JudgedRun) {
	agrees := existing.Verdict == one.Verdict.Verdict && (existing.Reason == "" || existing.Reason == one.Verdict.Reason)
	s.p.counts.verified(agrees)
	if !agrees {
		s.p.logger.Warn("the verdict of the SDK is another than the one reached here; the SDK's stands",
			append([]zap.Field{
				zap.String("existing.verdict", string(existing.Verdict)), zap.String("existing.reason", string(existing.Reason)),
			}, emit.LogFields(one.Verdict, emit.Facts{Origin: emit.OriginCollector})...)...)
	}
}
