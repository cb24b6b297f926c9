/** Text and tool calls of the first choice (spec §3 "Output"). */
import type { ModelOutput, ToolCall } from '../../model/model-call.js';
import type { CapturedText } from '../../model/text.js';
import { stringLeaves } from '../../model/string-leaves.js';
import { IN_JSON, type TextReader } from '../lossy.js';
import { readJson } from '../json-reading.js';
import type { PartReading } from './part-reading.js';

export interface OutputReading {
  readonly text?: CapturedText;
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason?: string;
  /** The text before reasoning was taken off: a hash at the source may be of either. */
  readonly rawText?: string;
  /** Part of what the model read was the provider's (its own search ran). */
  readonly providerHeld: boolean;
}

/** Undefined: the parts say that there was an output and not which. */
export function readOutput(
  parts: readonly PartReading[],
  texts: TextReader,
  finishReason?: string,
): OutputReading | undefined {
  const found: string[] = [];
  const toolCalls: ToolCall[] = [];
  let isMissing = false;
  let providerHeld = false;
  for (const part of parts) {
    if (part.kind === 'text') found.push(...part.texts);
    else if (part.kind === 'tool_call') toolCalls.push(toolCallOf(part));
    else if (part.kind === 'text_missing') isMissing = true;
    else if (part.kind === 'other' && part.isHeld === true) providerHeld = true;
  }
  if (found.length === 0 && toolCalls.length === 0 && isMissing) return undefined;
  const raw = texts.read(found.join(''));
  const text = { text: withoutReasoning(raw.text), lossy: raw.lossy };
  const hasText = found.length > 0 && !(text.text === '' && toolCalls.length > 0);
  return {
    toolCalls,
    providerHeld,
    ...(hasText ? { text } : {}),
    ...(hasText && raw.text !== text.text ? { rawText: raw.text } : {}),
    ...(finishReason === undefined ? {} : { finishReason }),
  };
}

export function modelOutput(
  reading: OutputReading,
  logged: { readonly sha256?: string; readonly bytes?: number },
): ModelOutput {
  return { toolCalls: reading.toolCalls, ...logged, ...(reading.text === undefined ? {} : { text: reading.text }) };
}

function toolCallOf(part: PartReading & { readonly kind: 'tool_call' }): ToolCall {
  const { id, name, args } = part;
  return {
    argumentLeaves: stringLeaves(parsedArguments(args)).map((leaf) => IN_JSON.read(leaf).text),
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
  };
}

/** Arguments are JSON in a string for most clients. */
function parsedArguments(args: unknown): unknown {
  if (typeof args !== 'string') return args;
  const read = readJson(args);
  return read.kind === 'json' ? read.value : args;
}

const OPEN = '<think>';
const CLOSE = '</think>';

/** A leading `<think>…</think>` is not output; one that was never closed is all there is. */
export function withoutReasoning(text: string): string {
  if (!text.includes(OPEN)) return text;
  const start = text.length - text.trimStart().length;
  if (!text.startsWith(OPEN, start)) return text;
  const end = text.indexOf(CLOSE, start);
  return end < 0 ? '' : text.slice(end + CLOSE.length);
}
