package ragspanprocessor

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/confmap/confmaptest"
)

func TestEveryOptionIsRead(t *testing.T) {
	all, err := confmaptest.LoadConf(filepath.Join("testdata", "config.yaml"))
	require.NoError(t, err)
	whole, err := all.Sub("ragspan/whole")
	require.NoError(t, err)
	config := createDefaultConfig().(*Config)
	require.NoError(t, whole.Unmarshal(config))
	require.NoError(t, config.Validate())
	disk := component.MustNewIDWithName("file_storage", "ragspan")
	assert.Equal(t, &Config{
		Cases: "/etc/ragspan.cases.yaml", Attach: AttachTrace, Emit: []string{"attributes", "log_event"},
		DecisionWait: time.Minute, DecisionWaitAfterRootReceived: time.Second, NumTraces: 1000, MaxBufferedBytes: 1_000_000,
		MaximumTraceSizeBytes: 100_000, BlockOnOverflow: true, NumShards: 4,
		DecisionCache: DecisionCache{Size: 10_000, TTL: time.Hour}, OnLate: OnLateIgnore, OnExisting: OnExistingVerify,
		Content: ContentDigest, ValueLengthLimit: 4096, Storage: &disk, AcceptForms: []string{"ws"}, TopK: 5,
		CorpusManifest: "/etc/corpus.txt", HashKey: "secret", MaxScanBytes: 1024,
		Refusals:         []any{"I do not know", map[string]any{"text": "/a/"}},
		RetrievalTools:   []RetrievalTool{{Name: "search_*", Text: "results[].content", ID: "results[].url"}},
		MetricAttributes: []string{"gen_ai.request.model"},
	}, config)
}

func TestADefaultConfigurationIsValid(t *testing.T) {
	config := createDefaultConfig().(*Config)
	require.NoError(t, config.Validate())
	assert.Equal(t, 5*time.Minute, config.wait())
	config.Attach = AttachTrace
	assert.Equal(t, 30*time.Second, config.wait())
}

func TestAConfigurationWithEveryKeyWrongNamesThemAll(t *testing.T) {
	config := createDefaultConfig().(*Config)
	wrong := confmap.NewFromStringMap(map[string]any{
		"attach": "everything", "emit": []any{"smoke"}, "decision_wait": "-1s", "decision_wait_after_root_received": "-2s",
		"num_traces": 0, "max_buffered_bytes": 0, "maximum_trace_size_bytes": -5, "num_shards": -1,
		"decision_cache": map[string]any{"size": -1, "ttl": "-3s"}, "on_late": "cry", "on_existing": "burn",
		"content": "shred", "value_length_limit": -7, "accept_forms": []any{"rot13"}, "top_k": -1, "max_scan_bytes": 0,
		"refusals": []any{"/(/", 7}, "retrieval_tools": []any{map[string]any{"text": "x"}}, "metric_attributes": []any{"user.id"},
	})
	require.NoError(t, wrong.Unmarshal(config))
	err := config.Validate()
	require.Error(t, err)
	for _, told := range []string{
		`attach: "everything"`, `emit[0]: "smoke"`, "decision_wait: -1s", "decision_wait_after_root_received: -2s",
		"num_traces: 0", "max_buffered_bytes: 0", "maximum_trace_size_bytes: -5", "num_shards: -1", "decision_cache::size: -1",
		"decision_cache::ttl: -3s", `on_late: "cry"`, `on_existing: "burn"`, `content: "shred"`, "value_length_limit: -7",
		`accept_forms[0]: "rot13"`, "top_k: -1", "max_scan_bytes: 0", `refusals[0]: "/(/"`, "refusals[1]: 7",
		"retrieval_tools[0]::name", `metric_attributes[0]: "user.id"`,
	} {
		assert.ErrorContains(t, err, told)
	}
}

func TestAnUnknownKeyIsAnError(t *testing.T) {
	err := confmap.NewFromStringMap(map[string]any{"decision_wate": "1s"}).Unmarshal(createDefaultConfig().(*Config))
	assert.ErrorContains(t, err, "decision_wate")
}

func TestAWaitAfterTheRootBeyondTheWholeWaitIsAnError(t *testing.T) {
	config := createDefaultConfig().(*Config)
	config.DecisionWaitAfterRootReceived = time.Hour
	assert.ErrorContains(t, config.Validate(), "decision_wait_after_root_received: 1h0m0s is longer than decision_wait (5m0s)")
}

func TestTheHashKeyIsNeverPrinted(t *testing.T) {
	config := createDefaultConfig().(*Config)
	config.HashKey = "secret"
	conf := confmap.New()
	require.NoError(t, conf.Marshal(config))
	assert.Equal(t, "[REDACTED]", conf.Get("hash_key"))
}
