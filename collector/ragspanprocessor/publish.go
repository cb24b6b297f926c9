package ragspanprocessor

import (
	"cmp"
	"reflect"
	"slices"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.uber.org/zap"

	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/joining"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/pending"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

// publish writes verdicts on held spans, counts them, and says the rest in log records; under the lock.
func (s *shard) publish(trace *pending.Trace, found judged, isRevision bool, now int64) {
	owned := ownedBy(trace)
	held := heldSpans(owned)
	byID := map[string]*pending.Span{}
	for _, span := range trace.Spans() {
		byID[span.Facts.TraceID+span.Facts.SpanID] = span
	}
	for _, run := range found.kept {
		s.keepExisting(run, found, trace, owned, held, byID, now)
	}
	for _, one := range found.runs {
		if slices.Contains(found.kept, one.Run) {
			continue
		}
		key := pending.KeyOf(one.Run)
		if prior, isSame := priorOf(owned, one.Run, key, found, byID); prior != nil {
			if isRevision || !isSame || (s.p.config.OnLate == OnLateRevise && hasNewPart(one.Run, byID)) {
				s.revise(one, prior)
				mark(one.Run, key, byID)
			}
			continue
		}
		if _, isDecided := s.p.cache.get(key, now); isDecided || (owned.wasDecided && !isWhole(one.Run)) {
			mark(one.Run, key, byID)
			continue
		}
		s.publishRun(one, key, trace, owned, held, byID, now)
	}
	s.writeTraceVerdict(trace, owned, held)
}

func (s *shard) publishRun(
	one joining.JudgedRun, key pending.RunKey, trace *pending.Trace, owned *heldTrace,
	held map[pending.SpanKey]ptrace.Span, byID map[string]*pending.Span, now int64,
) {
	p := s.p
	facts := emit.Facts{ResponseID: responseID(one), Origin: emit.OriginCollector}
	isAttached := false
	isUnchanged := existingVerdict(one.Run) == string(one.Verdict.Verdict)
	if target, hasTarget := targetOf(one.Run, held, byID); hasTarget && (p.carriers.Attributes || p.carriers.SpanEvent) {
		carriers := p.carriers
		if existing, isThere := emit.ReadExisting(target); isThere {
			if isOf(existing, one.Run) {
				if !isUnchanged || p.config.OnExisting == OnExistingRecompute {
					emit.Remove(target)
				}
			} else {
				// One span carries the attributes of one run.
				carriers.Attributes = false
			}
		}
		if !isUnchanged || p.config.OnExisting == OnExistingRecompute {
			emit.Attach(target, one.Verdict, facts, carriers, pcommon.Timestamp(now))
		}
		isAttached = carriers.Attributes || carriers.SpanEvent
	}
	isUnsaid := !isAttached && p.config.Attach != AttachNone && one.Verdict.Verdict != model.VerdictUndeclared && !isUnchanged
	if p.carriers.LogEvent || isUnsaid {
		p.logger.Info(semconv.VerdictEventName, emit.LogFields(one.Verdict, facts)...)
	}
	p.counts.run(p.counted(one, joinSeconds(one.Run, byID, now)))
	if p.onVerdict != nil {
		p.onVerdict(one.Verdict)
	}
	published := &publishedRun{key: key, verdict: one.Verdict, start: one.Run.StartTimeUnixNano}
	owned.published = append(owned.published, published)
	owned.byKey[key] = published
	s.p.cache.put(key, pending.Decision{AtNano: now})
	s.p.cache.put(keyOfTrace(one.Run.TraceID), pending.Decision{AtNano: now})
	owned.keys = append(owned.keys, key)
	mark(one.Run, key, byID)
}

// keepExisting leaves the SDK's verdict as it stands, and counts it.
func (s *shard) keepExisting(
	run *model.Run, found judged, trace *pending.Trace, owned *heldTrace,
	held map[pending.SpanKey]ptrace.Span, byID map[string]*pending.Span, now int64,
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
	owned.keys = append(owned.keys, key)
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

// priorOf is the verdict that is out of the run, or of one that its parts were before another span came
// (isSame is false then).
func priorOf(
	owned *heldTrace, run *model.Run, key pending.RunKey, found judged, byID map[string]*pending.Span,
) (prior *publishedRun, isSame bool) {
	if prior := owned.byKey[key]; prior != nil {
		return prior, true
	}
	for _, member := range run.Members {
		span := byID[member.TraceID+member.SpanID]
		if span == nil || span.Decided == "" || !pending.IsPart(member) {
			continue
		}
		if _, isStillRun := found.keys[span.Decided]; !isStillRun && owned.byKey[span.Decided] != nil {
			return owned.byKey[span.Decided], false
		}
	}
	return nil, false
}

// revise says a verdict that late spans have changed: never counted, never silent.
func (s *shard) revise(one joining.JudgedRun, prior *publishedRun) {
	if reflect.DeepEqual(prior.verdict, one.Verdict) {
		return
	}
	prior.revision++
	prior.verdict = one.Verdict
	s.p.logger.Info(semconv.VerdictEventName, emit.LogFields(one.Verdict, emit.Facts{
		ResponseID: responseID(one), Revision: prior.revision, Origin: emit.OriginCollector,
	})...)
}

// writeTraceVerdict: what the local root says of runs that stand on other spans.
func (s *shard) writeTraceVerdict(trace *pending.Trace, owned *heldTrace, held map[pending.SpanKey]ptrace.Span) {
	if len(owned.published) == 0 || !s.p.carriers.Attributes {
		return
	}
	runs := slices.Clone(owned.published)
	slices.SortStableFunc(runs, func(a, b *publishedRun) int { return cmp.Compare(a.start, b.start) })
	shown := runs[len(runs)-1].verdict.Verdict
	for _, run := range runs {
		if isDivergent(run.verdict.Verdict) {
			shown = run.verdict.Verdict
			break
		}
	}
	for key, span := range held {
		if !span.ParentSpanID().IsEmpty() {
			continue
		}
		id := hexOf(key.Span[:])
		if slices.ContainsFunc(runs, func(run *publishedRun) bool { return run.verdict.SpanID != id }) {
			emit.AttachTrace(span, shown, len(runs))
		}
	}
}

// keyOfTrace: of a trace with a decided run, one late span alone is no run of its own.
func keyOfTrace(traceID string) pending.RunKey { return pending.RunKey("trace:" + traceID) }

func isDivergent(verdict model.VerdictName) bool {
	switch verdict {
	case model.VerdictH1, model.VerdictH2, model.VerdictH3, model.VerdictH3a, model.VerdictH3b:
		return true
	case model.VerdictHold, model.VerdictUnknown, model.VerdictUndeclared:
	}
	return false
}

func heldSpans(owned *heldTrace) map[pending.SpanKey]ptrace.Span {
	held := map[pending.SpanKey]ptrace.Span{}
	for _, traces := range owned.held {
		for _, ofResource := range traces.ResourceSpans().All() {
			for _, ofScope := range ofResource.ScopeSpans().All() {
				for _, span := range ofScope.Spans().All() {
					held[keyOf(span)] = span
				}
			}
		}
	}
	return held
}

// targetOf is the run's root while it is held, else the nearest held span above it, else one of its own,
// else any root of the trace when the run's root is the nameless span.
func targetOf(run *model.Run, held map[pending.SpanKey]ptrace.Span, byID map[string]*pending.Span) (ptrace.Span, bool) {
	if len(held) == 0 {
		return ptrace.Span{}, false
	}
	for id, steps := run.SpanID, 0; id != "" && steps < len(byID)+1; steps++ {
		span := byID[run.TraceID+id]
		if span == nil {
			break
		}
		if target, isHeld := held[span.Key]; isHeld {
			return target, true
		}
		id = span.Facts.ParentSpanID
	}
	for _, member := range run.Members {
		if span := byID[member.TraceID+member.SpanID]; span != nil {
			if target, isHeld := held[span.Key]; isHeld {
				return target, true
			}
		}
	}
	var first ptrace.Span
	found := false
	for _, span := range held {
		isSameTrace := hexOf(traceBytes(span)) == run.TraceID
		if isSameTrace && span.ParentSpanID().IsEmpty() && (!found || span.StartTimestamp() < first.StartTimestamp()) {
			first, found = span, true
		}
	}
	return first, found
}

func traceBytes(span ptrace.Span) []byte {
	id := span.TraceID()
	return id[:]
}

// isOf: a verdict without the word of another run is this run's own.
func isOf(existing emit.Existing, run *model.Run) bool {
	if existing.Origin == emit.OriginSDK || existing.Answered == "" {
		return existing.Answered == "" || hasSpan(run, existing.Answered)
	}
	return hasSpan(run, existing.Answered)
}

func hasSpan(run *model.Run, spanID string) bool {
	return slices.ContainsFunc(run.Members, func(member *model.SpanFacts) bool { return member.SpanID == spanID })
}

func isOnRun(span ptrace.Span, run *model.Run) bool {
	id := span.SpanID()
	text := hexOf(id[:])
	return run.SpanID == text || hasSpan(run, text)
}

// hasNewPart: a part has come since the run was decided.
func hasNewPart(run *model.Run, byID map[string]*pending.Span) bool {
	return slices.ContainsFunc(run.Members, func(member *model.SpanFacts) bool {
		span := byID[member.TraceID+member.SpanID]
		return span != nil && span.Decided == "" && pending.IsPart(member)
	})
}

func mark(run *model.Run, key pending.RunKey, byID map[string]*pending.Span) {
	for _, member := range run.Members {
		if span := byID[member.TraceID+member.SpanID]; span != nil {
			span.Decided = key
		}
	}
	if span := byID[run.TraceID+run.SpanID]; span != nil {
		span.Decided = key
	}
}

func responseID(one joining.JudgedRun) string {
	for _, call := range one.Run.Calls {
		if call.Span.SpanID == one.Verdict.AnsweredBy {
			return call.Model.ResponseID
		}
	}
	return ""
}

// joinSeconds is from the first artifact of the run.
func joinSeconds(run *model.Run, byID map[string]*pending.Span, now int64) float64 {
	first := now
	for _, member := range run.Members {
		if span := byID[member.TraceID+member.SpanID]; span != nil && span.ArrivedNano > 0 {
			first = min(first, span.ArrivedNano)
		}
	}
	const nanosPerSecond = 1e9
	return float64(now-first) / nanosPerSecond
}
