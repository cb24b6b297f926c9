package ragspanprocessor

import (
	"context"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/processor/processortest"

	"github.com/ragspan/ragspan/collector/ragspanprocessor/internal/metadata"
)

// BenchmarkPendingRun tells what a run takes while it waits for its root: retrieval, assembly and model
// call have ended, hashes alone, the root has not come.
func BenchmarkPendingRun(b *testing.B) {
	const batches = 200
	for b.Loop() {
		config := createDefaultConfig().(*Config)
		config.MaxBufferedBytes *= 4
		p, err := newTracesProcessor(processortest.NewNopSettings(metadata.Type), config, droppingConsumer{}, newFakeClock())
		require.NoError(b, err)
		require.NoError(b, p.prepare(b.Context(), componenttest.NewNopHost()))
		before := heapBytes()
		for batch := range batches {
			require.NoError(b, p.ConsumeTraces(context.Background(), ragBatch(batch, 0, 6)))
		}
		held := heapBytes() - before
		b.ReportMetric(float64(held)/(batches*tracesOfBatch), "B/run")
		require.Equal(b, int64(batches*tracesOfBatch), p.openTraces())
		require.NoError(b, p.Shutdown(context.Background()))
	}
}

func heapBytes() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
