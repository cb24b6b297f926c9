package ragspanconnector

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"go.opentelemetry.io/collector/component"

	"github.com/ragspan/ragspan/collector/internal/semconv"
)

// Exemplars says which trace ids stand beside the counts.
type Exemplars struct {
	Enabled bool `mapstructure:"enabled"`
	// MaxPerDataPoint bounds those of one flush; the newest one is told again until another follows.
	MaxPerDataPoint int `mapstructure:"max_per_data_point"`
}

// Config of the connector. Names and defaults stand in README.md.
type Config struct {
	// MetricsFlushInterval is the time between two flushes.
	MetricsFlushInterval time.Duration `mapstructure:"metrics_flush_interval"`
	// MetricAttributes are added to the metrics of runs; each is capped at 50 values a service.
	MetricAttributes []string `mapstructure:"metric_attributes"`
	// ResourceAttributes of the application are kept on its metrics, and tell applications apart.
	ResourceAttributes []string `mapstructure:"resource_attributes"`
	// MaxServices bounds the applications; further ones are counted together, as overflow.
	MaxServices int `mapstructure:"max_services"`
	// MaxSeriesPerService bounds the series of each metric of one application: beyond it case ids and
	// opted-in attributes are overflow, the verdicts stay exact.
	MaxSeriesPerService int `mapstructure:"max_series_per_service"`
	// SeriesExpiration forgets an application of which nothing came for so long; 0: never.
	SeriesExpiration time.Duration `mapstructure:"series_expiration"`
	Exemplars        Exemplars     `mapstructure:"exemplars"`
	// CountedCacheSize is how many runs, and how many spans, are remembered as counted; 0: none, and a
	// batch that comes twice is counted twice.
	CountedCacheSize int `mapstructure:"counted_cache_size"`
}

const (
	defaultFlushInterval       = 15 * time.Second
	defaultMaxServices         = 1000
	defaultMaxSeriesPerService = 2000
	defaultMaxExemplars        = 5
	defaultCountedCacheSize    = 100_000

	serviceName = "service.name"
)

func createDefaultConfig() component.Config {
	return &Config{
		MetricsFlushInterval: defaultFlushInterval,
		ResourceAttributes:   []string{serviceName, "service.namespace", "deployment.environment.name"},
		MaxServices:          defaultMaxServices,
		MaxSeriesPerService:  defaultMaxSeriesPerService,
		Exemplars:            Exemplars{Enabled: true, MaxPerDataPoint: defaultMaxExemplars},
		CountedCacheSize:     defaultCountedCacheSize,
	}
}

// metricAttributeNames may be added to the metrics of runs (spec §10).
var metricAttributeNames = []string{
	semconv.GenAIRequestModel, semconv.RagspanAssemblyTemplateVersion, semconv.GenAIDataSourceID, semconv.RagspanTraffic,
}

// Validate gives all problems at once, each with its key and value.
func (c *Config) Validate() error {
	check := &checks{}
	if c.MetricsFlushInterval <= 0 {
		check.add("metrics_flush_interval: %s: give a time above zero, as 15s", c.MetricsFlushInterval)
	}
	for at, name := range c.MetricAttributes {
		if !slices.Contains(metricAttributeNames, name) {
			check.add("metric_attributes[%d]: %q is none of %q", at, name, metricAttributeNames)
		}
	}
	for at, name := range c.ResourceAttributes {
		if name == "" {
			check.add("resource_attributes[%d]: %q: name an attribute of the resource", at, name)
		}
	}
	check.noRepeats("metric_attributes", c.MetricAttributes)
	check.noRepeats("resource_attributes", c.ResourceAttributes)
	check.atLeast("max_services", c.MaxServices, 1)
	check.atLeast("max_series_per_service", c.MaxSeriesPerService, 1)
	check.atLeast("counted_cache_size", c.CountedCacheSize, 0)
	if c.Exemplars.Enabled {
		check.atLeast("exemplars::max_per_data_point", c.Exemplars.MaxPerDataPoint, 1)
	}
	switch {
	case c.SeriesExpiration < 0:
		check.add("series_expiration: %s is less than 0s (0s: never)", c.SeriesExpiration)
	case c.SeriesExpiration > 0 && c.SeriesExpiration < c.MetricsFlushInterval:
		check.add("series_expiration: %s is shorter than metrics_flush_interval (%s): series would be forgotten between two flushes",
			c.SeriesExpiration, c.MetricsFlushInterval)
	}
	return errors.Join(check.problems...)
}

type checks struct{ problems []error }

func (c *checks) add(format string, values ...any) {
	c.problems = append(c.problems, fmt.Errorf(format, values...))
}

func (c *checks) atLeast(key string, value, least int) {
	if value < least {
		c.add("%s: %d is less than %d", key, value, least)
	}
}

func (c *checks) noRepeats(key string, values []string) {
	for at, value := range values {
		if slices.Index(values, value) < at {
			c.add("%s[%d]: %q stands there twice", key, at, value)
		}
	}
}
