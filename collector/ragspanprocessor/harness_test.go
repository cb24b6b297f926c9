package ragspanprocessor

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor/processortest"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/ragspanprocessor/internal/metadata"
)

// fakeClock stands still until it is told.
type fakeClock struct {
	mutex sync.Mutex
	at    time.Time
}

func newFakeClock() *fakeClock {
	return &fakeClock{at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
}

func (c *fakeClock) now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.at
}

func (c *fakeClock) after(time.Duration) (fired <-chan time.Time, stop func()) {
	return nil, func() {}
}

func (c *fakeClock) advance(by time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.at = c.at.Add(by)
}

// rig is a processor without its goroutines: what is due is decided when the test says so.
type rig struct {
	t         testing.TB
	clock     *fakeClock
	p         *tracesProcessor
	sink      *consumertest.TracesSink
	next      *switchedConsumer
	logs      *observer.ObservedLogs
	telemetry *componenttest.Telemetry
	verdicts  []*model.RunVerdict
}

// switchedConsumer refuses with an error while there is one.
type switchedConsumer struct {
	*consumertest.TracesSink
	mutex sync.Mutex
	err   error
	calls int
}

func (c *switchedConsumer) ConsumeTraces(ctx context.Context, traces ptrace.Traces) error {
	c.mutex.Lock()
	err := c.err
	c.calls++
	c.mutex.Unlock()
	if err != nil {
		return err
	}
	kept := ptrace.NewTraces()
	traces.CopyTo(kept)
	return c.TracesSink.ConsumeTraces(ctx, kept)
}

func (c *switchedConsumer) refuse(err error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.err = err
}

func newRig(t testing.TB, change func(*Config)) *rig {
	t.Helper()
	return newRigOn(t, componenttest.NewNopHost(), change)
}

func newRigOn(t testing.TB, host component.Host, change func(*Config)) *rig {
	t.Helper()
	config := createDefaultConfig().(*Config)
	config.NumShards = 2
	if change != nil {
		change(config)
	}
	require.NoError(t, config.Validate())
	made := &rig{t: t, clock: newFakeClock(), sink: &consumertest.TracesSink{}, telemetry: componenttest.NewTelemetry()}
	made.next = &switchedConsumer{TracesSink: made.sink}
	core, logs := observer.New(zap.InfoLevel)
	made.logs = logs
	settings := processortest.NewNopSettings(metadata.Type)
	settings.TelemetrySettings = made.telemetry.NewTelemetrySettings()
	settings.Logger = zap.New(core)
	p, err := newTracesProcessor(settings, config, made.next, made.clock)
	require.NoError(t, err)
	p.onVerdict = func(verdict *model.RunVerdict) { made.verdicts = append(made.verdicts, verdict) }
	made.p = p
	require.NoError(t, p.prepare(t.Context(), host))
	t.Cleanup(func() {
		_ = p.Shutdown(context.Background())
		_ = made.telemetry.Shutdown(context.Background())
	})
	return made
}

func (r *rig) consume(traces ptrace.Traces) {
	r.t.Helper()
	require.NoError(r.t, r.p.ConsumeTraces(context.Background(), traces))
}

// consumeLogs hands log records to the logs pipeline of the same configuration.
func (r *rig) consumeLogs(logs plog.Logs) {
	r.t.Helper()
	sink := &consumertest.LogsSink{}
	pipeline := newLogsProcessor(processortest.NewNopSettings(metadata.Type), r.p.config, sink, r.clock)
	require.NoError(r.t, pipeline.ConsumeLogs(context.Background(), logs))
	require.Equal(r.t, logs.LogRecordCount(), sink.LogRecordCount())
	r.t.Cleanup(func() { _ = pipeline.Shutdown(context.Background()) })
}

// pass lets time go by and decides what is due then.
func (r *rig) pass(by time.Duration) {
	r.clock.advance(by)
	for _, one := range r.p.shards {
		one.decideDue(context.Background())
	}
}
