package journal_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/journal"
)

func openedAll(t *testing.T, held *memory, shards int) *journal.Shards {
	t.Helper()
	all, err := journal.OpenAll(t.Context(), held, shards, manyDecided)
	require.NoError(t, err)
	return all
}

type entry struct {
	from *journal.Journal
	id   uint64
}

func recoveredOfAll(t *testing.T, all *journal.Shards) map[string]entry {
	t.Helper()
	found := map[string]entry{}
	require.NoError(t, all.Recover(t.Context(), func(from *journal.Journal, id uint64, payload []byte) error {
		found[string(payload)] = entry{from, id}
		return nil
	}))
	return found
}

func decidedOfAll(t *testing.T, all *journal.Shards) []string {
	t.Helper()
	var found []string
	require.NoError(t, all.RecoverDecided(t.Context(), func(key string, value []byte) { found = append(found, key+string(value)) }))
	slices.Sort(found)
	return found
}

func TestFewerShardsRecoverWhatMoreHeld(t *testing.T) {
	held := newMemory()
	four := openedAll(t, held, 4)
	for shard := range 4 {
		appended(t, four.Of(shard), fmt.Sprint("entry ", shard))
		require.NoError(t, four.Of(shard).MarkDecided(t.Context(), fmt.Sprint("key ", shard), []byte("!")))
	}
	require.NoError(t, four.Close(t.Context()))

	keys := []string{"key 0!", "key 1!", "key 2!", "key 3!"}
	one := openedAll(t, held, 1)
	found := recoveredOfAll(t, one)
	assert.Len(t, found, 4)
	assert.Equal(t, keys, decidedOfAll(t, one))
	for _, text := range []string{"entry 1", "entry 3"} {
		require.NoError(t, found[text].from.Release(t.Context(), []uint64{found[text].id}))
	}
	// Killed: no Close.
	two := openedAll(t, held, 2)
	found = recoveredOfAll(t, two)
	assert.Len(t, found, 2)
	assert.Equal(t, keys, decidedOfAll(t, two), "moved, and nothing lost")
	for _, one := range found {
		require.NoError(t, one.from.Release(t.Context(), []uint64{one.id}))
	}
	require.NoError(t, two.Close(t.Context()))

	done := held.done
	assert.Empty(t, recoveredOfAll(t, openedAll(t, held, 1)))
	assert.LessOrEqual(t, held.done-done, 2*12+2, "the empty former journals are not opened any more")
}

func TestMoreShardsFindWhatFewerHeld(t *testing.T) {
	held := newMemory()
	appended(t, openedAll(t, held, 1).Of(0), "a")
	three := openedAll(t, held, 3)
	assert.Len(t, recoveredOfAll(t, three), 1)
	appended(t, three.Of(2), "b")
	assert.Len(t, recoveredOfAll(t, openedAll(t, held, 1)), 2)
	_, err := journal.OpenAll(t.Context(), held, 0, manyDecided)
	assert.ErrorContains(t, err, "shards is 0")
}

func TestADamagedCountLosesNoShardThatIsOpened(t *testing.T) {
	held := newMemory()
	appended(t, openedAll(t, held, 2).Of(1), "a")
	held.held["shards"] = []byte{1, 2, 3, 4, 0xff, 0xff, 0xff, 0xff}
	assert.Len(t, recoveredOfAll(t, openedAll(t, held, 2)), 1)
}

func TestAKillWhileShardsChangeLosesNothing(t *testing.T) {
	shrink := func(held *memory) (*journal.Shards, error) {
		all, err := journal.OpenAll(t.Context(), held, 1, manyDecided)
		if err != nil {
			return nil, err
		}
		return all, all.RecoverDecided(t.Context(), func(string, []byte) {})
	}
	prepared := func() *memory {
		held := newMemory()
		three := openedAll(t, held, 3)
		for shard := range 3 {
			appended(t, three.Of(shard), fmt.Sprint("entry ", shard))
			require.NoError(t, three.Of(shard).MarkDecided(t.Context(), fmt.Sprint("key ", shard), nil))
		}
		return held
	}
	whole := prepared()
	before := whole.done
	_, err := shrink(whole)
	require.NoError(t, err)
	for kill := range whole.done - before {
		held := prepared()
		held.left = kill
		_, err := shrink(held)
		require.ErrorIs(t, err, errKilled)
		held.left = -1
		all := openedAll(t, held, 2)
		assert.Len(t, recoveredOfAll(t, all), 3, "killed after %d operations", kill)
		assert.Equal(t, []string{"key 0", "key 1", "key 2"}, slices.Compact(decidedOfAll(t, all)), "killed after %d operations", kill)
	}
}
