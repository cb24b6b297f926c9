/**
 * The string leaves of a structured value, keys in UTF-8 byte order, depth ≤ 64 (spec §3 "Sent
 * context"). Safe on cycles and on values that share parts: a value is not entered inside itself,
 * and what is visited in all is bounded.
 */
const MAX_DEPTH = 64;
/** A hostile value cannot make more leaves than this; far above any real message. */
const MAX_LEAVES = 200_000;
/** Arrays, objects and leaves visited: shared parts would else multiply with each level. */
const MAX_VISITS = 1_000_000;

/** UTF-8 byte order is code point order, which differs from UTF-16 order above the surrogates. */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const xIsSurrogate = x >= 0xd800 && x <= 0xdfff;
    const yIsSurrogate = y >= 0xd800 && y <= 0xdfff;
    // A surrogate half stands for a code point above the BMP: larger than any other unit.
    if (xIsSurrogate !== yIsSurrogate) return xIsSurrogate ? 1 : -1;
    return x - y;
  }
  return a.length - b.length;
}

export function stringLeaves(value: unknown, maxDepth: number = MAX_DEPTH): string[] {
  const walk: Walk = { leaves: [], around: new Set(), visits: 0 };
  collect(value, maxDepth, walk);
  return walk.leaves;
}

interface Walk {
  readonly leaves: string[];
  /** The containers around the value at hand. */
  readonly around: Set<object>;
  visits: number;
}

function collect(value: unknown, depth: number, walk: Walk): void {
  walk.visits += 1;
  if (walk.visits > MAX_VISITS || walk.leaves.length >= MAX_LEAVES) return;
  if (typeof value === 'string') {
    walk.leaves.push(value);
    return;
  }
  if (value === null || typeof value !== 'object' || depth <= 0 || value instanceof Uint8Array) return;
  if (walk.around.has(value)) return;
  walk.around.add(value);
  if (Array.isArray(value)) {
    for (const item of value) collect(item, depth - 1, walk);
  } else {
    const record = value as Record<string, unknown>;
    for (const key of Object.keys(record).sort(compareUtf8)) collect(record[key], depth - 1, walk);
  }
  walk.around.delete(value);
}

/** The leaves of a text that is one JSON object or array; undefined when it is none. */
export function jsonStringLeaves(text: string): string[] | undefined {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return undefined;
  try {
    return stringLeaves(JSON.parse(text));
  } catch {
    return undefined;
  }
}
