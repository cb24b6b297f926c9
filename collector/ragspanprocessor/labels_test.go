package ragspanprocessor

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/ragspan/ragspan/collector/internal/metricvalues"
	"github.com/ragspan/ragspan/collector/internal/model"
)

// points of a metric, new series included.
func (r *rig) points(name string) []metricdata.DataPoint[float64] {
	r.t.Helper()
	_, _ = r.telemetry.GetMetric(name)
	metric, err := r.telemetry.GetMetric(name)
	require.NoError(r.t, err)
	return metric.Data.(metricdata.Sum[float64]).DataPoints
}

// sums of a metric by the values of one attribute; "" is none.
func (r *rig) sums(name string, by attribute.Key) map[string]float64 {
	sums := map[string]float64{}
	for _, point := range r.points(name) {
		value, _ := point.Attributes.Value(by)
		sums[value.Emit()] += point.Value
	}
	return sums
}

func ofService(traces ptrace.Traces, name string) ptrace.Traces {
	for _, ofResource := range traces.ResourceSpans().All() {
		ofResource.Resource().Attributes().PutStr("service.name", name)
	}
	return traces
}

func TestWordsOfClientsMakeNoNewSeries(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	for number := range uint64(50) {
		traces := withSDKVerdict(incident(t, number+1), model.VerdictHold, model.Reason(fmt.Sprint("made up ", number)))
		rig.consume(ofService(traces, strings.Repeat("\xff", 1<<10)+strings.Repeat("x", 1<<16)))
	}
	rig.pass(3 * time.Second)
	assert.LessOrEqual(t, len(rig.points("ragspan.verdicts")), closedSeries)
	assert.Equal(t, 50.0, rig.sums("ragspan.verdicts", "ragspan.reason")[metricvalues.Overflow])
	for service := range rig.sums("ragspan.verdicts", attributeService) {
		assert.LessOrEqual(t, len(service), 256)
		assert.True(t, utf8.ValidString(service))
	}
}

// Beyond its limit the SDK that reads our metrics takes all labels off a series, the verdict too.
func TestNoSeriesPassesTheLimitOfTheSDK(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	for number := range uint64(200) {
		rig.consume(ofService(incident(t, number+1), fmt.Sprint("service ", number)))
	}
	rig.pass(3 * time.Second)
	for _, name := range []string{"ragspan.verdicts", "ragspan.runs", "ragspan.chunks", "ragspan.spans"} {
		for _, point := range rig.points(name) {
			_, isOverflowing := point.Attributes.Value("otel.metric.overflow")
			assert.False(t, isOverflowing, name)
		}
	}
	assert.Equal(t, 200.0, rig.sums("ragspan.verdicts", "ragspan.verdict")["H2"])
	services := rig.sums("ragspan.verdicts", attributeService)
	most, _ := shareOut(seriesLimit())
	assert.Len(t, services, most+1)
	assert.Equal(t, float64(200-most), services[metricvalues.Overflow])
}

func TestWithoutRoomForCasesAndOptedInValuesTheVerdictsStayExact(t *testing.T) {
	rig := newRig(t, nil)
	services, optional := shareOut(seriesLimit())
	for service := range services + 5 {
		for number := range 60 {
			rig.p.counts.run(&countedRun{
				service: fmt.Sprint(service), verdict: model.VerdictH2, reason: model.H2Reasons[number%len(model.H2Reasons)], weight: 1,
				caseID: fmt.Sprint("case ", number), extra: map[string]string{"gen_ai.request.model": fmt.Sprint(number % 40)},
				loss: model.Losses[number%len(model.Losses)], outcome: metricvalues.Outcomes[number%3],
			})
		}
	}
	for _, name := range []string{"ragspan.verdicts", "ragspan.runs"} {
		sums := rig.sums(name, "otel.metric.overflow")
		assert.Equal(t, map[string]float64{"": float64(60 * (services + 5))}, sums, name)
		withOptional := 0
		for _, point := range rig.points(name) {
			if point.Attributes.HasValue("gen_ai.request.model") {
				withOptional++
			}
		}
		assert.Greater(t, withOptional, optional/2, name)
		assert.LessOrEqual(t, withOptional, optional, name)
		assert.NotZero(t, rig.sums(name, "gen_ai.request.model")[metricvalues.Overflow], name)
	}
	assert.Equal(t, 60.0, rig.sums("ragspan.verdicts", attributeService)["0"])
}

func TestTheLimitIsReadAsTheSDKReadsIt(t *testing.T) {
	for value, limit := range map[string]int{"": 2000, " 500 ": 500, "many": 2000, "0": mostSeries, "-1": mostSeries, "9999999": mostSeries} {
		t.Setenv("OTEL_GO_X_CARDINALITY_LIMIT", value)
		assert.Equal(t, limit, seriesLimit(), value)
	}
	for _, limit := range []int{1000, 2000, 50_000, mostSeries} {
		services, optional := shareOut(limit)
		assert.Less(t, (services+1)*closedSeries+optional, limit, "the SDK keeps one series for itself")
	}
	services, _ := shareOut(mostSeries)
	assert.Equal(t, mostServices, services)
	services, _ = shareOut(1)
	assert.Equal(t, 1, services)
}

func TestTheClosedSeriesOfAServiceAreCounted(t *testing.T) {
	ofVerdicts := 0
	for _, verdict := range metricvalues.VerdictNames {
		ofVerdicts += len(metricvalues.ReasonsOf(verdict)) + 2
	}
	assert.LessOrEqual(t, ofVerdicts, closedSeries)
	assert.LessOrEqual(t, (len(model.Losses)+2)*(len(metricvalues.Outcomes)+2), closedSeries)
}

func TestACountThatWasMadeUpIsNotAdded(t *testing.T) {
	rig := newRig(t, nil)
	rig.p.counts.run(&countedRun{
		verdict: model.VerdictHold, weight: 1,
		fates: map[model.Fate]int64{model.FateSent: 3, model.FateCut: 1 << 62}, audit: map[model.Finding]int64{model.FindingNotSent: -1},
	})
	assert.Equal(t, 3.0, rig.count("ragspan.chunks"))
	assert.Zero(t, rig.count("ragspan.audit.findings"))
}
