package ragspanconnector

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"

	"github.com/ragspan/ragspan/collector/internal/metricvalues"
	"github.com/ragspan/ragspan/collector/internal/model"
)

func TestEverySeriesIsToldAtZeroBeforeItGrows(t *testing.T) {
	r := newRig(t, nil)
	r.consume(oneRun("shop", 1, cutVerdict()))
	first := r.flush()
	assert.Empty(t, notZero(first))
	assert.Contains(t, first, cutSeries)
	for _, verdict := range metricvalues.VerdictNames {
		for _, reason := range metricvalues.ReasonsOf(verdict) {
			assert.Contains(t, first, "shop ragspan.verdicts ragspan.origin=collector ragspan.reason="+string(reason)+
				" ragspan.verdict="+string(verdict))
		}
	}
	assert.Contains(t, first, "shop ragspan.runs ragspan.loss=engine ragspan.origin=collector ragspan.outcome=abstained")
	assert.Contains(t, first, "shop ragspan.context.size.count")
	assert.Equal(t, 1.0, r.flush()[cutSeries])
}

func TestASeriesThatBeginsLaterIsToldAtZeroToo(t *testing.T) {
	r := newRig(t, nil)
	r.consume(oneRun("shop", 1, &model.RunVerdict{Verdict: model.VerdictHold}))
	r.counted()
	r.consume(oneRun("shop", 2, cutVerdict()))
	zero, isThere := r.flush()[cutSeries]
	assert.True(t, isThere)
	assert.Zero(t, zero)
	assert.Equal(t, 1.0, r.flush()[cutSeries])
}

func TestWhatIsRefusedIsToldByTheNextFlush(t *testing.T) {
	r := newRig(t, nil)
	r.consume(oneRun("shop", 1, cutVerdict()))
	r.sink.isRefused = true
	require.Error(t, r.c.flush(context.Background()))
	r.sink.isRefused = false
	assert.Empty(t, notZero(r.flush()), "the zero was refused: it is told again")
	assert.Equal(t, 1.0, r.flush()[cutSeries])
}

func TestShutdownTellsTheRest(t *testing.T) {
	r := newRig(t, nil)
	require.NoError(t, r.c.Start(context.Background(), componenttest.NewNopHost()))
	r.consume(oneRun("shop", 1, cutVerdict()))
	require.NoError(t, r.c.Shutdown(context.Background()))
	require.NoError(t, r.c.Shutdown(context.Background()), "twice is once")
	require.Len(t, r.sink.flushes, 2, "at zero, then what was counted")
	assert.Equal(t, 1.0, r.last()[cutSeries])
	first, second := firstPoint(r.sink.flushes[0]), firstPoint(r.sink.flushes[1])
	assert.Less(t, first.Timestamp(), second.Timestamp(), "the clock stood still")
	assert.Equal(t, first.StartTimestamp(), second.StartTimestamp())
}

func TestShutdownSaysThatTheLastFlushWasRefused(t *testing.T) {
	r := newRig(t, nil)
	r.consume(oneRun("shop", 1, cutVerdict()))
	r.sink.isRefused = true
	require.ErrorContains(t, r.c.Shutdown(context.Background()), "last flush")
}

func TestFlushesWhenTheIntervalIsOver(t *testing.T) {
	r := newRig(t, nil)
	require.NoError(t, r.c.Start(context.Background(), componenttest.NewNopHost()))
	r.consume(oneRun("shop", 1, cutVerdict()))
	for range 3 {
		// Each is taken when the flush before has ended.
		r.clock.fires <- r.clock.now()
	}
	require.GreaterOrEqual(t, len(r.flushes()), 2)
	assert.Equal(t, 1.0, pointsOf(t, r.flushes()[1])[cutSeries])
	require.NoError(t, r.c.Shutdown(context.Background()))
}

func (r *rig) flushes() []pmetric.Metrics {
	r.sink.mutex.Lock()
	defer r.sink.mutex.Unlock()
	return r.sink.flushes
}

func TestSeriesOfAServiceThatIsGoneExpire(t *testing.T) {
	r := newRig(t, func(config *Config) { config.SeriesExpiration = time.Hour })
	r.consume(oneRun("gone", 1, cutVerdict()))
	r.counted()
	r.clock.advance(30 * time.Minute)
	r.consume(oneRun("shop", 2, cutVerdict()))
	r.counted()
	r.clock.advance(45 * time.Minute)
	r.flush()
	assert.Zero(t, total(r.flush(), "gone"))
	assert.Equal(t, 1.0, r.last()[cutSeries])
	begun := r.clock.now()
	r.consume(oneRun("gone", 3, cutVerdict()))
	assert.Equal(t, 1.0, total(r.counted(), "gone ragspan.verdicts"), "it begins anew")
	last := r.sink.flushes[len(r.sink.flushes)-1].ResourceMetrics()
	point := last.At(last.Len() - 1).ScopeMetrics().At(0).Metrics().At(0).Sum().DataPoints().At(0)
	assert.Equal(t, pcommon.NewTimestampFromTime(begun), point.StartTimestamp())
}

func TestWhatWasCountedIsToldBeforeItExpires(t *testing.T) {
	r := newRig(t, func(config *Config) { config.SeriesExpiration = time.Hour })
	r.consume(oneRun("shop", 1, cutVerdict()))
	r.clock.advance(2 * time.Hour)
	assert.Empty(t, notZero(r.flush()))
	assert.Equal(t, 1.0, r.flush()[cutSeries])
	require.NoError(t, r.c.flush(context.Background()))
	assert.Len(t, r.sink.flushes, 2, "then it is gone")
}

func TestWithoutExpirationSeriesStay(t *testing.T) {
	r := newRig(t, nil)
	r.consume(oneRun("shop", 1, cutVerdict()))
	r.counted()
	r.clock.advance(1000 * time.Hour)
	r.flush()
	assert.Equal(t, 1.0, r.flush()[cutSeries])
}

func firstPoint(metrics pmetric.Metrics) pmetric.NumberDataPoint {
	return metrics.ResourceMetrics().At(0).ScopeMetrics().At(0).Metrics().At(0).Sum().DataPoints().At(0)
}
