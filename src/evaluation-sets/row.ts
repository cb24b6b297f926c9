/** One row of an evaluation set, whatever file it came from. */

export interface Row {
  /** Where it starts: `12` (1-based line), or `examples[3]` inside a JSON document. */
  readonly place: string;
  /** By column; a nested object's fields stand beside it under dotted names: `inputs.question`. */
  readonly columns: ReadonlyMap<string, unknown>;
}

/** Of one row, in UTF-16 units. */
export const MAX_ROW_UNITS = 8 * 1024 * 1024;

/** A row that could not be read; the others go on. */
export interface BrokenRow {
  readonly place: string;
  /** What is wrong and what to do. */
  readonly problem: string;
}

/** The set as a whole cannot be read: nothing after it is. */
export class SetError extends Error {
  readonly hint: string;

  constructor(problem: string, hint: string) {
    super(problem);
    this.hint = hint;
  }
}

/** Fields of a row beyond this are no columns of a table that people made. */
const MAX_COLUMNS = 1_000;
const MAX_DEPTH = 3;

export function columnsOf(record: object): Map<string, unknown> {
  const columns = new Map<string, unknown>();
  add(record, '', 1, columns);
  return columns;
}

function add(record: object, prefix: string, depth: number, columns: Map<string, unknown>): void {
  for (const [key, value] of Object.entries(record)) {
    if (columns.size >= MAX_COLUMNS) return;
    columns.set(`${prefix}${key}`, value);
    if (depth < MAX_DEPTH && isRecord(value)) add(value, `${prefix}${key}.`, depth + 1, columns);
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
