package ragspanprocessor

import (
	"context"
	"errors"
	"maps"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/pending"
)

// errRefusing goes to the sender, who may send again.
var errRefusing = errors.New("ragspan: the next consumer refuses spans, and what waits for it has reached max_buffered_bytes")

// makeRoom waits for room under block_on_overflow, and refuses while the next consumer refuses too much.
func (p *tracesProcessor) makeRoom(ctx context.Context, read *batch) error {
	for _, one := range read.order {
		one.shard = p.shardOf(one.leader)
		if err := one.shard.makeRoom(ctx, one.leader); err != nil {
			return err
		}
	}
	return nil
}

func (s *shard) makeRoom(ctx context.Context, leader pending.TraceID) error {
	for {
		s.mutex.Lock()
		if s.outboxBytes > s.store.MaxBytes() {
			s.mutex.Unlock()
			return errRefusing
		}
		isFull := s.p.config.BlockOnOverflow && s.store.Trace(leader) == nil && s.store.IsFullOfOpen()
		room := s.room
		s.mutex.Unlock()
		if !isFull {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-room:
		}
	}
}

// plan makes the spans known, and says which of them stay.
func (p *tracesProcessor) plan(read *batch) {
	now := p.clock.now().UnixNano()
	for _, one := range read.order {
		one.shard.plan(one, now)
	}
}

func (s *shard) plan(read *traceBatch, now int64) {
	var joining []*pending.Trace
	if s.takesMore(read) {
		joining = s.p.joining(read)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	trace := s.store.Trace(read.leader)
	if trace == nil {
		if !read.hasPart && len(joining) == 0 {
			// It was decided and forgotten a moment ago.
			return
		}
		trace = s.store.Begin(read.leader, now)
		s.p.held.Add(1)
	}
	read.trace, read.isOpen = trace, !trace.IsDone
	for _, other := range joining {
		s.adopt(trace, other)
	}
	if trace.IsClosed {
		return
	}
	s.recall(trace, read, now)
	for _, one := range read.spans {
		one.held.ArrivedNano = now
		if known := trace.Known(one.held.Key); known != nil {
			one.isRepeated = known.IsForwarded
			if known.Facts.Status == model.StatusError && one.held.Facts.Status != model.StatusError && !trace.IsDone {
				s.store.Replace(trace, known, one.held)
			}
			one.held = known
			continue
		}
		s.store.Add(trace, one.held)
	}
	for _, one := range read.spans {
		one.stays = !one.isRepeated && !trace.IsDone && s.p.stays(trace, one.held)
	}
}

// takesMore: what a run id joins to the trace would be judged with it. Of one that is done it is judged alone.
func (s *shard) takesMore(read *traceBatch) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	trace := s.store.Trace(read.leader)
	if trace == nil {
		return read.hasPart
	}
	return !trace.IsDone
}

// recall adds what is remembered of traces that are new here.
func (s *shard) recall(trace *pending.Trace, read *traceBatch, now int64) {
	owned := ownedBy(trace)
	for _, one := range read.spans {
		id := one.held.Key.Trace
		if _, isKnown := owned.traces[id]; isKnown {
			continue
		}
		hex := hexOf(id[:])
		s.remember(trace, owned, id)
		if _, wasDecided := s.p.cache.get(keyOfTrace(hex), now); wasDecided {
			owned.wasDecided[hex] = struct{}{}
		}
		// Before the look: see read.
		s.p.recalls.Add(1)
		s.p.recentMutex.Lock()
		recent := s.p.recent.Of(id)
		s.p.recentMutex.Unlock()
		for _, old := range recent {
			span := old.Held.Fresh()
			if span == nil {
				span = plainSpan(&old, now)
			}
			span.ArrivedNano = now
			span.IsForwarded = true
			s.store.Add(trace, span)
		}
	}
}

// remember: a trace may be joined by ever more others, of which all is forgotten but that they were; it is charged.
func (s *shard) remember(trace *pending.Trace, owned *heldTrace, id pending.TraceID) {
	const bytes = 128
	if _, isKnown := owned.traces[id]; !isKnown {
		owned.traces[id] = struct{}{}
		s.store.Charge(trace, bytes)
	}
}

// joining takes out traces that a run id has just joined to another.
func (p *tracesProcessor) joining(read *traceBatch) []*pending.Trace {
	var found []*pending.Trace
	for _, one := range read.spans {
		id := one.held.Key.Trace
		if id == read.leader {
			continue
		}
		other := p.shardOf(id)
		other.mutex.Lock()
		if trace := other.store.Trace(id); trace != nil && !trace.IsDone && !ownedBy(trace).isJudging {
			other.remove(trace)
			found = append(found, trace)
		}
		other.mutex.Unlock()
	}
	return found
}

// adopt takes over what another trace holds; under the lock.
func (s *shard) adopt(trace, other *pending.Trace) {
	theirs, ours := ownedBy(other), ownedBy(trace)
	s.store.Adopt(trace, other)
	for id := range theirs.traces {
		s.remember(trace, ours, id)
	}
	maps.Copy(ours.wasDecided, theirs.wasDecided)
	for _, one := range theirs.published {
		if ours.byKey[one.key] == nil {
			ours.published = append(ours.published, one)
			ours.byKey[one.key] = one
		}
	}
	ours.trim()
	if trace.IsDone {
		// It was decided since the look at it.
		for _, held := range theirs.held {
			s.send(outgoing{traces: held, bytes: sizeOf(held)})
		}
		s.send(outgoing{traces: ptrace.NewTraces(), entries: theirs.entries, keys: theirs.keys})
		return
	}
	ours.entries = append(ours.entries, theirs.entries...)
	ours.keys = append(ours.keys, theirs.keys...)
	ours.held = append(ours.held, theirs.held...)
	ours.bytes += theirs.bytes
	s.store.Charge(trace, theirs.bytes)
}

// stays tells whether a verdict may have to be written on the span.
func (p *tracesProcessor) stays(trace *pending.Trace, span *pending.Span) bool {
	switch p.config.Attach {
	case AttachNone:
		return false
	case AttachTrace:
		return true
	case AttachAnchor:
	}
	if span.Parent == (pending.SpanID{}) {
		return true
	}
	switch span.Facts.Kind {
	case model.KindRetrieval, model.KindRerank, model.KindEmbedding, model.KindTool, model.KindModel:
		// Never a run's root.
		return false
	case model.KindAssembly, model.KindOther:
	}
	return trace.IsAbove(span.Key)
}

// keep: the rest has left; what stays is safe now.
func (p *tracesProcessor) keep(ctx context.Context, read *batch) {
	for _, one := range read.order {
		if one.trace != nil {
			one.shard.keep(ctx, one)
		}
	}
}

func (s *shard) keep(ctx context.Context, read *traceBatch) {
	read.entries = append(read.entries, s.write(ctx, read.payload)...)
	read.nameSpans()
	s.p.counts.dropped(droppedLate, s.take(read))
	// The bounds hold under block_on_overflow too: one batch may have more traces than there is room for.
	for victim := s.victim(read.trace); victim != nil; victim = s.victim(read.trace) {
		s.evict(victim)
	}
	s.signal()
}

// nameSpans says what the entries are kept for.
func (t *traceBatch) nameSpans() {
	for at := range t.entries {
		for _, one := range t.spans {
			t.entries[at].spans = append(t.entries[at].spans, one.held)
		}
	}
}

// take keeps what stays, and gives the number of parts that were late. What came of a trace that has been
// decided meanwhile goes on.
func (s *shard) take(read *traceBatch) (late int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	trace := read.trace
	owned := ownedBy(trace)
	goesOn := false
	for _, one := range read.spans {
		if one.isRepeated || one.held.IsForwarded {
			continue
		}
		one.held.IsForwarded = true
		s.p.counts.span(one.held.Facts)
		if !pending.IsPart(one.held.Facts) {
			continue
		}
		if trace.IsDone {
			late++
		} else if s.isOfDecided(trace, owned, one.held) {
			late++
			goesOn = true
		}
	}
	now := s.p.clock.now().UnixNano()
	isHeld := s.store.Trace(trace.Leader) == trace
	if goesOn && s.p.config.OnLate == OnLateRevise {
		s.store.LookAgain(trace, now)
	} else if late > 0 && isHeld && !trace.IsClosed && s.p.config.OnLate == OnLateRevise {
		s.store.Revise(trace, now)
	}
	size := int64(0)
	if read.held != (ptrace.Traces{}) {
		size = sizeOf(read.held)
	}
	switch {
	case !isHeld || trace.IsDone:
		if size > 0 || len(read.entries) > 0 {
			s.send(outgoing{traces: read.heldOrNone(), bytes: size, entries: read.entries})
		}
	default:
		owned.entries = append(owned.entries, read.entries...)
		if size > 0 {
			owned.held = append(owned.held, read.held)
			owned.bytes += size
			s.store.Charge(trace, size)
		}
	}
	return late
}

// isOfDecided: the span stands beside parts of a run that has been decided, in a trace that goes on.
func (*shard) isOfDecided(trace *pending.Trace, owned *heldTrace, span *pending.Span) bool {
	if len(owned.published) == 0 {
		return false
	}
	parent := trace.Known(pending.SpanKey{Trace: span.Key.Trace, Span: span.Parent})
	return parent != nil && parent.Decided != ""
}

// victim has to go for a bound to hold; nil when all hold.
func (s *shard) victim(grown *pending.Trace) *pending.Trace {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.store.Trace(grown.Leader) == grown && s.store.IsTooLarge(grown) && !ownedBy(grown).isJudging && !grown.IsDone {
		return grown
	}
	for {
		victim, isFull := s.store.IsFull()
		switch {
		case !isFull || victim == nil:
			return nil
		case victim.IsDone:
			s.remove(victim)
		case ownedBy(victim).isJudging:
			// It is about to make room.
			return nil
		default:
			return victim
		}
	}
}

func sizeOf(traces ptrace.Traces) int64 {
	return int64((&ptrace.ProtoMarshaler{}).TracesSize(traces))
}

func plainSpan(recent *pending.Recent, now int64) *pending.Span {
	const bytes = 512
	return &pending.Span{
		Key: recent.Key, Parent: recent.Parent, ArrivedNano: now, Bytes: bytes,
		Facts: &model.SpanFacts{
			TraceID: hexOf(recent.Key.Trace[:]), SpanID: hexOf(recent.Key.Span[:]), ParentSpanID: hexOf(recent.Parent[:]),
			StartTimeUnixNano: recent.StartNano, EndTimeUnixNano: recent.EndNano, Status: model.StatusUnset,
			Resource: unknownResource, AdjustedCount: 1, Kind: model.KindOther,
		},
	}
}

var unknownResource = &model.Resource{}
