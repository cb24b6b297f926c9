package translator

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// requestReading is what a request sends to the model, out of its JSON: OpenAI chat, Responses and
// completions, Anthropic, Gemini, Bedrock, Ollama, LangChain's serialized messages (spec §3 "Sent
// context").
type requestReading struct {
	messages []model.SentMessage
	// Messages with role and content, not just strings that may be somebody's rendering of them.
	isCertain bool
}

var (
	systemKeys = []string{"instructions", "system", "systemInstruction", "system_instruction", "preamble"}
	bodyKeys   = []string{"messages", "input", "contents", "prompt", "prompts"}
)

// readRequest gives nil when the value is not a request that this reads.
func readRequest(value model.Value, reader *messageReader) *requestReading {
	if list, isList := asList(value); isList {
		return readRequestList(list, reader, false)
	}
	request := asShape(value)
	body := firstOf(request, bodyKeys...)
	if body == nil {
		return nil
	}
	before, hasBefore := systemMessage(request, reader)
	read := readRequestBody(body, reader)
	if read == nil {
		return nil
	}
	if isProviderHeldRequest(request) {
		reader.providerHeld = true
	}
	if hasBefore {
		read.messages = slices.Insert(read.messages, 0, before)
		read.isCertain = true
	}
	return read
}

func systemMessage(request *model.Object, reader *messageReader) (model.SentMessage, bool) {
	for _, held := range []*model.Object{request, asShape(request.Get("config"))} {
		for _, key := range systemKeys {
			if message, isMessage := reader.instructions(held.Get(key)); isMessage {
				return message, true
			}
		}
	}
	return model.SentMessage{}, false
}

func readRequestBody(body model.Value, reader *messageReader) *requestReading {
	switch held := body.(type) {
	case string:
		return &requestReading{messages: reader.messages([]model.Value{held})}
	case []model.Value:
		return readRequestList(held, reader, false)
	case *model.Object:
		return readRequestList([]model.Value{held}, reader, false)
	}
	return nil
}

func readRequestList(list []model.Value, reader *messageReader, isBatch bool) *requestReading {
	// LangChain runs a batch: a list of message lists, of which a span shows one.
	if len(list) > 0 && !isBatch {
		inner, isList := asList(list[0])
		if isList && !isRolePair(inner) && (isAllStructured(inner) || isAllText(inner)) {
			return readRequestList(inner, reader, true)
		}
	}
	isCertain := isAllStructured(list)
	if !isCertain && !isAllText(list) {
		return nil
	}
	messages := reader.messages(list)
	if len(messages) == 0 && len(list) > 0 {
		return nil
	}
	return &requestReading{messages: messages, isCertain: isCertain}
}

// isAllStructured is true of what JavaScript calls an object, null included.
func isAllStructured(list []model.Value) bool {
	for _, one := range list {
		switch one.(type) {
		case model.Null, []model.Value, *model.Object, []byte:
		default:
			return false
		}
	}
	return true
}

func isAllText(list []model.Value) bool {
	for _, one := range list {
		if _, isText := asText(one); !isText {
			return false
		}
	}
	return true
}
