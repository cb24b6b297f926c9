package model

// RunCall is one call of a model, once, whichever instrumentations saw it.
type RunCall struct {
	// Span gives the call its place: the framework's, where two saw the call.
	Span *SpanFacts
	// Model has the bytes: the SDK span's, completed by the framework's.
	Model *ModelCall
	// IsInsideRetrieval: graders inside a retrieval or rerank span never contribute (spec §5 "Which
	// calls").
	IsInsideRetrieval bool
}

// RunRetrieval is one list of the run's log: of a retrieval or rerank span, or a declared tool's
// result.
type RunRetrieval struct {
	Span *SpanFacts
	List *RetrievalList
	// Enclosing is the nearest retrieval around it that logged a list: that one replaces this one.
	// nil when there is none.
	Enclosing *RunRetrieval
}

// Run is one question answered once, as joining found it (spec §9): the input of attribution.
type Run struct {
	TraceID string
	// SpanID is the root's; empty for the nameless span over several roots of the trace.
	SpanID string
	// RunID is ragspan.run.id, when explicit.
	RunID string
	// Root is nil when the root is a missing parent or the nameless span.
	Root              *SpanFacts
	StartTimeUnixNano uint64
	// Members are the spans of the run, those of runs below it left out (unless it is a run over them
	// all).
	Members []*SpanFacts
	// Calls, Retrievals and Assemblies are in order of start, then span id.
	Calls      []*RunCall
	Retrievals []*RunRetrieval
	Assemblies []*SpanFacts
	// HasContradictoryAncestry: cyclic or contradictory.
	HasContradictoryAncestry bool
	// NeedsCase: one half alone, without an assembly record or a run id: a run only when a case
	// matches it.
	NeedsCase bool
	// DeclaredInputs are the ragspan.input values that count for "two questions": those of runs below
	// it left out.
	DeclaredInputs []string
	// AdjustedCount is the weight under a head sampler.
	AdjustedCount float64
}
