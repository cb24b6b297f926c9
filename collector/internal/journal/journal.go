package journal

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// ErrClosed is what a closed journal answers.
var ErrClosed = errors.New("the journal is closed")

// removeAtOnce bounds the operations of one batch.
const removeAtOnce = 1024

// Journal is the write-ahead log of one shard. Safe for concurrent use; the client stays the caller's.
type Journal struct {
	name       string
	maxDecided uint64

	mutex    sync.Mutex
	isClosed bool
	entries  *sequence
	decided  *sequence
	released releasedNumbers
	// recoverable is the head on opening: what is appended later is not recovered.
	recoverable uint64
}

// Open reads where the journal of that name stands in the storage, or begins one. At most maxDecided
// decided keys are kept.
func Open(ctx context.Context, client storage.Client, name string, maxDecided int) (*Journal, error) {
	if maxDecided < 1 {
		return nil, fmt.Errorf("journal %s: maxDecided is %d: keep at least one decided key", name, maxDecided)
	}
	entries, err := openSequence(ctx, client, name+"/entries")
	if err != nil {
		return nil, err
	}
	decided, err := openSequence(ctx, client, name+"/decided")
	if err != nil {
		return nil, err
	}
	return &Journal{
		name: name, maxDecided: uint64(maxDecided), entries: entries, decided: decided,
		released: releasedNumbers{tail: entries.tail}, recoverable: entries.head,
	}, nil
}

// Name is the one it was opened with.
func (j *Journal) Name() string { return j.name }

// Append writes a payload; once it returns, the payload survives. The id is for Release.
func (j *Journal) Append(ctx context.Context, payload []byte) (id uint64, err error) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if j.isClosed {
		return 0, ErrClosed
	}
	return j.entries.append(ctx, payload, j.entries.tail)
}

// Release forgets entries. Of ids that are not there it says nothing; after an error it may be called
// again with the same ids.
func (j *Journal) Release(ctx context.Context, ids []uint64) error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if j.isClosed {
		return ErrClosed
	}
	for len(ids) > 0 {
		some := ids[:min(len(ids), removeAtOnce)]
		ids = ids[len(some):]
		if err := j.release(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

func (j *Journal) release(ctx context.Context, ids []uint64) error {
	known := make([]uint64, 0, len(ids))
	for _, id := range ids {
		if id < j.entries.head && !j.released.isReleased(id) {
			known = append(known, id)
		}
	}
	if len(known) == 0 {
		return nil
	}
	if err := j.entries.remove(ctx, known, j.released.tailWith(known)); err != nil {
		return err
	}
	for _, id := range known {
		j.released.add(id)
	}
	return nil
}

// Recover gives every entry that was there on opening and is not released, oldest first; an error of
// visit ends it and leaves the entry. visit may use the journal. Damaged entries are counted and
// released.
func (j *Journal) Recover(ctx context.Context, visit func(id uint64, payload []byte) error) error {
	j.mutex.Lock()
	first, end, reading := j.released.tail, j.recoverable, *j.entries
	isClosed := j.isClosed
	j.mutex.Unlock()
	if isClosed {
		return ErrClosed
	}
	var gone []uint64
	err := reading.read(ctx, first, end, func(id uint64, payload []byte, err error) error {
		switch {
		case err != nil:
			j.countDamaged()
			gone = append(gone, id)
			return nil
		case payload == nil:
			gone = append(gone, id)
			return nil
		case j.isReleased(id):
			return nil
		}
		return visit(id, payload)
	})
	return errors.Join(err, j.Release(ctx, gone))
}

func (j *Journal) isReleased(id uint64) bool {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.released.isReleased(id)
}

func (j *Journal) countDamaged() {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.entries.damaged++
}

// Damaged counts the entries, decided keys and bounds that could not be read so far.
func (j *Journal) Damaged() int {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.entries.damaged + j.decided.damaged
}

// isEmpty tells whether nothing is left to recover.
func (j *Journal) isEmpty() bool {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.released.tail >= j.entries.head && j.decided.tail >= j.decided.head
}

// Close ends the use of the journal; what is in it stays in the storage.
func (j *Journal) Close() error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.isClosed = true
	return nil
}
