package ragspanprocessor

import (
	"cmp"
	"reflect"
	"slices"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/joining"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/pending"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

// spansByID are the spans of a trace, and of those it has joined.
type spansByID map[spanName]*pending.Span

// spanName is ids as they stand in facts: joined to one string, each look would make one.
type spanName struct{ traceID, spanID string }

func nameOf(facts *model.SpanFacts) spanName { return spanName{facts.TraceID, facts.SpanID} }

// publish writes verdicts on held spans, counts them, and says the rest in log records; under the lock.
func (s *shard) publish(trace *pending.Trace, found judged, isRevision bool, now int64) {
	owned := ownedBy(trace)
	held := heldSpans(owned)
	byID := make(spansByID, len(trace.Spans()))
	for _, span := range trace.Spans() {
		byID[nameOf(span.Facts)] = span
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
		_, wasDecided := owned.wasDecided[one.Run.TraceID]
		// What was marked stays decided, though the cache may have forgotten it meanwhile.
		if _, isDecided := s.p.cache.get(key, now); isDecided || isMarked(one.Run, key, byID) || (wasDecided && !isWhole(one.Run)) {
			mark(one.Run, key, byID)
			continue
		}
		s.publishRun(one, key, trace, owned, held, byID, now)
	}
	s.writeTraceVerdict(trace, owned, held)
}

func (s *shard) publishRun(
	one joining.JudgedRun, key pending.RunKey, trace *pending.Trace, owned *heldTrace,
	held map[pending.SpanKey]ptrace.Span, byID spansByID, now int64,
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
	owned.keys = append(owned.keys, decidedKey{key, one.Run.TraceID})
	mark(one.Run, key, byID)
}

// priorOf is the verdict that is out of the run, or of one that its parts were before another span came
// (isSame is false then).
func priorOf(
	owned *heldTrace, run *model.Run, key pending.RunKey, found judged, byID spansByID,
) (prior *publishedRun, isSame bool) {
	if prior := owned.byKey[key]; prior != nil {
		return prior, true
	}
	for _, member := range run.Members {
		span := byID[nameOf(member)]
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

func isMarked(run *model.Run, key pending.RunKey, byID spansByID) bool {
	return slices.ContainsFunc(run.Members, func(member *model.SpanFacts) bool {
		span := byID[nameOf(member)]
		return span != nil && span.Decided == key
	})
}

func mark(run *model.Run, key pending.RunKey, byID spansByID) {
	for _, member := range run.Members {
		if span := byID[nameOf(member)]; span != nil {
			span.Decided = key
		}
	}
	if span := byID[spanName{run.TraceID, run.SpanID}]; span != nil {
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
func joinSeconds(run *model.Run, byID spansByID, now int64) float64 {
	first := now
	for _, member := range run.Members {
		if span := byID[nameOf(member)]; span != nil && span.ArrivedNano > 0 {
			first = min(first, span.ArrivedNano)
		}
	}
	const nanosPerSecond = 1e9
	return float64(now-first) / nanosPerSecond
}
