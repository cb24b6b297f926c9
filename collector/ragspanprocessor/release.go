package ragspanprocessor

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"go.opentelemetry.io/collector/consumer/consumererror"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.uber.org/zap"

	"github.com/ragspan/ragspan/collector/internal/pending"
)

const (
	firstBackoff   = time.Second
	longestBackoff = 30 * time.Second
)

// send puts spans on their way; under the lock.
func (s *shard) send(one outgoing) {
	s.outbox = append(s.outbox, one)
	s.outboxBytes += one.bytes
}

// handOn gives the next consumer what waits for it. Refused for now, it is tried again later, each time
// after a longer wait; refused for good, it is counted and logged.
func (s *shard) handOn(ctx context.Context, now int64) {
	for {
		s.mutex.Lock()
		if len(s.outbox) == 0 || now < s.retryNano {
			s.mutex.Unlock()
			return
		}
		first := s.gather()
		s.mutex.Unlock()

		// The next consumer owns what it is given, even when it refuses it.
		given := first.traces
		if given.SpanCount() > 0 {
			kept := ptrace.NewTraces()
			err := s.consume(ctx, given, kept)
			if err != nil && !consumererror.IsPermanent(err) {
				first.traces = kept
				s.postpone(first, now)
				return
			}
			if err != nil {
				s.p.counts.dropped(droppedRefused, kept.SpanCount())
				s.p.logger.Error("the next consumer refuses spans for good", zap.Int("spans", kept.SpanCount()), zap.Error(err))
			}
		}
		s.mutex.Lock()
		s.outboxBytes -= first.bytes
		s.retryNano, s.backoff = 0, 0
		s.mutex.Unlock()
		s.p.guard.run("settling", func() { s.settle(ctx, &first) })
	}
}

// gather takes what waits, as one, up to a number of spans; under the lock.
func (s *shard) gather() outgoing {
	const most = 1000
	first, taken := s.outbox[0], 1
	spans := first.traces.SpanCount()
	for ; taken < len(s.outbox); taken++ {
		one := s.outbox[taken]
		if spans += one.traces.SpanCount(); spans > most {
			break
		}
		one.traces.ResourceSpans().MoveAndAppendTo(first.traces.ResourceSpans())
		first.bytes += one.bytes
		first.entries = append(first.entries, one.entries...)
		first.keys = append(first.keys, one.keys...)
	}
	clear(s.outbox[:taken])
	s.outbox = s.outbox[taken:]
	return first
}

// consume keeps a copy. A consumer that panics refuses for good.
func (s *shard) consume(ctx context.Context, traces, kept ptrace.Traces) (err error) {
	isDone := s.p.guard.run("the next consumer", func() {
		traces.CopyTo(kept)
		err = s.p.forward(ctx, traces)
	})
	if !isDone {
		return consumererror.NewPermanent(errors.New("it panicked"))
	}
	return err
}

func (s *shard) postpone(first outgoing, now int64) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.outbox = append([]outgoing{first}, s.outbox...)
	s.backoff = min(max(2*s.backoff, firstBackoff), longestBackoff)
	s.retryNano = now + int64(s.backoff)
}

// shutdown decides every run and hands on every span within the context.
func (s *shard) shutdown(ctx context.Context) error {
	s.mutex.Lock()
	open := slices.DeleteFunc(s.store.All(), func(trace *pending.Trace) bool { return trace.IsDone })
	s.mutex.Unlock()
	for _, trace := range open {
		s.decide(trace, occasion{cut: cutShutdown})
	}
	const pause = 50 * time.Millisecond
	for {
		s.mutex.Lock()
		s.retryNano = 0
		s.mutex.Unlock()
		s.handOn(ctx, 0)
		s.mutex.Lock()
		left := 0
		for _, one := range s.outbox {
			left += one.traces.SpanCount()
		}
		s.mutex.Unlock()
		if left == 0 {
			return nil
		}
		fired, stop := s.p.clock.after(pause)
		select {
		case <-ctx.Done():
			stop()
			if s.journal == nil {
				s.p.counts.dropped(droppedRefused, left)
			}
			return fmt.Errorf("%d spans could not be handed on: %w", left, ctx.Err())
		case <-fired:
			stop()
		}
	}
}

func hexOf(id []byte) string {
	for _, one := range id {
		if one != 0 {
			return hex.EncodeToString(id)
		}
	}
	return ""
}
