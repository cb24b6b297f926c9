/** The user's application: a module that exports `answer(input, overrides)`. */
import { pathToFileURL } from 'node:url';
import type { Overrides } from './trial-message.js';

export type Answer = (input: string, overrides: Overrides) => unknown;

/** Imports it: ESM, CommonJS, and TypeScript where this Node runs it. Throws an Error whose message says what to do. */
export async function loadApp(path: string): Promise<Answer> {
  const module = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
  // CommonJS whose names Node does not see gives them under `default` alone.
  const inDefault = module['default'] as { readonly answer?: unknown } | undefined | null;
  const found = module['answer'] ?? inDefault?.answer;
  if (typeof found === 'function') return found as Answer;
  throw new TypeError(
    `it exports no function \`answer\` (it exports ${namesOf(module)}); write export async function answer(input, overrides)`,
  );
}

function namesOf(module: object): string {
  const names = Object.keys(module).slice(0, 20);
  return names.length === 0 ? 'nothing' : names.join(', ');
}

/**
 * What `answer` gave, as text: a string, a stream of strings, or what `streamText` of the AI SDK
 * gives. Any stream is read to its end, whatever it holds: a model call is over only then.
 * Undefined: no text.
 */
export async function answerText(given: unknown): Promise<string | undefined> {
  const value: unknown = await given;
  if (typeof value === 'string') return value;
  const stream = streamOf(value);
  if (stream === undefined) return undefined;
  const decoder = new TextDecoder();
  let text = '';
  let isText = true;
  for await (const piece of stream) {
    if (typeof piece === 'string') text += piece;
    else if (piece instanceof Uint8Array) text += decoder.decode(piece, { stream: true });
    else isText = false;
  }
  return isText ? text + decoder.decode() : undefined;
}

function streamOf(value: unknown): AsyncIterable<unknown> | undefined {
  if (isStream(value)) return value;
  const inside = typeof value === 'object' && value !== null && 'textStream' in value ? value.textStream : undefined;
  return isStream(inside) ? inside : undefined;
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
