package ragspanprocessor

import (
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/contentdigest"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/pending"
	"github.com/ragspan/ragspan/collector/internal/records"
	"github.com/ragspan/ragspan/collector/internal/semconv"
	"github.com/ragspan/ragspan/collector/internal/translator"
)

// read gives nil when nothing of the batch concerns us.
func (p *tracesProcessor) read(traces ptrace.Traces) *batch {
	concerning := p.sniff(traces)
	if before := p.recalls.Load(); len(concerning) == 0 && p.held.Load() == 0 {
		p.remember(traces, nil, nil)
		if p.recalls.Load() == before {
			return nil
		}
	}
	read := &batch{traces: map[pending.TraceID]*traceBatch{}}
	facts := p.translateConcerning(traces, concerning, read)
	before := p.recalls.Load()
	p.collect(traces, read, facts)
	p.rememberRest(traces, read, facts, before)
	if len(read.order) == 0 {
		return nil
	}
	return read
}

// sniff looks at the names of attributes and events alone.
func (p *tracesProcessor) sniff(traces ptrace.Traces) []place {
	var found []place
	for resource, ofResource := range traces.ResourceSpans().All() {
		for scope, ofScope := range ofResource.ScopeSpans().All() {
			spans := ofScope.Spans()
			for at := range spans.Len() {
				if records.ConcernsUs(spans.At(at)) {
					found = append(found, place{resource, scope, at})
				}
			}
		}
	}
	return found
}

// translateConcerning finds the traces with a part of a run, and what their spans say.
func (p *tracesProcessor) translateConcerning(traces ptrace.Traces, at []place, read *batch) map[place]*pending.Span {
	facts := make(map[place]*pending.Span, len(at))
	// All are looked at before any is translated: one batch may show a limit.
	all := make([]*model.SpanRecord, len(at))
	resource := model.Resource{}
	last := -1
	shared := &resource
	for index, one := range at {
		ofResource := traces.ResourceSpans().At(one.resource)
		if one.resource != last {
			shared = records.Resource(ofResource.Resource())
			last = one.resource
		}
		ofScope := ofResource.ScopeSpans().At(one.scope)
		span := ofScope.Spans().At(one.span)
		if span.TraceID().IsEmpty() || span.SpanID().IsEmpty() {
			continue
		}
		all[index] = records.FromSpan(span, shared, ofScope.Scope().Name())
		p.limits.saw(all[index])
	}
	for index, one := range at {
		if all[index] == nil {
			continue
		}
		span := traces.ResourceSpans().At(one.resource).ScopeSpans().At(one.scope).Spans().At(one.span)
		made := p.translate(all[index])
		made.Key = keyOf(span)
		made.Parent = pending.SpanID(span.ParentSpanID())
		facts[one] = made
		if p.config.Content == ContentDigest {
			contentdigest.Rewrite(span, made.Facts, p.judging.Hash)
		}
		if pending.IsPart(made.Facts) || made.Facts.RunID != "" {
			leader := p.joined.leaderOf(made.Key.Trace, made.Facts.RunID)
			read.of(leader).hasPart = true
		}
	}
	return facts
}

// collect finds all spans of traces that concern us, in this batch or from earlier ones.
// It may be asked twice: what it has is left as it is.
func (p *tracesProcessor) collect(traces ptrace.Traces, read *batch, facts map[place]*pending.Span) {
	collected := map[place]struct{}{}
	for _, one := range read.order {
		for _, span := range one.spans {
			collected[span.at] = struct{}{}
		}
	}
	known := map[pending.TraceID]*traceBatch{}
	var lastID pending.TraceID
	var lastBatch *traceBatch
	for resource, ofResource := range traces.ResourceSpans().All() {
		var shared *model.Resource
		for scope, ofScope := range ofResource.ScopeSpans().All() {
			spans := ofScope.Spans()
			for at := range spans.Len() {
				span := spans.At(at)
				id := pending.TraceID(span.TraceID())
				if id == (pending.TraceID{}) || span.SpanID().IsEmpty() {
					continue
				}
				if id != lastID {
					isLookedUp := false
					if lastBatch, isLookedUp = known[id]; !isLookedUp {
						lastBatch = p.batchOf(read, id)
						known[id] = lastBatch
					}
					lastID = id
				}
				if lastBatch == nil {
					continue
				}
				where := place{resource, scope, at}
				if _, isCollected := collected[where]; isCollected {
					continue
				}
				made := facts[where]
				if made == nil {
					if shared == nil {
						shared = records.Resource(ofResource.Resource())
					}
					made = p.plain(span, shared, ofScope.Scope().Name())
				}
				lastBatch.spans = append(lastBatch.spans, &batchSpan{at: where, span: span, held: made})
			}
		}
	}
}

// batchOf gives nil for a trace that has no part of a run yet.
func (p *tracesProcessor) batchOf(read *batch, id pending.TraceID) *traceBatch {
	leader := p.joined.leader(id)
	if one := read.traces[leader]; one != nil {
		return one
	}
	if p.shardOf(leader).holds(leader) {
		return read.of(leader)
	}
	return nil
}

// translate makes facts; the record stays with them where a limit that shows later may change them.
func (p *tracesProcessor) translate(record *model.SpanRecord) *pending.Span {
	made := &pending.Span{Bytes: records.SizeOf(record)}
	p.translateInto(made, record)
	if p.events.isFed || (!p.limits.configured.IsSet() && translator.HasText(record)) {
		made.Record = record
	}
	return made
}

func (p *tracesProcessor) translateInto(made *pending.Span, record *model.SpanRecord) {
	limits, version := p.limits.limitsOf(record.Resource.Key)
	made.LimitsVersion = version
	made.Facts = translator.TranslateSpan(record, &translator.Context{
		Hash: p.judging.Hash, Limits: limits, AttributeKeys: p.attributeKeys(),
	})
}

// plain is a span of a trace that concerns us, without a word of a dialect. Its texts count for the limits.
func (p *tracesProcessor) plain(span ptrace.Span, resource *model.Resource, scopeName string) *pending.Span {
	record := records.FromSpan(span, resource, scopeName)
	p.limits.saw(record)
	made := &pending.Span{Key: keyOf(span), Parent: pending.SpanID(span.ParentSpanID())}
	p.translateInto(made, record)
	record.Attributes = made.Facts.Attributes
	record.Events = nil
	made.Bytes = records.SizeOf(record)
	return made
}

// attributeKeys are those that anyone will ask a span for.
func (p *tracesProcessor) attributeKeys() map[string]struct{} {
	book := p.book()
	if book == nil || len(book.AttributeKeys) == 0 {
		return onlyTraffic
	}
	keys := make(map[string]struct{}, len(book.AttributeKeys)+1)
	for key := range book.AttributeKeys {
		keys[key] = struct{}{}
	}
	keys[semconv.RagspanTraffic] = struct{}{}
	return keys
}

var onlyTraffic = map[string]struct{}{semconv.RagspanTraffic: {}}

// rememberRest: a trace that has begun since the look at them knows nothing of what is remembered only now; its spans
// are collected after all.
func (p *tracesProcessor) rememberRest(traces ptrace.Traces, read *batch, facts map[place]*pending.Span, recallsBefore uint64) {
	p.remember(traces, read, facts)
	if p.recalls.Load() != recallsBefore {
		p.collect(traces, read, facts)
	}
}

// remember spans of traces that have no part of a run yet: they may be above parts that come later. Most
// are their place alone; what a dialect or a case may ask for is kept with it.
func (p *tracesProcessor) remember(traces ptrace.Traces, read *batch, facts map[place]*pending.Span) {
	book := p.book()
	isAsked := book != nil && len(book.AttributeKeys) > 0
	p.recentMutex.Lock()
	defer p.recentMutex.Unlock()
	for resource, ofResource := range traces.ResourceSpans().All() {
		var shared *model.Resource
		for scope, ofScope := range ofResource.ScopeSpans().All() {
			spans := ofScope.Spans()
			for at := range spans.Len() {
				span := spans.At(at)
				if read != nil && read.traces[p.joined.leader(pending.TraceID(span.TraceID()))] != nil {
					continue
				}
				held := facts[place{resource, scope, at}]
				if held == nil && isAsked {
					if shared == nil {
						shared = records.Resource(ofResource.Resource())
					}
					held = p.plain(span, shared, ofScope.Scope().Name())
				}
				p.recent.Add(pending.Recent{
					Key: keyOf(span), Parent: pending.SpanID(span.ParentSpanID()),
					StartNano: uint64(span.StartTimestamp()), EndNano: uint64(span.EndTimestamp()), Held: held,
				})
			}
		}
	}
}

func keyOf(span ptrace.Span) pending.SpanKey {
	return pending.SpanKey{Trace: pending.TraceID(span.TraceID()), Span: pending.SpanID(span.SpanID())}
}
