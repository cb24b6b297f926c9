/** Rows of CSV by csv-parse: quotes, quoted line breaks, a header. A row of the wrong length is told and the rest goes on. */
import { type CsvError, type Info, parse } from 'csv-parse';
import { Readable } from 'node:stream';
import { type BrokenRow, MAX_ROW_UNITS, type Row, SetError } from '../row.js';

const DELIMITERS = [',', ';', '\t', '|'];

/** The separator that stands most often in the first line, outside quotes; a comma where none does. */
export function sniffDelimiter(head: string): string {
  const counts = new Map(DELIMITERS.map((one) => [one, 0]));
  let isQuoted = false;
  for (const one of head) {
    if (one === '"') isQuoted = !isQuoted;
    else if (!isQuoted && one === '\n') break;
    else if (!isQuoted && counts.has(one)) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best === undefined || best[1] === 0 ? ',' : best[0];
}

interface Read {
  readonly record: readonly string[];
  readonly info: Info;
}

/** A quote that is not where it may be ends the reading: what follows could be read as anything. */
export async function* csvRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<Row | BrokenRow> {
  let fault: CsvError | undefined;
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_UNITS,
    // An error of the parser would take along the rows that it has read and not yet given.
    skip_records_with_error: true,
    on_skip: (error: CsvError | undefined) => {
      fault ??= error;
      return undefined;
    },
    on_record: (read) => (fault === undefined ? read : undefined),
  });
  const source = Readable.from(text);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  const lines = new LineCount();
  let header: readonly string[] | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<Read>) {
      const place = String(lines.startOf(record, info.lines));
      if (header === undefined) header = headerOf(record);
      else if (record.length === header.length)
        yield { place, columns: new Map(header.map((name, index) => [name, record[index]])) };
      else
        yield {
          place,
          problem: `it has ${record.length} fields where the header has ${header.length}; quote fields that hold ${JSON.stringify(delimiter)}`,
        };
    }
    if (fault !== undefined) yield brokenBy(fault, lines);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** What the parser's codes mean for the one who has the file; any other is given in its own words. */
const FAULTS: ReadonlyMap<string, string> = new Map([
  ['CSV_INVALID_CLOSING_QUOTE', 'a quoted field goes on after its closing quote; write quotes inside it twice ("")'],
  [
    'INVALID_OPENING_QUOTE',
    'a quote stands in a field that does not begin with one; quote the field, and write that quote twice ("")',
  ],
  [
    'CSV_QUOTE_NOT_CLOSED',
    'a quoted field is not closed before the file ends; close it, or write quotes inside it twice ("")',
  ],
  [
    'CSV_MAX_RECORD_SIZE',
    `the row is longer than ${MAX_ROW_UNITS} characters; look for a quote that is not closed, or shorten it`,
  ],
]);

function brokenBy({ code, message, ...fault }: CsvError, lines: LineCount): BrokenRow {
  const place = typeof fault['lines'] === 'number' ? String(lines.real(fault['lines'])) : '?';
  return { place, problem: `${FAULTS.get(code) ?? message.slice(0, 200)}: nothing after it was read` };
}

/** csv-parse counts CR and LF inside quotes apart. */
class LineCount {
  #extra = 0;

  startOf(record: readonly string[], end: number): number {
    let breaks = 0;
    for (const field of record) {
      breaks += field.match(/\r\n|[\n\r]/g)?.length ?? 0;
      this.#extra += field.match(/\r\n/g)?.length ?? 0;
    }
    return this.real(end) - breaks;
  }

  real(counted: number): number {
    return counted - this.#extra;
  }
}

function headerOf(record: readonly string[]): readonly string[] {
  const names = record.map((name) => name.trim());
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new SetError(`two columns are named ${JSON.stringify(twice)}`, 'Give each column a name of its own.');
  return names;
}
