package translator

import "github.com/ragspan/ragspan/collector/internal/model"

// toolAttributes are those that say of a tool that ran in the application what it was (spec §3, §8
// retrieval_tools).
type toolAttributes struct {
	name   model.Value
	callID model.Value
	args   model.Value
	result model.Value
}

func readTool(attributes toolAttributes, values textReader) *model.ToolExecution {
	tool := &model.ToolExecution{
		Name: asWord(attributes.name), CallID: asID(attributes.callID), ArgumentsText: argumentsText(attributes.args),
	}
	result := capture(attributes.result, expectsAny, values)
	if result == nil {
		return tool
	}
	tool.Result = result.value
	if result.value == nil && result.hasRaw {
		tool.Result = result.raw
	}
	tool.Lossy = result.broken || (result.isText && values.read(result.raw).Lossy)
	return tool
}

func argumentsText(value model.Value) model.Optional[string] {
	switch held := value.(type) {
	case string:
		return model.Some(held)
	case []model.Value, *model.Object, []byte:
		if text, isText := model.JSONText(held); isText {
			return model.Some(text)
		}
	}
	return model.Optional[string]{}
}
