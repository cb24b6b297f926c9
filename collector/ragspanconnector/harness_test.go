package ragspanconnector

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/connector"
	"go.opentelemetry.io/collector/connector/connectortest"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/ragspanconnector/internal/metadata"
)

// fakeClock stands still until it is told; a flush is due when the test says so.
type fakeClock struct {
	mutex sync.Mutex
	at    time.Time
	fires chan time.Time
}

func (c *fakeClock) now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.at
}

func (c *fakeClock) after(time.Duration) (fired <-chan time.Time, stop func()) {
	return c.fires, func() {}
}

func (c *fakeClock) advance(by time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.at = c.at.Add(by)
}

// sink keeps every flush; it refuses while it is told to.
type sink struct {
	mutex     sync.Mutex
	isRefused bool
	flushes   []pmetric.Metrics
}

func (*sink) Capabilities() consumer.Capabilities { return consumer.Capabilities{} }

func (s *sink) ConsumeMetrics(_ context.Context, metrics pmetric.Metrics) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.isRefused {
		return errors.New("full")
	}
	s.flushes = append(s.flushes, metrics)
	return nil
}

type rig struct {
	t         testing.TB
	clock     *fakeClock
	sink      *sink
	telemetry *componenttest.Telemetry
	c         *tracesToMetrics
}

func newRig(t testing.TB, change func(*Config)) *rig {
	config := createDefaultConfig().(*Config)
	if change != nil {
		change(config)
	}
	require.NoError(t, config.Validate())
	made := &rig{
		t: t, sink: &sink{}, telemetry: componenttest.NewTelemetry(),
		clock: &fakeClock{at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), fires: make(chan time.Time)},
	}
	settings := connectortest.NewNopSettings(metadata.Type)
	settings.TelemetrySettings = made.telemetry.NewTelemetrySettings()
	var err error
	made.c, err = newTracesToMetrics(connector.Settings{
		ID: settings.ID, TelemetrySettings: settings.TelemetrySettings, BuildInfo: settings.BuildInfo,
	}, config, made.sink, made.clock)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, made.telemetry.Shutdown(context.Background())) })
	return made
}

func (r *rig) consume(traces ptrace.Traces) {
	require.NoError(r.t, r.c.ConsumeTraces(context.Background(), traces))
}

// flush gives every point of it, by service, name and attributes: `shop ragspan.chunks ragspan.fate=cut`.
func (r *rig) flush() map[string]float64 {
	r.clock.advance(time.Second)
	require.NoError(r.t, r.c.flush(context.Background()))
	return r.last()
}

func (r *rig) last() map[string]float64 {
	r.sink.mutex.Lock()
	defer r.sink.mutex.Unlock()
	if len(r.sink.flushes) == 0 {
		return nil
	}
	return pointsOf(r.t, r.sink.flushes[len(r.sink.flushes)-1])
}

// counted is what the second of two flushes tells: the first may tell of new series at zero.
func (r *rig) counted() map[string]float64 {
	r.flush()
	return r.flush()
}

func pointsOf(t testing.TB, metrics pmetric.Metrics) map[string]float64 {
	points := map[string]float64{}
	put := func(resource pcommon.Resource, name string, attributes pcommon.Map, value float64) {
		var pairs []string
		for key, one := range attributes.All() {
			pairs = append(pairs, key+"="+one.AsString())
		}
		sort.Strings(pairs)
		service := ""
		if named, isThere := resource.Attributes().Get("service.name"); isThere {
			service = named.AsString()
		}
		key := strings.TrimSpace(fmt.Sprintf("%s %s %s", service, name, strings.Join(pairs, " ")))
		require.NotContains(t, points, key, "one series twice in one flush")
		points[key] = value
	}
	for _, ofResource := range metrics.ResourceMetrics().All() {
		for _, ofScope := range ofResource.ScopeMetrics().All() {
			for _, metric := range ofScope.Metrics().All() {
				if metric.Type() == pmetric.MetricTypeHistogram {
					point := metric.Histogram().DataPoints().At(0)
					put(ofResource.Resource(), metric.Name()+".sum", point.Attributes(), point.Sum())
					put(ofResource.Resource(), metric.Name()+".count", point.Attributes(), float64(point.Count()))
					continue
				}
				for _, point := range metric.Sum().DataPoints().All() {
					put(ofResource.Resource(), metric.Name(), point.Attributes(), point.DoubleValue())
				}
			}
		}
	}
	return points
}

// notZero leaves out the series that stand at zero.
func notZero(points map[string]float64) map[string]float64 {
	kept := map[string]float64{}
	for key, value := range points {
		if value != 0 {
			kept[key] = value
		}
	}
	return kept
}

func total(points map[string]float64, prefix string) float64 {
	sum := 0.0
	for key, value := range points {
		if strings.HasPrefix(key, prefix) {
			sum += value
		}
	}
	return sum
}

// newTraces of one service; add puts a span to them.
func newTraces(service string) ptrace.Traces {
	traces := ptrace.NewTraces()
	ofResource := traces.ResourceSpans().AppendEmpty()
	ofResource.Resource().Attributes().PutStr("service.name", service)
	ofResource.Resource().Attributes().PutStr("host.name", "pod-1")
	ofResource.ScopeSpans().AppendEmpty()
	return traces
}

func add(to ptrace.Traces, trace, id byte) ptrace.Span {
	span := to.ResourceSpans().At(0).ScopeSpans().At(0).Spans().AppendEmpty()
	span.SetTraceID(pcommon.TraceID{1, trace})
	span.SetSpanID(pcommon.SpanID{2, id})
	return span
}

func cutVerdict() *model.RunVerdict {
	return &model.RunVerdict{
		Verdict: model.VerdictH2, Reason: model.ReasonCut, Boundary: model.BoundaryAssembly, Case: "refund", Loss: model.LossCut,
		Outcome: model.OutcomeAnswered, Explanation: "cut",
		Chunks: &model.ChunkCounts{Retrieved: 5, Distinct: 5, ByFate: map[model.Fate]int64{model.FateSent: 2, model.FateCut: 3}},
		Audit:  model.Audit{model.FindingUnknownURL: 1},
	}
}

var bothCarriers = emit.Carriers{Attributes: true, SpanEvent: true}

func attach(span ptrace.Span, verdict *model.RunVerdict) {
	emit.Attach(span, verdict, emit.Facts{Origin: emit.OriginCollector}, bothCarriers, 1)
}

func oneRun(service string, trace byte, verdict *model.RunVerdict) ptrace.Traces {
	traces := newTraces(service)
	attach(add(traces, trace, 1), verdict)
	return traces
}
