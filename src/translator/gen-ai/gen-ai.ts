/**
 * OpenTelemetry GenAI: today's attributes and events, 1.36's events, and the deprecated prompt and
 * completion attributes, flattened or not. Values come as JSON strings and as structures.
 */
import type { RequestPins, TokenUsage } from '../../model/model-call.js';
import type { Attributes, SpanRecord } from '../../model/span.js';
import type { ToolExecution } from '../../model/span-facts.js';
import { GEN_AI } from '../../semconv.js';
import type { CapturedText } from '../../model/text.js';
import { capture, type Capture } from '../capture.js';
import type { Dialect, ModelReading, ReadingContext, SpanReading } from '../dialect.js';
import { hasHostedTool, isProviderConversation } from '../messages/hosted-tools.js';
import { takeApart } from '../messages/message-reader.js';
import { readOutput } from '../messages/output.js';
import { readPins } from '../pins.js';
import { asCount, asId, asList, asText, asWord } from '../scalars.js';
import { readTool } from '../tool.js';
import { unflatten } from '../unflatten.js';
import { eventName } from './events.js';
import * as names from './names.js';
import { kindOf } from './operation.js';
import { readFinishReason, readReturned } from './returned.js';
import { readRetrieval } from './retrieved.js';
import { readSent } from './sent.js';

const FLATTENED = Object.values(names.FLATTENED);

export const genAi: Dialect = {
  name: 'gen_ai',
  attributePrefixes: [names.PREFIX, 'llm.request.'],
  eventPrefix: names.PREFIX,
  translate(record, context) {
    const kind = kindOf(record);
    if (kind === undefined) return undefined;
    const part = partOf(record, kind, context);
    return { kind, ...part, ...(hasDroppedOnEvents(record) ? { dropped: true } : {}) };
  },
};

function partOf(record: SpanRecord, kind: SpanReading['kind'], context: ReadingContext): Partial<SpanReading> {
  switch (kind) {
    case 'retrieval':
    case 'rerank':
      return {
        retrieval: readRetrieval(
          record,
          unflatten(record.attributes, [names.FLATTENED.DOCUMENTS]),
          kind === 'rerank',
          context.values,
        ),
      };
    case 'model':
      return { model: modelReading(record, context) };
    case 'tool':
      return { tool: toolReading(record.attributes, context) };
    case 'other':
      return exchangeOf(record, context);
    case 'embedding':
    case 'assembly':
      return {};
  }
}

function hasDroppedOnEvents(record: SpanRecord): boolean {
  return record.events.some((event) => event.droppedAttributesCount > 0 && eventName(event).startsWith(names.PREFIX));
}

function modelReading(record: SpanRecord, context: ReadingContext): ModelReading {
  const { attributes } = record;
  const flattened = unflatten(attributes, FLATTENED);
  const sent = readSent(record, flattened, context.values);
  const returned = readReturned(record, flattened, context.values);
  const provider = asText(attributes[GEN_AI.PROVIDER_NAME]) ?? asText(attributes[GEN_AI.SYSTEM]);
  const requested = asWord(attributes[GEN_AI.REQUEST_MODEL]);
  const model = requested ?? asWord(attributes[GEN_AI.RESPONSE_MODEL]);
  const responseId = asId(attributes[GEN_AI.RESPONSE_ID]);
  const finishReason = readFinishReason(attributes);
  return {
    providerHeld: sent?.providerHeld === true || isProviderHeld(attributes, context),
    usage: readUsage(attributes),
    pins: readRequestPins(attributes, requested),
    ...(sent === undefined ? {} : { sent }),
    sentBroken: sent?.broken === true,
    ...(returned?.output === undefined ? {} : { output: returned.output }),
    outputBroken: returned?.broken === true,
    ...(provider === undefined || provider === '' ? {} : { provider: provider.toLowerCase() }),
    ...(model === undefined ? {} : { model }),
    ...(responseId === undefined ? {} : { responseId }),
    ...(finishReason === undefined ? {} : { finishReason }),
  };
}

function readUsage(attributes: Attributes): TokenUsage {
  const input = firstCount(attributes, names.INPUT_TOKENS);
  const cacheRead = firstCount(attributes, names.CACHE_READ_TOKENS);
  const cacheCreation = firstCount(attributes, names.CACHE_CREATION_TOKENS);
  return {
    ...(input === undefined ? {} : { input }),
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheCreation === undefined ? {} : { cacheCreation }),
  };
}

function firstCount(attributes: Attributes, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const count = asCount(attributes[key]);
    if (count !== undefined) return count;
  }
  return undefined;
}

function readRequestPins(attributes: Attributes, model: string | undefined): RequestPins {
  return {
    ...readPins(attributes, 'gen_ai.openai.request.'),
    ...readPins(attributes, 'gen_ai.request.'),
    ...(model === undefined ? {} : { model }),
  };
}

/** Part of the context is with the provider: an earlier response, its conversation, its own search. */
function isProviderHeld(attributes: Attributes, context: ReadingContext): boolean {
  if (isProviderConversation(attributes[names.CONVERSATION_ID])) return true;
  for (const key in attributes) {
    if (/previous[._]response[._]id$/.test(key) && asId(attributes[key]) !== undefined) return true;
  }
  return hasHostedTool(capture(attributes[names.TOOL_DEFINITIONS], 'json', context.values)?.value);
}

function toolReading(attributes: Attributes, context: ReadingContext): ToolExecution {
  return readTool(
    {
      name: attributes[GEN_AI.TOOL_NAME],
      callId: attributes[GEN_AI.TOOL_CALL_ID],
      args: attributes[GEN_AI.TOOL_CALL_ARGUMENTS],
      result: attributes[GEN_AI.TOOL_CALL_RESULT],
    },
    context.values,
  );
}

/** An agent's or a workflow's span: the question is the last thing the user said, the answer all that was said then. */
function exchangeOf(record: SpanRecord, context: ReadingContext): Partial<SpanReading> {
  const flattened = unflatten(record.attributes, FLATTENED);
  const question = readSent(record, flattened, context.values)?.messages.findLast((message) => message.role === 'user');
  const leaves = question?.parts.flatMap((part) => (part.kind === 'text' ? part.leaves : [])) ?? [];
  const output = readSaid(record, context) ?? readReturned(record, flattened, context.values)?.output?.text;
  return {
    ...(leaves.length === 0
      ? {}
      : { input: { text: leaves.join('\n'), lossy: question?.parts.some((part) => part.lossy) === true } }),
    ...(output === undefined ? {} : { output }),
  };
}

/** An agent's output messages are turns, not choices. */
function readSaid(record: SpanRecord, context: ReadingContext): CapturedText | undefined {
  const held = capture(record.attributes[GEN_AI.OUTPUT_MESSAGES], 'json', context.values);
  const texts = (asList(held?.value) ?? []).flatMap((item) => {
    const message = takeApart(item);
    const output =
      message === undefined || message.role === 'tool' ? undefined : readOutput(message.parts, (held as Capture).texts);
    return output?.text ?? [];
  });
  if (texts.length === 0) return undefined;
  return {
    text: texts.map((one) => one.text).join('\n'),
    lossy: held?.broken === true || texts.some((one) => one.lossy),
  };
}
