/** Which kind of file an evaluation set is, and its rows. */
import { type BrokenRow, type Row, SetError } from '../row.js';
import { csvRows, sniffDelimiter } from './csv-rows.js';
import { jsonArray, jsonDocument, jsonLines } from './json-rows.js';
import { textStream, withHead } from './text-stream.js';

export const SET_FORMATS = ['csv', 'jsonl', 'json'] as const;
export type SetFormat = (typeof SET_FORMATS)[number];

export interface SetSource {
  readonly bytes: AsyncIterable<Uint8Array | string>;
  /** Its ending decides where the text does not. */
  readonly name: string;
  readonly format?: SetFormat;
  /** Of CSV; found in the header when it is not given. */
  readonly delimiter?: string;
}

const HEAD_UNITS = 65_536;

/** In file order. @throws SetError when the set as a whole cannot be read. */
export async function* setRows({ bytes, name, format, delimiter }: SetSource): AsyncGenerator<Row | BrokenRow> {
  const pieces = textStream(bytes);
  let head = '';
  while (head.length < HEAD_UNITS) {
    const next = await pieces.next();
    if (next.done === true) break;
    head += next.value;
  }
  if (head.trim() === '')
    throw new SetError('it is empty', 'Give an evaluation set: JSON lines, a JSON array, or CSV.');
  const text = withHead(head, pieces);
  switch (kindOf(head, name, format)) {
    case 'csv':
      yield* csvRows(text, delimiter ?? (/\.tsv$/i.test(name) ? '\t' : sniffDelimiter(head)));
      return;
    case 'lines':
      yield* jsonLines(text);
      return;
    case 'array':
      yield* jsonArray(text);
      return;
    case 'document':
      yield* jsonDocument(text);
  }
}

function kindOf(head: string, name: string, format: SetFormat | undefined): 'csv' | 'lines' | 'array' | 'document' {
  const first = head.trimStart().charAt(0);
  if (format === 'jsonl') return 'lines';
  if (format === 'csv' || (format === undefined && (/\.[ct]sv$/i.test(name) || (first !== '{' && first !== '['))))
    return 'csv';
  if (first === '[') return 'array';
  if (format === 'json') return 'document';
  return /\.(?:jsonl|ndjson)$/i.test(name) || isOneLine(head) ? 'lines' : 'document';
}

/** The first line is an object of its own, and another one follows. */
function isOneLine(head: string): boolean {
  const start = head.trimStart();
  const end = start.indexOf('\n');
  if (end < 0 || start.slice(end).trim() === '') return false;
  try {
    JSON.parse(start.slice(0, end));
    return true;
  } catch {
    return false;
  }
}
