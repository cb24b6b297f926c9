/** Which hand-off a GenAI span belongs to: its operation, or, where none is named, what it carries. */
import type { SpanRecord } from '../../model/span.js';
import type { SpanKind } from '../../model/span-facts.js';
import { GEN_AI } from '../../semconv.js';
import { asText } from '../scalars.js';
import { eventName } from './events.js';
import {
  CHOICE,
  COMPLETION,
  COMPLETION_EVENTS,
  FLATTENED,
  MESSAGE_ROLES,
  OPERATION_DETAILS,
  PREFIX,
  PROMPT,
  PROMPT_EVENTS,
  REQUEST_TYPE,
} from './names.js';

const KINDS: Readonly<Record<string, SpanKind>> = {
  chat: 'model',
  text_completion: 'model',
  completion: 'model',
  completions: 'model',
  generate_content: 'model',
  generate: 'model',
  text_generation: 'model',
  response: 'model',
  responses: 'model',
  message: 'model',
  messages: 'model',
  retrieval: 'retrieval',
  retrieve: 'retrieval',
  rerank: 'rerank',
  reranking: 'rerank',
  embeddings: 'embedding',
  embedding: 'embedding',
  execute_tool: 'tool',
};

/** Keys of an inference; `gen_ai.agent.*` alone is none. */
const MODEL_KEYS: ReadonlySet<string> = new Set([
  GEN_AI.INPUT_MESSAGES,
  GEN_AI.OUTPUT_MESSAGES,
  GEN_AI.REQUEST_MODEL,
  GEN_AI.RESPONSE_MODEL,
  GEN_AI.RESPONSE_ID,
  GEN_AI.RESPONSE_FINISH_REASONS,
  PROMPT,
  COMPLETION,
]);

/** Undefined: nothing of GenAI is on the span. */
export function kindOf(record: SpanRecord): SpanKind | undefined {
  const { attributes } = record;
  const operation = asText(attributes[GEN_AI.OPERATION_NAME])?.toLowerCase();
  if (operation !== undefined && operation !== '') return known(operation) ?? 'other';
  const requestType = asText(attributes[REQUEST_TYPE])?.toLowerCase();
  const byType = requestType === undefined ? undefined : known(requestType);
  if (byType !== undefined) return byType;
  return byKeys(record);
}

function known(operation: string): SpanKind | undefined {
  return Object.hasOwn(KINDS, operation) ? KINDS[operation] : undefined;
}

function byKeys(record: SpanRecord): SpanKind | undefined {
  let found: SpanKind | undefined;
  let isAgent = false;
  for (const key in record.attributes) {
    if (!key.startsWith(PREFIX)) continue;
    if (key.startsWith('gen_ai.retrieval.')) return 'retrieval';
    if (key.startsWith('gen_ai.tool.call.') || key === GEN_AI.TOOL_NAME) return 'tool';
    if (key.startsWith('gen_ai.agent.')) isAgent = true;
    if (MODEL_KEYS.has(key) || isFlattened(key)) found = 'model';
    else found ??= 'other';
  }
  if (found === 'model') return isAgent ? 'other' : record.name.startsWith('embed') ? 'embedding' : 'model';
  return record.events.some((event) => isModelEvent(eventName(event))) ? 'model' : found;
}

function isFlattened(key: string): boolean {
  for (const prefix of [FLATTENED.PROMPT, FLATTENED.COMPLETION, FLATTENED.INPUT_MESSAGES, FLATTENED.OUTPUT_MESSAGES]) {
    if (key.startsWith(prefix) && isDigit(key.charCodeAt(prefix.length))) return true;
  }
  return false;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isModelEvent(name: string): boolean {
  return (
    name === CHOICE ||
    name === OPERATION_DETAILS ||
    PROMPT_EVENTS.has(name) ||
    COMPLETION_EVENTS.has(name) ||
    (Object.hasOwn(MESSAGE_ROLES, name) && name !== 'gen_ai.tool.message')
  );
}
