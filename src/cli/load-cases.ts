/** The case book of a command: a case file, or one case made of flags. */
import { readFileSync } from 'node:fs';
import { decode } from '../cases/case-file-bytes.js';
import { parseCases } from '../cases/index.js';
import { formatProblem } from '../cases/problems.js';
import type { CaseBook } from '../model/case.js';
import { isReadError, readProblem } from '../files/judge-files.js';
import type { Settings } from '../config/index.js';
import { UsageError, type Io } from './io.js';
import { caseFilePath } from './judging-flags.js';

export const CASE_FLAGS = {
  cases: { type: 'string' },
  line: { type: 'string', multiple: true },
  chunk: { type: 'string', multiple: true },
  id: { type: 'string', multiple: true },
  'line-is': { type: 'string' },
  must: { type: 'string', multiple: true },
  'must-not': { type: 'string', multiple: true },
  allow: { type: 'string', multiple: true },
} as const;

export interface CaseFlagValues {
  readonly cases?: string | undefined;
  readonly line?: readonly string[] | undefined;
  readonly chunk?: readonly string[] | undefined;
  readonly id?: readonly string[] | undefined;
  readonly 'line-is'?: string | undefined;
  readonly must?: readonly string[] | undefined;
  readonly 'must-not'?: readonly string[] | undefined;
  readonly allow?: readonly string[] | undefined;
}

/** Id of the case that flags make. */
const FLAG_CASE_ID = 'command-line';

export function hasCaseFlags(values: CaseFlagValues): boolean {
  return [values.line, values.chunk, values.id, values.must, values['must-not'], values.allow, values['line-is']].some(
    (one) => one !== undefined,
  );
}

/** The flags as a case file would say it, so that they mean the same. It applies to every run. */
export function flagCaseBook(values: CaseFlagValues): CaseBook {
  const { line = [], chunk = [], id = [] } = values;
  if (line.length + chunk.length + id.length === 0) {
    throw new UsageError(
      '--must, --must-not, --allow and --line-is need the evidence beside them',
      'Add --line "the words that had to survive" (or --chunk DIGEST, --id ID).',
    );
  }
  const lineIs = values['line-is'] === undefined ? {} : { line_is: values['line-is'] };
  const needs: object[] = line.map((one) => ({ line: one, ...lineIs }));
  if (chunk.length + id.length > 0)
    needs.push({
      ...(chunk.length > 0 ? { chunk } : {}),
      ...(id.length > 0 ? { id } : {}),
      ...(line.length === 0 ? lineIs : {}),
    });
  const expect = {
    ...(values.must === undefined ? {} : { must: values.must }),
    ...(values['must-not'] === undefined ? {} : { must_not: values['must-not'] }),
    ...(values.allow === undefined ? {} : { allow: values.allow }),
  };
  const file = {
    version: 1,
    cases: [{ id: FLAG_CASE_ID, need: needs, ...(Object.keys(expect).length === 0 ? {} : { expect }) }],
  };
  const parsed = parseCases(JSON.stringify(file), 'the command line');
  if ('book' in parsed) return parsed.book;
  throw new UsageError(
    parsed.problems.map((one) => `the case of the command line: ${one.key}: ${one.problem}`).join('\n'),
    'See `ragspan attribute --help`.',
  );
}

/** `problems` are lines, each with file, line, column and key. Throws a UsageError when the file cannot be read. */
export function readCaseFile(
  path: string,
  hint = 'Give its path with --cases.',
): { readonly book: CaseBook } | { readonly problems: readonly string[] } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (!isReadError(error)) throw error;
    throw new UsageError(`the case file ${path}: ${readProblem(error)}`, hint);
  }
  const source = decode(bytes);
  if ('problem' in source) throw new UsageError(`the case file ${path}: ${source.problem}`, 'Save it as UTF-8.');
  const parsed = parseCases(source.text, path);
  return 'book' in parsed ? parsed : { problems: parsed.problems.map(formatProblem) };
}

/** The case book of a command; problems of a case file are told. Throws a UsageError when flags and file both give one. */
export function caseBookOrProblems(
  values: CaseFlagValues,
  settings: Settings,
  io: Io,
): CaseBook | undefined | 'unusable' {
  if (hasCaseFlags(values)) {
    if (values.cases !== undefined)
      throw new UsageError('--cases and a case made of flags (--line …) cannot both apply', 'Give one of them.');
    return flagCaseBook(values);
  }
  const path = caseFilePath(values.cases, settings);
  if (path === undefined) return undefined;
  const read = readCaseFile(path);
  if ('book' in read) return read.book;
  for (const problem of read.problems) io.err(`ragspan: ${problem}\n`);
  io.err('ragspan: nothing was judged. `ragspan cases check FILE` shows the same.\n');
  return 'unusable';
}
