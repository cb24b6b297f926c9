package ragspanprocessor

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.uber.org/zap/zaptest/observer"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// faultingConsumer panics while it is told to.
type faultingConsumer struct {
	consumer.Traces
	isFaulting bool
}

func (c *faultingConsumer) ConsumeTraces(ctx context.Context, traces ptrace.Traces) error {
	if c.isFaulting {
		panic("broken downstream")
	}
	return c.Traces.ConsumeTraces(ctx, traces)
}

func faults(r *rig) int {
	return r.logs.Filter(func(entry observer.LoggedEntry) bool { return strings.HasPrefix(entry.Message, "fault") }).Len()
}

func TestANextConsumerThatPanicsOnReleaseStopsNoShard(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	faulting := &faultingConsumer{Traces: rig.next}
	rig.p.next = faulting
	for number := uint64(1); number <= 3; number++ {
		rig.consume(incident(t, number))
		faulting.isFaulting = true
		rig.pass(3 * time.Second)
		faulting.isFaulting = false
	}
	assert.InDelta(t, 3, rig.count("ragspan.dropped", "ragspan.reason", "refused"), 0, "spans")
	assert.InDelta(t, 3, rig.count("ragspan.dropped", "ragspan.reason", "fault"), 0)
	assert.Equal(t, 1, faults(rig), "logged once a kind")
	rig.consume(incident(t, 4))
	rig.pass(3 * time.Second)
	assert.Equal(t, 13, rig.sink.SpanCount())
	assert.Len(t, rig.verdicts, 4)
}

// onVerdict stands for any fault in what is ours.
func TestAFaultOfOursForwardsWhatIsHeld(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	rig.p.onVerdict = func(*model.RunVerdict) { panic("ours") }
	for number := uint64(1); number <= 3; number++ {
		rig.consume(incident(t, number))
	}
	rig.pass(3 * time.Second)
	require.Equal(t, 12, rig.sink.SpanCount())
	assert.Equal(t, 1, faults(rig), "logged once a kind")
	assert.InDelta(t, 3, rig.count("ragspan.dropped", "ragspan.reason", "fault"), 0)
}

func TestANextConsumerThatPanicsLeavesTheBatchWhole(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	faulting := &faultingConsumer{Traces: rig.next, isFaulting: true}
	rig.p.next = faulting
	traces := incident(t, 1)
	assert.Panics(t, func() { _ = rig.p.ConsumeTraces(context.Background(), traces) })
	assert.Equal(t, 4, traces.SpanCount(), "the sender may send all of it again")
	faulting.isFaulting = false
	rig.consume(incident(t, 1))
	rig.pass(3 * time.Second)
	assert.Equal(t, 4, rig.sink.SpanCount())
	rig.only(model.VerdictH2, model.ReasonCut)
}

func TestAFaultOfTheStorageStopsNoShard(t *testing.T) {
	on := &disk{kept: map[string][]byte{}}
	rig := restarted(t, on, func(config *Config) { config.NumShards = 1 })
	rig.consume(incident(t, 1))
	kept := on.kept
	// A write to it panics.
	on.kept = nil
	rig.pass(3 * time.Second)
	on.kept = kept
	rig.only(model.VerdictH2, model.ReasonCut)
	assert.Equal(t, 4, rig.sink.SpanCount())
	assert.NotZero(t, faults(rig))
	rig.consume(incident(t, 2))
	rig.pass(3 * time.Second)
	assert.Len(t, rig.verdicts, 2)
}
