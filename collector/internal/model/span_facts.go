package model

// SpanKind is the part a span has in a run.
type SpanKind string

// Span kinds. A rerank span carries a RetrievalList too (stage rerank). KindOther is any span
// without a part of its own: it may still be a root, or carry a run id, an input, an output.
const (
	KindRetrieval SpanKind = "retrieval"
	KindRerank    SpanKind = "rerank"
	KindEmbedding SpanKind = "embedding"
	KindAssembly  SpanKind = "assembly"
	KindModel     SpanKind = "model"
	KindTool      SpanKind = "tool"
	KindOther     SpanKind = "other"
)

// Dialect is a family of attribute names.
type Dialect string

// Dialects.
const (
	DialectRagspan       Dialect = "ragspan"
	DialectGenAI         Dialect = "gen_ai"
	DialectOpenInference Dialect = "openinference"
)

// ToolExecution is a tool that ran in the application. Its result is a list only when the tool is
// declared (spec §8 retrieval_tools).
type ToolExecution struct {
	// Name and CallID are empty when they were not logged.
	Name   string
	CallID string
	// Result is parsed where it was JSON; nil when no result was logged.
	Result Value
	// ArgumentsText is as logged: two calls of one tool with the same arguments ask the same.
	ArgumentsText Optional[string]
	Lossy         bool
}

// SpanFacts is what one span says once its dialect has been read: the only thing joining and
// attribution see. Plain data, no live span behind it; not written once translated.
type SpanFacts struct {
	TraceID string
	SpanID  string
	// ParentSpanID is empty on a root.
	ParentSpanID      string
	Name              string
	StartTimeUnixNano uint64
	// EndTimeUnixNano is 0 while the span is open.
	EndTimeUnixNano uint64
	Status          SpanStatus
	Resource        *Resource
	// AdjustedCount is the weight under a head sampler (ot=th in the trace state): 1 when unsampled
	// or unknown.
	AdjustedCount float64
	// Attributes by key, for when.attributes and ${…} of the case file.
	Attributes Attributes
	// Dialect is empty when none has a word on the span.
	Dialect Dialect
	Kind    SpanKind
	// RunID is ragspan.run.id, empty when it is not there.
	RunID string
	// DeclaredInput is ragspan.input on this span: it counts as a question of its own (spec §9 "Two
	// questions").
	DeclaredInput Optional[string]
	// Input and Output are what the span logs as such, in any dialect; read when it is a run's root.
	Input     Optional[CapturedText]
	Output    Optional[CapturedText]
	Retrieval *RetrievalList
	Assembly  *AssemblyRecord
	Model     *ModelCall
	Tool      *ToolExecution
	// AttachedVerdict is a verdict already there (ragspan.verdict), by the SDK or an earlier
	// Collector; empty when there is none.
	AttachedVerdict string
}
