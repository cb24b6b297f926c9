package ragspanconnector

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// The Prometheus exporters drop what is delta, and name a sum _total only when it is monotonic; a unit in
// braces is no part of the name.
func TestMetricsAreAsThePrometheusExportersTakeThem(t *testing.T) {
	r := newRig(t, nil)
	traces := oneRun("shop", 1, cutVerdict())
	add(traces, 1, 2).Attributes().PutStr("gen_ai.operation.name", "retrieval")
	r.consume(traces)
	r.counted()
	scope := r.sink.flushes[1].ResourceMetrics().At(0).ScopeMetrics().At(0)
	assert.Equal(t, "ragspan", scope.Scope().Name())
	assert.Equal(t, model.Version, scope.Scope().Version())
	assert.NotEmpty(t, scope.SchemaUrl())
	var names []string
	for _, metric := range scope.Metrics().All() {
		names = append(names, prometheusName(t, metric))
		if metric.Type() == pmetric.MetricTypeHistogram {
			assert.Equal(t, pmetric.AggregationTemporalityCumulative, metric.Histogram().AggregationTemporality())
			continue
		}
		assert.True(t, metric.Sum().IsMonotonic())
		assert.Equal(t, pmetric.AggregationTemporalityCumulative, metric.Sum().AggregationTemporality())
		for _, point := range metric.Sum().DataPoints().All() {
			assert.Equal(t, pmetric.NumberDataPointValueTypeDouble, point.ValueType())
			assert.NotZero(t, point.StartTimestamp())
			assert.LessOrEqual(t, point.StartTimestamp(), point.Timestamp())
		}
	}
	assert.Equal(t, []string{
		"ragspan_verdicts_total", "ragspan_runs_total", "ragspan_chunks_total", "ragspan_audit_findings_total",
		"ragspan_spans_total", "ragspan_context_size_bytes",
	}, names)
}

func prometheusName(t *testing.T, metric pmetric.Metric) string {
	require.Regexp(t, regexp.MustCompile(`^[a-z.]+$`), metric.Name())
	name := strings.ReplaceAll(metric.Name(), ".", "_")
	if metric.Type() == pmetric.MetricTypeHistogram {
		require.Equal(t, "By", metric.Unit())
		return name + "_bytes"
	}
	require.Regexp(t, regexp.MustCompile(`^\{[a-z]+\}$`), metric.Unit())
	return name + "_total"
}

func TestExemplarsLeadToTheTrace(t *testing.T) {
	r := newRig(t, func(config *Config) { config.Exemplars.MaxPerDataPoint = 2 })
	for trace := byte(1); trace <= 3; trace++ {
		r.consume(oneRun("shop", trace, cutVerdict()))
		r.clock.advance(time.Second)
	}
	r.flush()
	assert.Zero(t, exemplarsOf(r.sink.flushes[0]).Len(), "not beside a zero")
	r.flush()
	told := exemplarsOf(r.sink.flushes[1])
	require.Equal(t, 2, told.Len())
	assert.Equal(t, pcommon.TraceID{1, 3}, told.At(1).TraceID(), "the newest last")
	assert.Equal(t, pcommon.SpanID{2, 1}, told.At(1).SpanID())
	assert.Greater(t, told.At(1).Timestamp(), told.At(0).Timestamp())
	r.flush()
	again := exemplarsOf(r.sink.flushes[2])
	require.Equal(t, 1, again.Len(), "a scrape between two runs finds the newest")
	assert.Equal(t, told.At(1).Timestamp(), again.At(0).Timestamp())
}

func TestExemplarsCanBeLeftOut(t *testing.T) {
	r := newRig(t, func(config *Config) { config.Exemplars = Exemplars{} })
	r.consume(oneRun("shop", 1, cutVerdict()))
	r.counted()
	assert.Zero(t, exemplarsOf(r.sink.flushes[1]).Len())
}

// exemplarsOf the series of H2, cut, refund.
func exemplarsOf(metrics pmetric.Metrics) pmetric.ExemplarSlice {
	points := metrics.ResourceMetrics().At(0).ScopeMetrics().At(0).Metrics().At(0).Sum().DataPoints()
	for _, point := range points.All() {
		if _, hasCase := point.Attributes().Get("ragspan.case.id"); hasCase {
			return point.Exemplars()
		}
	}
	return pmetric.NewExemplarSlice()
}
