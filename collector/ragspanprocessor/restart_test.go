package ragspanprocessor

import (
	"context"
	"errors"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/extension/xextension/storage"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// disk is what survives a kill.
type disk struct {
	mutex sync.Mutex
	kept  map[string][]byte
	err   error
}

func (d *disk) Start(context.Context, component.Host) error { return nil }
func (d *disk) Shutdown(context.Context) error              { return nil }

func (d *disk) GetClient(context.Context, component.Kind, component.ID, string) (storage.Client, error) {
	return diskClient{d}, nil
}

type diskClient struct{ disk *disk }

func (c diskClient) Get(ctx context.Context, key string) ([]byte, error) {
	operation := storage.GetOperation(key)
	err := c.Batch(ctx, operation)
	return operation.Value, err
}

func (c diskClient) Set(ctx context.Context, key string, value []byte) error {
	return c.Batch(ctx, storage.SetOperation(key, value))
}

func (c diskClient) Delete(ctx context.Context, key string) error {
	return c.Batch(ctx, storage.DeleteOperation(key))
}

func (c diskClient) Batch(_ context.Context, operations ...*storage.Operation) error {
	c.disk.mutex.Lock()
	defer c.disk.mutex.Unlock()
	if c.disk.err != nil {
		return c.disk.err
	}
	for _, one := range operations {
		switch one.Type {
		case storage.Get:
			one.Value = c.disk.kept[one.Key]
		case storage.Set:
			c.disk.kept[one.Key] = append([]byte(nil), one.Value...)
		case storage.Delete:
			delete(c.disk.kept, one.Key)
		}
	}
	return nil
}

func (diskClient) Close(context.Context) error { return nil }

type hostWith struct {
	component.Host
	extensions map[component.ID]component.Component
}

func (h hostWith) GetExtensions() map[component.ID]component.Component { return h.extensions }

var diskID = component.MustNewID("disk")

// restarted is a processor over the disk; one before it has been killed, not shut down.
func restarted(t *testing.T, on *disk, change func(*Config)) *rig {
	t.Helper()
	rig := newRigOn(t, hostWith{componenttest.NewNopHost(), map[component.ID]component.Component{diskID: on}},
		withIncidentCases(t, func(config *Config) {
			config.Storage = &diskID
			if change != nil {
				change(config)
			}
		}))
	return rig
}

func TestPendingRunsSurviveAKillAndAreJudgedOnce(t *testing.T) {
	for _, attach := range []Attach{AttachAnchor, AttachTrace, AttachNone} {
		on := &disk{kept: map[string][]byte{}}
		first := restarted(t, on, func(config *Config) { config.Attach = attach })
		first.consume(incident(t, 1, theRetrieval, theAssembly, theCall))
		first.consume(incident(t, 1, theRoot))
		first.consume(incident(t, 2))
		left := first.sink.SpanCount()

		// Another number of shards finds all the same.
		second := restarted(t, on, func(config *Config) { config.Attach, config.NumShards = attach, 3 })
		second.pass(3 * time.Second)
		assert.Len(t, second.verdicts, 2, attach)
		for _, verdict := range second.verdicts {
			assert.Equal(t, model.VerdictH2, verdict.Verdict)
		}
		assert.Equal(t, 8, left+second.sink.SpanCount(), "every span leaves once: %s", attach)
		if attach != AttachNone {
			assert.Len(t, second.attached()[theRoot], 2, attach)
		}

		third := restarted(t, on, func(config *Config) { config.Attach = attach })
		third.pass(time.Minute)
		third.consume(incident(t, 1))
		third.pass(3 * time.Second)
		assert.Empty(t, third.verdicts, "what was decided before the kill is not judged again: %s", attach)
		assert.Equal(t, 4, third.sink.SpanCount())
	}
}

func TestTheStorageIsEmptyOnceAllIsDecided(t *testing.T) {
	on := &disk{kept: map[string][]byte{}}
	rig := restarted(t, on, nil)
	empty := len(on.kept)
	for number := range uint64(20) {
		rig.consume(incident(t, number+1))
	}
	full := len(on.kept)
	rig.pass(3 * time.Second)
	assert.Greater(t, full, empty+10)
	// Twenty decided keys stay, and the bounds of both sequences.
	assert.LessOrEqual(t, len(on.kept), empty+20+8)
}

func TestAFullDiskIsSaidAndLosesNoSpan(t *testing.T) {
	on := &disk{kept: map[string][]byte{}}
	rig := restarted(t, on, nil)
	on.err = errors.New("no space left on device")
	rig.consume(incident(t, 1))
	rig.pass(3 * time.Second)
	assert.Equal(t, 4, rig.sink.SpanCount())
	rig.only(model.VerdictH2, model.ReasonCut)
	assert.NotZero(t, rig.count("ragspan.dropped", "ragspan.reason", "journal"))
	assert.NotZero(t, rig.logs.FilterMessageSnippet("the storage does not take").Len())
}

func TestDamagedEntriesAreLeftOut(t *testing.T) {
	on := &disk{kept: map[string][]byte{}}
	restarted(t, on, nil).consume(incident(t, 1))
	damaged := maps.Clone(on.kept)
	for key, value := range damaged {
		if len(value) > 200 {
			damaged[key] = value[:len(value)/2]
		}
	}
	rig := restarted(t, &disk{kept: damaged}, nil)
	rig.pass(10 * time.Minute)
	assert.Empty(t, rig.verdicts)
	rig.consume(incident(t, 2))
	rig.pass(3 * time.Second)
	rig.only(model.VerdictH2, model.ReasonCut)
}

func TestAStorageThatIsNotThereEndsTheStart(t *testing.T) {
	config := createDefaultConfig().(*Config)
	config.Storage = &diskID
	rig := newRig(t, nil)
	rig.p.config = config
	err := rig.p.prepare(t.Context(), componenttest.NewNopHost())
	require.ErrorContains(t, err, "storage")
	require.ErrorContains(t, err, "service::extensions")
}

// entries is the number of those that wait in the journals.
func (d *disk) entries() (count int) {
	for key := range d.kept {
		if strings.Contains(key, "/entries/") && !strings.Contains(key, "bounds") {
			count++
		}
	}
	return count
}

func TestTheStorageOfATraceThatGoesOnDoesNotGrow(t *testing.T) {
	for _, attach := range []Attach{AttachAnchor, AttachTrace, AttachNone} {
		t.Run(string(attach), func(t *testing.T) {
			const runs = 30
			on := &disk{kept: map[string][]byte{}}
			change := func(config *Config) {
				config.NumShards, config.Attach, config.DecisionWait = 1, attach, 5*time.Minute
			}
			rig := restarted(t, on, change)
			for run := range uint16(runs) {
				rig.consume(below(incident(t, 1), run))
				rig.pass(70 * time.Second)
			}
			require.Len(t, rig.verdicts, runs)
			owned := ownedBy(rig.p.shards[0].store.All()[0])
			assert.LessOrEqual(t, on.entries(), 10)
			assert.LessOrEqual(t, len(owned.held), 10)
			assert.LessOrEqual(t, len(owned.keys), 10)

			second := restarted(t, on, change)
			second.pass(3 * time.Second)
			second.pass(5 * time.Minute)
			assert.Empty(t, second.verdicts, "none is judged again")
			assert.Equal(t, 4*runs, rig.sink.SpanCount()+second.sink.SpanCount(), "every span leaves once")
		})
	}
}

// After the restart it is not known that the two traces were joined: trace 2 has nothing but a held root.
func TestAHeldRootOfAJoinedTraceSurvivesAKill(t *testing.T) {
	on := &disk{kept: map[string][]byte{}}
	oneShard := func(config *Config) { config.NumShards = 1 }
	first := restarted(t, on, oneShard)
	first.consume(runID(incident(t, 1, theRetrieval), "x"))
	first.consume(runID(incident(t, 2, theCall), "x"))
	first.pass(6 * time.Minute)
	first.pass(6 * time.Minute)
	require.Zero(t, on.entries())
	before := first.sink.SpanCount()
	first.consume(oneBatch(incident(t, 1, theRetrieval), incident(t, 2, theRoot)))
	left := first.sink.SpanCount() - before
	second := restarted(t, on, oneShard)
	second.pass(6 * time.Minute)
	second.pass(6 * time.Minute)
	assert.Equal(t, 2, left+second.sink.SpanCount(), "every span leaves once")
	assert.Zero(t, on.entries())
}

func TestAHeldRootSurvivesADamagedEntryOfItsParts(t *testing.T) {
	on := &disk{kept: map[string][]byte{}}
	oneShard := func(config *Config) { config.NumShards = 1 }
	first := restarted(t, on, oneShard)
	first.consume(runID(incident(t, 1, theRetrieval), "x"))
	first.consume(runID(incident(t, 2, theAssembly), "x"))
	first.consume(oneBatch(incident(t, 1, theAssembly), incident(t, 2, theRoot)))
	damaged := maps.Clone(on.kept)
	const theSecond = "shard/0/entries/1"
	require.Contains(t, damaged, theSecond)
	damaged[theSecond] = damaged[theSecond][:len(damaged[theSecond])/2]
	second := restarted(t, &disk{kept: damaged}, oneShard)
	second.pass(6 * time.Minute)
	assert.Equal(t, 4, first.sink.SpanCount()+second.sink.SpanCount(), "every span leaves once")
}

func TestALateHalfIsNoRunOfItsOwnAfterARestart(t *testing.T) {
	on := &disk{kept: map[string][]byte{}}
	first := restarted(t, on, nil)
	first.consume(incident(t, 1, theRetrieval, theCall, theRoot))
	first.pass(3 * time.Second)
	require.Len(t, first.verdicts, 1)
	second := restarted(t, on, nil)
	second.consume(lateHalf(t, 1))
	second.pass(6 * time.Minute)
	assert.Empty(t, second.verdicts)
}

// A call may be on its way while Shutdown passes: what it keeps and decides after that is in the storage too.
func TestTheStorageIsOpenUntilTheLastCallHasEnded(t *testing.T) {
	on := &disk{kept: map[string][]byte{}}
	rig := restarted(t, on, nil)
	rig.shutDownOnTheWay(t)
	rig.consume(incident(t, 1))
	require.Len(t, rig.verdicts, 1)
	assert.Equal(t, 4, rig.sink.SpanCount())
	assert.Zero(t, rig.logs.FilterMessageSnippet("the storage does not take").Len())
	second := restarted(t, on, nil)
	second.consume(incident(t, 1))
	second.pass(3 * time.Second)
	assert.Empty(t, second.verdicts, "judged once")
	assert.Equal(t, 4, second.sink.SpanCount())
}
