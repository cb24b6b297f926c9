package ragspanconnector

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/records"
	"github.com/ragspan/ragspan/collector/internal/translator"
	"github.com/ragspan/ragspan/collector/internal/vectors"
)

// Traces of every dialect, and of every damage that vectors are there for.
func TestEveryVectorIsCountedByKind(t *testing.T) {
	folders, err := vectors.List()
	require.NoError(t, err)
	all := map[string]float64{}
	for _, folder := range folders {
		trace, err := vectors.Trace(folder)
		require.NoError(t, err)
		r := newRig(t, func(config *Config) { config.ResourceAttributes = nil })
		wanted := map[string]float64{}
		seen := map[spanID]bool{}
		for _, traces := range documents(t, trace) {
			for key, count := range kindsOf(traces, seen) {
				wanted[key] += count
				all[key] += count
			}
			r.consume(traces)
		}
		counted := map[string]float64{}
		for key, value := range notZero(r.counted()) {
			if strings.HasPrefix(key, "ragspan.spans ") {
				counted[key] = value
			}
		}
		assert.Equal(t, wanted, counted, filepath.Base(folder))
	}
	if os.Getenv(vectors.EnvironmentName) == "" {
		assert.Len(t, all, 7, "retrievals and model calls in three dialects, assemblies in one: %v", all)
	}
}

func documents(t *testing.T, trace []byte) []ptrace.Traces {
	var all []ptrace.Traces
	decoder := json.NewDecoder(bytes.NewReader(trace))
	for {
		var document json.RawMessage
		if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
			return all
		} else {
			require.NoError(t, err)
		}
		parts := []json.RawMessage{document}
		if bytes.HasPrefix(document, []byte("[")) {
			require.NoError(t, json.Unmarshal(document, &parts))
		}
		for _, part := range parts {
			traces, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(part)
			require.NoError(t, err)
			all = append(all, traces)
		}
	}
}

// kindsOf translates every span, those too that have no word for us; of two with one id the first counts.
func kindsOf(traces ptrace.Traces, seen map[spanID]bool) map[string]float64 {
	kinds := map[string]float64{}
	for _, ofResource := range traces.ResourceSpans().All() {
		for _, ofScope := range ofResource.ScopeSpans().All() {
			for _, span := range ofScope.Spans().All() {
				record := records.FromSpan(span, &model.Resource{}, ofScope.Scope().Name())
				facts := translator.TranslateSpan(record, &translator.Context{})
				id := spanID{span.TraceID(), span.SpanID()}
				kind := kindOf(facts.Kind)
				if kind == "" || id.trace.IsEmpty() || id.span.IsEmpty() || seen[id] {
					continue
				}
				seen[id] = true
				kinds["ragspan.spans ragspan.dialect="+string(facts.Dialect)+" ragspan.kind="+kind] += facts.AdjustedCount
			}
		}
	}
	return kinds
}

// After ConsumeTraces returns its spans belong to the Collector, which may use them again.
func TestNothingOfTheSpansIsKept(t *testing.T) {
	r := newRig(t, func(config *Config) { config.MetricAttributes = metricAttributeNames })
	traces := oneRun("shop", 1, cutVerdict())
	span := traces.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
	span.Attributes().PutStr("ragspan.traffic", "live")
	r.consume(traces)
	traces.ResourceSpans().At(0).Resource().Attributes().PutStr("service.name", "other")
	for key, value := range span.Attributes().All() {
		value.SetStr("changed " + key)
	}
	span.SetTraceID(pcommon.TraceID{7})
	span.Events().RemoveIf(func(ptrace.SpanEvent) bool { return true })
	key := strings.Replace(cutSeries, "ragspan.verdict=H2", "ragspan.traffic=live ragspan.verdict=H2", 1)
	assert.Equal(t, 1.0, r.counted()[key])
	assert.Equal(t, pcommon.TraceID{1, 1}, exemplarsOf(r.sink.flushes[1]).At(0).TraceID())
}
