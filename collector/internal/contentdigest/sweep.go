package contentdigest

import (
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Sweep rewrites every span of a batch that was not rewritten yet, without its facts: those that no
// dialect has a word on (a workflow's span with traceloop.entity.input), those without ids, and all of
// them on a path where nothing was translated. What was rewritten stays as it is. It is the last word
// before a batch is forwarded.
func Sweep(traces ptrace.Traces, hash model.TextHash) {
	for _, ofResource := range traces.ResourceSpans().All() {
		for _, ofScope := range ofResource.ScopeSpans().All() {
			for _, span := range ofScope.Spans().All() {
				Rewrite(span, nil, hash)
			}
		}
	}
}
