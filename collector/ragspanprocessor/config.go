package ragspanprocessor

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/config/configopaque"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Attach says what is held so that the verdict can be written on it.
type Attach string

// Attach modes.
const (
	// AttachAnchor holds only spans that may be a run's root.
	AttachAnchor Attach = "anchor"
	// AttachTrace holds all spans of a trace with a RAG span.
	AttachTrace Attach = "trace"
	// AttachNone holds nothing: verdicts are counted, and emitted as log records when asked for.
	AttachNone Attach = "none"
)

// Content says what becomes of captured text.
type Content string

// Content modes.
const (
	// ContentKeep forwards it as it came.
	ContentKeep Content = "keep"
	// ContentDigest forwards digest and length only.
	ContentDigest Content = "digest"
)

// OnLate says what a late span does to a verdict that is out.
type OnLate string

// Late modes.
const (
	OnLateRevise OnLate = "revise"
	OnLateIgnore OnLate = "ignore"
)

// OnExisting says what becomes of a verdict that the SDK attached.
type OnExisting string

// Existing modes. An UNKNOWN is judged again in each.
const (
	// OnExistingKeep counts it and leaves it as it stands.
	OnExistingKeep OnExisting = "keep"
	// OnExistingVerify judges again, and counts and logs a difference.
	OnExistingVerify OnExisting = "verify"
	// OnExistingRecompute replaces it.
	OnExistingRecompute OnExisting = "recompute"
)

// Carriers of a verdict (option emit).
const (
	carrierAttributes = "attributes"
	carrierSpanEvent  = "span_event"
	carrierLogEvent   = "log_event"
)

// DecisionCache bounds what is remembered of runs that were judged.
type DecisionCache struct {
	// Size in runs.
	Size int `mapstructure:"size"`
	// TTL is how long a run is remembered.
	TTL time.Duration `mapstructure:"ttl"`
}

// RetrievalTool is a tool whose result is a retrieval log (spec §8 retrieval_tools).
type RetrievalTool struct {
	Name string `mapstructure:"name"`
	Text string `mapstructure:"text"`
	ID   string `mapstructure:"id"`
}

// Config of the processor. Names and defaults stand in README.md.
type Config struct {
	Cases                         string              `mapstructure:"cases"`
	Attach                        Attach              `mapstructure:"attach"`
	Emit                          []string            `mapstructure:"emit"`
	DecisionWait                  time.Duration       `mapstructure:"decision_wait"`
	DecisionWaitAfterRootReceived time.Duration       `mapstructure:"decision_wait_after_root_received"`
	NumTraces                     int                 `mapstructure:"num_traces"`
	MaxBufferedBytes              int64               `mapstructure:"max_buffered_bytes"`
	MaximumTraceSizeBytes         int64               `mapstructure:"maximum_trace_size_bytes"`
	BlockOnOverflow               bool                `mapstructure:"block_on_overflow"`
	NumShards                     int                 `mapstructure:"num_shards"`
	DecisionCache                 DecisionCache       `mapstructure:"decision_cache"`
	OnLate                        OnLate              `mapstructure:"on_late"`
	OnExisting                    OnExisting          `mapstructure:"on_existing"`
	Content                       Content             `mapstructure:"content"`
	ValueLengthLimit              int64               `mapstructure:"value_length_limit"`
	Storage                       *component.ID       `mapstructure:"storage"`
	AcceptForms                   []string            `mapstructure:"accept_forms"`
	TopK                          int64               `mapstructure:"top_k"`
	CorpusManifest                string              `mapstructure:"corpus_manifest"`
	HashKey                       configopaque.String `mapstructure:"hash_key"`
	MaxScanBytes                  int64               `mapstructure:"max_scan_bytes"`
	Refusals                      []any               `mapstructure:"refusals"`
	RetrievalTools                []RetrievalTool     `mapstructure:"retrieval_tools"`
	MetricAttributes              []string            `mapstructure:"metric_attributes"`
}

const (
	mebibyte                 = 1024 * 1024
	defaultWait              = 5 * time.Minute
	defaultWaitAttachTrace   = 30 * time.Second
	defaultWaitAfterRoot     = 2 * time.Second
	defaultNumTraces         = 50_000
	defaultMaxBufferedBytes  = 256 * mebibyte
	defaultMaxTraceBytes     = 5_000_000
	defaultDecisionCacheSize = 500_000
	defaultDecisionCacheTTL  = 10 * time.Minute
	defaultMaxScanBytes      = 2 * mebibyte
)

func createDefaultConfig() component.Config {
	return &Config{
		Attach:                        AttachAnchor,
		Emit:                          []string{carrierAttributes, carrierSpanEvent},
		DecisionWaitAfterRootReceived: defaultWaitAfterRoot,
		NumTraces:                     defaultNumTraces,
		MaxBufferedBytes:              defaultMaxBufferedBytes,
		MaximumTraceSizeBytes:         defaultMaxTraceBytes,
		DecisionCache:                 DecisionCache{Size: defaultDecisionCacheSize, TTL: defaultDecisionCacheTTL},
		OnLate:                        OnLateRevise,
		OnExisting:                    OnExistingKeep,
		Content:                       ContentKeep,
		MaxScanBytes:                  defaultMaxScanBytes,
	}
}

// wait is decision_wait, whose default depends on what is held.
func (c *Config) wait() time.Duration {
	switch {
	case c.DecisionWait > 0:
		return c.DecisionWait
	case c.Attach == AttachTrace:
		return defaultWaitAttachTrace
	}
	return defaultWait
}

// metricAttributeNames may be added to the metrics of runs.
var metricAttributeNames = []string{
	"gen_ai.request.model", "ragspan.assembly.template.version", "gen_ai.data_source.id", "ragspan.traffic",
}

// Validate gives all problems at once, each with its key and value.
func (c *Config) Validate() error {
	check := &checks{}
	oneOf(check, "attach", string(c.Attach), string(AttachAnchor), string(AttachTrace), string(AttachNone))
	oneOf(check, "content", string(c.Content), string(ContentKeep), string(ContentDigest))
	oneOf(check, "on_late", string(c.OnLate), string(OnLateRevise), string(OnLateIgnore))
	oneOf(check, "on_existing", string(c.OnExisting), string(OnExistingKeep), string(OnExistingVerify), string(OnExistingRecompute))
	for at, carrier := range c.Emit {
		oneOf(check, fmt.Sprintf("emit[%d]", at), carrier, carrierAttributes, carrierSpanEvent, carrierLogEvent)
	}
	for at, form := range c.AcceptForms {
		oneOf(check, fmt.Sprintf("accept_forms[%d]", at), form, formNames(model.AcceptableForms)...)
	}
	for at, name := range c.MetricAttributes {
		oneOf(check, fmt.Sprintf("metric_attributes[%d]", at), name, metricAttributeNames...)
	}
	atLeast(check, "decision_wait", c.DecisionWait, 0)
	atLeast(check, "decision_wait_after_root_received", c.DecisionWaitAfterRootReceived, 0)
	if c.DecisionWaitAfterRootReceived > c.wait() {
		check.add("decision_wait_after_root_received: %s is longer than decision_wait (%s); a run would be decided before its root has had its wait",
			c.DecisionWaitAfterRootReceived, c.wait())
	}
	atLeast(check, "num_traces", c.NumTraces, 1)
	atLeast(check, "max_buffered_bytes", c.MaxBufferedBytes, 1)
	atLeast(check, "maximum_trace_size_bytes", c.MaximumTraceSizeBytes, 1)
	atLeast(check, "num_shards", c.NumShards, 0)
	atLeast(check, "decision_cache::size", c.DecisionCache.Size, 0)
	atLeast(check, "decision_cache::ttl", c.DecisionCache.TTL, 0)
	atLeast(check, "value_length_limit", c.ValueLengthLimit, 0)
	atLeast(check, "top_k", c.TopK, 0)
	atLeast(check, "max_scan_bytes", c.MaxScanBytes, 1)
	for at, tool := range c.RetrievalTools {
		if tool.Name == "" {
			check.add("retrieval_tools[%d]::name: %q: name the tool, with * at the end for several", at, tool.Name)
		}
	}
	if _, err := compileRefusals(c.Refusals); err != nil {
		check.problems = append(check.problems, err)
	}
	return errors.Join(check.problems...)
}

type checks struct{ problems []error }

func (c *checks) add(format string, values ...any) {
	c.problems = append(c.problems, fmt.Errorf(format, values...))
}

func oneOf(check *checks, key, value string, allowed ...string) {
	if !slices.Contains(allowed, value) {
		check.add("%s: %q is none of %q", key, value, allowed)
	}
}

func atLeast[T int | int64 | time.Duration](check *checks, key string, value, least T) {
	if value < least {
		check.add("%s: %v is less than %v", key, value, least)
	}
}

func formNames(forms []model.Form) []string {
	names := make([]string, len(forms))
	for at, form := range forms {
		names[at] = string(form)
	}
	return names
}
