/**
 * Flattened attributes (`llm.input_messages.0.message.role`) as the structure they spell. One pass
 * over the keys, linear in their length.
 */
import type { Attributes, AttributeValue } from '../model/span.js';

/** Deeper keys are nobody's message. */
const MAX_STEPS = 32;

interface Branch {
  readonly children: Map<string, Branch>;
  leaf: AttributeValue;
}

/** By prefix (each ends with a dot): what stands below it. A prefix without any key is left out. */
export function unflatten(attributes: Attributes, prefixes: readonly string[]): Map<string, unknown> {
  const roots = new Map<string, Branch>();
  for (const key in attributes) {
    const prefix = prefixOf(key, prefixes);
    if (prefix === undefined) continue;
    const value = attributes[key];
    if (value === undefined) continue;
    const steps = key.slice(prefix.length).split('.', MAX_STEPS + 1);
    if (steps.length > MAX_STEPS) continue;
    let at = branchAt(roots, prefix);
    for (const step of steps) at = branchAt(at.children, step);
    at.leaf = value;
  }
  const values = new Map<string, unknown>();
  for (const [prefix, branch] of roots) values.set(prefix, valueOf(branch));
  return values;
}

function prefixOf(key: string, prefixes: readonly string[]): string | undefined {
  for (const prefix of prefixes) {
    // Lists alone: `gen_ai.prompt.name` is no part of `gen_ai.prompt.0.content`.
    if (key.startsWith(prefix) && isDigit(key.charCodeAt(prefix.length))) return prefix;
  }
  return undefined;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function branchAt(branches: Map<string, Branch>, step: string): Branch {
  let branch = branches.get(step);
  if (branch === undefined) branches.set(step, (branch = { children: new Map(), leaf: undefined }));
  return branch;
}

function valueOf(branch: Branch): unknown {
  if (branch.children.size === 0) return branch.leaf;
  const list = listOf(branch);
  if (list !== undefined) return list;
  const shape: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, child] of branch.children) shape[key] = valueOf(child);
  return shape;
}

/** Undefined: the keys are no indexes. A missing index is null, so that ranks are kept. */
function listOf(branch: Branch): unknown[] | undefined {
  let last = -1;
  for (const key of branch.children.keys()) {
    if (!/^(?:0|[1-9]\d{0,8})$/.test(key)) return undefined;
    last = Math.max(last, Number(key));
  }
  const size = branch.children.size;
  // A hostile index must not make a list of its length: then one gap stands for all.
  if (last >= 2 * size + 1000) return [null, ...[...branch.children.values()].map(valueOf)];
  return Array.from({ length: last + 1 }, (_, index) => {
    const child = branch.children.get(String(index));
    return child === undefined ? null : valueOf(child);
  });
}
