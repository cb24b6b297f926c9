/** A case file as plain text in lists and mappings, whatever it was written in: YAML, JSON, an object in code. */
import { KeyPath, type Problems } from './problems.js';

/** Scalars are their source text (spec §8). */
export type Tree = string | readonly Tree[] | ReadonlyMap<string, Tree>;

/** Deeper than any case file is: cycles and hostile nesting end here. */
export const MAX_DEPTH = 32;

/** An object of the application as a tree. Keys that are undefined count as left out. */
export function treeOfValue(value: unknown, problems: Problems, path = KeyPath.root, depth = 0): Tree | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value)))
    return String(value);
  if (typeof value !== 'object' || value === null) {
    problems.report(path, undefined, `is ${describe(value)}; write text, a list or a mapping`);
    return undefined;
  }
  if (depth >= MAX_DEPTH) {
    problems.report(path, undefined, `is nested more than ${MAX_DEPTH} deep`);
    return undefined;
  }
  if (Array.isArray(value)) {
    return value
      .map((item: unknown, index) => treeOfValue(item, problems, path.item(index), depth + 1))
      .filter((tree) => tree !== undefined);
  }
  const map = new Map<string, Tree>();
  for (const [key, held] of Object.entries(value)) {
    const tree = held === undefined ? undefined : treeOfValue(held, problems, path.key(key), depth + 1);
    if (tree !== undefined) map.set(key, tree);
  }
  return map;
}

function describe(value: unknown): string {
  return value === null ? 'null' : typeof value === 'number' ? 'no finite number' : `a ${typeof value}`;
}
