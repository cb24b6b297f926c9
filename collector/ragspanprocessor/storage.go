package ragspanprocessor

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/extension/xextension/storage"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.uber.org/zap"

	"github.com/ragspan/ragspan/collector/internal/journal"
	"github.com/ragspan/ragspan/collector/internal/pending"
)

// entry is one append to the journal: the spans of one trace in one batch.
type entry struct {
	from *journal.Journal
	id   uint64
	// What the journal keeps it for: once all of them are decided it is released.
	spans []*pending.Span
	// Recovered for several traces: how many of them need it still.
	users *atomic.Int32
}

// openStorage takes up what an earlier process left undecided; without the option it does nothing.
func (p *tracesProcessor) openStorage(ctx context.Context, host component.Host) error {
	if p.config.Storage == nil {
		return nil
	}
	found, isThere := host.GetExtensions()[*p.config.Storage]
	if !isThere {
		return errors.New("no extension of that name is configured and listed under service::extensions")
	}
	extension, isStorage := found.(storage.Extension)
	if !isStorage {
		return fmt.Errorf("the extension is a %T, which is no storage", found)
	}
	client, err := extension.GetClient(ctx, component.KindProcessor, p.id, "")
	if err != nil {
		return err
	}
	perShard := max(p.config.DecisionCache.Size/len(p.shards), 1)
	if p.journals, err = journal.OpenAll(ctx, client, len(p.shards), perShard); err != nil {
		return err
	}
	for at, one := range p.shards {
		one.journal = p.journals.Of(at)
	}
	now := p.clock.now().UnixNano()
	err = p.journals.RecoverDecided(ctx, func(key string, trace []byte) {
		p.cache.put(pending.RunKey(key), pending.Decision{AtNano: now})
		if len(trace) > 0 {
			p.cache.put(keyOfTrace(string(trace)), pending.Decision{AtNano: now})
		}
	})
	if err != nil {
		return err
	}
	recovered := 0
	err = p.journals.Recover(ctx, func(from *journal.Journal, id uint64, payload []byte) error {
		recovered++
		p.guard.run("reading the storage", func() { p.recoverEntry(entry{from: from, id: id}, payload) })
		return nil
	})
	if recovered > 0 || p.journals.Damaged() > 0 {
		p.logger.Info("took up what was undecided", zap.Int("entries", recovered), zap.Int("damaged", p.journals.Damaged()))
	}
	return err
}

// leaveStorage closes it with the last user: Shutdown, or a call that was under way then and has still to write
// what it decided.
func (p *tracesProcessor) leaveStorage(ctx context.Context) (err error) {
	if p.storageUsers.Add(-1) == 0 && p.journals != nil {
		p.closeOnce.Do(func() { err = p.journals.Close(ctx) })
	}
	return err
}

// record makes the payloads of a batch, before the next consumer gets the rest of it: what stays, and what
// is known of the spans that do not.
func (p *tracesProcessor) record(traces ptrace.Traces, read *batch) {
	if p.journals == nil {
		return
	}
	for _, one := range read.order {
		if one.isOpen {
			one.payload = one.encode(traces)
		}
	}
}

// encode: the length of what stays, what stays, the others; both as OTLP protobuf.
func (t *traceBatch) encode(traces ptrace.Traces) []byte {
	stays, others := ptrace.NewTraces(), ptrace.NewTraces()
	for _, one := range t.spans {
		if one.isRepeated {
			continue
		}
		to := others
		if one.stays {
			to = stays
		}
		from := traces.ResourceSpans().At(one.at.resource)
		ofResource := to.ResourceSpans().AppendEmpty()
		from.Resource().CopyTo(ofResource.Resource())
		ofResource.SetSchemaUrl(from.SchemaUrl())
		ofScope := ofResource.ScopeSpans().AppendEmpty()
		from.ScopeSpans().At(one.at.scope).Scope().CopyTo(ofScope.Scope())
		ofScope.SetSchemaUrl(from.ScopeSpans().At(one.at.scope).SchemaUrl())
		one.span.CopyTo(ofScope.Spans().AppendEmpty())
	}
	if stays.SpanCount()+others.SpanCount() == 0 {
		return nil
	}
	var marshaler ptrace.ProtoMarshaler
	// Spans that were read can be written.
	held, _ := marshaler.MarshalTraces(stays)
	rest, _ := marshaler.MarshalTraces(others)
	payload := binary.AppendUvarint(make([]byte, 0, len(held)+len(rest)+binary.MaxVarintLen64), uint64(len(held)))
	return append(append(payload, held...), rest...)
}

// write appends the payload to the journal: after that a kill loses nothing of it.
func (s *shard) write(ctx context.Context, payload []byte) []entry {
	if payload == nil {
		return nil
	}
	id, err := s.journal.Append(ctx, payload)
	if err != nil {
		s.p.counts.dropped(droppedJournal, 1)
		s.p.logger.Warn("the storage does not take undecided runs; they would not survive a kill", zap.Error(err))
		return nil
	}
	return []entry{{from: s.journal, id: id}}
}

// settle: what was decided has left; it is not judged again, and not needed any more.
func (s *shard) settle(ctx context.Context, sent *outgoing) {
	if s.journal == nil {
		return
	}
	var problems []error
	for _, key := range sent.keys {
		problems = append(problems, s.journal.MarkDecided(ctx, string(key.run), []byte(key.trace)))
	}
	for _, one := range sent.entries {
		if one.users != nil && one.users.Add(-1) > 0 {
			continue
		}
		problems = append(problems, one.from.Release(ctx, []uint64{one.id}))
	}
	if err := errors.Join(problems...); err != nil {
		s.p.counts.dropped(droppedJournal, 1)
		s.p.logger.Warn("the storage does not take decisions; after a kill they would be made again", zap.Error(err))
	}
}

// recoverEntry puts spans back where they were.
func (p *tracesProcessor) recoverEntry(from entry, payload []byte) {
	size, width := binary.Uvarint(payload)
	if width <= 0 || size > uint64(len(payload)-width) {
		p.settleDamaged(from)
		return
	}
	var unmarshaler ptrace.ProtoUnmarshaler
	stays, err := unmarshaler.UnmarshalTraces(payload[width : width+int(size)])
	others, otherErr := unmarshaler.UnmarshalTraces(payload[width+int(size):])
	if err != nil || otherErr != nil {
		p.settleDamaged(from)
		return
	}
	heldResources := stays.ResourceSpans().Len()
	others.ResourceSpans().MoveAndAppendTo(stays.ResourceSpans())
	read := p.read(stays)
	if read == nil {
		read = &batch{}
	}
	from.users = &atomic.Int32{}
	for _, one := range read.order {
		one.shard = p.shardOf(one.leader)
		one.shard.plan(one, p.clock.now().UnixNano())
		for _, span := range one.spans {
			span.stays = one.trace != nil && span.at.resource < heldResources && !span.isRepeated
		}
		if one.trace != nil {
			from.users.Add(1)
		}
	}
	passing := unclaimed(stays, heldResources, read)
	p.takeOut(stays, &batch{order: append(slices.Clip(read.order), passing)})
	if passing.held != (ptrace.Traces{}) || from.users.Load() == 0 {
		from.users.Add(1)
		held := passing.heldOrNone()
		first := p.shards[0]
		first.mutex.Lock()
		first.send(outgoing{traces: held, bytes: sizeOf(held), entries: []entry{from}})
		first.mutex.Unlock()
	}
	for _, one := range read.order {
		if one.trace != nil {
			one.entries = []entry{from}
			one.shard.keep(context.Background(), one)
		}
	}
}

// unclaimed is what had stayed and no trace holds now: it was decided, or what joined it to another is lost. It
// only has to go on.
func unclaimed(traces ptrace.Traces, heldResources int, read *batch) *traceBatch {
	claimed := map[place]struct{}{}
	for _, one := range read.order {
		for _, span := range one.spans {
			if span.stays {
				claimed[span.at] = struct{}{}
			}
		}
	}
	found := &traceBatch{}
	for resource := range heldResources {
		for scope, ofScope := range traces.ResourceSpans().At(resource).ScopeSpans().All() {
			for at, span := range ofScope.Spans().All() {
				where := place{resource, scope, at}
				if _, isClaimed := claimed[where]; !isClaimed {
					found.spans = append(found.spans, &batchSpan{at: where, span: span, stays: true})
				}
			}
		}
	}
	return found
}

func (p *tracesProcessor) settleDamaged(one entry) {
	p.counts.dropped(droppedJournal, 1)
	p.logger.Warn("an entry of the storage is damaged and left out", zap.Error(one.from.Release(context.Background(), []uint64{one.id})))
}
