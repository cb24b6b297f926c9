package journal

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

const (
	countKey = "shards"
	// maxShards: a greater count in the storage is damage.
	maxShards = 1 << 12
)

// Shards are the journals of all shards, and those of a former run with more shards as long as they hold
// anything. What of a former one is recovered is released there, whichever shard takes it now.
type Shards struct {
	client  storage.Client
	current []*Journal
	former  []*Journal
}

// OpenAll opens the journals of so many shards; maxDecided is for each of them. The client is theirs:
// Close closes it.
func OpenAll(ctx context.Context, client storage.Client, shards, maxDecided int) (*Shards, error) {
	if shards < 1 || shards > maxShards {
		return nil, fmt.Errorf("journal: shards is %d: open 1 to %d", shards, maxShards)
	}
	before, err := readCount(ctx, client)
	if err != nil {
		return nil, err
	}
	opened := &Shards{client: client}
	for shard := range max(shards, before) {
		one, err := Open(ctx, client, "shard/"+strconv.Itoa(shard), maxDecided)
		if err != nil {
			return nil, err
		}
		if shard < shards {
			opened.current = append(opened.current, one)
		} else {
			opened.former = append(opened.former, one)
		}
	}
	return opened, opened.settle(ctx, before)
}

// Of is the journal of a shard.
func (s *Shards) Of(shard int) *Journal { return s.current[shard] }

// Recover gives every entry of all journals that is not released, with the journal to release it in.
func (s *Shards) Recover(ctx context.Context, visit func(from *Journal, id uint64, payload []byte) error) error {
	for _, one := range s.all() {
		err := one.Recover(ctx, func(id uint64, payload []byte) error { return visit(one, id, payload) })
		if err != nil {
			return err
		}
	}
	return nil
}

// RecoverDecided gives the decided keys of all journals; those of former ones move to the first.
func (s *Shards) RecoverDecided(ctx context.Context, visit func(key string, value []byte)) error {
	for _, one := range s.current {
		if err := one.RecoverDecided(ctx, visit); err != nil {
			return err
		}
	}
	for _, one := range s.former {
		var moving error
		err := one.RecoverDecided(ctx, func(key string, value []byte) {
			visit(key, value)
			if moving == nil {
				moving = s.current[0].MarkDecided(ctx, key, value)
			}
		})
		if err := errors.Join(err, moving); err != nil {
			return err
		}
		if err := one.forgetDecided(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Damaged counts what could not be read so far, in all journals.
func (s *Shards) Damaged() int {
	damaged := 0
	for _, one := range s.all() {
		damaged += one.Damaged()
	}
	return damaged
}

// Close ends the use of all journals and closes the client. What is in them stays in the storage.
func (s *Shards) Close(ctx context.Context) error {
	var all []error
	for _, one := range s.all() {
		all = append(all, one.Close())
	}
	return errors.Join(append(all, s.settle(ctx, len(s.current)+len(s.former)), s.client.Close(ctx))...)
}

func (s *Shards) all() []*Journal {
	return append(append(make([]*Journal, 0, len(s.current)+len(s.former)), s.current...), s.former...)
}

// settle persists how many journals may hold anything: before the first entry of a new one, and once the
// last former ones are empty.
func (s *Shards) settle(ctx context.Context, before int) error {
	holding := len(s.current) + len(s.former)
	for holding > len(s.current) && s.former[holding-len(s.current)-1].isEmpty() {
		holding--
	}
	if holding == before {
		return nil
	}
	if err := s.client.Set(ctx, countKey, encodeCount(holding)); err != nil {
		return fmt.Errorf("journal: writing the number of shards: %w", err)
	}
	return nil
}

// readCount is 0 where none was written. A damaged count is a count of none as well: the journals beyond
// stay unread until there are as many shards again.
func readCount(ctx context.Context, client storage.Client) (int, error) {
	held, err := client.Get(ctx, countKey)
	if err != nil {
		return 0, fmt.Errorf("journal: reading the number of shards: %w", err)
	}
	const length = checksumLength + 4
	if len(held) != length || binary.BigEndian.Uint32(held) != crc32.Checksum(held[checksumLength:], castagnoli) {
		return 0, nil
	}
	return int(min(binary.BigEndian.Uint32(held[checksumLength:]), maxShards)), nil
}

func encodeCount(count int) []byte {
	encoded := binary.BigEndian.AppendUint32(make([]byte, checksumLength), uint32(count))
	binary.BigEndian.PutUint32(encoded, crc32.Checksum(encoded[checksumLength:], castagnoli))
	return encoded
}
