/**
 * Engines that cut a prompt silently (spec §5 "Rulings"): far more bytes were sent than the tokens
 * that were read can hold, or the engine's own limit is below the prompt's tokens.
 */
import type { AssemblyRecord } from '../../model/assembly-record.js';
import type { ModelCall } from '../../model/model-call.js';
import type { SentContext } from '../sent/segments.js';
import { utf8Length } from '../text/utf8.js';

const MIN_BYTES = 4096;
const BYTES_PER_TOKEN = 16;
/** They count cached tokens apart: without a cache count, tokens read are unknown. */
const COUNT_CACHE_APART: ReadonlySet<string> = new Set(['anthropic', 'aws.bedrock']);

export function isEngineTruncated(call: ModelCall, context: SentContext, record: AssemblyRecord | undefined): boolean {
  const read = tokensRead(call);
  const limit = call.enginePromptLimit;
  const prompt = Math.max(read ?? 0, record?.unit === 'token' ? (record.used ?? 0) : 0);
  if (limit !== undefined && prompt > limit) return true;
  if (read === undefined || context.byteLength <= MIN_BYTES) return false;
  const { cacheRead, cacheCreation } = call.usage;
  if (COUNT_CACHE_APART.has(call.provider ?? '') && cacheRead === undefined && cacheCreation === undefined)
    return false;
  const bound = Math.max(MIN_BYTES, BYTES_PER_TOKEN * read);
  return context.byteLength > bound && foldedBytes(context) > bound;
}

/** Input, cache read and cache creation; undefined when none is logged or all are zero. */
function tokensRead({ usage }: ModelCall): number | undefined {
  const read = (usage.input ?? 0) + (usage.cacheRead ?? 0) + (usage.cacheCreation ?? 0);
  return read > 0 ? read : undefined;
}

/** A run of one repeated character is a few tokens however long: it counts as one character. */
function foldedBytes(context: SentContext): number {
  let bytes = Math.max(0, context.segments.length - 1);
  for (const { text } of context.segments) {
    let previous = -1;
    let repeated = 0;
    for (let i = 0; i < text.length;) {
      const codePoint = text.codePointAt(i) as number;
      const size = codePoint > 0xffff ? 2 : 1;
      if (codePoint === previous) repeated += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : size === 2 ? 4 : 3;
      previous = codePoint;
      i += size;
    }
    bytes += utf8Length(text) - repeated;
  }
  return bytes;
}
