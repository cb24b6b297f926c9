package emit

import (
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

// Carriers are what a verdict is written as (option emit).
type Carriers struct {
	Attributes bool
	SpanEvent  bool
	LogEvent   bool
}

// Attach writes the verdict on the span as the carriers say, beside what stands there (see Remove).
func Attach(span ptrace.Span, verdict *model.RunVerdict, facts Facts, carriers Carriers, at pcommon.Timestamp) {
	if carriers.Attributes {
		verdictFields(mapFields{span.Attributes()}, verdict)
	}
	if carriers.SpanEvent {
		event := span.Events().AppendEmpty()
		event.SetName(semconv.VerdictEventName)
		event.SetTimestamp(at)
		eventFields(mapFields{event.Attributes()}, verdict, facts)
	}
}

// AttachTrace writes what the local root says of all runs of its trace.
func AttachTrace(span ptrace.Span, shown model.VerdictName, runs int) {
	span.Attributes().PutStr(semconv.VerdictTraceVerdict, string(shown))
	span.Attributes().PutInt(semconv.VerdictTraceRuns, int64(runs))
}

// verdictKeys are the attributes that a verdict writes on its span.
var verdictKeys = map[string]struct{}{
	semconv.VerdictVerdict: {}, semconv.VerdictReason: {}, semconv.VerdictBoundary: {}, semconv.VerdictCaseID: {},
	semconv.VerdictPattern: {}, semconv.VerdictLoss: {}, semconv.VerdictOutcome: {}, semconv.VerdictExplanation: {},
}

// Remove takes a verdict off the span; what producers wrote stays.
func Remove(span ptrace.Span) {
	if _, isThere := span.Attributes().Get(semconv.VerdictVerdict); isThere {
		span.Attributes().RemoveIf(func(key string, _ pcommon.Value) bool {
			_, isOurs := verdictKeys[key]
			return isOurs
		})
	}
	span.Events().RemoveIf(isVerdictEvent)
}

func isVerdictEvent(event ptrace.SpanEvent) bool {
	if event.Name() != semconv.VerdictEventName {
		return false
	}
	name, isThere := event.Attributes().Get(semconv.GenAIEvaluationName)
	return isThere && name.Type() == pcommon.ValueTypeStr && name.Str() == semconv.VerdictEvaluation
}

type mapFields struct{ attributes pcommon.Map }

func (f mapFields) text(name, value string)         { f.attributes.PutStr(name, value) }
func (f mapFields) number(name string, value int64) { f.attributes.PutInt(name, value) }
func (f mapFields) flag(name string, value bool)    { f.attributes.PutBool(name, value) }
func (f mapFields) texts(name string, values []string) {
	list := f.attributes.PutEmptySlice(name)
	list.EnsureCapacity(len(values))
	for _, value := range values {
		list.AppendEmpty().SetStr(value)
	}
}
