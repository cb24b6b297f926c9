package ragspanprocessor

import (
	"context"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/processor"

	"github.com/ragspan/ragspan/collector/ragspanprocessor/internal/metadata"
)

// NewFactory makes the processor `ragspan`.
func NewFactory() processor.Factory {
	return processor.NewFactory(
		metadata.Type,
		createDefaultConfig,
		processor.WithTraces(createTracesProcessor, metadata.TracesStability),
		processor.WithLogs(createLogsProcessor, metadata.LogsStability),
	)
}

func createTracesProcessor(
	_ context.Context, settings processor.Settings, config component.Config, next consumer.Traces,
) (processor.Traces, error) {
	return newTracesProcessor(settings, config.(*Config), next, systemClock{})
}

func createLogsProcessor(
	_ context.Context, settings processor.Settings, config component.Config, next consumer.Logs,
) (processor.Logs, error) {
	return newLogsProcessor(settings, config.(*Config), next, systemClock{}), nil
}
