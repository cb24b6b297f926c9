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
 * What `answer` gave, as text: a string, or a stream of strings, which is read to its end (a model
 * call is over only then). Undefined: neither.
 */
export async function answerText(given: unknown): Promise<string | undefined> {
  const value: unknown = await given;
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  if (!(Symbol.asyncIterator in value)) return undefined;
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of value as AsyncIterable<unknown>) {
    if (typeof piece === 'string') text += piece;
    else if (piece instanceof Uint8Array) text += decoder.decode(piece, { stream: true });
    else return undefined;
  }
  return text + decoder.decode();
}
