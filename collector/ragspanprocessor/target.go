package ragspanprocessor

import (
	"slices"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/pending"
)

// targetOf is the run's root while it is held, else the nearest held span above it, else one of its own,
// else any root of the trace when the run's root is the nameless span.
func targetOf(run *model.Run, held map[pending.SpanKey]ptrace.Span, byID spansByID) (ptrace.Span, bool) {
	if len(held) == 0 {
		return ptrace.Span{}, false
	}
	for id, steps := run.SpanID, 0; id != "" && steps < len(byID)+1; steps++ {
		span := byID[spanName{run.TraceID, id}]
		if span == nil {
			break
		}
		if target, isHeld := held[span.Key]; isHeld {
			return target, true
		}
		id = span.Facts.ParentSpanID
	}
	for _, member := range run.Members {
		if span := byID[nameOf(member)]; span != nil {
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
	return existing.Answered == "" || hasSpan(run, existing.Answered)
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
func hasNewPart(run *model.Run, byID spansByID) bool {
	return slices.ContainsFunc(run.Members, func(member *model.SpanFacts) bool {
		span := byID[nameOf(member)]
		return span != nil && span.Decided == "" && pending.IsPart(member)
	})
}
