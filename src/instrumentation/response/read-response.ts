/** Reads whatever a model call returned, and whatever its stream yields. */
import { asShape, onlyText } from '../shape.js';
import type { Shape } from '../shape.js';
import { aiSdk } from './ai-sdk.js';
import { anthropic } from './anthropic.js';
import { byteReader } from './byte-reader.js';
import { openaiChat } from './openai-chat.js';
import { openaiResponses } from './openai-responses.js';
import { bedrock, cohere, gemini, langChain, ollama } from './other-providers.js';
import type { OutputRecord } from './output-record.js';
import type { ProviderReader } from './provider-reader.js';

const readers: readonly ProviderReader[] = [
  openaiChat,
  openaiResponses,
  anthropic,
  aiSdk,
  gemini,
  bedrock,
  ollama,
  cohere,
  langChain,
];

const TEXT_FIELDS = [
  'text',
  'content',
  'output_text',
  'outputText',
  'output',
  'answer',
  'response',
  'completion',
  'generated_text',
];

/** The application's own reading: text of a response, or of one item of a stream. */
export type TextOf = (value: unknown) => string | undefined;

/** False: an unknown shape, and nothing was read. */
export function readResponse(value: unknown, output: OutputRecord, textOf?: TextOf): boolean {
  const own = textOf === undefined ? value : textOf(value);
  if (typeof own === 'string') {
    output.addText(own);
    return (output.isRecognised = true);
  }
  const shape = asShape(value);
  if (shape === undefined) return false;
  if (readers.some((reader) => reader.response(shape, output))) return (output.isRecognised = true);
  const text = onlyText(shape, TEXT_FIELDS);
  if (text === undefined) return false;
  output.addText(text);
  return (output.isRecognised = true);
}

/**
 * A reader of one stream: the spelling of its first known chunk is tried first from then on. An
 * unknown chunk is never guessed at: it may repeat what came before.
 */
export function chunkReader(output: OutputRecord, textOf?: TextOf): (chunk: unknown) => void {
  let known: ProviderReader | undefined;
  const readShape = (shape: Shape): void => {
    if (known?.chunk(shape, output) === true) return;
    const found = readers.find((reader) => reader !== known && reader.chunk(shape, output));
    if (found === undefined) return;
    known = found;
    output.isRecognised = true;
  };
  const readBytes = byteReader((value) => {
    const shape = asShape(value);
    if (shape !== undefined) readShape(shape);
  });
  return (chunk) => {
    const text = textOf === undefined ? chunk : textOf(chunk);
    if (typeof text === 'string') {
      output.addText(text);
      output.isRecognised = true;
    } else if (textOf !== undefined) return;
    else if (chunk instanceof Uint8Array) readBytes(chunk);
    else {
      const shape = asShape(chunk);
      if (shape !== undefined) readShape(shape);
    }
  };
}
