// Package countexporter is the end of every pipeline of the bench: it drops what it gets, as the nop
// exporter does, and counts the spans, so that lost ones show. It is in no distribution but the bench's.
package countexporter

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"sync/atomic"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// Config names the file that gets the number of spans, in decimal, at shutdown.
type Config struct {
	File string `mapstructure:"file"`
}

// Validate tells of a missing file name.
func (c *Config) Validate() error {
	if c.File == "" {
		return fmt.Errorf("file: %q: name the file that takes the count", c.File)
	}
	return nil
}

// NewFactory makes the exporter `count`.
func NewFactory() exporter.Factory {
	return exporter.NewFactory(component.MustNewType("count"),
		func() component.Config { return &Config{} },
		exporter.WithTraces(func(_ context.Context, _ exporter.Settings, config component.Config) (exporter.Traces, error) {
			return &countExporter{file: config.(*Config).File}, nil
		}, component.StabilityLevelDevelopment))
}

type countExporter struct {
	file  string
	spans atomic.Int64
}

func (*countExporter) Capabilities() consumer.Capabilities { return consumer.Capabilities{} }

func (*countExporter) Start(context.Context, component.Host) error { return nil }

func (e *countExporter) ConsumeTraces(_ context.Context, traces ptrace.Traces) error {
	e.spans.Add(int64(traces.SpanCount()))
	return nil
}

func (e *countExporter) Shutdown(context.Context) error {
	const ownerOnly = 0o600
	return os.WriteFile(e.file, []byte(strconv.FormatInt(e.spans.Load(), 10)), ownerOnly)
}
