/** Rows of JSON: one object a line, one array of objects, or one document that holds such an array. */
import { type BrokenRow, columnsOf, isRecord, MAX_ROW_UNITS, type Row, SetError } from '../row.js';
import { splitArray } from './split-array.js';

/** Of a document that is read as a whole, in UTF-16 units. */
const MAX_DOCUMENT_UNITS = 64 * 1024 * 1024;

export async function* jsonLines(text: AsyncIterable<string>): AsyncGenerator<Row | BrokenRow> {
  let line = 1;
  let rest = '';
  for await (const piece of text) {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      const row = jsonRow(rest + piece.slice(from, end), String(line));
      if (row !== undefined) yield row;
      rest = '';
      from = end + 1;
      line += 1;
    }
    rest += piece.slice(from);
    if (rest.length > MAX_ROW_UNITS)
      throw new SetError(`line ${line} is longer than ${MAX_ROW_UNITS} characters`, 'Write one object a line.');
  }
  const row = jsonRow(rest, String(line));
  if (row !== undefined) yield row;
}

export async function* jsonArray(text: AsyncIterable<string>): AsyncGenerator<Row | BrokenRow> {
  for await (const { text: item, line } of splitArray(text)) {
    const row = jsonRow(item, String(line));
    if (row !== undefined) yield row;
  }
}

/** Undefined: an empty line. */
function jsonRow(text: string, place: string): Row | BrokenRow | undefined {
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { place, problem: `it is no JSON (${reasonOf(error)}); write one object with the fields of the row` };
  }
  return rowOf(value, place);
}

function rowOf(value: unknown, place: string): Row | BrokenRow {
  if (isRecord(value)) return { place, columns: columnsOf(value) };
  return { place, problem: 'it is no JSON object; write one with the fields of the row' };
}

/** Where frameworks keep the rows of a document. */
const LISTS = ['examples', 'goldens', 'test_cases', 'tests', 'golden_set', 'rows', 'data', 'samples', 'questions'];

/** One JSON object that holds the list of rows, or is the only row. */
export async function* jsonDocument(text: AsyncIterable<string>): AsyncGenerator<Row | BrokenRow> {
  let whole = '';
  for await (const piece of text) {
    whole += piece;
    if (whole.length > MAX_DOCUMENT_UNITS)
      throw new SetError(
        `it is one JSON document of more than ${MAX_DOCUMENT_UNITS} characters`,
        'Write it as JSON lines.',
      );
  }
  let value: unknown;
  try {
    value = JSON.parse(whole);
  } catch (error) {
    throw new SetError(`it is no JSON (${reasonOf(error)})`, 'Write JSON lines, one JSON array of objects, or CSV.');
  }
  const record = isRecord(value) ? value : {};
  const name = LISTS.find((key) => Array.isArray(record[key]));
  if (name === undefined) yield rowOf(value, '1');
  else
    for (const [index, item] of (record[name] as readonly unknown[]).entries()) yield rowOf(item, `${name}[${index}]`);
}

/** Engines quote the text they fail on: enough is enough. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.length <= 120 ? text : `${text.slice(0, 120)}…`;
}
