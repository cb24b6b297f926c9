/** Small readers for values whose shape nobody promised. */

export type Shape = Readonly<Record<string, unknown>>;

/** Any object that is no array: its fields may be anything. */
export function asShape(value: unknown): Shape | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Shape) : undefined;
}

export function asList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The first of the fields that is a string that says something. */
export function firstText(shape: Shape, ...keys: string[]): string | undefined {
  for (const key of keys) {
    const held = shape[key];
    if (typeof held === 'string' && held !== '') return held;
  }
  return undefined;
}

export function firstNumber(shape: Shape, ...keys: string[]): number | undefined {
  for (const key of keys) {
    const held = shape[key];
    if (typeof held === 'number' && Number.isFinite(held)) return held;
  }
  return undefined;
}

/** The one text among the fields; undefined when there is none, or when two of them differ. */
export function onlyText(shape: Shape, keys: readonly string[]): string | undefined {
  let found: string | undefined;
  for (const key of keys) {
    const held = shape[key];
    if (typeof held !== 'string' || held === '' || held === found) continue;
    if (found !== undefined) return undefined;
    found = held;
  }
  return found;
}
