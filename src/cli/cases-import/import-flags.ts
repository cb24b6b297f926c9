/** The flags of `ragspan cases import` as what they mean; what they cannot mean is a UsageError. */
import { type ColumnMap, type Field, FIELDS, SET_FORMATS, type SetFormat } from '../../evaluation-sets/index.js';
import { UsageError } from '../io.js';

const MAP = new RegExp(`^(${FIELDS.join('|')})=(.+)$`, 's');
const NEXT_MAP = new RegExp(`,(?=(?:${FIELDS.join('|')})=)`);

/** A column may hold a comma; a comma in front of another FIELD= ends it. */
export function mapFlag(values: readonly string[]): ColumnMap {
  const map: { [field in Field]?: string } = {};
  for (const one of values.flatMap((value) => value.split(NEXT_MAP))) {
    const [, field, column] = MAP.exec(one) ?? [];
    if (field === undefined || column === undefined)
      throw new UsageError(
        `cases import: --map ${JSON.stringify(one)} is no FIELD=COLUMN`,
        `FIELD is ${FIELDS.join(', ')}.`,
      );
    map[field as Field] = column;
  }
  return map;
}

export function formatFlag(format: string | undefined): { readonly format?: SetFormat } {
  if (format === undefined) return {};
  const known = SET_FORMATS.find((one) => one === format);
  if (known === undefined)
    throw new UsageError(
      `cases import: --format ${JSON.stringify(format)} is no format`,
      `Write one of ${SET_FORMATS.join(', ')}.`,
    );
  return { format: known };
}

export function delimiterFlag(value: string): string {
  const delimiter = value === '\\t' ? '\t' : value;
  if (delimiter.length === 1 && delimiter !== '"' && delimiter !== '\n' && delimiter !== '\r') return delimiter;
  throw new UsageError(
    `cases import: --delimiter ${JSON.stringify(value)} is no character that separates fields`,
    'Write one, as ; or \\t.',
  );
}

export function countFlag(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new UsageError(
    `cases import: --${name} ${JSON.stringify(value)} is no count`,
    'Write a whole number, 0 or more.',
  );
}
