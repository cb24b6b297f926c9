// Package semconv is every attribute, event and metric name that ragspan writes or reads under its
// own name, and the OpenTelemetry GenAI names it writes (spec §10). Spellings that only foreign
// instrumentations use stand in the dialect that reads them. A test holds it equal to
// src/semconv.ts.
package semconv

// On every signal.
const (
	ScopeName = "ragspan"
	SchemaURL = "https://opentelemetry.io/schemas/1.40.0"
)

// OpenTelemetry GenAI names.
const (
	GenAIOperationName                 = "gen_ai.operation.name"
	GenAIProviderName                  = "gen_ai.provider.name"
	GenAISystem                        = "gen_ai.system"
	GenAIDataSourceID                  = "gen_ai.data_source.id"
	GenAIRetrievalTopK                 = "gen_ai.retrieval.top_k"
	GenAIRetrievalQueryText            = "gen_ai.retrieval.query.text"
	GenAIRetrievalDocuments            = "gen_ai.retrieval.documents"
	GenAIRequestModel                  = "gen_ai.request.model"
	GenAIRequestTemperature            = "gen_ai.request.temperature"
	GenAIRequestTopP                   = "gen_ai.request.top_p"
	GenAIRequestTopK                   = "gen_ai.request.top_k"
	GenAIRequestMaxTokens              = "gen_ai.request.max_tokens"
	GenAIRequestSeed                   = "gen_ai.request.seed"
	GenAIRequestStopSequences          = "gen_ai.request.stop_sequences"
	GenAIRequestFrequencyPenalty       = "gen_ai.request.frequency_penalty"
	GenAIRequestPresencePenalty        = "gen_ai.request.presence_penalty"
	GenAIResponseID                    = "gen_ai.response.id"
	GenAIResponseModel                 = "gen_ai.response.model"
	GenAIResponseFinishReasons         = "gen_ai.response.finish_reasons"
	GenAIUsageInputTokens              = "gen_ai.usage.input_tokens"
	GenAIUsageOutputTokens             = "gen_ai.usage.output_tokens"
	GenAIUsageCacheReadInputTokens     = "gen_ai.usage.cache_read.input_tokens"
	GenAIUsageCacheCreationInputTokens = "gen_ai.usage.cache_creation.input_tokens"
	GenAIInputMessages                 = "gen_ai.input.messages"
	GenAIOutputMessages                = "gen_ai.output.messages"
	GenAISystemInstructions            = "gen_ai.system_instructions"
	GenAIToolName                      = "gen_ai.tool.name"
	GenAIToolType                      = "gen_ai.tool.type"
	GenAIToolCallID                    = "gen_ai.tool.call.id"
	GenAIToolCallArguments             = "gen_ai.tool.call.arguments"
	GenAIToolCallResult                = "gen_ai.tool.call.result"
	GenAIEvaluationName                = "gen_ai.evaluation.name"
	GenAIEvaluationScoreLabel          = "gen_ai.evaluation.score.label"
	GenAIEvaluationExplanation         = "gen_ai.evaluation.explanation"
)

// What the producer side writes, and the ragspan dialect reads.
const (
	RagspanRunID             = "ragspan.run.id"
	RagspanInput             = "ragspan.input"
	RagspanOutput            = "ragspan.output"
	RagspanHashKey           = "ragspan.hash.key"
	RagspanAnswer            = "ragspan.answer"
	RagspanRefused           = "ragspan.refused"
	RagspanEnginePromptLimit = "ragspan.engine.prompt_limit"
	RagspanTraffic           = "ragspan.traffic"

	RagspanRetrievalStage        = "ragspan.retrieval.stage"
	RagspanRetrievalQuerySHA256  = "ragspan.retrieval.query.sha256"
	RagspanRetrievalSnapshot     = "ragspan.retrieval.snapshot"
	RagspanRetrievalHandedOn     = "ragspan.retrieval.handed_on"
	RagspanRetrievalChunkDigests = "ragspan.retrieval.chunk.digests"
	RagspanRetrievalChunkIDs     = "ragspan.retrieval.chunk.ids"
	RagspanRetrievalChunkBytes   = "ragspan.retrieval.chunk.bytes"
	RagspanRetrievalChunkCount   = "ragspan.retrieval.chunk.count"

	RagspanAssemblyTemplateSHA256  = "ragspan.assembly.template.sha256"
	RagspanAssemblyTemplateVersion = "ragspan.assembly.template.version"
	RagspanAssemblyBudget          = "ragspan.assembly.budget"
	RagspanAssemblyBudgetUnit      = "ragspan.assembly.budget.unit"
	RagspanAssemblyUsed            = "ragspan.assembly.used"
	RagspanAssemblyCutAt           = "ragspan.assembly.cut.at"
	RagspanAssemblyCutSide         = "ragspan.assembly.cut.side"
	RagspanAssemblyOffsetUnit      = "ragspan.assembly.offset.unit"
	RagspanAssemblyChunkDigests    = "ragspan.assembly.chunk.digests"
	RagspanAssemblyChunkOffsets    = "ragspan.assembly.chunk.offsets"
	RagspanAssemblyChunkKept       = "ragspan.assembly.chunk.kept"
	RagspanAssemblyChunkForms      = "ragspan.assembly.chunk.forms"
	RagspanAssemblyChunkPlanned    = "ragspan.assembly.chunk.planned"
	RagspanAssemblyChunkLabels     = "ragspan.assembly.chunk.labels"

	RagspanContextSHA256 = "ragspan.context.sha256"
	RagspanContextBytes  = "ragspan.context.bytes"
	// RagspanContextPartial: true: part of what the model read is not in the messages (held by the provider, or unseen).
	RagspanContextPartial = "ragspan.context.partial"
	RagspanOutputSHA256   = "ragspan.output.sha256"
	RagspanOutputBytes    = "ragspan.output.bytes"
)

// What the audit of an answer's claims writes: how many there were, and the problems by kind.
const (
	ClaimsCount       = "ragspan.claims.count"
	ClaimsUnsupported = "ragspan.claims.unsupported"
	ClaimsUnknownID   = "ragspan.claims.unknown_id"
	ClaimsNotSent     = "ragspan.claims.not_sent"
	ClaimsMisquoted   = "ragspan.claims.misquoted"
	ClaimsValue       = "ragspan.claims.value"
)

// What a verdict is written as.
const (
	VerdictEventName  = "gen_ai.evaluation.result"
	VerdictEvaluation = "ragspan.attribution"

	VerdictVerdict     = "ragspan.verdict"
	VerdictReason      = "ragspan.reason"
	VerdictBoundary    = "ragspan.boundary"
	VerdictCaseID      = "ragspan.case.id"
	VerdictPattern     = "ragspan.pattern"
	VerdictLoss        = "ragspan.loss"
	VerdictOutcome     = "ragspan.outcome"
	VerdictExplanation = "ragspan.explanation"

	VerdictTraceVerdict = "ragspan.trace.verdict"
	VerdictTraceRuns    = "ragspan.trace.runs"

	VerdictCandidates    = "ragspan.candidates"
	VerdictCasesMatched  = "ragspan.cases_matched"
	VerdictRoute         = "ragspan.route"
	VerdictNeedPrefix    = "ragspan.need."
	VerdictTopK          = "ragspan.top_k"
	VerdictTopKSource    = "ragspan.top_k_source"
	VerdictCutAt         = "ragspan.cut.at"
	VerdictCutUnit       = "ragspan.cut.unit"
	VerdictCutSide       = "ragspan.cut.side"
	VerdictChunksPrefix  = "ragspan.chunks."
	VerdictQuoteOffset   = "ragspan.quote.offset"
	VerdictQuoteLength   = "ragspan.quote.length"
	VerdictDistractors   = "ragspan.distractors"
	VerdictAuditPrefix   = "ragspan.audit."
	VerdictInputSHA256   = "ragspan.input.sha256"
	VerdictContextSHA256 = "ragspan.context.sha256"
	VerdictOutputSHA256  = "ragspan.output.sha256"
	VerdictConfigSHA256  = "ragspan.config.sha256"
	VerdictAnsweredBy    = "ragspan.answered_by"
	VerdictRevision      = "ragspan.revision"
	VerdictOrigin        = "ragspan.origin"
	VerdictVersion       = "ragspan.version"
)

// Metrics.
const (
	MetricVerdicts      = "ragspan.verdicts"
	MetricRuns          = "ragspan.runs"
	MetricChunks        = "ragspan.chunks"
	MetricAuditFindings = "ragspan.audit.findings"
	MetricClaims        = "ragspan.claims"
	MetricClaimProblems = "ragspan.claims.problems"
	MetricSpans         = "ragspan.spans"
	MetricContextSize   = "ragspan.context.size"
	MetricJoinDuration  = "ragspan.join.duration"
	MetricPending       = "ragspan.pending"
	MetricDropped       = "ragspan.dropped"
)

// Attributes of metrics alone.
const (
	AttributeFate    = "ragspan.fate"
	AttributeFinding = "ragspan.finding"
	AttributeProblem = "ragspan.problem"
	AttributeKind    = "ragspan.kind"
	AttributeDialect = "ragspan.dialect"
)
