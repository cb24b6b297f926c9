package ragspanprocessor

import (
	"encoding/binary"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/vectors"
)

// Spans of an incident, by their last byte.
const (
	theRoot      = 1
	theRetrieval = 2
	theAssembly  = 3
	theCall      = 4
)

// incidentFolder is the canonical incident B: retrieved at rank 3, cut from the context (H2).
func incidentFolder(t testing.TB) string {
	t.Helper()
	if folder, err := vectors.Root(); err == nil {
		return filepath.Join(folder, "test", "vectors", "canonical-b")
	}
	t.Fatal("the test runs outside the repository")
	return ""
}

// incident is the spans named of incident B, all of them when none is, in a trace of that number.
func incident(t testing.TB, number uint64, only ...byte) ptrace.Traces {
	t.Helper()
	traces, _ := telemetryOf(t, incidentFolder(t))
	for _, ofResource := range traces.ResourceSpans().All() {
		for _, ofScope := range ofResource.ScopeSpans().All() {
			ofScope.Spans().RemoveIf(func(span ptrace.Span) bool {
				id := span.SpanID()
				return len(only) > 0 && !slices.Contains(only, id[7])
			})
			for _, span := range ofScope.Spans().All() {
				span.SetTraceID(numbered(number))
			}
		}
	}
	return traces
}

func numbered(number uint64) (id pcommon.TraceID) {
	binary.BigEndian.PutUint64(id[8:], number)
	id[0] = 1
	return id
}

// withIncidentCases judges by the case of incident B.
func withIncidentCases(t testing.TB, change func(*Config)) func(*Config) {
	return func(config *Config) {
		config.Cases = filepath.Join(incidentFolder(t), "cases.yaml")
		if change != nil {
			change(config)
		}
	}
}

// attached gives the verdicts on the spans that have left, by the last byte of their span.
func (r *rig) attached() map[byte][]emit.Existing {
	found := map[byte][]emit.Existing{}
	for _, traces := range r.sink.AllTraces() {
		for _, ofResource := range traces.ResourceSpans().All() {
			for _, ofScope := range ofResource.ScopeSpans().All() {
				for _, span := range ofScope.Spans().All() {
					if existing, isThere := emit.ReadExisting(span); isThere {
						id := span.SpanID()
						found[id[7]] = append(found[id[7]], existing)
					}
				}
			}
		}
	}
	return found
}

// said are the verdicts in the log, as verdict, reason and revision.
func (r *rig) said() []map[string]any {
	var all []map[string]any
	for _, entry := range r.logs.FilterMessage("gen_ai.evaluation.result").All() {
		all = append(all, entry.ContextMap())
	}
	return all
}

// count is the value of a metric, over all its series or those with the attribute.
func (r *rig) count(name string, attributes ...string) float64 {
	r.t.Helper()
	total := 0.0
	// The first look shows new series at zero.
	for range 2 {
		total = 0
		metric, err := r.telemetry.GetMetric(name)
		if err != nil {
			continue
		}
		total = sumOf(r.t, metric.Data, attributes)
	}
	return total
}

func (r *rig) only(verdict model.VerdictName, reason model.Reason) {
	r.t.Helper()
	require.Len(r.t, r.verdicts, 1)
	require.Equal(r.t, verdict, r.verdicts[0].Verdict)
	require.Equal(r.t, reason, r.verdicts[0].Reason)
}
