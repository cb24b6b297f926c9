package ragspanconnector

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/connector"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.uber.org/zap"

	"github.com/ragspan/ragspan/collector/internal/semconv"
	"github.com/ragspan/ragspan/collector/ragspanconnector/internal/metadata"
)

// Reasons of ragspan.connector.skipped.
const (
	skippedRepeated = "repeated"
	skippedRevision = "revision"
	skippedFault    = "fault"
)

// tracesToMetrics is the connector's life: what comes is counted at once, a goroutine flushes.
type tracesToMetrics struct {
	config    *Config
	next      consumer.Metrics
	logger    *zap.Logger
	clock     clock
	telemetry *metadata.TelemetryBuilder

	// Guards what follows.
	mutex     sync.Mutex
	counter   *counter
	flushedAt time.Time

	faultOnce  sync.Once
	stop       context.CancelFunc
	flushing   sync.WaitGroup
	isShutdown bool
}

func newTracesToMetrics(
	settings connector.Settings, config *Config, next consumer.Metrics, clock clock,
) (*tracesToMetrics, error) {
	telemetry, err := metadata.NewTelemetryBuilder(settings.TelemetrySettings)
	if err != nil {
		return nil, err
	}
	made := &tracesToMetrics{config: config, next: next, logger: settings.Logger, clock: clock, telemetry: telemetry}
	made.counter = newCounter(config, made.skipped)
	return made, nil
}

// Capabilities: spans are read only.
func (*tracesToMetrics) Capabilities() consumer.Capabilities {
	return consumer.Capabilities{MutatesData: false}
}

// Start begins to flush.
func (c *tracesToMetrics) Start(context.Context, component.Host) error {
	ctx, stop := context.WithCancel(context.Background())
	c.stop = stop
	c.flushing.Go(func() { c.flushRegularly(ctx) })
	return nil
}

// Shutdown flushes what was counted since the last flush.
func (c *tracesToMetrics) Shutdown(ctx context.Context) error {
	if c.isShutdown {
		return nil
	}
	c.isShutdown = true
	if c.stop != nil {
		c.stop()
		c.flushing.Wait()
	}
	defer c.telemetry.Shutdown()
	if err := c.lastFlush(ctx); err != nil {
		return fmt.Errorf("the last flush, with the counts since the one before, was refused: %w", err)
	}
	return nil
}

// flushRegularly says the first refusal and the end of refusing, not each one between.
func (c *tracesToMetrics) flushRegularly(ctx context.Context) {
	isRefused := false
	for {
		fired, stop := c.clock.after(c.config.MetricsFlushInterval)
		select {
		case <-ctx.Done():
			stop()
			return
		case <-fired:
			err := c.flush(ctx)
			switch {
			case ctx.Err() != nil:
			case err != nil && !isRefused:
				c.logger.Warn("metrics are refused; they are cumulative, and each flush tells them again", zap.Error(err))
			case err == nil && isRefused:
				c.logger.Info("metrics are taken again")
			}
			isRefused = err != nil
		}
	}
}

// ConsumeTraces never fails: a batch that cannot be read is let go, and counted as skipped.
func (c *tracesToMetrics) ConsumeTraces(_ context.Context, traces ptrace.Traces) error {
	defer func() {
		if fault := recover(); fault != nil {
			c.skipped(skippedFault)
			c.faultOnce.Do(func() {
				c.logger.Error("fault while counting; the rest of the batch is not counted, further faults are counted as ragspan.connector.skipped",
					zap.Any("fault", fault), zap.ByteString("stack", debug.Stack()))
			})
		}
	}()
	batch := readTraces(traces, c.config)
	if len(batch) == 0 {
		return nil
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.counter.count(batch, c.clock.now())
	return nil
}

func (c *tracesToMetrics) skipped(reason string) {
	c.telemetry.ConnectorSkipped.Add(context.Background(), 1, metric.WithAttributes(attribute.String(semconv.VerdictReason, reason)))
}
