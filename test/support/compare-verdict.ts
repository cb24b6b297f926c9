/** What a vector's `verdict.json` and the verdict reached do not share, path by path. */

type Plain = { readonly [key: string]: unknown };
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const show = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

/**
 * Empty when all agree. `partial`: objects are compared by the keys that `expected` names, and an
 * object `{"$in": […]}` allows any of its values.
 */
export function differences(expected: unknown, actual: unknown, partial: boolean, path = ''): string[] {
  if (partial && isPlain(expected) && Array.isArray(expected['$in'])) {
    const allowed = expected['$in'] as readonly unknown[];
    return allowed.some((one) => differences(one, actual, true).length === 0)
      ? []
      : [`${path}: expected any of ${show(allowed)}, got ${show(actual)}`];
  }
  // An empty array is never written.
  if (partial && Array.isArray(expected) && expected.length === 0 && actual === undefined) return [];
  if (isPlain(expected) && isPlain(actual)) {
    const keys = partial
      ? Object.keys(expected)
      : [...new Set([...Object.keys(expected), ...Object.keys(actual)])].sort();
    return keys.flatMap((key) =>
      differences(expected[key], actual[key], partial, path === '' ? key : `${path}.${key}`),
    );
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length =
      expected.length === actual.length ? [] : [`${path}: expected ${expected.length} entries, got ${actual.length}`];
    return [
      ...length,
      ...expected
        .slice(0, actual.length)
        .flatMap((one, index) => differences(one, actual[index], partial, `${path}[${index}]`)),
    ];
  }
  return Object.is(expected, actual)
    ? []
    : [`${path === '' ? 'verdict.json' : path}: expected ${show(expected)}, got ${show(actual)}`];
}
