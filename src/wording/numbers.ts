/** Numbers as a person reads them. */
const GROUPED = new Intl.NumberFormat('en-US');

export function grouped(value: number): string {
  return GROUPED.format(value);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
