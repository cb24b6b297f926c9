/**
 * A structured value of the application as plain data that nobody can change afterwards, read the
 * way JSON would read it. Bounded in depth and size; cycles, getters that throw and proxies end
 * the branch they stand in.
 */
import type { AttributeValue } from '../model/span.js';
import { wellFormed } from '../model/utf8.js';

const MAX_DEPTH = 64;
const MAX_NODES = 100_000;

interface Walk {
  nodes: number;
  /** Something was left out: the copy is not the whole value. */
  isCut: boolean;
  readonly path: Set<object>;
}

export interface PlainCopy {
  readonly value: AttributeValue;
  readonly isCut: boolean;
}

export function plainCopy(value: unknown): PlainCopy {
  const walk: Walk = { nodes: 0, isCut: false, path: new Set() };
  return { value: copy(value, walk) ?? null, isCut: walk.isCut };
}

/** Undefined = JSON would leave it out. */
function copy(value: unknown, walk: Walk): AttributeValue {
  switch (typeof value) {
    case 'string':
      return wellFormed(value);
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'boolean':
      return value;
    case 'bigint':
      return String(value);
    case 'object':
      return value === null ? null : copyObject(value, walk);
    case 'undefined':
    case 'function':
    case 'symbol':
      return undefined;
  }
}

function copyObject(value: object, walk: Walk): AttributeValue {
  if (++walk.nodes > MAX_NODES || walk.path.size >= MAX_DEPTH || walk.path.has(value)) {
    walk.isCut = true;
    return null;
  }
  walk.path.add(value);
  try {
    return copyEntries(value, walk);
  } catch {
    walk.isCut = true;
    return null;
  } finally {
    walk.path.delete(value);
  }
}

function copyEntries(value: object, walk: Walk): AttributeValue {
  const toJson = (value as { toJSON?: unknown }).toJSON;
  if (typeof toJson === 'function') {
    const shown: unknown = toJson.call(value, '');
    return shown === value ? null : copy(shown, walk);
  }
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return null;
  if (Array.isArray(value)) return value.map((item) => copy(item, walk) ?? null);
  const plain: Record<string, AttributeValue> = {};
  for (const key of Object.keys(value)) {
    const held = copy((value as Record<string, unknown>)[key], walk);
    if (held !== undefined) plain[key] = held;
  }
  return plain;
}
