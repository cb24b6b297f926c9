/** Rows of CSV by csv-parse: quotes, quoted line breaks, a header; a broken record is told and the rest goes on. */
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

export async function* csvRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<Row | BrokenRow> {
  const broken: BrokenRow[] = [];
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_ROW_UNITS,
    on_skip: (error: CsvError | undefined) => {
      if (error !== undefined)
        broken.push({
          place: typeof error.lines === 'number' ? String(error.lines) : '?',
          problem: `${error.message}; mend its quotes`,
        });
      return undefined;
    },
  });
  const source = Readable.from(text);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let header: readonly string[] | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<Read>) {
      yield* broken.splice(0);
      const place = String(info.lines - breaksIn(record));
      if (header === undefined) header = headerOf(record);
      else if (record.length === header.length)
        yield { place, columns: new Map(header.map((name, index) => [name, record[index]])) };
      else
        yield {
          place,
          problem: `it has ${record.length} fields where the header has ${header.length}; quote fields that hold ${JSON.stringify(delimiter)}`,
        };
    }
    yield* broken.splice(0);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** Line breaks inside quotes. */
function breaksIn(record: readonly string[]): number {
  return record.reduce((sum, field) => sum + (field.match(/\r\n|[\n\r]/g)?.length ?? 0), 0);
}

function headerOf(record: readonly string[]): readonly string[] {
  const names = record.map((name) => name.trim());
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new SetError(`two columns are named ${JSON.stringify(twice)}`, 'Give each column a name of its own.');
  return names;
}
