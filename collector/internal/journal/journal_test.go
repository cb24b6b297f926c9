package journal_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/journal"
)

const manyDecided = 1000

func opened(t *testing.T, held *memory) *journal.Journal {
	t.Helper()
	one, err := journal.Open(t.Context(), held, "shard", manyDecided)
	require.NoError(t, err)
	return one
}

func recovered(t *testing.T, one *journal.Journal) map[uint64]string {
	t.Helper()
	found := map[uint64]string{}
	require.NoError(t, one.Recover(t.Context(), func(id uint64, payload []byte) error {
		require.NotContains(t, found, id)
		found[id] = string(payload)
		return nil
	}))
	return found
}

func appended(t *testing.T, one *journal.Journal, payload string) uint64 {
	t.Helper()
	id, err := one.Append(t.Context(), []byte(payload))
	require.NoError(t, err)
	return id
}

func TestWhatWasAppendedAndNotReleasedIsRecovered(t *testing.T) {
	held := newMemory()
	first := opened(t, held)
	a, b, c := appended(t, first, "a"), appended(t, first, ""), appended(t, first, "c")
	require.NoError(t, first.Release(t.Context(), []uint64{a, a}))
	require.NoError(t, first.Close())

	second := opened(t, held)
	assert.Equal(t, map[uint64]string{b: "", c: "c"}, recovered(t, second))
	d := appended(t, second, "d")
	assert.Equal(t, map[uint64]string{b: "", c: "c"}, recovered(t, second), "only what was there on opening")
	require.NoError(t, second.Release(t.Context(), []uint64{c, b, 999}))
	assert.Empty(t, recovered(t, second))
	assert.Equal(t, map[uint64]string{d: "d"}, recovered(t, opened(t, held)))
}

func TestReleasedEntriesLeaveNothingBehind(t *testing.T) {
	held := newMemory()
	one := opened(t, held)
	var ids []uint64
	for at := range 3000 {
		ids = append(ids, appended(t, one, fmt.Sprint(at)))
	}
	for at := 0; at < len(ids); at += 2 {
		require.NoError(t, one.Release(t.Context(), ids[at:at+1]))
	}
	assert.Len(t, recovered(t, opened(t, held)), 1500)
	require.NoError(t, one.Release(t.Context(), ids))
	assert.Len(t, held.held, 2, "the bounds")
	done := held.done
	assert.Empty(t, recovered(t, opened(t, held)))
	assert.LessOrEqual(t, held.done-done, 20, "the tail has moved: nothing is looked for")
}

func TestAnErrorOfTheVisitorLeavesTheEntry(t *testing.T) {
	held := newMemory()
	appended(t, opened(t, held), "a")
	one := opened(t, held)
	no := errors.New("no")
	require.ErrorIs(t, one.Recover(t.Context(), func(uint64, []byte) error { return no }), no)
	assert.Len(t, recovered(t, one), 1)
}

func TestTheVisitorMayReleaseAndAppend(t *testing.T) {
	held := newMemory()
	appended(t, opened(t, held), "a")
	one := opened(t, held)
	require.NoError(t, one.Recover(t.Context(), func(id uint64, payload []byte) error {
		_, err := one.Append(t.Context(), append(payload, '2'))
		return errors.Join(err, one.Release(t.Context(), []uint64{id}))
	}))
	found := recovered(t, opened(t, held))
	assert.Len(t, found, 1)
	assert.Contains(t, found, uint64(1))
}

func TestDamagedEntriesAreCountedAndSkipped(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"cut":     func(held []byte) []byte { return held[:len(held)-1] },
		"changed": func(held []byte) []byte { return append([]byte{}, strings.ToUpper(string(held))...) },
		"empty":   func([]byte) []byte { return []byte{} },
		"longer":  func(held []byte) []byte { return append(held, 0) },
	} {
		held := newMemory()
		first := opened(t, held)
		appended(t, first, "whole")
		appended(t, first, "damaged")
		appended(t, first, "whole too")
		require.NoError(t, first.MarkDecided(t.Context(), "key", []byte("value")))
		held.held["shard/entries/1"] = damage(held.held["shard/entries/1"])
		held.held["shard/decided/0"] = damage(held.held["shard/decided/0"])

		second := opened(t, held)
		assert.Equal(t, map[uint64]string{0: "whole", 2: "whole too"}, recovered(t, second), name)
		require.NoError(t, second.RecoverDecided(t.Context(), func(key string, _ []byte) { t.Errorf("%s: %s", name, key) }))
		assert.Equal(t, 2, second.Damaged(), name)
		assert.NotContains(t, held.held, "shard/entries/1", name)
	}
}

func TestOneOfTwoBoundsIsEnough(t *testing.T) {
	for _, slot := range []string{"shard/entries/bounds/0", "shard/entries/bounds/1"} {
		held := newMemory()
		first := opened(t, held)
		for at := range 5 {
			appended(t, first, fmt.Sprint(at))
		}
		held.held[slot] = []byte("nonsense")
		second := opened(t, held)
		assert.Len(t, recovered(t, second), 5, slot)
		assert.Equal(t, 1, second.Damaged())
		assert.Equal(t, uint64(5), appended(t, second, "next"))
	}
}

func TestWithoutBoundsAJournalBeginsAnew(t *testing.T) {
	held := newMemory()
	first := opened(t, held)
	for at := range 5 {
		appended(t, first, fmt.Sprint(at))
	}
	held.held["shard/entries/bounds/0"] = nil
	held.held["shard/entries/bounds/1"] = []byte("nonsense")
	second := opened(t, held)
	appended(t, second, "new")
	assert.Equal(t, map[uint64]string{0: "new"}, recovered(t, opened(t, held)), "what an older epoch left is not taken for ours")
}

func TestDecidedKeysAreBoundedTheOldestGoFirst(t *testing.T) {
	held := newMemory()
	one, err := journal.Open(t.Context(), held, "shard", 3)
	require.NoError(t, err)
	for at := range 10 {
		require.NoError(t, one.MarkDecided(t.Context(), fmt.Sprint(at), []byte{byte(at)}))
	}
	require.NoError(t, one.MarkDecided(t.Context(), "8", []byte("again")))
	again, err := journal.Open(t.Context(), held, "shard", 3)
	require.NoError(t, err)
	var found []string
	require.NoError(t, again.RecoverDecided(t.Context(), func(key string, value []byte) { found = append(found, key+"="+string(value)) }))
	assert.Equal(t, []string{"9=\x09", "8=again"}, found)
	assert.Len(t, held.held, 5, "three keys and the bounds")

	fewer, err := journal.Open(t.Context(), held, "shard", 1)
	require.NoError(t, err)
	require.NoError(t, fewer.MarkDecided(t.Context(), "x", nil))
	assert.Len(t, held.held, 3)
	_, err = journal.Open(t.Context(), held, "shard", 0)
	assert.ErrorContains(t, err, "maxDecided is 0")
}

func TestAClosedJournalSaysSo(t *testing.T) {
	one := opened(t, newMemory())
	require.NoError(t, one.Close())
	require.NoError(t, one.Close())
	_, err := one.Append(t.Context(), nil)
	assert.ErrorIs(t, err, journal.ErrClosed)
	assert.ErrorIs(t, one.Release(t.Context(), []uint64{1}), journal.ErrClosed)
	assert.ErrorIs(t, one.MarkDecided(t.Context(), "k", nil), journal.ErrClosed)
	assert.ErrorIs(t, one.Recover(t.Context(), nil), journal.ErrClosed)
	assert.ErrorIs(t, one.RecoverDecided(t.Context(), nil), journal.ErrClosed)
}

func TestManyMayUseOneJournal(t *testing.T) {
	held := newMemory()
	one := opened(t, held)
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for at := range 100 {
				id, err := one.Append(context.Background(), []byte(fmt.Sprintf("%d/%d", worker, at)))
				assert.NoError(t, err)
				assert.NoError(t, one.MarkDecided(context.Background(), fmt.Sprintf("%d/%d", worker, at), nil))
				if at%2 == 0 {
					assert.NoError(t, one.Release(context.Background(), []uint64{id}))
				}
			}
		})
	}
	all.Wait()
	assert.Len(t, recovered(t, opened(t, held)), 400)
}
