package ragspanprocessor

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/processor/processortest"

	"github.com/ragspan/ragspan/collector/ragspanprocessor/internal/metadata"
)

func TestNothingIsMadeAfterShutdown(t *testing.T) {
	processortest.VerifyShutdown(t, NewFactory(), createDefaultConfig())
}

func TestShutdownUnderLoadLosesNoSpan(t *testing.T) {
	t.Run("in memory", func(t *testing.T) { shutDownUnderLoad(t, componenttest.NewNopHost(), nil) })
	t.Run("with storage", func(t *testing.T) {
		on := &disk{kept: map[string][]byte{}}
		shutDownUnderLoad(t, hostWith{componenttest.NewNopHost(), map[component.ID]component.Component{diskID: on}}, &diskID)
	})
}

func shutDownUnderLoad(t *testing.T, host component.Host, storage *component.ID) {
	t.Helper()
	sink := &consumertest.TracesSink{}
	config := createDefaultConfig().(*Config)
	config.NumShards, config.Storage = 3, storage
	made, err := NewFactory().CreateTraces(t.Context(), processortest.NewNopSettings(metadata.Type), config, sink)
	require.NoError(t, err)
	require.NoError(t, made.Start(t.Context(), host))
	var sent atomic.Int64
	var senders, halfway sync.WaitGroup
	for sender := range 4 {
		halfway.Add(1)
		senders.Go(func() {
			for batch := range 20 {
				traces := ragBatch(sender*100+batch, 0, 8)
				spans := traces.SpanCount()
				if assert.NoError(t, made.ConsumeTraces(context.Background(), traces)) {
					sent.Add(int64(spans))
				}
				if batch == 10 {
					halfway.Done()
				}
			}
		})
	}
	halfway.Wait()
	require.NoError(t, made.Shutdown(t.Context()))
	senders.Wait()
	require.NoError(t, made.Shutdown(t.Context()))
	assert.Equal(t, int(sent.Load()), sink.SpanCount())
}

func TestShutdownEndsWhileTheNextConsumerRefuses(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	assert.Equal(t, 10*time.Second, rig.p.longestShutdown)
	rig.p.longestShutdown = time.Millisecond
	rig.consume(incident(t, 1))
	rig.next.refuse(errors.New("sending queue is full"))
	// The context of the Collector never ends.
	require.ErrorContains(t, rig.p.Shutdown(context.Background()), "1 spans could not be handed on")
	assert.NotZero(t, rig.count("ragspan.dropped", "ragspan.reason", "refused"))
}
