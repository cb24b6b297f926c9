/** Estimated bytes that the facts of one span keep alive: its text, and a flat part for the rest. */
import type { SpanFacts } from '../model/span-facts.js';

const SPAN_BYTES = 700;
const ITEM_BYTES = 120;

/** Strings of Latin letters take a byte a unit in V8, others two: the estimate stays between. */
const textBytes = (text: string | undefined): number => (text === undefined ? 0 : text.length);

export function factsSize(facts: SpanFacts): number {
  let bytes =
    SPAN_BYTES + textBytes(facts.input?.text) + textBytes(facts.output?.text) + textBytes(facts.declaredInput);
  for (const value of Object.values(facts.attributes)) if (typeof value === 'string') bytes += value.length;
  for (const item of facts.retrieval?.items ?? []) bytes += ITEM_BYTES + textBytes(item.text);
  bytes += (facts.assembly?.chunks?.length ?? 0) * ITEM_BYTES;
  for (const message of facts.model?.messages ?? []) {
    for (const part of message.parts) {
      bytes += ITEM_BYTES;
      for (const leaf of part.leaves) bytes += leaf.length;
    }
  }
  bytes += textBytes(facts.model?.output?.text?.text);
  for (const call of facts.model?.output?.toolCalls ?? []) for (const leaf of call.argumentLeaves) bytes += leaf.length;
  bytes += roughSize(facts.tool?.result);
  return bytes;
}

/** Of a parsed value. Deep ends are not walked: what lies there is little. */
export function roughSize(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || depth > 8) return 8;
  let bytes = 0;
  for (const one of Array.isArray(value) ? value : Object.values(value)) bytes += 16 + roughSize(one, depth + 1);
  return bytes;
}
