/**
 * Traces as a few readable lines: each function below is one span, in our own dialect (`own`), in
 * OpenTelemetry GenAI (`gen_ai`) or in OpenInference (`oi`). `otlp()` turns them into OTLP JSON.
 *
 * Ids follow the place in the list (`0000000000000001` is the first span), times too: span n starts
 * n × 100 ms after the trace's start and lasts 50 ms, unless `at` says otherwise; a span that has
 * children ends with the last of them.
 */
import { createHash, createHmac } from 'node:crypto';

export type Value = string | number | bigint | boolean | null | readonly Value[] | { readonly [key: string]: Value };
export type Attrs = Readonly<Record<string, Value | undefined>>;
export type Dialect = 'own' | 'gen_ai' | 'oi';

export interface SpanEventSpec {
  readonly name: string;
  readonly attrs: Attrs;
  readonly dropped?: number;
}

export interface SpanSpec {
  readonly label: string;
  readonly name: string;
  readonly parent?: string | null;
  readonly attrs: Attrs;
  /** Milliseconds after the trace's start: begin, end. */
  readonly at?: readonly [number, number];
  readonly error?: boolean;
  readonly events?: readonly SpanEventSpec[];
  readonly droppedAttributes?: number;
  readonly droppedEvents?: number;
  readonly service?: string;
  /** Further resource attributes. Spans with the same service and attributes share a resource. */
  readonly resource?: Attrs;
  readonly scope?: string;
  /** 1 by default; another number puts the span in another trace of the same file. */
  readonly trace?: number;
  /** An id of one's own (16 hex). */
  readonly id?: string;
  /** A parent id that no span of the file has. */
  readonly parentId?: string;
}

/** A log record that names a span: GenAI events travel this way too. */
export interface LogSpec {
  readonly span: string;
  readonly eventName?: string;
  readonly body?: Value;
  readonly attrs?: Attrs;
}

/** What every span function takes beside its own options. */
export type Common = Partial<
  Pick<
    SpanSpec,
    | 'parent'
    | 'at'
    | 'error'
    | 'events'
    | 'droppedAttributes'
    | 'droppedEvents'
    | 'service'
    | 'resource'
    | 'scope'
    | 'trace'
    | 'id'
    | 'parentId'
  >
> & {
  readonly attrs?: Attrs;
};

export const sha256 = (text: string, key?: string): string =>
  (key === undefined ? createHash('sha256') : createHmac('sha256', key)).update(text, 'utf8').digest('hex');
export const digest = (text: string, key?: string): string => sha256(text, key).slice(0, 32);
export const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

function common(options: Common): Omit<SpanSpec, 'label' | 'name' | 'attrs'> {
  const { attrs: _attrs, ...rest } = options;
  return rest;
}

/** Any span: a step, an HTTP request, a chain. */
export function span(label: string, options: Common & { readonly name?: string } = {}): SpanSpec {
  const { name, ...rest } = options;
  return { label, name: name ?? label, attrs: options.attrs ?? {}, ...common(rest) };
}

export interface RootOptions extends Common {
  readonly input?: string | undefined;
  readonly output?: string | undefined;
  readonly runId?: string;
  readonly name?: string;
}

/** The span of the request, with what the application declares on it. */
export function root(options: RootOptions = {}, label = 'root'): SpanSpec {
  const { input, output, runId, name, ...rest } = options;
  return {
    label,
    name: name ?? 'answer question',
    attrs: { 'ragspan.run.id': runId, 'ragspan.input': input, 'ragspan.output': output, ...options.attrs },
    ...common(rest),
  };
}

/** An item as the retriever returned it: a text, or what is known of it. `null` keeps the rank of a lost item. */
export type ChunkSpec =
  | string
  | {
      readonly text?: string;
      readonly id?: string | number | null;
      readonly score?: number;
      readonly digest?: string | null;
      readonly bytes?: number;
      readonly metadata?: { readonly [key: string]: Value };
    };

export interface RetrievalOptions extends Common {
  readonly dialect?: Dialect;
  /** False: digests and lengths only (own dialect). */
  readonly text?: boolean;
  readonly topK?: number | undefined;
  readonly chunks?: readonly ChunkSpec[];
  readonly query?: string;
  readonly handedOn?: number;
  readonly stage?: 'retrieve' | 'fuse' | 'rerank' | 'filter';
  readonly snapshot?: string;
  readonly source?: string;
  readonly count?: number;
  readonly hashKey?: string;
  readonly hashKeyName?: string;
}

const asChunk = (chunk: ChunkSpec): Exclude<ChunkSpec, string> => (typeof chunk === 'string' ? { text: chunk } : chunk);

function documentOf(chunk: Exclude<ChunkSpec, string>): Value {
  const out: Record<string, Value> = {};
  if (chunk.id !== undefined) out['id'] = chunk.id;
  if (chunk.text !== undefined) out['content'] = chunk.text;
  if (chunk.score !== undefined) out['score'] = chunk.score;
  return { ...out, ...chunk.metadata };
}

function ownRetrieval(options: RetrievalOptions): Attrs {
  const chunks = options.chunks?.map(asChunk);
  const withText = options.text !== false;
  return {
    'gen_ai.operation.name': 'retrieval',
    'gen_ai.data_source.id': options.source,
    'gen_ai.retrieval.top_k': options.topK,
    'gen_ai.retrieval.query.text': withText ? options.query : undefined,
    'gen_ai.retrieval.documents': withText && chunks !== undefined ? JSON.stringify(chunks.map(documentOf)) : undefined,
    'ragspan.hash.key': options.hashKeyName,
    'ragspan.retrieval.stage': options.stage,
    'ragspan.retrieval.snapshot': options.snapshot,
    'ragspan.retrieval.query.sha256': options.query === undefined ? undefined : sha256(options.query, options.hashKey),
    'ragspan.retrieval.handed_on': options.handedOn,
    'ragspan.retrieval.chunk.digests': chunks?.map((chunk) =>
      chunk.digest !== undefined ? chunk.digest : chunk.text === undefined ? null : digest(chunk.text, options.hashKey),
    ),
    'ragspan.retrieval.chunk.ids': chunks?.some((chunk) => chunk.id !== undefined)
      ? chunks.map((chunk) => (chunk.id === undefined || chunk.id === null ? '' : String(chunk.id)))
      : undefined,
    'ragspan.retrieval.chunk.bytes': chunks?.map(
      (chunk) => chunk.bytes ?? (chunk.text === undefined ? 0 : bytes(chunk.text)),
    ),
    'ragspan.retrieval.chunk.count': options.count ?? chunks?.length,
  };
}

function genAiRetrieval(options: RetrievalOptions): Attrs {
  return {
    'gen_ai.operation.name': 'retrieval',
    'gen_ai.data_source.id': options.source,
    'gen_ai.retrieval.top_k': options.topK,
    'gen_ai.retrieval.query.text': options.query,
    'gen_ai.retrieval.documents':
      options.chunks === undefined
        ? undefined
        : JSON.stringify(options.chunks.map((chunk) => documentOf(asChunk(chunk)))),
  };
}

/** `retrieval.documents.<i>.document.…`, or the two lists of a reranker under their prefix. */
export function oiDocuments(prefix: string, chunks: readonly ChunkSpec[]): Attrs {
  const attrs: Record<string, Value | undefined> = {};
  for (const [index, spec] of chunks.entries()) {
    const chunk = asChunk(spec);
    const key = `${prefix}.${index}.document`;
    attrs[`${key}.content`] = chunk.text;
    attrs[`${key}.id`] = chunk.id;
    attrs[`${key}.score`] = chunk.score;
    attrs[`${key}.metadata`] = chunk.metadata === undefined ? undefined : JSON.stringify(chunk.metadata);
  }
  return attrs;
}

function oiRetrieval(options: RetrievalOptions): Attrs {
  return {
    'openinference.span.kind': 'RETRIEVER',
    'input.value': options.query,
    ...oiDocuments('retrieval.documents', options.chunks ?? []),
  };
}

export function retrieval(label: string, options: RetrievalOptions): SpanSpec {
  const dialect = options.dialect ?? 'own';
  const attrs =
    dialect === 'own' ? ownRetrieval(options) : dialect === 'gen_ai' ? genAiRetrieval(options) : oiRetrieval(options);
  const {
    dialect: _d,
    text: _t,
    topK: _k,
    chunks: _c,
    query: _q,
    handedOn: _h,
    stage: _s,
    snapshot: _n,
    source,
    count: _m,
    hashKey: _y,
    hashKeyName: _z,
    ...rest
  } = options;
  return { label, name: `retrieval ${source ?? 'index'}`, ...common(rest), attrs: { ...attrs, ...options.attrs } };
}

/** OpenInference RERANKER. */
export function reranker(
  label: string,
  options: Common & {
    readonly query?: string;
    readonly topK?: number;
    readonly input: readonly ChunkSpec[];
    readonly output: readonly ChunkSpec[];
  },
): SpanSpec {
  const { query, topK, input, output, ...rest } = options;
  return {
    label,
    name: 'rerank',
    ...common(rest),
    attrs: {
      'openinference.span.kind': 'RERANKER',
      'reranker.query': query,
      'reranker.top_k': topK,
      ...oiDocuments('reranker.input_documents', input),
      ...oiDocuments('reranker.output_documents', output),
      ...options.attrs,
    },
  };
}

export interface AssemblyChunkSpec {
  readonly text?: string;
  readonly digest?: string;
  readonly offset?: number;
  readonly kept?: number;
  readonly form?: string;
  readonly planned?: number;
  readonly label?: string;
}

export interface AssemblyOptions extends Common {
  readonly chunks?: readonly AssemblyChunkSpec[];
  readonly budget?: number;
  readonly unit?: 'token' | 'byte' | 'char';
  readonly used?: number;
  readonly cutAt?: number;
  readonly cutSide?: 'tail' | 'head' | 'middle';
  readonly offsetUnit?: 'byte' | 'utf16' | 'code_point';
  readonly templateSha256?: string;
  readonly templateVersion?: string;
  /** The text sent: gives hash and length. */
  readonly context?: string;
  readonly hashKey?: string;
  readonly hashKeyName?: string;
}

export function assembly(label: string, options: AssemblyOptions): SpanSpec {
  const {
    chunks,
    budget,
    unit,
    used,
    cutAt,
    cutSide,
    offsetUnit,
    templateSha256,
    templateVersion,
    context,
    hashKey,
    hashKeyName,
    ...rest
  } = options;
  const column = <T extends Value>(pick: (chunk: AssemblyChunkSpec) => T | undefined, missing: T): Value | undefined =>
    chunks?.some((chunk) => pick(chunk) !== undefined) ? chunks.map((chunk) => pick(chunk) ?? missing) : undefined;
  return {
    label,
    name: 'assembly',
    ...common(rest),
    attrs: {
      'ragspan.hash.key': hashKeyName,
      'ragspan.assembly.template.sha256': templateSha256,
      'ragspan.assembly.template.version': templateVersion,
      'ragspan.assembly.budget': budget,
      'ragspan.assembly.budget.unit': unit,
      'ragspan.assembly.used': used,
      'ragspan.assembly.cut.at': cutAt,
      'ragspan.assembly.cut.side': cutSide,
      'ragspan.assembly.offset.unit': offsetUnit,
      'ragspan.assembly.chunk.digests': chunks?.map((chunk) => chunk.digest ?? digest(chunk.text ?? '', hashKey)),
      'ragspan.assembly.chunk.offsets': column((chunk) => chunk.offset, -1),
      'ragspan.assembly.chunk.kept': column((chunk) => chunk.kept, 0),
      'ragspan.assembly.chunk.forms': column((chunk) => chunk.form, ''),
      'ragspan.assembly.chunk.planned': column((chunk) => chunk.planned, -1),
      'ragspan.assembly.chunk.labels': column((chunk) => chunk.label, ''),
      'ragspan.context.sha256': context === undefined ? undefined : sha256(context, hashKey),
      'ragspan.context.bytes': context === undefined ? undefined : bytes(context),
      ...options.attrs,
    },
  };
}

export type PartSpec = string | { readonly [key: string]: Value };
export interface MessageSpec {
  readonly role: string;
  readonly parts: readonly PartSpec[];
}

export const system = (...parts: PartSpec[]): MessageSpec => ({ role: 'system', parts });
export const user = (...parts: PartSpec[]): MessageSpec => ({ role: 'user', parts });
export const assistant = (...parts: PartSpec[]): MessageSpec => ({ role: 'assistant', parts });
/** A tool message with one result. */
export const toolResult = (response: Value, id = 'call_1'): MessageSpec => ({
  role: 'tool',
  parts: [{ type: 'tool_call_response', id, response }],
});
export const toolCall = (name: string, args: Value, id = 'call_1'): PartSpec => ({
  type: 'tool_call',
  id,
  name,
  arguments: args,
});

const genAiPart = (part: PartSpec): Value => (typeof part === 'string' ? { type: 'text', content: part } : part);
const genAiMessage = (message: MessageSpec): Value => ({ role: message.role, parts: message.parts.map(genAiPart) });

export interface ChatOptions extends Common {
  readonly dialect?: Dialect;
  /** Separate system instructions (gen_ai only). */
  readonly instructions?: readonly PartSpec[];
  readonly messages?: readonly MessageSpec[] | undefined;
  /** Text, or the parts of the first choice. */
  readonly output?: string | readonly PartSpec[] | undefined;
  readonly finish?: string | null;
  readonly model?: string;
  readonly provider?: string;
  readonly responseId?: string;
  readonly inputTokens?: number;
}

function genAiChat(options: ChatOptions): Attrs {
  const finish = options.finish === undefined ? 'stop' : options.finish;
  const parts = typeof options.output === 'string' ? [options.output] : options.output;
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': options.provider,
    'gen_ai.request.model': options.model ?? 'test-model',
    'gen_ai.response.id': options.responseId,
    'gen_ai.response.finish_reasons': finish === null ? undefined : [finish],
    'gen_ai.usage.input_tokens': options.inputTokens,
    'gen_ai.system_instructions':
      options.instructions === undefined ? undefined : JSON.stringify(options.instructions.map(genAiPart)),
    'gen_ai.input.messages':
      options.messages === undefined ? undefined : JSON.stringify(options.messages.map(genAiMessage)),
    'gen_ai.output.messages':
      parts === undefined ? undefined : JSON.stringify([genAiMessage({ role: 'assistant', parts })]),
  };
}

function oiChat(options: ChatOptions): Attrs {
  const attrs: Record<string, Value | undefined> = {
    'openinference.span.kind': 'LLM',
    'llm.model_name': options.model ?? 'test-model',
    'llm.provider': options.provider,
    'llm.token_count.prompt': options.inputTokens,
    'llm.finish_reason': options.finish === undefined ? 'stop' : (options.finish ?? undefined),
  };
  for (const [index, message] of (options.messages ?? []).entries()) {
    const key = `llm.input_messages.${index}.message`;
    attrs[`${key}.role`] = message.role;
    const [only] = message.parts;
    if (message.parts.length === 1 && typeof only === 'string') attrs[`${key}.content`] = only;
    else
      message.parts.forEach((part, at) => {
        attrs[`${key}.contents.${at}.message_content.type`] = typeof part === 'string' ? 'text' : part['type'];
        if (typeof part === 'string') attrs[`${key}.contents.${at}.message_content.text`] = part;
      });
  }
  if (typeof options.output === 'string') {
    attrs['llm.output_messages.0.message.role'] = 'assistant';
    attrs['llm.output_messages.0.message.content'] = options.output;
  }
  return attrs;
}

export function chat(label: string, options: ChatOptions): SpanSpec {
  const {
    dialect,
    instructions: _i,
    messages: _m,
    output: _o,
    finish: _f,
    model,
    provider: _p,
    responseId: _r,
    inputTokens: _t,
    ...rest
  } = options;
  const attrs = dialect === 'oi' ? oiChat(options) : genAiChat(options);
  return { label, name: `chat ${model ?? 'test-model'}`, ...common(rest), attrs: { ...attrs, ...options.attrs } };
}

/** A tool that ran: `execute_tool`, or OpenInference's TOOL. */
export function tool(
  label: string,
  options: Common & {
    readonly dialect?: Dialect;
    readonly name: string;
    readonly args?: Value;
    readonly result?: Value;
    readonly callId?: string;
  },
): SpanSpec {
  const { dialect, name, args, result, callId, ...rest } = options;
  const text = (value: Value | undefined): string | undefined =>
    value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value);
  const attrs: Attrs =
    dialect === 'oi'
      ? {
          'openinference.span.kind': 'TOOL',
          'tool.name': name,
          'input.value': text(args),
          'output.value': text(result),
        }
      : {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': name,
          'gen_ai.tool.call.id': callId,
          'gen_ai.tool.call.arguments': text(args),
          'gen_ai.tool.call.result': text(result),
        };
  return { label, name: `execute_tool ${name}`, ...common(rest), attrs: { ...attrs, ...options.attrs } };
}
