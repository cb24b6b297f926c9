package contentdigest

import (
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// parameterWords are strings of a request that are no text of anybody's: names, models, formats.
var parameterWords = words(
	"model", "model_name", "modelName", "model_id", "deployment_name", "engine", "stop", "stop_sequences",
	"stopSequences", "tool_choice", "service_tier", "reasoning_effort", "encoding_format", "_type", "object",
	"previous_response_id", "truncation", "anthropic_version", "api_version",
)

// textFreeParameters takes texts and structures out of a request's parameters (llm.invocation_parameters
// holds instructions and tools of some clients). isWhole: there were none. Empty: these are no
// parameters.
func textFreeParameters(value pcommon.Value) (kept string, isWhole bool) {
	if isScalar(value) {
		return "", true
	}
	parsed, _ := model.ParseJSON(value.AsString())
	parameters, isObject := parsed.(*model.Object)
	if !isObject {
		return "", false
	}
	left := model.NewObject(parameters.Len())
	for key, one := range parameters.All() {
		if isTextFreeParameter(key, one) {
			left.Set(key, one)
		}
	}
	if left.Len() == parameters.Len() {
		return "", true
	}
	kept, _ = model.JSONText(left)
	return kept, false
}

func isTextFreeParameter(key string, value model.Value) bool {
	_, isWord := parameterWords[key]
	switch held := value.(type) {
	case string:
		return isWord
	case []model.Value:
		for _, one := range held {
			if _, isText := one.(string); !isText || !isWord {
				return false
			}
		}
		return true
	case *model.Object:
		return held.Len() == 0
	}
	return true
}
