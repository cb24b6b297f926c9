/** `ragspan cases import FILE`: cases out of an evaluation set, and why the other rows are none. */
import { createReadStream, statSync } from 'node:fs';
import { CASE_FILE_HEAD, FIELDS, importCases, SetError, setRows } from '../evaluation-sets/index.js';
import { isReadError, readProblem } from '../files/judge-files.js';
import { parseArguments } from './arguments.js';
import { openCaseFile, writeCaseFile } from './cases-import/case-file-to-append.js';
import { countFlag, delimiterFlag, formatFlag, mapFlag } from './cases-import/import-flags.js';
import { ImportReport } from './cases-import/import-report.js';
import { EXIT_DONE, UsageError, type Io } from './io.js';
import { Progress } from './progress.js';

const IMPORT_HELP = `Usage: ragspan cases import [options] FILE

Makes a case file from an evaluation set and prints it. FILE is CSV, JSON lines, a JSON array, or a
JSON document that holds the rows; - is standard input. The column names of Ragas, DeepEval,
LangSmith, promptfoo, TruLens, LlamaIndex, Phoenix and others are known.

  --map FIELD=COLUMN     which column says what; FIELD is ${FIELDS.join(', ')}
  --append-to FILE       adds the cases to a case file instead; questions it has are left out
  --any-id               one of several reference ids is enough; else all are needed
  --must-words N         longest expected answer, in words, that becomes a must (default 5)
  --separator TEXT       splits a cell that holds several contexts or ids
  --skip N               passes over the first N rows: for a set that fills more than one case file
  --format csv|jsonl|json   instead of what FILE looks like
  --delimiter CHARACTER  of CSV, instead of what the header shows

A reference context becomes a need, word for word; a short expected answer becomes a must. What is
no fact about bytes is left out, and standard error says why, row by row.

Exit status: 0 done, rows left out included; 2 wrong usage, a row or file that cannot be read, or no
case in it.
`;

const FLAGS = {
  help: { type: 'boolean', short: 'h' },
  map: { type: 'string', multiple: true },
  'append-to': { type: 'string' },
  'any-id': { type: 'boolean' },
  'must-words': { type: 'string' },
  separator: { type: 'string' },
  skip: { type: 'string' },
  format: { type: 'string' },
  delimiter: { type: 'string' },
} as const;

export async function casesImportCommand(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('cases import', args, FLAGS);
  if (values.help === true) {
    await io.out(IMPORT_HELP);
    return EXIT_DONE;
  }
  const [path, ...rest] = positionals;
  if (path === undefined || rest.length > 0)
    throw new UsageError('cases import takes one file', 'Write ragspan cases import FILE; - is standard input.');
  const appendTo = values['append-to'];
  if (appendTo === undefined && io.outFile === 'filled')
    throw new UsageError(
      'cases import prints a whole case file, and standard output is a file that holds something already',
      'Write --append-to FILE instead of >> FILE: it also leaves out what the file asks already.',
    );
  const target = appendTo === undefined ? undefined : openCaseFile(appendTo);
  const progress = new Progress(io, sizeOf(path));
  const rows = setRows({
    bytes: counted(() => (path === '-' ? io.stdin : createReadStream(path)), progress),
    name: path,
    ...formatFlag(values.format),
    ...(values.delimiter === undefined ? {} : { delimiter: delimiterFlag(values.delimiter) }),
  });
  const events = importCases(rows, {
    map: mapFlag(values.map ?? []),
    indent: target?.place.indent ?? 2,
    known: target === undefined ? undefined : { file: target.place.file, text: target.text },
    skip: countFlag('skip', values.skip),
    separator: values.separator,
    isAnyIdEnough: values['any-id'],
    mustWords: countFlag('must-words', values['must-words']),
  });
  const report = new ImportReport(path, io, progress);
  const printer = target === undefined ? printTo(io) : keep();
  try {
    for await (const event of events) {
      if (event.kind === 'cases') await printer.add(event.yaml);
      report.hear(event);
      if (io.isOutClosed()) break;
    }
  } catch (error) {
    progress.clear();
    if (error instanceof SetError) throw new UsageError(`${path}: ${error.message}`, error.hint);
    if (isReadError(error))
      throw new UsageError(`${path}: ${readProblem(error)}`, 'Give the path of an evaluation set.');
    throw error;
  }
  progress.clear();
  if (target !== undefined && report.cases > 0) await writeCaseFile(target, printer.text(), report.cases);
  return report.end(appendTo);
}

interface Printer {
  add(yaml: string): Promise<void>;
  /** What was kept. */
  text(): string;
}

function printTo(io: Io): Printer {
  let isFirst = true;
  return {
    add: async (yaml) => {
      await io.out(`${isFirst ? CASE_FILE_HEAD : ''}${yaml}`);
      isFirst = false;
    },
    text: () => '',
  };
}

/** As much as a case file may hold. */
function keep(): Printer {
  const parts: string[] = [];
  return {
    add: async (yaml) => void parts.push(yaml),
    text: () => parts.join(''),
  };
}

/** Opened when it is asked for: until then nobody would hear that it cannot be. */
async function* counted(
  open: () => AsyncIterable<Uint8Array | string>,
  progress: Progress,
): AsyncGenerator<Uint8Array | string> {
  let bytes = 0;
  for await (const chunk of open()) {
    bytes += chunk.length;
    progress.update({ bytes, traces: 0 });
    yield chunk;
  }
}

function sizeOf(path: string): number | undefined {
  if (path === '-') return undefined;
  try {
    return statSync(path).size;
  } catch {
    return undefined;
  }
}
