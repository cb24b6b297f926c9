/** What came back, in every generation of the conventions: the first carrier that is whole counts. */
import type { SpanEvent, SpanRecord } from '../../model/span.js';
import { GEN_AI } from '../../semconv.js';
import { capture, type Capture } from '../capture.js';
import { readJson } from '../json-reading.js';
import { IN_JSON, type TextReader } from '../lossy.js';
import { type MessageReading, takeApart } from '../messages/message-reader.js';
import { type OutputReading, readOutput } from '../messages/output.js';
import type { PartReading } from '../messages/part-reading.js';
import { readResponse } from '../messages/response.js';
import { asCount, asList, asShape, asText, asWord } from '../scalars.js';
import { eventFields, eventName, parsedContent, parsedField } from './events.js';
import { CHOICE, COMPLETION, COMPLETION_EVENTS, FINISH_REASON, FLATTENED, OPERATION_DETAILS } from './names.js';
import { detailFields } from './sent.js';

export interface ReturnedFound {
  readonly output?: OutputReading;
  readonly broken: boolean;
}

/** Undefined: nowhere logged. */
export function readReturned(
  record: SpanRecord,
  flattened: ReadonlyMap<string, unknown>,
  values: TextReader,
): ReturnedFound | undefined {
  const { attributes } = record;
  const carriers: readonly (() => ReturnedFound | undefined)[] = [
    () => ofMessages([capture(attributes[GEN_AI.OUTPUT_MESSAGES], 'json', values)]),
    () => ofMessages([structured(flattened.get(FLATTENED.OUTPUT_MESSAGES), values)]),
    () =>
      ofMessages(
        record.events
          .filter((event) => eventName(event) === OPERATION_DETAILS)
          .map((event) => capture(detailFields(event).fields[GEN_AI.OUTPUT_MESSAGES], 'json', values)),
      ),
    () => ofChoices(record.events, values),
    () => ofCompletion(capture(attributes[COMPLETION], 'any', values)),
    () => ofCompletionEvents(record.events, values),
    () => ofIndexed(flattened.get(FLATTENED.COMPLETION), values),
  ];
  let damaged: ReturnedFound | undefined;
  for (const carrier of carriers) {
    const found = carrier();
    if (found !== undefined && !found.broken) return found;
    damaged ??= found;
  }
  return damaged;
}

function structured(value: unknown, texts: TextReader): Capture | undefined {
  return value === undefined ? undefined : { value, broken: false, texts, isText: false };
}

/** Several records, each with one item of the output, make one answer. */
function ofMessages(captures: readonly (Capture | undefined)[]): ReturnedFound | undefined {
  const parts: PartReading[] = [];
  let finishReason: string | undefined;
  let broken = false;
  let texts: TextReader = IN_JSON;
  let isLogged = false;
  for (const held of captures) {
    if (held === undefined) continue;
    isLogged = true;
    texts = held.texts;
    broken ||= held.broken;
    const message = firstChoice(held.value);
    if (message === undefined) continue;
    parts.push(...message.parts);
    finishReason = message.finishReason ?? finishReason;
  }
  return isLogged ? found(parts, texts, finishReason, broken) : undefined;
}

/** Undefined: the output's text was not captured. */
function found(
  parts: readonly PartReading[],
  texts: TextReader,
  finishReason: string | undefined,
  broken: boolean,
): ReturnedFound | undefined {
  const output = readOutput(parts, texts, finishReason);
  if (output === undefined) return broken ? { broken } : undefined;
  if (!broken) return { output, broken };
  return {
    broken,
    ...(output.text === undefined ? {} : { output: { ...output, text: { ...output.text, lossy: true } } }),
  };
}

/** The first choice; a list that begins with a reasoning item goes on to the message. */
function firstChoice(value: unknown): MessageReading | undefined {
  const list = asList(value);
  if (list === undefined) {
    const response = readResponse(value);
    if (response === undefined) return takeApart(value);
    return {
      role: 'assistant',
      parts: response.parts,
      ...(response.finishReason === undefined ? {} : { finishReason: response.finishReason }),
    };
  }
  const messages = list.flatMap((item) => takeApart(item) ?? []);
  return messages.find((message) => message.parts.some(isOutputPart)) ?? messages[0];
}

function isOutputPart(part: PartReading): boolean {
  return part.kind === 'text' || part.kind === 'tool_call' || part.kind === 'text_missing';
}

/** 1.36 `gen_ai.choice`: `{index, finish_reason, message}`; the lowest index is the first choice. */
function ofChoices(events: readonly SpanEvent[], values: TextReader): ReturnedFound | undefined {
  let lowest = Number.POSITIVE_INFINITY;
  let chosen: { message: unknown; finishReason: string | undefined; texts: TextReader; broken: boolean }[] = [];
  for (const event of events) {
    if (eventName(event) !== CHOICE) continue;
    const { fields, texts, broken } = eventFields(event, values);
    const index = asCount(fields['index']) ?? 0;
    if (index > lowest) continue;
    if (index < lowest) chosen = [];
    lowest = index;
    const message = parsedField(fields['message']);
    const calls = parsedField(fields['tool_calls']);
    chosen.push({
      message:
        typeof message.value === 'string' || asShape(message.value) !== undefined
          ? message.value
          : { role: 'assistant', content: parsedContent(fields['content']).value, tool_calls: calls.value },
      finishReason: asWord(fields['finish_reason']),
      texts,
      broken: broken || message.broken || calls.broken,
    });
  }
  const [first] = chosen;
  if (first === undefined) return undefined;
  const parts = chosen.flatMap((choice) => takeApart(withParsedCalls(choice.message))?.parts ?? []);
  const finishReason = chosen.findLast((choice) => choice.finishReason !== undefined)?.finishReason;
  const broken = chosen.some((choice) => choice.broken);
  // Neither content nor tool calls on any: the capture was off.
  if (parts.length === 0 && !broken)
    return finishReason === undefined
      ? undefined
      : { broken: false, output: { toolCalls: [], providerHeld: false, finishReason } };
  return found(parts, first.texts, finishReason, broken);
}

function withParsedCalls(message: unknown): unknown {
  const shape = asShape(message);
  return typeof shape?.['tool_calls'] === 'string'
    ? { ...shape, tool_calls: parsedField(shape['tool_calls']).value }
    : message;
}

/** Deprecated: a completion as text, as messages in JSON, or as a whole response. */
function ofCompletion(completion: Capture | undefined): ReturnedFound | undefined {
  if (completion === undefined) return undefined;
  if (completion.isText)
    return found([{ kind: 'text', texts: [completion.raw ?? ''] }], completion.texts, undefined, false);
  const list = asList(completion.value);
  const response = list === undefined ? readResponse(completion.value) : undefined;
  if (response?.isCertain === true)
    return found(response.parts, completion.texts, response.finishReason, completion.broken);
  const message = list === undefined ? undefined : firstChoice(list);
  if (message !== undefined && message.parts.length > 0)
    return found(message.parts, completion.texts, message.finishReason, completion.broken);
  if (completion.broken) return { broken: true };
  // A JSON document: the answer itself.
  return found([{ kind: 'text', texts: [completion.raw ?? ''] }], IN_JSON, undefined, false);
}

function ofCompletionEvents(events: readonly SpanEvent[], values: TextReader): ReturnedFound | undefined {
  for (const event of events) {
    if (!COMPLETION_EVENTS.has(eventName(event))) continue;
    const held = event.attributes[COMPLETION] ?? event.attributes['body'] ?? event.attributes['content'];
    const read = ofCompletion(capture(held, 'any', values));
    if (read !== undefined) return read;
  }
  return undefined;
}

/** `gen_ai.completion.<i>.{role,content,finish_reason,tool_calls.<j>.…}`. */
function ofIndexed(value: unknown, values: TextReader): ReturnedFound | undefined {
  const first = asShape(asList(value)?.[0]);
  if (first === undefined) return undefined;
  const content = parsedContent(first['content']);
  const message = takeApart({ ...first, content: content.value });
  return message === undefined ? undefined : found(message.parts, values, message.finishReason, content.broken);
}

/** Of the first choice: an array, a JSON array in a string, or words joined by commas. */
export function readFinishReason(attributes: SpanRecord['attributes']): string | undefined {
  for (const key of FINISH_REASON) {
    const value = attributes[key];
    const listed = asList(value) ?? listIn(asText(value));
    const reason = asWord(listed?.[0]);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function listIn(text: string | undefined): readonly unknown[] | undefined {
  if (text === undefined) return undefined;
  const read = readJson(text);
  if (read.kind === 'json') return asList(read.value) ?? [read.value];
  return text.split(',', 2).map((word) => word.trim());
}
