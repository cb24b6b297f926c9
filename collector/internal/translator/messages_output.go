package translator

import (
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// outputReading is text and tool calls of the first choice (spec §3 "Output").
type outputReading struct {
	text      model.Optional[model.CapturedText]
	toolCalls []model.ToolCall
	// Empty: not said.
	finishReason string
	// The text before reasoning was taken off, where it differs: a hash at the source may be of
	// either.
	rawText model.Optional[string]
	// Part of what the model read was the provider's (its own search ran).
	providerHeld bool
}

// readOutput gives nil when the parts say that there was an output and not which.
func readOutput(parts []partReading, texts textReader, finishReason string) *outputReading {
	var found []string
	output := &outputReading{finishReason: finishReason}
	isMissing := false
	for at := range parts {
		part := &parts[at]
		switch part.kind {
		case partText:
			found = append(found, part.texts...)
		case partToolCall:
			output.toolCalls = append(output.toolCalls, toolCallOf(part))
		case partTextMissing:
			isMissing = true
		case partOther:
			output.providerHeld = output.providerHeld || part.isHeld
		case partToolResult:
		}
	}
	if len(found) == 0 && len(output.toolCalls) == 0 && isMissing {
		return nil
	}
	raw := texts.read(model.JoinTexts(found, ""))
	text := withoutReasoning(raw.Text)
	if len(found) == 0 || (text == "" && len(output.toolCalls) > 0) {
		return output
	}
	output.text = model.Some(model.CapturedText{Text: text, Lossy: raw.Lossy})
	if text != raw.Text {
		output.rawText = model.Some(raw.Text)
	}
	return output
}

func (o *outputReading) hasContent() bool {
	return o.text.IsSet() || len(o.toolCalls) > 0
}

// lossyText gives the output with its text lossy; nil when it has none.
func (o *outputReading) lossyText() *outputReading {
	text, hasText := o.text.Get()
	if !hasText {
		return nil
	}
	lossy := *o
	lossy.text = model.Some(model.CapturedText{Text: text.Text, Lossy: true})
	return &lossy
}

// readOutputText reads an output that is one text.
func readOutputText(text string, texts textReader) *outputReading {
	return readOutput([]partReading{textPart(text)}, texts, "")
}

func toolCallOf(part *partReading) model.ToolCall {
	call := model.ToolCall{Name: part.name, ID: part.id}
	for _, leaf := range model.StringLeaves(parsedArguments(part.value)) {
		call.ArgumentLeaves = append(call.ArgumentLeaves, inJSON.read(leaf).Text)
	}
	return call
}

// parsedArguments: arguments are JSON in a string for most clients.
func parsedArguments(args model.Value) model.Value {
	if text, isText := asText(args); isText {
		if read := readJSON(text); read.kind == jsonWhole {
			return read.value
		}
	}
	return args
}

// withoutReasoning: a leading <think>…</think> is not output; one that was never closed is all there
// is.
func withoutReasoning(text string) string {
	const open, closing = "<think>", "</think>"
	if !strings.HasPrefix(model.TrimJSStart(text), open) {
		return text
	}
	_, after, isClosed := strings.Cut(text, closing)
	if !isClosed {
		return ""
	}
	return after
}
