package ragspanprocessor

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBlockOnOverflowWaitsForRoomOrTheContext(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, func(config *Config) {
		config.BlockOnOverflow, config.NumTraces, config.NumShards = true, 2, 1
	}))
	rig.consume(incident(t, 1, theRetrieval))
	rig.consume(incident(t, 2, theRetrieval))
	rig.consume(incident(t, 1, theCall))
	assert.Equal(t, 3, rig.sink.SpanCount(), "a trace that is held already has its place")

	ended, end := context.WithCancel(t.Context())
	end()
	require.ErrorIs(t, rig.p.ConsumeTraces(ended, incident(t, 3, theRetrieval)), context.Canceled)
	assert.Equal(t, 3, rig.sink.SpanCount(), "refused, it has not been sent either: the sender may send again")

	done := make(chan error)
	third := incident(t, 3, theRetrieval)
	go func() { done <- rig.p.ConsumeTraces(context.Background(), third) }()
	select {
	case <-done:
		t.Fatal("there is no room")
	case <-time.After(0):
	}
	rig.pass(6 * time.Minute)
	require.NoError(t, <-done)
	assert.Equal(t, 4, rig.sink.SpanCount())
	assert.Len(t, rig.verdicts, 2)
	assert.Zero(t, rig.count("ragspan.dropped", "ragspan.reason", "evicted"))
}
