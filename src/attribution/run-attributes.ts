/** Attributes of a run, as cases read them (spec §8): on any span of it or its resource, compared as text. */
import type { Run } from '../model/run.js';
import type { AttributeValue } from '../model/span.js';

/** Every value the run has under a key, the root's first. */
export function runAttributes(run: Run, key: string): readonly string[] {
  const spans = run.root === undefined ? run.members : [run.root, ...run.members];
  const values = new Set<string>();
  for (const { attributes } of spans) add(values, attributes[key]);
  for (const { resource } of spans) add(values, resource.attributes[key]);
  return [...values];
}

function add(values: Set<string>, value: AttributeValue): void {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    values.add(String(value));
}
