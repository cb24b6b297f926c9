/** What was sent, in every generation of the conventions: the first carrier that is whole counts. */
import type { SentMessage } from '../../model/model-call.js';
import type { SpanEvent, SpanRecord } from '../../model/span.js';
import { GEN_AI } from '../../semconv.js';
import { capture, type Capture } from '../capture.js';
import type { SentReading } from '../dialect.js';
import type { TextReader } from '../lossy.js';
import { MessageReader } from '../messages/message-reader.js';
import { readRequest } from '../messages/request.js';
import { asList, asShape, type Shape } from '../scalars.js';
import { eventFields, eventName, parsedContent, parsedField } from './events.js';
import { FLATTENED, MESSAGE_ROLES, OPERATION_DETAILS, PROMPT, PROMPT_EVENTS } from './names.js';

export interface SentFound extends SentReading {
  readonly providerHeld: boolean;
}

/** Undefined: nowhere logged. `flattened`: what `unflatten` found, by prefix. */
export function readSent(
  record: SpanRecord,
  flattened: ReadonlyMap<string, unknown>,
  values: TextReader,
): SentFound | undefined {
  const { attributes } = record;
  const instructions =
    capture(attributes[GEN_AI.SYSTEM_INSTRUCTIONS], 'any', values) ??
    structured(flattened.get(FLATTENED.SYSTEM_INSTRUCTIONS), values);
  const details = record.events.filter((event) => eventName(event) === OPERATION_DETAILS);
  const carriers: readonly (() => SentFound | undefined)[] = [
    () => ofMessages(capture(attributes[GEN_AI.INPUT_MESSAGES], 'json', values), instructions),
    () => ofMessages(structured(flattened.get(FLATTENED.INPUT_MESSAGES), values), instructions),
    () => ofDetails(details, instructions, values),
    () => ofMessageEvents(record.events, values),
    () => ofPrompt(capture(attributes[PROMPT], 'any', values)),
    () => ofPromptEvents(record.events, values),
    () => ofIndexed(flattened.get(FLATTENED.PROMPT), values),
  ];
  let damaged: SentFound | undefined;
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

/** Messages and, apart from them, system instructions: these come first. */
function ofMessages(messages: Capture | undefined, instructions: Capture | undefined): SentFound | undefined {
  if (messages === undefined) return undefined;
  const reader = new MessageReader(messages.texts);
  const system =
    instructions === undefined ? undefined : new MessageReader(instructions.texts).instructions(instructions.value);
  const list = asList(messages.value) ?? (messages.value === undefined ? [] : [messages.value]);
  const request = asList(messages.value) === undefined ? readRequest(messages.value, reader) : undefined;
  const read = request?.messages ?? reader.messages(list);
  return found(
    [...(system === undefined ? [] : [system]), ...read],
    reader,
    messages.broken || instructions?.broken === true,
  );
}

/** Undefined when the messages are there and their text was not captured. */
function found(messages: readonly SentMessage[], reader: MessageReader, broken: boolean): SentFound | undefined {
  if (reader.textCount === 0 && reader.missingCount > 0 && !broken) return undefined;
  const isDamaged = broken || reader.hasGap;
  return {
    messages: broken ? withLastLossy(messages) : messages,
    broken: isDamaged,
    providerHeld: reader.providerHeld,
  };
}

/** Of damaged JSON the last text may be cut: it proves nothing by its end. */
export function withLastLossy(messages: readonly SentMessage[]): SentMessage[] {
  const copy = [...messages];
  for (let index = copy.length - 1; index >= 0; index -= 1) {
    const message = copy[index] as SentMessage;
    const at = message.parts.findLastIndex((part) => part.leaves.length > 0);
    if (at < 0) continue;
    copy[index] = {
      ...message,
      parts: message.parts.map((part, place) =>
        place === at ? { ...part, lossy: true, endUnproven: true as const } : part,
      ),
    };
    break;
  }
  return copy;
}

/** One record, or one for the input and one for each output item; the same input twice is one input. */
function ofDetails(
  events: readonly SpanEvent[],
  onSpan: Capture | undefined,
  values: TextReader,
): SentFound | undefined {
  const seen = new Set<string>();
  const parts: SentFound[] = [];
  for (const event of events) {
    const { fields } = detailFields(event);
    const messages = capture(fields[GEN_AI.INPUT_MESSAGES], 'json', values);
    if (messages === undefined) continue;
    const key = fingerprint(fields[GEN_AI.INPUT_MESSAGES]);
    if (key !== undefined && seen.has(key)) continue;
    if (key !== undefined) seen.add(key);
    const instructions = capture(fields[GEN_AI.SYSTEM_INSTRUCTIONS], 'any', values) ?? onSpan;
    const read = ofMessages(messages, parts.length === 0 ? instructions : undefined);
    if (read !== undefined) parts.push(read);
  }
  if (parts.length === 0) return undefined;
  return {
    messages: parts.flatMap((part) => part.messages),
    broken: parts.some((part) => part.broken),
    providerHeld: parts.some((part) => part.providerHeld),
  };
}

/** The attributes of the record; some write them into the body. */
export function detailFields(event: SpanEvent): { readonly fields: Shape } {
  const body = asShape(event.attributes['body']);
  return { fields: body === undefined ? event.attributes : { ...body, ...event.attributes } };
}

function fingerprint(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** 1.36: an event per message. Without any content on any of them the capture was off. */
function ofMessageEvents(events: readonly SpanEvent[], values: TextReader): SentFound | undefined {
  const messages: SentMessage[] = [];
  let hasContent = false;
  let broken = false;
  let providerHeld = false;
  const names = new Map<string, string>();
  for (const event of events) {
    const name = eventName(event);
    if (!Object.hasOwn(MESSAGE_ROLES, name)) continue;
    const { fields, texts, broken: isBroken } = eventFields(event, values);
    const content = parsedContent(fields['content']);
    const calls = parsedField(fields['tool_calls']);
    hasContent ||= content.value !== undefined || calls.value !== undefined;
    broken ||= isBroken || content.broken || calls.broken;
    const reader = new MessageReader(texts, names);
    const message = reader.message({
      role: fields['role'] ?? MESSAGE_ROLES[name],
      content: content.value,
      tool_calls: calls.value,
      tool_call_id: fields['id'] ?? fields['tool_call_id'],
      name: fields['name'],
    });
    providerHeld ||= reader.providerHeld;
    if (message !== undefined) messages.push(message);
  }
  return messages.length === 0 || (!hasContent && !broken) ? undefined : { messages, broken, providerHeld };
}

/** Deprecated: a prompt as text, as messages in JSON, or as a whole request. */
function ofPrompt(prompt: Capture | undefined): SentFound | undefined {
  if (prompt === undefined || (prompt.isText && prompt.value === '')) return undefined;
  const reader = new MessageReader(prompt.texts);
  const read = prompt.isText ? undefined : readRequest(prompt.value, reader);
  if (read !== undefined) return found(read.messages, reader, prompt.broken);
  if (prompt.broken) return { messages: [], broken: true, providerHeld: false };
  return found(reader.messages([prompt.raw ?? prompt.value]), reader, false);
}

function ofPromptEvents(events: readonly SpanEvent[], values: TextReader): SentFound | undefined {
  for (const event of events) {
    if (!PROMPT_EVENTS.has(eventName(event))) continue;
    const held = event.attributes[PROMPT] ?? event.attributes['body'] ?? event.attributes['content'];
    const read = ofPrompt(capture(held, 'any', values));
    if (read !== undefined) return read;
  }
  return undefined;
}

/** `gen_ai.prompt.<i>.{role,content}` of OpenLLMetry and of gateways. */
function ofIndexed(value: unknown, values: TextReader): SentFound | undefined {
  const list = asList(value);
  if (list === undefined) return undefined;
  const reader = new MessageReader(values);
  let broken = false;
  const messages = list.map((item) => {
    const shape = asShape(item);
    if (shape === undefined) return item;
    const content = parsedContent(shape['content']);
    broken ||= content.broken;
    return { ...shape, content: content.value };
  });
  return found(reader.messages(messages), reader, broken);
}
