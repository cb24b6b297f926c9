/**
 * Messages of any client's spelling, as sent (spec §3 "Sent context"). One reader reads the messages
 * of one call: it remembers the names of tool calls, and what it could not see.
 */
import type { SentMessage, SentPart } from '../../model/model-call.js';
import type { TextReader } from '../lossy.js';
import { asId, asList, asShape, asText, asWord, type Shape } from '../scalars.js';
import { type PartReading, readPart, readToolCall, readToolResult } from './part-reading.js';
import { roleOf, roleOfClass } from './role.js';

/** `{message: {…}}` around a message: one level in every known format. */
const MAX_WRAPPINGS = 3;

/** A message taken apart: who speaks, its content parts, the tool calls beside them. */
export interface MessageReading {
  readonly role: string;
  readonly parts: readonly PartReading[];
  readonly finishReason?: string;
}

export class MessageReader {
  /** Text parts with their text, and without. */
  textCount = 0;
  missingCount = 0;
  /** Part of the context is the provider's. */
  providerHeld = false;
  /** A null or an unreadable value stood where a message belongs. */
  hasGap = false;
  readonly #texts: TextReader;
  /** Names of the tools called so far, by call id. */
  readonly #toolNames: Map<string, string>;

  constructor(texts: TextReader, toolNames = new Map<string, string>()) {
    this.#texts = texts;
    this.#toolNames = toolNames;
  }

  /** Undefined: no message. */
  message(value: unknown): SentMessage | undefined {
    const reading = takeApart(value);
    if (reading === undefined) {
      this.hasGap = true;
      return undefined;
    }
    return { role: reading.role, parts: reading.parts.map((part) => this.#sentPart(part)) };
  }

  messages(values: readonly unknown[]): SentMessage[] {
    return values.flatMap((value) => this.message(value) ?? []);
  }

  /** Separate system instructions: a text, a part, or parts. */
  instructions(value: unknown): SentMessage | undefined {
    if (value === undefined || value === null || value === '') return undefined;
    const shape = asShape(value);
    const content = shape === undefined ? value : (shape['parts'] ?? shape['content'] ?? [shape]);
    return { role: 'system', parts: (asList(content) ?? [content]).map((part) => this.#sentPart(readPart(part))) };
  }

  #sentPart(part: PartReading): SentPart {
    switch (part.kind) {
      case 'text':
        return this.#textPart('text', part.texts);
      case 'tool_result': {
        const name = part.name ?? (part.id === undefined ? undefined : this.#toolNames.get(part.id));
        return {
          ...this.#textPart('tool_result', part.texts),
          value: part.value,
          ...(part.id === undefined ? {} : { toolCallId: part.id }),
          ...(name === undefined ? {} : { toolName: name }),
        };
      }
      case 'text_missing':
        this.missingCount += 1;
        return { kind: 'other', leaves: [], lossy: false };
      case 'tool_call':
        if (part.id !== undefined && part.name !== undefined) this.#toolNames.set(part.id, part.name);
        return { kind: 'other', leaves: [], lossy: false };
      case 'other':
        if (part.isHeld === true) this.providerHeld = true;
        return { kind: 'other', leaves: [], lossy: false };
    }
  }

  #textPart(kind: 'text' | 'tool_result', texts: readonly string[]): SentPart {
    this.textCount += 1;
    const read = texts.map((text) => this.#texts.read(text));
    return {
      kind,
      leaves: read.map((one) => one.text),
      lossy: read.some((one) => one.lossy),
      ...(this.#texts.endsUnproven ? { endUnproven: true as const } : {}),
    };
  }
}

/** Undefined: no message. */
export function takeApart(value: unknown, depth = 0): MessageReading | undefined {
  if (typeof value === 'string') return { role: 'user', parts: [{ kind: 'text', texts: [value] }] };
  const pair = asList(value);
  if (pair !== undefined) return isRolePair(pair) ? takeApart({ role: pair[0], content: pair[1] }, depth) : undefined;
  const shape = asShape(value);
  if (shape === undefined) return undefined;
  const wrapped = asShape(shape['message']);
  if (wrapped !== undefined) return depth > MAX_WRAPPINGS ? undefined : takeApart(wrapped, depth + 1);
  const serialized = asShape(shape['kwargs']);
  if (serialized !== undefined) return ofShape(serialized, roleOfClass(asList(shape['id']) ?? [], serialized));
  const data = asShape(shape['data']);
  if (data !== undefined && data['content'] !== undefined) return ofShape(data, roleOf(shape['type']));
  if (shape['role'] === undefined && typeof shape['type'] === 'string') return ofItem(shape, shape['type']);
  return isMessage(shape) ? ofShape(shape, roleOf(shape['role'])) : undefined;
}

/** LangChain's short form: `["system", "text"]`. Two texts in a list are none. */
export function isRolePair(pair: readonly unknown[]): boolean {
  return (
    pair.length === 2 &&
    typeof pair[0] === 'string' &&
    /^(?:system|user|human|assistant|ai|developer|tool)$/.test(pair[0])
  );
}

function isMessage(shape: Shape): boolean {
  return ['role', 'content', 'parts', 'contents', 'tool_calls'].some((key) => shape[key] !== undefined);
}

/** Items of a Responses input, and LangChain's `{type: "human", content}`. */
function ofItem(shape: Shape, type: string): MessageReading {
  if (type === 'message' || /^(?:human|ai|system|tool|function|developer|AIMessageChunk)$/.test(type)) {
    return ofShape(shape, type === 'AIMessageChunk' ? 'assistant' : roleOf(type === 'message' ? undefined : type));
  }
  const part = readPart(shape);
  const role = part.kind === 'tool_result' ? 'tool' : part.kind === 'text' ? 'user' : 'assistant';
  return { role, parts: [part] };
}

function ofShape(shape: Shape, role: string): MessageReading {
  const finishReason = asWord(shape['finish_reason'] ?? shape['finishReason']);
  const parts = role === 'tool' ? toolParts(shape) : contentParts(shape);
  return { role, parts: [...parts, ...toolCallParts(shape)], ...(finishReason === undefined ? {} : { finishReason }) };
}

function contentParts(shape: Shape): PartReading[] {
  const contents = asList(shape['contents']);
  const content = contents !== undefined && contents.length > 0 ? contents : (shape['parts'] ?? shape['content']);
  if (content === undefined || content === null) {
    const refusal = asText(shape['refusal']);
    return refusal === undefined ? [] : [{ kind: 'text', texts: [refusal] }];
  }
  return (asList(content) ?? [content]).map((part) => readPart(part));
}

/** A tool message's content is the result, in one part or in several. */
function toolParts(shape: Shape): PartReading[] {
  const parts = contentParts(shape);
  const id = asId(shape['tool_call_id'] ?? shape['tool_use_id'] ?? shape['id']);
  const name = asWord(shape['name']);
  const labels = { ...(id === undefined ? {} : { id }), ...(name === undefined ? {} : { name }) };
  const whole = shape['parts'] === undefined && shape['contents'] === undefined ? shape['content'] : undefined;
  // A structured content that is no list of parts: the result itself.
  const held = asShape(whole);
  if (held !== undefined && held['type'] === undefined && held['text'] === undefined)
    return [readToolResult({ ...labels, response: whole })];
  return parts.map((part) =>
    part.kind === 'text'
      ? {
          kind: 'tool_result',
          texts: part.texts,
          value: part.texts.length === 1 ? part.texts[0] : part.texts,
          ...labels,
        }
      : part,
  );
}

function toolCallParts(shape: Shape): PartReading[] {
  const extra = asShape(shape['additional_kwargs']);
  const listed = asList(shape['tool_calls']) ?? [];
  const calls = listed.length > 0 ? listed : (asList(extra?.['tool_calls']) ?? []);
  const single = asShape(shape['function_call']);
  return [...calls, ...(single === undefined ? [] : [single])].flatMap((call) => {
    const called = asShape(call);
    return called === undefined ? [] : [readToolCall(called)];
  });
}
