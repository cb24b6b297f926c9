package journal_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/journal"
)

// story is what a Collector did before it was killed, as far as it knows.
type story struct {
	// appended are entries whose Append returned; trying is the one under way.
	appended map[uint64]string
	trying   string
	// releasing are ids whose Release was called, released those for which it returned.
	releasing map[uint64]bool
	released  map[uint64]bool
	// marked are decided keys whose marking returned, in order.
	marked []string
}

// live appends, releases out of order, marks, and opens again now and then, until it is killed.
func (s *story) live(t *testing.T, held *memory) error {
	for life := range 3 {
		one, err := journal.Open(t.Context(), held, "shard", 4)
		if err != nil {
			return err
		}
		if err := one.Recover(t.Context(), func(uint64, []byte) error { return nil }); err != nil {
			return err
		}
		for at := range 6 {
			s.trying = fmt.Sprintf("%d/%d", life, at)
			id, err := one.Append(t.Context(), []byte(s.trying))
			if err != nil {
				return err
			}
			s.appended[id], s.trying = s.trying, ""
			if err := one.MarkDecided(t.Context(), s.appended[id], nil); err != nil {
				return err
			}
			s.marked = append(s.marked, s.appended[id])
			if at%3 != 2 {
				continue
			}
			ids := []uint64{id - 1, id}
			for _, one := range ids {
				s.releasing[one] = true
			}
			if err := one.Release(t.Context(), ids); err != nil {
				return err
			}
			for _, one := range ids {
				s.released[one] = true
			}
		}
	}
	return nil
}

func TestAKillBetweenAnyTwoOperationsLosesNothing(t *testing.T) {
	whole := newMemory()
	require.NoError(t, (&story{appended: map[uint64]string{}, releasing: map[uint64]bool{}, released: map[uint64]bool{}}).live(t, whole))
	require.Greater(t, whole.done, 100)
	for kill := range whole.done {
		held := newMemory()
		held.left = kill
		lived := &story{appended: map[uint64]string{}, releasing: map[uint64]bool{}, released: map[uint64]bool{}}
		require.ErrorIs(t, lived.live(t, held), errKilled)
		held.left = -1

		one, err := journal.Open(t.Context(), held, "shard", 4)
		require.NoError(t, err)
		found := recovered(t, one)
		for id, payload := range lived.appended {
			if !lived.releasing[id] {
				require.Equal(t, payload, found[id], "killed after %d operations", kill)
			}
			if lived.released[id] {
				require.NotContains(t, found, id, "killed after %d operations", kill)
			}
		}
		for id, payload := range found {
			if lived.appended[id] != payload {
				require.Equal(t, lived.trying, payload, "killed after %d operations", kill)
			}
		}
		require.Zero(t, one.Damaged())

		var keys []string
		require.NoError(t, one.RecoverDecided(t.Context(), func(key string, _ []byte) { keys = append(keys, key) }))
		for _, key := range lived.marked[max(0, len(lived.marked)-3):] {
			require.Contains(t, keys, key, "killed after %d operations", kill)
		}
		// And it goes on.
		next, err := one.Append(t.Context(), []byte("next"))
		require.NoError(t, err)
		require.NotContains(t, found, next)
	}
}
