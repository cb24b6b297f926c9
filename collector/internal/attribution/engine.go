package attribution

import (
	"unicode/utf8"

	"github.com/ragspan/ragspan/collector/internal/model"
)

const (
	engineMinBytes      = 4096
	engineBytesPerToken = 16
)

// isEngineTruncated tells of engines that cut a prompt silently (spec §5 "Rulings"): far more bytes were
// sent than the tokens that were read can hold, or the engine's own limit is below the prompt's tokens.
func isEngineTruncated(one *scanCall) bool {
	call := one.call
	read := call.Usage.Input.Or(0) + call.Usage.CacheRead.Or(0) + call.Usage.CacheCreation.Or(0)
	prompt := max(read, 0)
	if one.record != nil && one.record.Unit == model.UnitToken {
		prompt = max(prompt, one.record.Used.Or(0))
	}
	if limit, isSet := call.EnginePromptLimit.Get(); isSet && prompt > limit {
		return true
	}
	if read <= 0 || one.context.byteLength <= engineMinBytes {
		return false
	}
	// Providers that count cached tokens apart: without a cache count, tokens read are unknown.
	if (call.Provider == "anthropic" || call.Provider == "aws.bedrock") && !call.Usage.CacheRead.IsSet() && !call.Usage.CacheCreation.IsSet() {
		return false
	}
	bound := max(engineMinBytes, engineBytesPerToken*float64(read))
	return float64(one.context.byteLength) > bound && float64(foldedBytes(one.context)) > bound
}

// foldedBytes: a run of one repeated character is a few tokens however long: it counts as one character.
func foldedBytes(context *SentContext) int {
	bytes := max(0, len(context.segments)-1)
	for _, one := range context.segments {
		previous := rune(-1)
		repeated := 0
		for _, point := range one.text {
			if point == previous {
				repeated += utf8.RuneLen(point)
			}
			previous = point
		}
		bytes += len(one.text) - repeated
	}
	return bytes
}
