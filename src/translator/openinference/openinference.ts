/** OpenInference: everything is span attributes, flattened (`llm.input_messages.0.…`) and as JSON (`input.value`). */
import type { Attributes, AttributeValue, SpanRecord } from '../../model/span.js';
import type { SpanKind } from '../../model/span-facts.js';
import type { CapturedText } from '../../model/text.js';
import type { Dialect, ReadingContext, SpanReading } from '../dialect.js';
import { asText } from '../scalars.js';
import { readTool } from '../tool.js';
import { readBlob } from './blob.js';
import { readModel } from './llm.js';
import * as names from './names.js';
import { readReranker, readRetriever } from './retriever.js';

const KINDS: Readonly<Record<string, SpanKind>> = {
  LLM: 'model',
  RETRIEVER: 'retrieval',
  RERANKER: 'rerank',
  EMBEDDING: 'embedding',
  TOOL: 'tool',
  CHAIN: 'other',
  AGENT: 'other',
  GUARDRAIL: 'other',
  EVALUATOR: 'other',
  PROMPT: 'other',
};

export const openinference: Dialect = {
  name: 'openinference',
  attributePrefixes: ['openinference.', 'llm.', 'retrieval.documents.', 'reranker.', 'input.value', 'output.value'],
  translate(record, context) {
    const kind = kindOf(record.attributes);
    return kind === undefined ? undefined : { kind, ...partOf(record, kind, context) };
  },
};

/** Undefined: nothing of OpenInference is on the span. */
function kindOf(attributes: Attributes): SpanKind | undefined {
  const declared = asText(attributes[names.KIND])?.toUpperCase();
  if (declared !== undefined && Object.hasOwn(KINDS, declared)) return KINDS[declared];
  for (const key in attributes) {
    if (key.startsWith(names.FLATTENED.DOCUMENTS)) return 'retrieval';
    if (key.startsWith('reranker.')) return 'rerank';
    if (
      key === names.MODEL_NAME ||
      key.startsWith(names.FLATTENED.INPUT_MESSAGES) ||
      key.startsWith(names.FLATTENED.OUTPUT_MESSAGES)
    )
      return 'model';
  }
  const hasValue = attributes[names.INPUT_VALUE] !== undefined || attributes[names.OUTPUT_VALUE] !== undefined;
  return declared !== undefined || hasValue ? 'other' : undefined;
}

function partOf(record: SpanRecord, kind: SpanKind, context: ReadingContext): Partial<SpanReading> {
  const { attributes } = record;
  switch (kind) {
    case 'retrieval':
      return { retrieval: readRetriever(record, context) };
    case 'rerank':
      return { retrieval: readReranker(record, context) };
    case 'model':
      return { model: readModel(record, context) };
    case 'tool':
      return {
        tool: readTool(
          {
            name: attributes[names.TOOL_NAME] ?? record.name,
            callId: names.TOOL_CALL_ID.map((key) => attributes[key]).find((id) => id !== undefined),
            args: attributes[names.INPUT_VALUE] ?? attributes[names.TOOL_PARAMETERS],
            result: attributes[names.OUTPUT_VALUE],
          },
          context.values,
        ),
      };
    case 'other': {
      const input = valueText(attributes[names.INPUT_VALUE], attributes[names.INPUT_MIME], context);
      const output = valueText(attributes[names.OUTPUT_VALUE], attributes[names.OUTPUT_MIME], context);
      return { ...(input === undefined ? {} : { input }), ...(output === undefined ? {} : { output }) };
    }
    case 'embedding':
    case 'assembly':
      return {};
  }
}

/** What a chain's span logs as its input or output, JSON included as it stands. */
function valueText(value: AttributeValue, mimeType: AttributeValue, context: ReadingContext): CapturedText | undefined {
  const blob = readBlob(value, mimeType, context.values);
  switch (blob.kind) {
    case 'text':
      return context.values.read(blob.raw);
    case 'structure':
      return blob.capture.texts.read(blob.raw ?? stringified(blob.capture.value));
    case 'broken':
      return blob.capture.raw === undefined ? undefined : { ...context.values.read(blob.capture.raw), lossy: true };
    case 'absent':
    case 'redacted':
      return undefined;
  }
}

function stringified(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
