package translator

import (
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// finishModel makes of what the dialects read the call that is judged: damage, source hashes, empty
// or unlogged (spec §3). dropped: the span, or an event that was read, lost attributes or events.
func finishModel(reading *modelReading, dropped bool, context *Context) *model.ModelCall {
	hasLoggedHash := reading.contextSHA256 != "" || reading.outputSHA256 != ""
	foreignHash := hasLoggedHash && reading.hashKey != context.Hash.KeyName
	messages := sentMessages(reading.sent)
	contextDamaged := dropped || (reading.sent != nil && reading.sent.broken) || reading.sentBroken
	call := &model.ModelCall{
		Provider:          reading.provider,
		Model:             reading.model,
		ResponseID:        reading.responseID,
		Messages:          messages,
		ContextLossy:      contextDamaged,
		ContextInvalid:    hasInvalidText(messages),
		ContextSHA256:     reading.contextSHA256,
		ContextBytes:      reading.contextBytes,
		ProviderHeld:      reading.providerHeld || (reading.output != nil && reading.output.providerHeld),
		Output:            finishOutput(reading, dropped, !foreignHash, context.Hash),
		OutputLossy:       reading.outputBroken || (dropped && reading.output == nil),
		FinishReasons:     finishReasons(reading),
		Usage:             reading.usage,
		IsAnswer:          reading.isAnswer,
		IsRefusal:         reading.isRefusal,
		EnginePromptLimit: reading.enginePromptLimit,
		Pins:              reading.pins,
		HashKey:           reading.hashKey,
		ForeignHash:       foreignHash,
	}
	if !contextDamaged && !foreignHash && messages != nil {
		call.ContextLossy = !fitsContext(messages, reading.contextSHA256, context.Hash)
	}
	return call
}

// sentMessages: damaged messages of which no text is left say nothing.
func sentMessages(sent *sentReading) []model.SentMessage {
	switch {
	case sent == nil || (sent.broken && !hasLeaves(sent.messages)):
		return nil
	case sent.messages == nil:
		return []model.SentMessage{}
	}
	return sent.messages
}

func finishReasons(reading *modelReading) []string {
	reason := reading.finishReason
	if reason == "" && reading.output != nil {
		reason = reading.output.finishReason
	}
	if reason == "" {
		return nil
	}
	return []string{model.LowerJS(reason)}
}

func hasInvalidText(messages []model.SentMessage) bool {
	for _, message := range messages {
		for _, part := range message.Parts {
			for _, leaf := range part.Leaves {
				if model.IsInvalidText(leaf) {
					return true
				}
			}
		}
	}
	return false
}

// fitsContext: the text beside a source hash must fit it: all segments, joined by one LF (spec §3
// "Sent context").
func fitsContext(messages []model.SentMessage, sha256 string, hash model.TextHash) bool {
	if sha256 == "" {
		return true
	}
	var segments []string
	for _, message := range messages {
		for _, part := range message.Parts {
			segments = append(segments, part.Leaves...)
		}
	}
	return hash.SHA256(strings.Join(segments, "\n")) == sha256
}

// finishOutput gives nil when no output was logged.
func finishOutput(reading *modelReading, dropped, checks bool, hash model.TextHash) *model.ModelOutput {
	read := reading.output
	if read == nil && reading.outputSHA256 == "" && !reading.outputBytes.IsSet() {
		return nil
	}
	output := &model.ModelOutput{SHA256: reading.outputSHA256, Bytes: reading.outputBytes}
	if read == nil {
		return output
	}
	output.ToolCalls = read.toolCalls
	if captured, hasText := read.text.Get(); hasText {
		lossy := captured.Lossy || dropped || reading.outputBroken
		if !lossy && checks && reading.outputSHA256 != "" {
			lossy = !fitsOutput(read, captured.Text, reading.outputSHA256, hash)
		}
		output.Text = model.Some(model.CapturedText{Text: captured.Text, Lossy: lossy})
	}
	return output
}

func fitsOutput(read *outputReading, text, sha256 string, hash model.TextHash) bool {
	if hash.SHA256(text) == sha256 {
		return true
	}
	raw, hasRaw := read.rawText.Get()
	return hasRaw && hash.SHA256(raw) == sha256
}
