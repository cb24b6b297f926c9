package ragspanconnector

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/confmap/confmaptest"
)

func loaded(t *testing.T, name string) *Config {
	file, err := confmaptest.LoadConf(filepath.Join("testdata", "config.yaml"))
	require.NoError(t, err)
	section, err := file.Sub(name)
	require.NoError(t, err)
	config := createDefaultConfig().(*Config)
	require.NoError(t, section.Unmarshal(config))
	return config
}

func TestDefaultsAreValid(t *testing.T) {
	config := loaded(t, "ragspan")
	assert.Equal(t, createDefaultConfig(), config)
	require.NoError(t, config.Validate())
}

func TestEveryOptionIsRead(t *testing.T) {
	config := loaded(t, "ragspan/all")
	require.NoError(t, config.Validate())
	assert.Equal(t, &Config{
		MetricsFlushInterval: 30 * time.Second,
		MetricAttributes:     []string{"gen_ai.request.model", "ragspan.traffic"},
		ResourceAttributes:   []string{"service.name", "k8s.namespace.name"},
		MaxServices:          50, MaxSeriesPerService: 500, SeriesExpiration: time.Hour,
		Exemplars: Exemplars{Enabled: true, MaxPerDataPoint: 2}, CountedCacheSize: 10_000,
	}, config)
}

func TestEveryWrongOptionIsNamedAtOnce(t *testing.T) {
	said := loaded(t, "ragspan/wrong").Validate().Error()
	for _, problem := range []string{
		"metrics_flush_interval: 0s", `metric_attributes[0]: "user.id"`, `metric_attributes[2]: "ragspan.traffic" stands there twice`,
		`resource_attributes[0]: ""`, `resource_attributes[2]: "service.name" stands there twice`, "max_services: 0",
		"max_series_per_service: -1", "series_expiration: -1s", "exemplars::max_per_data_point: 0", "counted_cache_size: -5",
	} {
		assert.Contains(t, said, problem)
	}
	assert.Len(t, strings.Split(said, "\n"), 10)
}

func TestSeriesMustOutliveAFlush(t *testing.T) {
	config := createDefaultConfig().(*Config)
	config.SeriesExpiration = time.Second
	require.ErrorContains(t, config.Validate(), "series_expiration: 1s is shorter than metrics_flush_interval (15s)")
}
