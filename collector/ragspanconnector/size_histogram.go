package ragspanconnector

import (
	"slices"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"

	"github.com/ragspan/ragspan/collector/internal/semconv"
)

// sizeBounds are those of the processor and the SDK.
var sizeBounds = []float64{256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304}

// sizeHistogram is ragspan.context.size of one application, cumulative; told at zero first, as sums are.
type sizeHistogram struct {
	start    time.Time
	buckets  []uint64
	count    uint64
	sum      float64
	min, max float64
	// How many the flush under way speaks of, and the last one that was taken; −1: none yet.
	written, told int64
	exemplars     exemplars
}

func newSizeHistogram(now time.Time) *sizeHistogram {
	return &sizeHistogram{start: now, buckets: make([]uint64, len(sizeBounds)+1), written: untold, told: untold}
}

func (h *sizeHistogram) record(size int64) {
	value := float64(max(size, 0))
	// A bound belongs to the bucket below it.
	at, _ := slices.BinarySearch(sizeBounds, value)
	h.buckets[at]++
	if h.count == 0 || value < h.min {
		h.min = value
	}
	h.max = max(h.max, value)
	h.count++
	h.sum += value
}

func (h *sizeHistogram) writeTo(metrics pmetric.MetricSlice, now time.Time) {
	metric := metrics.AppendEmpty()
	metric.SetName(semconv.MetricContextSize)
	metric.SetUnit("By")
	metric.SetDescription("Size of the context sent by the answering call.")
	histogram := metric.SetEmptyHistogram()
	histogram.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
	point := histogram.DataPoints().AppendEmpty()
	point.SetStartTimestamp(pcommon.NewTimestampFromTime(h.start))
	point.SetTimestamp(pcommon.NewTimestampFromTime(now))
	point.ExplicitBounds().FromRaw(sizeBounds)
	if h.told == untold {
		h.written = 0
		point.BucketCounts().FromRaw(make([]uint64, len(h.buckets)))
		point.SetSum(0)
		return
	}
	h.written = int64(h.count)
	point.BucketCounts().FromRaw(h.buckets)
	point.SetCount(h.count)
	point.SetSum(h.sum)
	if h.count > 0 {
		point.SetMin(h.min)
		point.SetMax(h.max)
	}
	h.exemplars.writeTo(point.Exemplars())
}

func (h *sizeHistogram) accepted() {
	h.told = h.written
}

func (h *sizeHistogram) withholds() bool {
	return int64(h.count) > max(h.told, 0)
}
