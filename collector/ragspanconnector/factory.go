package ragspanconnector

import (
	"context"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/connector"
	"go.opentelemetry.io/collector/consumer"

	"github.com/ragspan/ragspan/collector/ragspanconnector/internal/metadata"
)

// NewFactory makes the connector `ragspan`.
func NewFactory() connector.Factory {
	return connector.NewFactory(
		metadata.Type,
		createDefaultConfig,
		connector.WithTracesToMetrics(createTracesToMetrics, metadata.TracesToMetricsStability),
	)
}

func createTracesToMetrics(
	_ context.Context, settings connector.Settings, config component.Config, next consumer.Metrics,
) (connector.Traces, error) {
	return newTracesToMetrics(settings, config.(*Config), next, systemClock{})
}
