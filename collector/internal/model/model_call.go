package model

// SentPartKind says what a part of a message is. Text and tool results make segments; every other
// part only takes a place in the count.
type SentPartKind string

// Kinds of parts.
const (
	PartText       SentPartKind = "text"
	PartToolResult SentPartKind = "tool_result"
	PartOther      SentPartKind = "other"
)

// SentPart is one content part of a message.
type SentPart struct {
	Kind SentPartKind
	// Leaves are the strings this part gives, in order: one for a text; the string leaves (keys in
	// UTF-8 byte order, depth ≤ 64) for a structured part. Empty for other parts.
	Leaves []string
	// Lossy: telemetry may have changed these bytes.
	Lossy bool
	// EndUnproven: the text is an attribute value of its own, under a value limit that is not known:
	// its end may be the limit's, so it proves no cut (spec §3 "Lossy").
	EndUnproven bool
	// ToolCallID and ToolName say which call a tool result answers, to find a declared retrieval
	// tool's; empty when they are not known.
	ToolCallID string
	ToolName   string
	// Value is a tool result as it was parsed, for retrieval_tools paths.
	Value Value
}

// SentMessage is one message as sent.
type SentMessage struct {
	// Role is lower case; dialects map ai and model to assistant, human to user.
	Role  string
	Parts []SentPart
}

// ToolCall is a call of a tool that a model's output asks for.
type ToolCall struct {
	Name string
	ID   string
	// ArgumentLeaves are the string leaves of the arguments.
	ArgumentLeaves []string
}

// ModelOutput is what a model returned (spec §3 "Output").
type ModelOutput struct {
	// Text are the text parts of the first choice, joined; without reasoning and a leading
	// <think>…</think>.
	Text      Optional[CapturedText]
	ToolCalls []ToolCall
	// SHA256 is 64 hex as logged by the producer; empty when it was not logged.
	SHA256 string
	Bytes  Optional[int64]
}

// TokenUsage is what the engine says it read.
type TokenUsage struct {
	Input         Optional[int64]
	CacheRead     Optional[int64]
	CacheCreation Optional[int64]
}

// RequestPins are request parameters that are pins (spec §3 "Pins"), under the pin's own name: a
// float64, a string, or a []string.
type RequestPins map[string]any

// ModelCall is one call of a model: what the client sent and what came back (spec §3 "Sent
// context", "Output").
type ModelCall struct {
	// Provider is gen_ai.provider.name or gen_ai.system, lower case. Empty when it was not logged; so
	// are Model, ResponseID, ContextSHA256 and HashKey.
	Provider   string
	Model      string
	ResponseID string
	// Messages are as sent, separate system instructions first as message 0. nil: not logged at all.
	// Not nil and without text: an empty context, which is logged.
	Messages []SentMessage
	// ContextLossy: the messages may be incomplete: a part of them was unparseable, dropped or
	// replaced.
	ContextLossy bool
	// ContextInvalid: the messages hold invalid text (U+FFFD) somewhere.
	ContextInvalid bool
	// ContextSHA256 was logged by the producer, 64 hex.
	ContextSHA256 string
	ContextBytes  Optional[int64]
	// ProviderHeld: previous_response_id, a provider-held conversation or hosted search: part of the
	// context is not visible.
	ProviderHeld bool
	// Output is nil when none was logged.
	Output *ModelOutput
	// OutputLossy: the output was to be there but cannot be read (unparseable, dropped, redacted).
	OutputLossy bool
	// FinishReasons are as logged, lower case. Missing is not incomplete.
	FinishReasons []string
	Usage         TokenUsage
	// IsAnswer is ragspan.answer: this call gives the answer.
	IsAnswer bool
	// IsRefusal is ragspan.refused: the application says it refused.
	IsRefusal bool
	// EnginePromptLimit is ragspan.engine.prompt_limit, in tokens.
	EnginePromptLimit Optional[int64]
	Pins              RequestPins
	HashKey           string
	ForeignHash       bool
}
