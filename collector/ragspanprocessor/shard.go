package ragspanprocessor

import (
	"context"
	"sync"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/journal"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/pending"
)

// shard holds the traces of its share of the ids. Its state is under one lock, held for short; its
// goroutine decides what is due.
type shard struct {
	p     *tracesProcessor
	wake  chan struct{}
	mutex sync.Mutex
	store *pending.Store
	// What a decision has set free and the next consumer has not yet taken.
	outbox      []outgoing
	outboxBytes int64
	retryNano   int64
	backoff     time.Duration
	// Closed and made anew whenever there is room again.
	room chan struct{}
	// nil without storage.
	journal *journal.Journal
}

// outgoing is on its way to the next consumer.
type outgoing struct {
	traces ptrace.Traces
	bytes  int64
	// Once it has left, these entries of the journal are not needed, and these runs are decided for good.
	entries []entry
	keys    []decidedKey
}

// decidedKey is a run and its trace: of a trace with a decided run one late span alone is no run of its own.
type decidedKey struct {
	run   pending.RunKey
	trace string
}

// heldTrace is what a shard keeps with a trace beside its spans.
type heldTrace struct {
	held []ptrace.Traces
	// Bytes of what is held.
	bytes int64
	// In order of decision.
	published []*publishedRun
	byKey     map[pending.RunKey]*publishedRun
	// A goroutine judges it: no other may.
	isJudging bool
	// Traces of which a run was decided, and what was held of it forgotten.
	wasDecided map[string]struct{}
	entries    []entry
	// Runs that were decided, until what they set free has left.
	keys []decidedKey
	// traces that are held under this one.
	traces map[pending.TraceID]struct{}
}

// mostPublished verdicts of one trace are remembered for revisions: a trace may never end.
const mostPublished = 1024

// publishedRun is a verdict that is out.
type publishedRun struct {
	key      pending.RunKey
	verdict  *model.RunVerdict
	start    uint64
	revision int
}

func newShard(p *tracesProcessor, number int) *shard {
	share := func(whole int64) int64 { return max(whole/int64(number), 1) }
	return &shard{
		p: p, wake: make(chan struct{}, 1), room: make(chan struct{}),
		store: pending.NewStore(pending.Bounds{
			Traces: int(share(int64(p.config.NumTraces))), Bytes: share(p.config.MaxBufferedBytes),
			TraceBytes: p.config.MaximumTraceSizeBytes,
			Wait:       p.config.wait(), WaitAfterRoot: p.config.DecisionWaitAfterRootReceived,
		}),
	}
}

func ownedBy(trace *pending.Trace) *heldTrace {
	owned, _ := trace.Owner.(*heldTrace)
	if owned == nil {
		owned = &heldTrace{byKey: map[pending.RunKey]*publishedRun{}, traces: map[pending.TraceID]struct{}{}, wasDecided: map[string]struct{}{}}
		trace.Owner = owned
	}
	return owned
}

// run decides what is due until the context ends.
func (s *shard) run(ctx context.Context) {
	for {
		s.decideDue(ctx)
		fired, stop := s.p.clock.after(s.untilNext())
		select {
		case <-ctx.Done():
			stop()
			return
		case <-fired:
		case <-s.wake:
		}
		stop()
	}
}

// untilNext is how long nothing is due.
func (s *shard) untilNext() time.Duration {
	const longest = time.Hour
	s.mutex.Lock()
	defer s.mutex.Unlock()
	next := s.p.clock.now().Add(longest).UnixNano()
	if deadline, isSet := s.store.NextNano(); isSet {
		next = min(next, deadline)
	}
	if len(s.outbox) > 0 {
		next = min(next, s.retryNano)
	}
	return time.Duration(next - s.p.clock.now().UnixNano())
}

// decideDue decides every trace whose time has come, and hands on what that set free.
func (s *shard) decideDue(ctx context.Context) {
	for {
		now := s.p.clock.now().UnixNano()
		s.mutex.Lock()
		trace := s.store.Due(now)
		if trace == nil {
			s.mutex.Unlock()
			break
		}
		why := s.store.Why(trace, now)
		if why == pending.WhyEnd {
			s.remove(trace)
			s.mutex.Unlock()
			continue
		}
		if ownedBy(trace).isJudging {
			// Another goroutine is at it, and will set its next deadline.
			s.store.Postpone(trace, now)
			s.mutex.Unlock()
			continue
		}
		s.mutex.Unlock()
		s.decide(trace, occasion{why: why})
	}
	s.handOn(ctx, s.p.clock.now().UnixNano())
}

// remove forgets a trace; under the lock.
func (s *shard) remove(trace *pending.Trace) {
	if s.store.Trace(trace.Leader) == trace {
		s.store.Remove(trace)
		s.p.held.Add(-1)
		s.tellOfRoom()
	}
}

func (s *shard) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// holds tells whether spans of the trace are held.
func (s *shard) holds(id pending.TraceID) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.store.Trace(id) != nil
}

func (s *shard) open() int64 {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return int64(s.store.Open())
}
