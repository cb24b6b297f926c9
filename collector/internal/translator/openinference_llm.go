package translator

import (
	"github.com/ragspan/ragspan/collector/internal/model"
)

// readOIModel reads LLM spans: messages sent, output, parameters.
func readOIModel(record *model.SpanRecord, context *readingContext) *modelReading {
	attributes, values := record.Attributes, context.values
	flattened := unflatten(
		attributes, oiFlattenedInput, oiFlattenedOutput, oiFlattenedPrompts, oiFlattenedChoices, oiFlattenedTools,
	)
	request := readBlob(attributes.Get(oiInputValue), attributes.Get(oiInputMIME), values)
	response := readBlob(attributes.Get(oiOutputValue), attributes.Get(oiOutputMIME), values)
	var requestShape, parameters *model.Object
	if request.kind == blobStructure {
		requestShape = asShape(request.value)
	}
	if held := capture(attributes.Get(oiInvocationParameters), expectsJSON, values); held != nil {
		parameters = asShape(held.value)
	}
	sent := readOISent(&request, flattened, values)
	returned := readOIReturned(&response, flattened, values)
	answer := returned.response
	if answer == nil {
		answer = &responseReading{}
	}
	requested := oiRequestedModel(attributes, requestShape, parameters)
	reading := &modelReading{
		provider:     model.LowerJS(oiProviderOf(attributes)),
		model:        requested,
		responseID:   answer.responseID,
		finishReason: asWord(attributes.Get(oiFinishReason)),
		sent:         sent.reading,
		sentBroken:   sent.broken,
		output:       returned.output,
		outputBroken: returned.broken,
		usage:        oiUsage(attributes, answer.usage),
		pins:         oiPins(attributes, requestShape, parameters, requested, context),
		providerHeld: sent.providerHeld || isProviderHeldRequest(parameters) ||
			hasFlattenedHostedTool(flattened[oiFlattenedTools]),
	}
	if reading.model == "" {
		reading.model = answer.model
	}
	if reading.finishReason == "" {
		reading.finishReason = answer.finishReason
	}
	return reading
}

func oiProviderOf(attributes model.Attributes) string {
	if provider, isText := asText(attributes.Get(oiProvider)); isText {
		return provider
	}
	system, _ := asText(attributes.Get(oiSystem))
	return system
}

// oiSent is what one carrier says was sent.
type oiSent struct {
	// nil: nothing.
	reading      *sentReading
	broken       bool
	providerHeld bool
	// Of a request: not just strings that may be somebody's rendering of messages.
	isCertain bool
	// Of flattened messages: some text is there.
	hasText bool
}

// readOISent: the request's JSON; else the flattened messages; else what a damaged request still
// says; else its text.
func readOISent(request *blob, flattened map[string]model.Value, values textReader) oiSent {
	var ofBlob *oiSent
	if request.kind == blobStructure || request.kind == blobBroken {
		ofBlob = sentOfRequest(request)
	}
	ofKeys := sentOfFlattened(flattened, values)
	isBroken := request.kind == blobBroken || request.kind == blobRedacted
	if ofBlob != nil && !ofBlob.broken && (ofBlob.isCertain || ofKeys == nil) {
		if hasLeaves(ofBlob.reading.messages) || ofKeys == nil || !ofKeys.hasText {
			return *ofBlob
		}
	}
	providerHeld := (ofBlob != nil && ofBlob.providerHeld) || (ofKeys != nil && ofKeys.providerHeld)
	switch {
	// Messages without text say nothing when the text was in a request that is damaged.
	case ofKeys != nil && (ofKeys.hasText || !isBroken):
		return oiSent{reading: ofKeys.reading, broken: ofKeys.broken, providerHeld: providerHeld}
	case ofBlob != nil:
		return oiSent{reading: ofBlob.reading, broken: ofBlob.broken, providerHeld: providerHeld}
	case request.kind == blobText && ofKeys == nil:
		return sentOfText(request.raw, values)
	// A structure that is no request we know, without messages beside it: the text it holds was sent
	// somehow.
	case request.kind == blobStructure && ofKeys == nil:
		return sentOfText(request.raw, inJSON)
	}
	return oiSent{broken: isBroken, providerHeld: providerHeld}
}

func hasLeaves(messages []model.SentMessage) bool {
	for _, message := range messages {
		for _, part := range message.Parts {
			if len(part.Leaves) > 0 {
				return true
			}
		}
	}
	return false
}

func sentOfText(raw string, values textReader) oiSent {
	return oiSent{reading: &sentReading{messages: newMessageReader(values).messages([]model.Value{raw})}}
}

func sentOfRequest(request *blob) *oiSent {
	reader := newMessageReader(request.texts)
	read := readRequest(request.value, reader)
	if read == nil {
		return nil
	}
	broken := request.broken || reader.hasGap
	messages := read.messages
	if request.broken {
		messages = withLastTextLossy(messages)
	}
	return &oiSent{
		reading:      &sentReading{messages: messages, broken: broken},
		broken:       broken,
		providerHeld: reader.providerHeld,
		isCertain:    read.isCertain,
	}
}

func sentOfFlattened(flattened map[string]model.Value, values textReader) *oiSent {
	messages, isList := asList(flattened[oiFlattenedInput])
	if !isList {
		prompts, arePrompts := asList(flattened[oiFlattenedPrompts])
		if !arePrompts {
			return nil
		}
		for _, prompt := range prompts {
			messages = append(messages, promptText(prompt))
		}
	}
	reader := newMessageReader(values)
	read := reader.messages(messages)
	return &oiSent{
		reading:      &sentReading{messages: read, broken: reader.hasGap},
		broken:       reader.hasGap,
		providerHeld: reader.providerHeld,
		hasText:      reader.textCount > 0,
	}
}

func promptText(prompt model.Value) model.Value {
	return asShape(asShape(prompt).Get("prompt")).Get("text")
}

// oiReturned is what came back.
type oiReturned struct {
	// nil: nothing that can be read.
	output *outputReading
	broken bool
	// nil: the output is in no response that this reads.
	response *responseReading
}

// readOIReturned: as for what was sent; an answer that is itself JSON is told from a response by the
// flattened output beside it.
func readOIReturned(response *blob, flattened map[string]model.Value, values textReader) oiReturned {
	ofKeys := flattenedOutput(flattened, values)
	if response.kind == blobStructure {
		return returnedOfStructure(response, ofKeys)
	}
	if ofKeys != nil && ofKeys.hasContent() {
		return oiReturned{output: ofKeys}
	}
	switch response.kind {
	case blobText:
		return oiReturned{output: readOutputText(response.raw, values)}
	case blobBroken:
		returned := oiReturned{broken: true}
		if read := readResponse(response.value); read != nil {
			if output := readOutput(read.parts, response.texts, ""); output != nil {
				returned.output = output.lossyText()
			}
		}
		return returned
	case blobAbsent, blobRedacted, blobStructure:
	}
	return oiReturned{output: ofKeys, broken: response.kind == blobRedacted}
}

func returnedOfStructure(response *blob, ofKeys *outputReading) oiReturned {
	read := readResponse(response.value)
	if read != nil && (read.isCertain || ofKeys == nil) {
		output := readOutput(read.parts, response.texts, read.finishReason)
		if (output == nil || !output.hasContent()) && ofKeys != nil {
			output = ofKeys
		}
		return oiReturned{output: output, response: read}
	}
	if ofKeys != nil {
		return oiReturned{output: ofKeys}
	}
	return oiReturned{output: readOutputText(response.raw, inJSON)}
}

func flattenedOutput(flattened map[string]model.Value, values textReader) *outputReading {
	messages, _ := asList(flattened[oiFlattenedOutput])
	for _, message := range messages {
		if model.IsNullish(message) {
			continue
		}
		var parts []partReading
		if read := takeApart(message); read != nil {
			parts = read.parts
		}
		return readOutput(parts, values, "")
	}
	choices, _ := asList(flattened[oiFlattenedChoices])
	if len(choices) == 0 {
		return nil
	}
	if text, isText := asText(asShape(asShape(choices[0]).Get("completion")).Get("text")); isText {
		return readOutputText(text, values)
	}
	return nil
}

func oiRequestedModel(attributes model.Attributes, request, parameters *model.Object) string {
	for _, value := range []model.Value{
		attributes.Get(oiRequestModelName), request.Get("model"),
		firstOf(parameters, "model", "model_name", "modelName"), attributes.Get(oiModelName),
	} {
		if word := asWord(value); word != "" {
			return word
		}
	}
	return ""
}

func oiPins(
	attributes model.Attributes, request, parameters *model.Object, requested string, context *readingContext,
) model.RequestPins {
	pins := model.RequestPins{}
	readPins(pins, parameters, "")
	readPins(pins, request, "")
	addWordPin(pins, "model", requested)
	if template := asWord(attributes.Get(oiTemplate)); template != "" {
		pins["template_sha256"] = context.hash.SHA256(template)
	}
	addWordPin(pins, "template_version", asID(attributes.Get(oiTemplateVersion)))
	return pins
}

func oiUsage(attributes model.Attributes, response *model.Object) model.TokenUsage {
	return model.TokenUsage{
		Input: asCount(attributes.Get(oiInputTokens)).
			Else(asCount(firstOf(response, "prompt_tokens", "input_tokens", "promptTokenCount"))),
		CacheRead: firstCount(attributes, oiCacheReadTokens).
			Else(asCount(response.Get("cache_read_input_tokens"))),
		CacheCreation: firstCount(attributes, oiCacheWriteTokens).
			Else(asCount(response.Get("cache_creation_input_tokens"))),
	}
}

// hasFlattenedHostedTool: llm.tools.<i>.tool.json_schema is the tool's definition as JSON.
func hasFlattenedHostedTool(tools model.Value) bool {
	list, _ := asList(tools)
	for _, entry := range list {
		schema := asShape(asShape(entry).Get("tool")).Get("json_schema")
		if held := capture(schema, expectsAny, inJSON); held != nil && isHostedTool(held.value) {
			return true
		}
	}
	return false
}
