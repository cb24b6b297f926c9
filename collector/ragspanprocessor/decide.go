package ragspanprocessor

import (
	"cmp"
	"slices"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/joining"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/pending"
)

// occasion is why a trace is decided now.
type occasion struct {
	why pending.Why
	// Set: by force.
	cut model.Reason
	// It grew beyond its bound: nothing more of it is held.
	closes bool
}

const (
	cutShutdown = model.ReasonShutdown
	cutEvicted  = model.ReasonEvicted
)

// evict decides a trace now, for want of room.
func (s *shard) evict(trace *pending.Trace) {
	s.mutex.Lock()
	closes := s.store.IsTooLarge(trace)
	s.mutex.Unlock()
	// Another goroutine may have begun to judge it: then that one sends on what it held.
	if !s.decide(trace, occasion{cut: cutEvicted, closes: closes}) {
		return
	}
	s.p.counts.dropped(droppedEvicted, 1)
	if closes {
		return
	}
	s.mutex.Lock()
	s.remove(trace)
	s.mutex.Unlock()
}

// judged is what came of one look at a trace.
type judged struct {
	runs []joining.JudgedRun
	// Runs whose verdict stands as the SDK attached it.
	kept []*model.Run
	// Keys of all runs that the spans make, decided now or not.
	keys map[pending.RunKey]struct{}
}

// decide judges on a copy of the list, outside the lock, and publishes; false: it is not to be decided now.
func (s *shard) decide(trace *pending.Trace, by occasion) bool {
	s.mutex.Lock()
	owned := ownedBy(trace)
	isRevision := by.cut == "" && by.why == pending.WhyRevision
	if owned.isJudging || s.store.Trace(trace.Leader) != trace || trace.IsDone != isRevision {
		s.mutex.Unlock()
		return false
	}
	owned.isJudging = true
	spans := copied(trace.Spans())
	now := s.p.clock.now().UnixNano()
	hasRoot := trace.HasRoot()
	s.mutex.Unlock()

	all := by.cut != "" || by.why != pending.WhyRoot || hasRoot
	var found judged
	s.p.guard.run("judging", func() { found = s.p.judge(spans, by, all, hasRoot, now) })

	s.mutex.Lock()
	defer s.mutex.Unlock()
	owned.isJudging = false
	now = s.p.clock.now().UnixNano()
	s.p.guard.run("publishing", func() { s.publish(trace, found, isRevision, now) })
	grew := len(trace.Spans()) > len(spans)
	if !s.p.guard.run("letting go", func() { s.letGo(trace, all, now) }) {
		// A fault of ours holds no span back.
		s.letGoAsItIs(trace)
	}
	s.store.Decided(trace, all, now)
	owned.trim()
	if all && !isRevision && by.closes {
		s.store.Close(trace)
	} else if all && grew && by.cut == "" && s.p.config.OnLate == OnLateRevise {
		// They came while it was judged.
		s.store.Revise(trace, now)
	}
	s.tellOfRoom()
	s.signal()
	return true
}

// tellOfRoom wakes who waits for it; under the lock.
func (s *shard) tellOfRoom() {
	close(s.room)
	s.room = make(chan struct{})
}

// trim forgets the oldest verdicts; a run that is judged again after that is in the decision cache still.
func (h *heldTrace) trim() {
	tooMany := len(h.published) - mostPublished
	if tooMany <= 0 {
		return
	}
	for _, old := range h.published[:tooMany] {
		delete(h.byKey, old.key)
	}
	h.published = slices.Clone(h.published[tooMany:])
}

// copied: a span that comes again may change what is held while it is judged.
func copied(spans []*pending.Span) []*pending.Span {
	values, pointers := make([]pending.Span, len(spans)), make([]*pending.Span, len(spans))
	for at, span := range spans {
		values[at] = *span
		pointers[at] = &values[at]
	}
	return pointers
}

// judge finds the runs of the spans and reaches their verdicts.
func (p *tracesProcessor) judge(spans []*pending.Span, by occasion, all, hasRoot bool, now int64) judged {
	book := p.book()
	options := p.judging
	facts, last := p.factsOf(spans)
	// A case's until is held against the time of the trace.
	options.NowUnixMillis = int64(last / 1_000_000)
	// Of spans that have had their wait as a root.
	ripe := now - int64(p.config.DecisionWaitAfterRootReceived)
	arrived := map[string]bool{}
	for _, span := range spans {
		arrived[span.Facts.SpanID] = all || span.ArrivedNano <= ripe
	}
	found := judged{keys: map[pending.RunKey]struct{}{}}
	for _, run := range joining.RunsOf(facts, book, &options) {
		found.keys[pending.KeyOf(run)] = struct{}{}
		hasEnded := hasRoot || (run.Root != nil && arrived[run.SpanID])
		// Of a run over several traces the root is not around all of it.
		if !all && (!hasEnded || !isWhole(run) || isOverSeveralTraces(run)) {
			continue
		}
		options.CutShort = by.cut
		if by.cut == "" && (by.why == pending.WhyWait || by.why == pending.WhyRevision) && !hasEnded {
			options.CutShort = model.ReasonTimeout
		}
		if p.keepsExisting(run) {
			found.kept = append(found.kept, run)
			if p.config.OnExisting == OnExistingKeep {
				continue
			}
		}
		one, isRun := joining.JudgeRun(run, book, &options)
		switch {
		case p.keepsUnknown(run, one, isRun):
			found.kept = append(found.kept, run)
		case isRun:
			found.runs = append(found.runs, one)
		}
	}
	return found
}

// factsOf translates again what a limit or a log record that came since may change; last is the end of the trace.
func (p *tracesProcessor) factsOf(spans []*pending.Span) (facts []*model.SpanFacts, last uint64) {
	facts = make([]*model.SpanFacts, len(spans))
	for at, span := range spans {
		facts[at] = span.Facts
		last = max(last, span.Facts.EndTimeUnixNano, span.Facts.StartTimeUnixNano)
		if span.Record == nil {
			continue
		}
		record := withEvents(span.Record, p.events.of(span.Key))
		if _, version := p.limits.limitsOf(record.Resource.Key); version != span.LimitsVersion || record != span.Record {
			again := &pending.Span{}
			p.translateInto(again, record)
			facts[at] = again.Facts
		}
	}
	return facts, last
}

// withEvents is the record with what log records say of it, in order of time.
func withEvents(record *model.SpanRecord, events []model.SpanEvent) *model.SpanRecord {
	if len(events) == 0 {
		return record
	}
	logged := slices.Clone(events)
	slices.SortStableFunc(logged, func(a, b model.SpanEvent) int { return cmp.Compare(a.TimeUnixNano, b.TimeUnixNano) })
	copied := *record
	copied.Events = append(slices.Clip(record.Events), logged...)
	return &copied
}

// keepsExisting: the SDK has judged the run, and its verdict is more than UNKNOWN.
func (p *tracesProcessor) keepsExisting(run *model.Run) bool {
	if p.config.OnExisting == OnExistingRecompute {
		return false
	}
	existing := existingVerdict(run)
	return existing != "" && existing != string(model.VerdictUnknown)
}

// keepsUnknown: the SDK had said UNKNOWN, and no more can be said here, where less of the run may be known.
func (p *tracesProcessor) keepsUnknown(run *model.Run, one joining.JudgedRun, isRun bool) bool {
	if p.config.OnExisting == OnExistingRecompute || existingVerdict(run) != string(model.VerdictUnknown) {
		return false
	}
	return !isRun || one.Verdict.Verdict == model.VerdictUnknown || one.Verdict.Verdict == model.VerdictUndeclared
}

// existingVerdict is empty for a word that no SDK of ours has written.
func existingVerdict(run *model.Run) string {
	if run.Root != nil && emit.IsVerdict(model.VerdictName(run.Root.AttachedVerdict)) {
		return run.Root.AttachedVerdict
	}
	for _, span := range run.Members {
		if emit.IsVerdict(model.VerdictName(span.AttachedVerdict)) {
			return span.AttachedVerdict
		}
	}
	return ""
}

func isOverSeveralTraces(run *model.Run) bool {
	return slices.ContainsFunc(run.Members, func(member *model.SpanFacts) bool { return member.TraceID != run.TraceID })
}

func isWhole(run *model.Run) bool { return len(run.Calls) > 0 && len(run.Retrievals) > 0 }

// letGo sends on what no undecided run may need; under the lock.
func (s *shard) letGo(trace *pending.Trace, all bool, now int64) {
	owned := ownedBy(trace)
	if !all {
		s.letGoDecided(trace, owned, now)
		return
	}
	s.letGoAsItIs(trace)
	if s.journal != nil {
		s.send(outgoing{traces: ptrace.NewTraces(), entries: owned.entries, keys: owned.keys})
	}
	owned.entries, owned.keys = nil, nil
}

// letGoAsItIs sends on all that is held.
func (s *shard) letGoAsItIs(trace *pending.Trace) {
	owned := ownedBy(trace)
	s.store.Charge(trace, -owned.bytes)
	for _, held := range owned.held {
		s.send(outgoing{traces: held, bytes: owned.bytes / int64(len(owned.held))})
	}
	owned.held, owned.bytes = nil, 0
}

// letGoDecided sends on the spans of decided runs, and what has waited above them as long as a run may; the
// rest waits on.
func (s *shard) letGoDecided(trace *pending.Trace, owned *heldTrace, now int64) {
	isOver := func(span *pending.Span) bool { return s.store.IsOver(span, now) }
	free := ptrace.NewTraces()
	for _, held := range owned.held {
		held.ResourceSpans().RemoveIf(func(ofResource ptrace.ResourceSpans) bool {
			ofResource.ScopeSpans().RemoveIf(func(ofScope ptrace.ScopeSpans) bool {
				var target ptrace.SpanSlice
				hasTarget := false
				ofScope.Spans().RemoveIf(func(span ptrace.Span) bool {
					if known := trace.Known(keyOf(span)); known != nil && !isOver(known) {
						return false
					}
					if !hasTarget {
						to := free.ResourceSpans().AppendEmpty()
						ofResource.Resource().CopyTo(to.Resource())
						to.SetSchemaUrl(ofResource.SchemaUrl())
						scope := to.ScopeSpans().AppendEmpty()
						ofScope.Scope().CopyTo(scope.Scope())
						scope.SetSchemaUrl(ofScope.SchemaUrl())
						target, hasTarget = scope.Spans(), true
					}
					span.MoveTo(target.AppendEmpty())
					return true
				})
				return ofScope.Spans().Len() == 0
			})
			return ofResource.ScopeSpans().Len() == 0
		})
	}
	owned.held = slices.DeleteFunc(owned.held, func(held ptrace.Traces) bool { return held.ResourceSpans().Len() == 0 })
	one := outgoing{traces: free}
	if free.SpanCount() > 0 {
		one.bytes = sizeOf(free)
		gone := one.bytes
		if len(owned.held) == 0 {
			// A resource that was copied has been charged once.
			gone = owned.bytes
		}
		owned.bytes -= gone
		s.store.Charge(trace, -gone)
	}
	if s.journal != nil {
		one.keys = owned.keys
		one.entries, owned.entries = splitEntries(owned.entries, isOver)
	}
	owned.keys = nil
	if free.SpanCount()+len(one.keys)+len(one.entries) > 0 {
		s.send(one)
	}
}

// splitEntries: an entry of which no span is needed any more, and the others.
func splitEntries(entries []entry, isOver func(*pending.Span) bool) (done, left []entry) {
	for _, one := range entries {
		if len(one.spans) == 0 || slices.ContainsFunc(one.spans, func(span *pending.Span) bool { return !isOver(span) }) {
			left = append(left, one)
		} else {
			done = append(done, one)
		}
	}
	return done, left
}
