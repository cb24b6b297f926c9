package translator

import (
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

const (
	roleAssistant = "assistant"
	roleUser      = "user"
	roleSystem    = "system"
	roleTool      = "tool"
)

// roleOf says who speaks, in one spelling: lower case, assistant, user, system, tool, or as it comes.
func roleOf(value model.Value) string {
	text, isText := asText(value)
	if !isText {
		return roleUser
	}
	switch role := model.LowerJS(model.WellFormed(text)); role {
	case "ai", "model", "bot":
		return roleAssistant
	case "human":
		return roleUser
	case "function":
		return roleTool
	default:
		return role
	}
}

// roleOfClass: LangChain serializes the class: id: ["langchain_core", "messages", "HumanMessage"].
func roleOfClass(path []model.Value, fields *model.Object) string {
	name := ""
	if len(path) > 0 {
		name, _ = asText(path[len(path)-1])
	}
	switch {
	case strings.HasPrefix(name, "Human"):
		return roleUser
	case strings.HasPrefix(name, "AI"):
		return roleAssistant
	case strings.HasPrefix(name, "System"):
		return roleSystem
	case strings.HasPrefix(name, "Tool"), strings.HasPrefix(name, "Function"):
		return roleTool
	}
	return roleOf(firstField(fields, "role", "type"))
}
