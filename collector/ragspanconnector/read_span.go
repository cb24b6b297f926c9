package ragspanconnector

import (
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/metricvalues"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/records"
	"github.com/ragspan/ragspan/collector/internal/semconv"
	"github.com/ragspan/ragspan/collector/internal/translator"
)

// Kinds of ragspan.spans.
const (
	kindRetrieval = "retrieval"
	kindAssembly  = "assembly"
	kindModel     = "model"
)

// seenSpan is what counting needs of a span that concerns us.
type seenSpan struct {
	id      spanID
	weight  float64
	kind    string
	dialect string
	// Of a model call, as far as it says so.
	contextBytes model.Optional[int64]
	// What the span has of the attributes that may be opted in to.
	offered map[string]string
	// Verdicts that stand on the span: of one run each.
	verdicts []emit.Existing
}

type spanID struct {
	trace pcommon.TraceID
	span  pcommon.SpanID
}

// seenResource are the spans of one resource that concern us.
type seenResource struct {
	kept  []label
	spans []seenSpan
}

// readTraces looks at names first: of a span that has no word for us, nothing is copied.
func readTraces(traces ptrace.Traces, config *Config) []seenResource {
	var all []seenResource
	for _, ofResource := range traces.ResourceSpans().All() {
		seen := seenResource{}
		for _, ofScope := range ofResource.ScopeSpans().All() {
			for _, span := range ofScope.Spans().All() {
				if span.TraceID().IsEmpty() || span.SpanID().IsEmpty() || !records.ConcernsUs(span) {
					continue
				}
				if one := readSpan(span, ofScope.Scope().Name(), config); one.kind != "" || len(one.verdicts) > 0 {
					seen.spans = append(seen.spans, one)
				}
			}
		}
		if len(seen.spans) > 0 {
			seen.kept = keptOf(ofResource.Resource(), config.ResourceAttributes)
			all = append(all, seen)
		}
	}
	return all
}

// keptByTranslator: no attribute is asked for by name.
var keptByTranslator = map[string]struct{}{}

func readSpan(span ptrace.Span, scopeName string, config *Config) seenSpan {
	facts := translator.TranslateSpan(
		records.FromSpan(span, &model.Resource{}, scopeName), &translator.Context{AttributeKeys: keptByTranslator})
	seen := seenSpan{
		id: spanID{span.TraceID(), span.SpanID()}, weight: facts.AdjustedCount, kind: kindOf(facts.Kind),
		dialect: string(facts.Dialect), verdicts: emit.ReadEach(span),
	}
	if facts.Model != nil {
		seen.contextBytes = contextBytes(facts.Model)
	}
	for _, name := range config.MetricAttributes {
		if value := offeredValue(facts, span, name); value != "" {
			if seen.offered == nil {
				seen.offered = map[string]string{}
			}
			seen.offered[name] = metricvalues.Short(value)
		}
	}
	return seen
}

func kindOf(kind model.SpanKind) string {
	switch kind {
	case model.KindRetrieval, model.KindRerank:
		return kindRetrieval
	case model.KindAssembly:
		return kindAssembly
	case model.KindModel:
		return kindModel
	case model.KindEmbedding, model.KindTool, model.KindOther:
	}
	return ""
}

// contextBytes of the sent context (spec §3): its segments joined by one LF, else the length logged.
func contextBytes(call *model.ModelCall) model.Optional[int64] {
	if call.Messages == nil {
		return call.ContextBytes
	}
	size, segments := 0, 0
	for at := range call.Messages {
		for _, part := range call.Messages[at].Parts {
			if part.Kind == model.PartOther {
				continue
			}
			for _, text := range part.Leaves {
				size += len(text)
				segments++
			}
		}
	}
	return model.Some(int64(size + max(segments-1, 0)))
}

func offeredValue(facts *model.SpanFacts, span ptrace.Span, name string) string {
	switch name {
	case semconv.GenAIRequestModel:
		if facts.Model != nil {
			return facts.Model.Model
		}
	case semconv.RagspanAssemblyTemplateVersion:
		if facts.Assembly != nil {
			return facts.Assembly.TemplateVersion
		}
	case semconv.GenAIDataSourceID:
		if facts.Retrieval != nil {
			return facts.Retrieval.Source
		}
	default:
		if value, isThere := span.Attributes().Get(name); isThere {
			return scalarText(value)
		}
	}
	return ""
}
