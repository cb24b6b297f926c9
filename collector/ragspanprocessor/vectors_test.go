package ragspanprocessor

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/config/configopaque"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/files"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/pending"
	"github.com/ragspan/ragspan/collector/internal/vectors"
)

type vectorOptions struct {
	AcceptForms      []string `json:"accept_forms"`
	CorpusManifest   string   `json:"corpus_manifest"`
	HashKey          string   `json:"hash_key"`
	MaxScanBytes     int64    `json:"max_scan_bytes"`
	Refusals         []any    `json:"refusals"`
	RetrievalTools   []struct{ Name, Text, ID string }
	TopK             int64 `json:"top_k"`
	ValueLengthLimit int64 `json:"value_length_limit"`
}

// configure reads a vector's cases.yaml and options.json into the configuration.
func configure(t testing.TB, folder string, config *Config) {
	t.Helper()
	if path := filepath.Join(folder, "cases.yaml"); exists(path) {
		config.Cases = path
	}
	written, err := os.ReadFile(filepath.Join(folder, "options.json"))
	if os.IsNotExist(err) {
		return
	}
	require.NoError(t, err)
	var options vectorOptions
	require.NoError(t, json.Unmarshal(written, &options))
	var tools struct {
		Tools []RetrievalTool `json:"retrieval_tools"`
	}
	require.NoError(t, json.Unmarshal(written, &tools))
	config.AcceptForms = options.AcceptForms
	config.HashKey = configopaque.String(options.HashKey)
	config.Refusals = options.Refusals
	config.TopK = options.TopK
	config.ValueLengthLimit = options.ValueLengthLimit
	config.RetrievalTools = tools.Tools
	if options.MaxScanBytes > 0 {
		config.MaxScanBytes = options.MaxScanBytes
	}
	if options.CorpusManifest != "" {
		config.CorpusManifest = filepath.Join(folder, options.CorpusManifest)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// arrivals are the ways in which the spans of a vector come.
var arrivals = map[string]func(ptrace.Traces) []ptrace.Traces{
	"in one batch": func(traces ptrace.Traces) []ptrace.Traces { return []ptrace.Traces{traces} },
	"one by one":   oneByOne,
	"one by one, backwards": func(traces ptrace.Traces) []ptrace.Traces {
		all := oneByOne(traces)
		slices.Reverse(all)
		return all
	},
	"one by one, shuffled": func(traces ptrace.Traces) []ptrace.Traces {
		all := oneByOne(traces)
		random := rand.New(rand.NewPCG(1, 2))
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		return all
	},
}

func oneByOne(traces ptrace.Traces) []ptrace.Traces {
	var all []ptrace.Traces
	for _, ofResource := range traces.ResourceSpans().All() {
		for _, ofScope := range ofResource.ScopeSpans().All() {
			for _, span := range ofScope.Spans().All() {
				one := ptrace.NewTraces()
				resource := one.ResourceSpans().AppendEmpty()
				ofResource.Resource().CopyTo(resource.Resource())
				scope := resource.ScopeSpans().AppendEmpty()
				ofScope.Scope().CopyTo(scope.Scope())
				span.CopyTo(scope.Spans().AppendEmpty())
				all = append(all, one)
			}
		}
	}
	return all
}

// A verdict does not depend on how the spans came, nor on what is held.
func TestEveryVectorThroughTheProcessor(t *testing.T) {
	folders, err := vectors.List()
	require.NoError(t, err)
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			trace, logs := telemetryOf(t, folder)
			expected, err := os.ReadFile(filepath.Join(folder, "verdict.json"))
			require.NoError(t, err)
			for _, attach := range []Attach{AttachAnchor, AttachTrace} {
				for name, arrive := range arrivals {
					if hasTwins(trace) && strings.Contains(name, "backwards") || hasTwins(trace) && strings.Contains(name, "shuffled") {
						// Of two spans of one id the first counts: another order is another trace.
						continue
					}
					rig := newRig(t, func(config *Config) {
						config.Attach = attach
						configure(t, folder, config)
					})
					traces := ptrace.NewTraces()
					trace.CopyTo(traces)
					if logs.LogRecordCount() > 0 {
						rig.consumeLogs(logs)
					}
					for _, batch := range arrive(traces) {
						rig.consume(batch)
					}
					rig.pass(10 * time.Minute)
					slices.SortStableFunc(rig.verdicts, func(a, b *model.RunVerdict) int { return cmpTrace(a, b) })
					actual := files.VerdictJSON(rig.verdicts)
					if strings.Contains(actual, `"reason": "timeout"`) {
						// In a file a run has ended; here its root never came.
						actual = unlogged(actual, string(expected))
					}
					assert.Equal(t, string(expected), actual, "%s, %s", attach, name)
					assert.Equal(t, trace.SpanCount(), rig.sink.SpanCount(), "%s, %s", attach, name)
				}
			}
		})
	}
}

// telemetryOf reads the spans and log records of a vector: an object, a list of them, or one after the other.
func telemetryOf(t testing.TB, folder string) (ptrace.Traces, plog.Logs) {
	t.Helper()
	source, err := vectors.Trace(folder)
	require.NoError(t, err)
	all, allLogs := ptrace.NewTraces(), plog.NewLogs()
	decoder := json.NewDecoder(bytes.NewReader(source))
	for {
		var document json.RawMessage
		if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
			return all, allLogs
		}
		parts := []json.RawMessage{document}
		if bytes.HasPrefix(document, []byte("[")) {
			require.NoError(t, json.Unmarshal(document, &parts))
		}
		for _, part := range parts {
			logs, err := (&plog.JSONUnmarshaler{}).UnmarshalLogs(part)
			require.NoError(t, err)
			logs.ResourceLogs().MoveAndAppendTo(allLogs.ResourceLogs())
			traces, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(part)
			require.NoError(t, err)
			traces.ResourceSpans().MoveAndAppendTo(all.ResourceSpans())
		}
	}
}

func hasTwins(traces ptrace.Traces) bool {
	seen := map[pending.SpanKey]bool{}
	for _, one := range oneByOne(traces) {
		key := keyOf(one.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0))
		if seen[key] {
			return true
		}
		seen[key] = true
	}
	return false
}

var asUnlogged = regexp.MustCompile(`(?:retrieval|context|output)_unlogged`)

// unlogged says of runs that ran out of time what a file would say of them.
func unlogged(actual, expected string) string {
	return strings.ReplaceAll(actual, "timeout", asUnlogged.FindString(expected))
}

func cmpTrace(a, b *model.RunVerdict) int {
	switch {
	case a.TraceID < b.TraceID:
		return -1
	case a.TraceID > b.TraceID:
		return 1
	}
	return 0
}
