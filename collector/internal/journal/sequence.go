package journal

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

const (
	// readAtOnce is how many entries are asked for in one batch.
	readAtOnce = 128
	// probed is how many numbers beyond the head are looked at on opening, where the newest bounds were
	// lost, or never written.
	probed = 4
)

// sequence is numbered entries in a storage, and the bounds of their numbers. Not for concurrent use.
type sequence struct {
	client storage.Client
	// prefix of all its keys.
	prefix string
	bounds
	// damaged counts entries and bounds that could not be read.
	damaged int
}

// openSequence reads the bounds; where there are none that are whole, it begins anew.
func openSequence(ctx context.Context, client storage.Client, prefix string) (*sequence, error) {
	opened := &sequence{client: client, prefix: prefix}
	reads := []*storage.Operation{storage.GetOperation(opened.boundsKey(0)), storage.GetOperation(opened.boundsKey(1))}
	if err := client.Batch(ctx, reads...); err != nil {
		return nil, fmt.Errorf("journal %s: reading its bounds: %w", prefix, err)
	}
	isFound := false
	for _, read := range reads {
		if len(read.Value) == 0 {
			continue
		}
		held, err := decodeBounds(read.Value)
		if err != nil {
			opened.damaged++
			continue
		}
		if !isFound || held.generation > opened.generation {
			opened.bounds = held
		}
		isFound = true
	}
	if !isFound {
		opened.epoch = rand.Uint64()
		return opened, nil
	}
	return opened, opened.probe(ctx)
}

// probe finds entries whose head was not written any more.
func (s *sequence) probe(ctx context.Context) error {
	for {
		from := s.head
		err := s.read(ctx, from, from+probed, func(number uint64, payload []byte, err error) error {
			if payload != nil && err == nil {
				s.head = number + 1
			}
			return nil
		})
		if err != nil || s.head == from {
			return err
		}
	}
}

func (s *sequence) boundsKey(slot uint64) string {
	return s.prefix + "/bounds/" + strconv.FormatUint(slot, 10)
}

func (s *sequence) entryKey(number uint64) string {
	return s.prefix + "/" + strconv.FormatUint(number, 10)
}

// setBounds is the operation that persists bounds; keep is to be called once it was done.
func (s *sequence) setBounds(tail, head uint64) (operation *storage.Operation, keep func()) {
	next := bounds{epoch: s.epoch, generation: s.generation + 1, tail: tail, head: head}
	return storage.SetOperation(s.boundsKey(next.generation%2), next.encode()), func() { s.bounds = next }
}

// append writes an entry, then the head that covers it; before that it deletes the entries before tail.
func (s *sequence) append(ctx context.Context, payload []byte, tail uint64) (number uint64, err error) {
	number = s.head
	operations := make([]*storage.Operation, 0, 3)
	operations = append(operations, storage.SetOperation(s.entryKey(number), encodeEntry(s.epoch, number, payload)))
	for gone := s.tail; gone < tail; gone++ {
		operations = append(operations, storage.DeleteOperation(s.entryKey(gone)))
	}
	persist, keep := s.setBounds(tail, number+1)
	if err := s.client.Batch(ctx, append(operations, persist)...); err != nil {
		return 0, fmt.Errorf("journal %s: writing entry %d of %d bytes: %w", s.prefix, number, len(payload), err)
	}
	keep()
	return number, nil
}

// remove deletes entries, then moves the tail.
func (s *sequence) remove(ctx context.Context, numbers []uint64, tail uint64) error {
	operations := make([]*storage.Operation, 0, len(numbers)+1)
	for _, number := range numbers {
		operations = append(operations, storage.DeleteOperation(s.entryKey(number)))
	}
	keep := func() {}
	if tail != s.tail {
		var persist *storage.Operation
		persist, keep = s.setBounds(tail, s.head)
		operations = append(operations, persist)
	}
	if err := s.client.Batch(ctx, operations...); err != nil {
		return fmt.Errorf("journal %s: removing %d entries: %w", s.prefix, len(numbers), err)
	}
	keep()
	return nil
}

// read visits every number from first up to, without, end: payload is nil of one that does not exist;
// err says that it is damaged.
func (s *sequence) read(
	ctx context.Context, first, end uint64, visit func(number uint64, payload []byte, err error) error,
) error {
	for first < end {
		last := min(first+readAtOnce, end)
		reads := make([]*storage.Operation, 0, last-first)
		for number := first; number < last; number++ {
			reads = append(reads, storage.GetOperation(s.entryKey(number)))
		}
		if err := s.client.Batch(ctx, reads...); err != nil {
			return fmt.Errorf("journal %s: reading entries from %d: %w", s.prefix, first, err)
		}
		for at, read := range reads {
			number := first + uint64(at)
			var payload []byte
			var err error
			if read.Value != nil {
				payload, err = decodeEntry(s.epoch, number, read.Value)
			}
			if err := visit(number, payload, err); err != nil {
				return err
			}
		}
		first = last
	}
	return nil
}
