package contentdigest

import (
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/ragspan/ragspan/collector/internal/semconv"
)

const explanationKey = semconv.GenAIEvaluationExplanation

// readEventKey tells what an attribute of a GenAI event carries: the names of a body's fields stand
// there without a prefix (content, message, tool_calls, body).
func readEventKey(eventName, key string, isOurEvaluation bool) keyReading {
	if key == explanationKey {
		if isOurEvaluation {
			return keyReading{}
		}
		return keyReading{of: otherContent}
	}
	if read := readKey(key); read.of != noContent {
		return read
	}
	if _, isText := textWords[key]; !isText {
		return keyReading{}
	}
	switch eventName {
	case "gen_ai.choice", "gen_ai.content.completion", "gen_ai.completion":
		return keyReading{of: answerContent}
	case "gen_ai.system.message", "gen_ai.user.message", "gen_ai.assistant.message", "gen_ai.tool.message",
		"gen_ai.content.prompt", "gen_ai.prompt":
		return keyReading{of: contextContent}
	}
	return keyReading{of: otherContent}
}

// isOurEvaluation: our explanation quotes nothing of the run (spec §10); that of a judge may.
func isOurEvaluation(attributes pcommon.Map) bool {
	name, isThere := attributes.Get(semconv.GenAIEvaluationName)
	return isThere && name.AsString() == semconv.VerdictEvaluation
}
