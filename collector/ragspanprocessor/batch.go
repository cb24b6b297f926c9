package ragspanprocessor

import (
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/pending"
)

// batch is what concerns us of one call: the spans of traces with a part of a run.
type batch struct {
	traces map[pending.TraceID]*traceBatch
	order  []*traceBatch
}

// traceBatch is the spans of one trace in a batch, or of several that a run id joins.
type traceBatch struct {
	leader pending.TraceID
	shard  *shard
	trace  *pending.Trace
	// isOpen: the trace was undecided when this was planned. The trace itself is read under the lock only.
	isOpen bool
	spans  []*batchSpan
	// A span with a part of a run is among them.
	hasPart bool
	// What stays, taken out of the batch.
	held ptrace.Traces
	// Of the journal: what is to be written, and what was.
	payload []byte
	entries []entry
}

// batchSpan is one of them.
type batchSpan struct {
	at    place
	span  ptrace.Span
	held  *pending.Span
	stays bool
	// It was known before: it passes as it came.
	isRepeated bool
}

// place of a span in its batch.
type place struct{ resource, scope, span int }

func (b *batch) of(id pending.TraceID) *traceBatch {
	one := b.traces[id]
	if one == nil {
		one = &traceBatch{leader: id}
		b.traces[id] = one
		b.order = append(b.order, one)
	}
	return one
}

// putBack: the next consumer did not take the rest.
func (b *batch) putBack(traces ptrace.Traces) {
	for _, one := range b.order {
		if one.held != (ptrace.Traces{}) {
			one.held.ResourceSpans().MoveAndAppendTo(traces.ResourceSpans())
		}
	}
}

func (b *batch) heldTraces() ptrace.Traces {
	all := ptrace.NewTraces()
	b.putBack(all)
	return all
}

func (t *traceBatch) heldOrNone() ptrace.Traces {
	if t.held == (ptrace.Traces{}) {
		return ptrace.NewTraces()
	}
	return t.held
}

// takeOut moves what stays out of the batch, with its resource and scope.
func (p *tracesProcessor) takeOut(traces ptrace.Traces, read *batch) {
	taken := map[place]struct{}{}
	for _, one := range read.order {
		one.takeOut(traces, taken)
	}
	if len(taken) == 0 {
		return
	}
	resource := -1
	traces.ResourceSpans().RemoveIf(func(ofResource ptrace.ResourceSpans) bool {
		resource++
		scope := -1
		ofResource.ScopeSpans().RemoveIf(func(ofScope ptrace.ScopeSpans) bool {
			scope++
			before := ofScope.Spans().Len()
			at := -1
			ofScope.Spans().RemoveIf(func(ptrace.Span) bool {
				at++
				_, isTaken := taken[place{resource, scope, at}]
				return isTaken
			})
			return ofScope.Spans().Len() == 0 && before > 0
		})
		return ofResource.ScopeSpans().Len() == 0
	})
}

func (t *traceBatch) takeOut(traces ptrace.Traces, taken map[place]struct{}) {
	var ofResource ptrace.ResourceSpans
	var ofScope ptrace.ScopeSpans
	last := place{-1, -1, -1}
	for _, one := range t.spans {
		if !one.stays {
			continue
		}
		if t.held == (ptrace.Traces{}) {
			t.held = ptrace.NewTraces()
		}
		from := traces.ResourceSpans().At(one.at.resource)
		if one.at.resource != last.resource {
			ofResource = t.held.ResourceSpans().AppendEmpty()
			from.Resource().CopyTo(ofResource.Resource())
			ofResource.SetSchemaUrl(from.SchemaUrl())
		}
		if one.at.resource != last.resource || one.at.scope != last.scope {
			scope := from.ScopeSpans().At(one.at.scope)
			ofScope = ofResource.ScopeSpans().AppendEmpty()
			scope.Scope().CopyTo(ofScope.Scope())
			ofScope.SetSchemaUrl(scope.SchemaUrl())
		}
		last = one.at
		one.span.MoveTo(ofScope.Spans().AppendEmpty())
		taken[one.at] = struct{}{}
	}
}
