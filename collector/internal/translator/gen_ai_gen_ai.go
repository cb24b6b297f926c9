package translator

import (
	"slices"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

// genAI is OpenTelemetry GenAI: today's attributes and events, 1.36's events, and the deprecated
// prompt and completion attributes, flattened or not. Values come as JSON strings and as structures.
var genAI = dialect{
	name:              model.DialectGenAI,
	attributePrefixes: []string{genAIPrefix, "llm.request."},
	eventPrefix:       genAIPrefix,
	translate:         translateGenAI,
}

func translateGenAI(record *model.SpanRecord, context *readingContext) *spanReading {
	kind := genAIKindOf(record)
	reading := &spanReading{kind: kind, dropped: hasDroppedOnEvents(record)}
	switch kind {
	case "":
		return nil
	case model.KindRetrieval, model.KindRerank:
		reading.retrieval = readGenAIRetrieval(record, kind == model.KindRerank, context.values)
	case model.KindModel:
		reading.model = readGenAIModel(record, context)
	case model.KindTool:
		reading.tool = readTool(toolAttributes{
			name:   record.Attributes.Get(semconv.GenAIToolName),
			callID: record.Attributes.Get(semconv.GenAIToolCallID),
			args:   record.Attributes.Get(semconv.GenAIToolCallArguments),
			result: record.Attributes.Get(semconv.GenAIToolCallResult),
		}, context.values)
	case model.KindOther:
		readExchange(reading, record, context)
	case model.KindEmbedding, model.KindAssembly:
	}
	return reading
}

func hasDroppedOnEvents(record *model.SpanRecord) bool {
	return slices.ContainsFunc(record.Events, func(event model.SpanEvent) bool {
		return event.DroppedAttributesCount > 0 && strings.HasPrefix(eventName(&event), genAIPrefix)
	})
}

func readGenAIModel(record *model.SpanRecord, context *readingContext) *modelReading {
	attributes := record.Attributes
	flattened := unflatten(attributes, genAIFlattened...)
	requested := asWord(attributes.Get(semconv.GenAIRequestModel))
	reading := &modelReading{
		provider:     model.LowerJS(genAIProvider(attributes)),
		model:        requested,
		responseID:   asID(attributes.Get(semconv.GenAIResponseID)),
		finishReason: readFinishReason(attributes),
		usage: model.TokenUsage{
			Input:         firstCount(attributes, genAIInputTokens),
			CacheRead:     firstCount(attributes, genAICacheReadTokens),
			CacheCreation: firstCount(attributes, genAICacheCreationTokens),
		},
		pins: model.RequestPins{},
	}
	if reading.model == "" {
		reading.model = asWord(attributes.Get(semconv.GenAIResponseModel))
	}
	readPins(reading.pins, attributes, "gen_ai.request.")
	readPins(reading.pins, attributes, "gen_ai.openai.request.")
	addWordPin(reading.pins, "model", requested)
	if sent := readGenAISent(record, flattened, context.values); sent != nil {
		reading.sent = &sent.sentReading
		reading.sentBroken = sent.broken
		reading.providerHeld = sent.providerHeld
	}
	if returned := readGenAIReturned(record, flattened, context.values); returned != nil {
		reading.output = returned.output
		reading.outputBroken = returned.broken
	}
	reading.providerHeld = reading.providerHeld || isGenAIProviderHeld(attributes, context.values)
	return reading
}

func genAIProvider(attributes model.Attributes) string {
	if provider, isText := asText(attributes.Get(semconv.GenAIProviderName)); isText {
		return provider
	}
	system, _ := asText(attributes.Get(semconv.GenAISystem))
	return system
}

// isGenAIProviderHeld: part of the context is with the provider: an earlier response, its
// conversation, its own search.
func isGenAIProviderHeld(attributes model.Attributes, values textReader) bool {
	if isProviderConversation(attributes.Get(genAIConversationID)) {
		return true
	}
	for key, value := range attributes.All() {
		if isPreviousResponseKey(key) && asID(value) != "" {
			return true
		}
	}
	definitions := capture(attributes.Get(genAIToolDefinitions), expectsJSON, values)
	return definitions != nil && hasHostedTool(definitions.value)
}

// isPreviousResponseKey: previous[._]response[._]id at the end.
func isPreviousResponseKey(key string) bool {
	const length = len("previous_response_id")
	if len(key) < length || !strings.HasSuffix(key, "id") {
		return false
	}
	return strings.ReplaceAll(key[len(key)-length:], ".", "_") == "previous_response_id"
}

// readExchange reads an agent's or a workflow's span: the question is the last thing the user said,
// the answer all that was said then.
func readExchange(reading *spanReading, record *model.SpanRecord, context *readingContext) {
	flattened := unflatten(record.Attributes, genAIFlattened...)
	if sent := readGenAISent(record, flattened, context.values); sent != nil {
		reading.input = lastQuestion(sent.messages)
	}
	reading.output = readSaid(record, context.values)
	if reading.output.IsSet() {
		return
	}
	if returned := readGenAIReturned(record, flattened, context.values); returned != nil && returned.output != nil {
		reading.output = returned.output.text
	}
}

func lastQuestion(messages []model.SentMessage) model.Optional[model.CapturedText] {
	for _, message := range slices.Backward(messages) {
		if message.Role != roleUser {
			continue
		}
		var leaves []string
		lossy := false
		for _, part := range message.Parts {
			if part.Kind == model.PartText {
				leaves = append(leaves, part.Leaves...)
			}
			lossy = lossy || part.Lossy
		}
		if len(leaves) == 0 {
			break
		}
		return model.Some(model.CapturedText{Text: strings.Join(leaves, "\n"), Lossy: lossy})
	}
	return model.Optional[model.CapturedText]{}
}

// readSaid: an agent's output messages are turns, not choices.
func readSaid(record *model.SpanRecord, values textReader) model.Optional[model.CapturedText] {
	held := capture(record.Attributes.Get(semconv.GenAIOutputMessages), expectsJSON, values)
	if held == nil {
		return model.Optional[model.CapturedText]{}
	}
	list, _ := asList(held.value)
	var texts []string
	lossy := held.broken
	for _, item := range list {
		message := takeApart(item)
		if message == nil || message.role == roleTool {
			continue
		}
		output := readOutput(message.parts, held.texts, "")
		if output == nil {
			continue
		}
		if text, hasText := output.text.Get(); hasText {
			texts = append(texts, text.Text)
			lossy = lossy || text.Lossy
		}
	}
	if len(texts) == 0 {
		return model.Optional[model.CapturedText]{}
	}
	return model.Some(model.CapturedText{Text: strings.Join(texts, "\n"), Lossy: lossy})
}
