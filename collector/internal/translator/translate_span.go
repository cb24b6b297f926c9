package translator

import (
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

// TranslateSpan makes of one span record one SpanFacts (house §1: wire → translator → model).
// Linear in the size of its attributes, whatever they hold.
func TranslateSpan(record *model.SpanRecord, context *Context) *model.SpanFacts {
	facts := plainFacts(record, context)
	found := dialectsOn(record)
	if found == 0 {
		return facts
	}
	reading := &readingContext{hash: context.Hash, values: textReader{limits: &context.Limits}}
	isOurs := record.ScopeName == semconv.ScopeName
	var name model.Dialect
	if isOurs {
		name = model.DialectRagspan
	}
	var merged *spanReading
	for index, one := range dialects {
		if found&(1<<index) == 0 {
			continue
		}
		read := one.translate(record, reading)
		if read == nil {
			continue
		}
		// The dialect that says what the span is, else the first with a word on it.
		if !isOurs && (merged == nil || (merged.kind == model.KindOther && read.kind != model.KindOther)) {
			name = one.name
		}
		merged = mergeBoth(merged, read, mergeReadings)
	}
	if merged == nil {
		return facts
	}
	facts.Dialect = name
	setParts(facts, merged, record, context)
	return facts
}

func plainFacts(record *model.SpanRecord, context *Context) *model.SpanFacts {
	return &model.SpanFacts{
		TraceID:           record.TraceID,
		SpanID:            record.SpanID,
		ParentSpanID:      record.ParentSpanID,
		Name:              record.Name,
		StartTimeUnixNano: record.StartTimeUnixNano,
		EndTimeUnixNano:   record.EndTimeUnixNano,
		Status:            record.Status,
		Resource:          record.Resource,
		AdjustedCount:     AdjustedCount(record.TraceState),
		Attributes:        keptAttributes(record.Attributes, context.AttributeKeys),
		Kind:              model.KindOther,
	}
}

func keptAttributes(attributes model.Attributes, keys map[string]struct{}) model.Attributes {
	if keys == nil {
		return attributes
	}
	var kept model.Attributes
	for key, value := range attributes.All() {
		if _, isKept := keys[key]; !isKept {
			continue
		}
		if kept == nil {
			kept = model.NewObject(0)
		}
		kept.Set(key, value)
	}
	return kept
}

func setParts(facts *model.SpanFacts, reading *spanReading, record *model.SpanRecord, context *Context) {
	dropped := record.DroppedAttributesCount > 0 || record.DroppedEventsCount > 0 || reading.dropped
	facts.Kind = reading.kind
	facts.RunID = reading.runID
	facts.DeclaredInput = reading.declaredInput
	facts.Input = lossyIf(dropped, reading.input)
	facts.Output = lossyIf(dropped, reading.output)
	facts.AttachedVerdict = reading.attachedVerdict
	if reading.assembly != nil {
		assembly := *reading.assembly
		assembly.Lossy = assembly.Lossy || dropped
		facts.Assembly = &assembly
	}
	switch reading.kind {
	case model.KindRetrieval:
		facts.Retrieval = finishRetrieval(orNew(reading.retrieval), model.StageRetrieve, dropped, context)
	case model.KindRerank:
		facts.Retrieval = finishRetrieval(orNew(reading.retrieval), model.StageRerank, dropped, context)
	case model.KindModel:
		facts.Model = finishModel(orNew(reading.model), dropped, context)
	case model.KindTool:
		tool := *orNew(reading.tool)
		tool.Lossy = tool.Lossy || dropped
		facts.Tool = &tool
	case model.KindEmbedding, model.KindAssembly, model.KindOther:
	}
}

func lossyIf(dropped bool, captured model.Optional[model.CapturedText]) model.Optional[model.CapturedText] {
	text, hasText := captured.Get()
	if !hasText || !dropped {
		return captured
	}
	return model.Some(model.CapturedText{Text: text.Text, Lossy: true})
}

// orNew is what is there, or one that says nothing.
func orNew[T any](value *T) *T {
	if value == nil {
		return new(T)
	}
	return value
}
