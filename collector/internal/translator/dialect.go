package translator

import "github.com/ragspan/ragspan/collector/internal/model"

// Context is what a translation needs beside the span.
type Context struct {
	// Hash makes digests and checks logged hashes.
	Hash model.TextHash
	// Limits are those of the span's resource.
	Limits ValueLimits
	// Memo holds digests by text, shared by the spans of one trace: a chunk that several spans hold is
	// hashed once. nil: none is kept.
	Memo map[string]string
	// AttributeKeys are those that anyone will ask for; nil: all are kept, by reference to the
	// record's own.
	AttributeKeys map[string]struct{}
}

// readingContext is what dialects are given beside the span.
type readingContext struct {
	hash model.TextHash
	// Reads strings that are attribute values of their own.
	values textReader
}

// dialect is a way to read one family of attribute names. Several may have something to say about
// one span (our attributes beside OpenTelemetry's): each says its part, mergeReadings puts the parts
// together and finish… turns them into facts. A new dialect is one file and one line in dialects.go.
type dialect struct {
	name model.Dialect
	// A span without an attribute under one of these, and without an event, says nothing in this
	// dialect.
	attributePrefixes []string
	// Names of events that speak this dialect begin so; empty: none does.
	eventPrefix string
	// nil: not this dialect after all.
	translate func(record *model.SpanRecord, context *readingContext) *spanReading
}

// spanReading is the part of a span's facts that one dialect can tell.
type spanReading struct {
	kind            model.SpanKind
	runID           string
	declaredInput   model.Optional[string]
	input           model.Optional[model.CapturedText]
	output          model.Optional[model.CapturedText]
	retrieval       *retrievalReading
	assembly        *model.AssemblyRecord
	model           *modelReading
	tool            *model.ToolExecution
	attachedVerdict string
	// An event that was read lost attributes.
	dropped bool
}

type retrievalReading struct {
	// Empty: not said.
	stage       model.RetrievalStage
	query       model.Optional[model.CapturedText]
	querySHA256 string
	topK        model.Optional[int64]
	handedOn    model.Optional[int64]
	count       model.Optional[int64]
	// nil: no list was logged.
	items  []model.ItemReading
	inputs []model.ItemReading
	// A list was logged and is damaged.
	broken   bool
	snapshot string
	source   string
	hashKey  string
}

// sentReading is messages as one carrier held them.
type sentReading struct {
	messages []model.SentMessage
	broken   bool
}

type modelReading struct {
	provider   string
	model      string
	responseID string
	// nil: nowhere logged.
	sent *sentReading
	// Messages were logged and cannot be read.
	sentBroken    bool
	contextSHA256 string
	contextBytes  model.Optional[int64]
	providerHeld  bool
	// nil: nowhere logged.
	output            *outputReading
	outputBroken      bool
	outputSHA256      string
	outputBytes       model.Optional[int64]
	finishReason      string
	usage             model.TokenUsage
	isAnswer          bool
	isRefusal         bool
	enginePromptLimit model.Optional[int64]
	pins              model.RequestPins
	hashKey           string
}
