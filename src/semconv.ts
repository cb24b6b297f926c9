/**
 * Every attribute, event and metric name that ragspan writes or reads under its own name, and the
 * OpenTelemetry GenAI names it writes. Spellings that only foreign instrumentations use stand in
 * the dialect that reads them. Spec §10.
 */

export const SCOPE_NAME = 'ragspan';
export const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.40.0';

/** OpenTelemetry GenAI names. */
export const GEN_AI = {
  OPERATION_NAME: 'gen_ai.operation.name',
  PROVIDER_NAME: 'gen_ai.provider.name',
  SYSTEM: 'gen_ai.system',
  DATA_SOURCE_ID: 'gen_ai.data_source.id',
  RETRIEVAL_TOP_K: 'gen_ai.retrieval.top_k',
  RETRIEVAL_QUERY_TEXT: 'gen_ai.retrieval.query.text',
  RETRIEVAL_DOCUMENTS: 'gen_ai.retrieval.documents',
  REQUEST_MODEL: 'gen_ai.request.model',
  REQUEST_TEMPERATURE: 'gen_ai.request.temperature',
  REQUEST_TOP_P: 'gen_ai.request.top_p',
  REQUEST_TOP_K: 'gen_ai.request.top_k',
  REQUEST_MAX_TOKENS: 'gen_ai.request.max_tokens',
  REQUEST_SEED: 'gen_ai.request.seed',
  REQUEST_STOP_SEQUENCES: 'gen_ai.request.stop_sequences',
  REQUEST_FREQUENCY_PENALTY: 'gen_ai.request.frequency_penalty',
  REQUEST_PRESENCE_PENALTY: 'gen_ai.request.presence_penalty',
  RESPONSE_ID: 'gen_ai.response.id',
  RESPONSE_MODEL: 'gen_ai.response.model',
  RESPONSE_FINISH_REASONS: 'gen_ai.response.finish_reasons',
  USAGE_INPUT_TOKENS: 'gen_ai.usage.input_tokens',
  USAGE_OUTPUT_TOKENS: 'gen_ai.usage.output_tokens',
  USAGE_CACHE_READ_INPUT_TOKENS: 'gen_ai.usage.cache_read.input_tokens',
  USAGE_CACHE_CREATION_INPUT_TOKENS: 'gen_ai.usage.cache_creation.input_tokens',
  INPUT_MESSAGES: 'gen_ai.input.messages',
  OUTPUT_MESSAGES: 'gen_ai.output.messages',
  SYSTEM_INSTRUCTIONS: 'gen_ai.system_instructions',
  TOOL_NAME: 'gen_ai.tool.name',
  TOOL_TYPE: 'gen_ai.tool.type',
  TOOL_CALL_ID: 'gen_ai.tool.call.id',
  TOOL_CALL_ARGUMENTS: 'gen_ai.tool.call.arguments',
  TOOL_CALL_RESULT: 'gen_ai.tool.call.result',
  EVALUATION_NAME: 'gen_ai.evaluation.name',
  EVALUATION_SCORE_LABEL: 'gen_ai.evaluation.score.label',
  EVALUATION_EXPLANATION: 'gen_ai.evaluation.explanation',
} as const;

/** What our producer side writes, and the `ragspan` dialect reads. */
export const RAGSPAN = {
  RUN_ID: 'ragspan.run.id',
  INPUT: 'ragspan.input',
  OUTPUT: 'ragspan.output',
  HASH_KEY: 'ragspan.hash.key',
  ANSWER: 'ragspan.answer',
  REFUSED: 'ragspan.refused',
  ENGINE_PROMPT_LIMIT: 'ragspan.engine.prompt_limit',
  TRAFFIC: 'ragspan.traffic',

  RETRIEVAL_STAGE: 'ragspan.retrieval.stage',
  RETRIEVAL_QUERY_SHA256: 'ragspan.retrieval.query.sha256',
  RETRIEVAL_SNAPSHOT: 'ragspan.retrieval.snapshot',
  RETRIEVAL_HANDED_ON: 'ragspan.retrieval.handed_on',
  RETRIEVAL_CHUNK_DIGESTS: 'ragspan.retrieval.chunk.digests',
  RETRIEVAL_CHUNK_IDS: 'ragspan.retrieval.chunk.ids',
  RETRIEVAL_CHUNK_BYTES: 'ragspan.retrieval.chunk.bytes',
  RETRIEVAL_CHUNK_COUNT: 'ragspan.retrieval.chunk.count',

  ASSEMBLY_TEMPLATE_SHA256: 'ragspan.assembly.template.sha256',
  ASSEMBLY_TEMPLATE_VERSION: 'ragspan.assembly.template.version',
  ASSEMBLY_BUDGET: 'ragspan.assembly.budget',
  ASSEMBLY_BUDGET_UNIT: 'ragspan.assembly.budget.unit',
  ASSEMBLY_USED: 'ragspan.assembly.used',
  ASSEMBLY_CUT_AT: 'ragspan.assembly.cut.at',
  ASSEMBLY_CUT_SIDE: 'ragspan.assembly.cut.side',
  ASSEMBLY_OFFSET_UNIT: 'ragspan.assembly.offset.unit',
  ASSEMBLY_CHUNK_DIGESTS: 'ragspan.assembly.chunk.digests',
  ASSEMBLY_CHUNK_OFFSETS: 'ragspan.assembly.chunk.offsets',
  ASSEMBLY_CHUNK_KEPT: 'ragspan.assembly.chunk.kept',
  ASSEMBLY_CHUNK_FORMS: 'ragspan.assembly.chunk.forms',
  ASSEMBLY_CHUNK_PLANNED: 'ragspan.assembly.chunk.planned',
  ASSEMBLY_CHUNK_LABELS: 'ragspan.assembly.chunk.labels',

  CONTEXT_SHA256: 'ragspan.context.sha256',
  CONTEXT_BYTES: 'ragspan.context.bytes',
  /** True: part of what the model read is not in the messages (held by the provider, or unseen). */
  CONTEXT_PARTIAL: 'ragspan.context.partial',
  OUTPUT_SHA256: 'ragspan.output.sha256',
  OUTPUT_BYTES: 'ragspan.output.bytes',
} as const;

/** What the audit of an answer's claims writes: how many there were, and the problems by kind. */
export const CLAIMS = {
  COUNT: 'ragspan.claims.count',
  UNSUPPORTED: 'ragspan.claims.unsupported',
  UNKNOWN_ID: 'ragspan.claims.unknown_id',
  NOT_SENT: 'ragspan.claims.not_sent',
  MISQUOTED: 'ragspan.claims.misquoted',
  VALUE: 'ragspan.claims.value',
} as const;

/** What a verdict is written as. */
export const VERDICT = {
  EVENT_NAME: 'gen_ai.evaluation.result',
  EVALUATION: 'ragspan.attribution',

  VERDICT: 'ragspan.verdict',
  REASON: 'ragspan.reason',
  BOUNDARY: 'ragspan.boundary',
  CASE_ID: 'ragspan.case.id',
  PATTERN: 'ragspan.pattern',
  LOSS: 'ragspan.loss',
  OUTCOME: 'ragspan.outcome',
  EXPLANATION: 'ragspan.explanation',

  TRACE_VERDICT: 'ragspan.trace.verdict',
  TRACE_RUNS: 'ragspan.trace.runs',

  CANDIDATES: 'ragspan.candidates',
  CASES_MATCHED: 'ragspan.cases_matched',
  ROUTE: 'ragspan.route',
  NEED_PREFIX: 'ragspan.need.',
  TOP_K: 'ragspan.top_k',
  TOP_K_SOURCE: 'ragspan.top_k_source',
  CUT_AT: 'ragspan.cut.at',
  CUT_UNIT: 'ragspan.cut.unit',
  CUT_SIDE: 'ragspan.cut.side',
  CHUNKS_PREFIX: 'ragspan.chunks.',
  QUOTE_OFFSET: 'ragspan.quote.offset',
  QUOTE_LENGTH: 'ragspan.quote.length',
  DISTRACTORS: 'ragspan.distractors',
  AUDIT_PREFIX: 'ragspan.audit.',
  INPUT_SHA256: 'ragspan.input.sha256',
  CONTEXT_SHA256: 'ragspan.context.sha256',
  OUTPUT_SHA256: 'ragspan.output.sha256',
  CONFIG_SHA256: 'ragspan.config.sha256',
  ANSWERED_BY: 'ragspan.answered_by',
  REVISION: 'ragspan.revision',
  ORIGIN: 'ragspan.origin',
  VERSION: 'ragspan.version',
} as const;

export const METRIC = {
  VERDICTS: 'ragspan.verdicts',
  RUNS: 'ragspan.runs',
  CHUNKS: 'ragspan.chunks',
  AUDIT_FINDINGS: 'ragspan.audit.findings',
  CLAIMS: 'ragspan.claims',
  CLAIM_PROBLEMS: 'ragspan.claims.problems',
  SPANS: 'ragspan.spans',
  CONTEXT_SIZE: 'ragspan.context.size',
  JOIN_DURATION: 'ragspan.join.duration',
  PENDING: 'ragspan.pending',
  DROPPED: 'ragspan.dropped',
} as const;

export const METRIC_ATTRIBUTE = {
  FATE: 'ragspan.fate',
  FINDING: 'ragspan.finding',
  PROBLEM: 'ragspan.problem',
  KIND: 'ragspan.kind',
  DIALECT: 'ragspan.dialect',
} as const;
