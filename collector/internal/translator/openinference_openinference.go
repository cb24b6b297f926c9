package translator

import (
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// openinference: everything is span attributes, flattened (llm.input_messages.0.…) and as JSON
// (input.value).
var openinference = dialect{
	name: model.DialectOpenInference,
	attributePrefixes: []string{
		"openinference.", "llm.", oiFlattenedDocuments, oiRerankerPrefix, oiInputValue, oiOutputValue,
	},
	translate: translateOpenInference,
}

func translateOpenInference(record *model.SpanRecord, context *readingContext) *spanReading {
	attributes := record.Attributes
	kind := oiKindOf(attributes)
	reading := &spanReading{kind: kind}
	switch kind {
	case "":
		return nil
	case model.KindRetrieval:
		reading.retrieval = readOIRetriever(record, context)
	case model.KindRerank:
		reading.retrieval = readOIReranker(record, context)
	case model.KindModel:
		reading.model = readOIModel(record, context)
	case model.KindTool:
		reading.tool = readTool(toolAttributes{
			name:   model.OrElse(attributes.Get(oiToolName), record.Name),
			callID: firstLogged(attributes, oiToolCallID),
			args:   firstField(attributes, oiInputValue, oiToolParameters),
			result: attributes.Get(oiOutputValue),
		}, context.values)
	case model.KindOther:
		reading.input = oiValueText(attributes.Get(oiInputValue), attributes.Get(oiInputMIME), context.values)
		reading.output = oiValueText(attributes.Get(oiOutputValue), attributes.Get(oiOutputMIME), context.values)
	case model.KindEmbedding, model.KindAssembly:
	}
	return reading
}

// firstLogged is the first of the attributes that is there, be it null.
func firstLogged(attributes model.Attributes, keys []string) model.Value {
	for _, key := range keys {
		if value := attributes.Get(key); value != nil {
			return value
		}
	}
	return nil
}

func kindOfDeclared(declared string) model.SpanKind {
	switch declared {
	case "LLM":
		return model.KindModel
	case "RETRIEVER":
		return model.KindRetrieval
	case "RERANKER":
		return model.KindRerank
	case "EMBEDDING":
		return model.KindEmbedding
	case "TOOL":
		return model.KindTool
	case "CHAIN", "AGENT", "GUARDRAIL", "EVALUATOR", "PROMPT":
		return model.KindOther
	}
	return ""
}

// oiKindOf is empty when nothing of OpenInference is on the span.
func oiKindOf(attributes model.Attributes) model.SpanKind {
	declared, isDeclared := asText(attributes.Get(oiKind))
	if kind := kindOfDeclared(model.UpperJS(declared)); kind != "" {
		return kind
	}
	for key := range attributes.All() {
		switch {
		case strings.HasPrefix(key, oiFlattenedDocuments):
			return model.KindRetrieval
		case strings.HasPrefix(key, oiRerankerPrefix):
			return model.KindRerank
		case key == oiModelName || strings.HasPrefix(key, oiFlattenedInput) || strings.HasPrefix(key, oiFlattenedOutput):
			return model.KindModel
		}
	}
	if isDeclared || attributes.Get(oiInputValue) != nil || attributes.Get(oiOutputValue) != nil {
		return model.KindOther
	}
	return ""
}

// oiValueText is what a chain's span logs as its input or output, JSON included as it stands.
func oiValueText(value, mimeType model.Value, values textReader) model.Optional[model.CapturedText] {
	held := readBlob(value, mimeType, values)
	switch held.kind {
	case blobText:
		return model.Some(values.read(held.raw))
	case blobStructure:
		text := held.raw
		if !held.hasRaw {
			text = jsonTextOrNone(held.value)
		}
		return model.Some(held.texts.read(text))
	case blobBroken:
		if held.hasRaw {
			return model.Some(model.CapturedText{Text: values.read(held.raw).Text, Lossy: true})
		}
	case blobAbsent, blobRedacted:
	}
	return model.Optional[model.CapturedText]{}
}

// jsonTextOrNone is JSONText, empty where that gives none.
func jsonTextOrNone(value model.Value) string {
	if text, isText := model.JSONText(value); isText {
		return text
	}
	return ""
}
