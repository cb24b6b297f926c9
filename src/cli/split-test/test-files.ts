/** The files a split test is made of, read from the command line. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { decode } from '../../cases/case-file-bytes.js';
import { parseCases } from '../../cases/index.js';
import { formatProblem } from '../../cases/problems.js';
import { isReadError, readProblem } from '../../files/judge-files.js';
import { readIncident } from '../../incidents/incident-file.js';
import type { TextHash } from '../../model/judging-options.js';
import type { IncidentMessage } from '../../proto/messages.generated.js';
import type { KnownTexts } from '../../trials/plan-incidents.js';
import { readRepairs, type PlannedRepair } from '../../trials/repairs/read-repairs.js';
import { UsageError } from '../io.js';

export interface TestedIncidentFile {
  readonly path: string;
  readonly incident: IncidentMessage;
}

/** Files, and the `.json` files of folders by name, the result itself left out. Throws a UsageError when there is none, an IncidentError for one that was changed. */
export async function readIncidents(
  words: readonly string[],
  out: string | undefined,
  hash: TextHash,
): Promise<TestedIncidentFile[]> {
  const paths = words.flatMap((word) => incidentFiles(word, out));
  const read: TestedIncidentFile[] = [];
  for (const path of paths) read.push({ path, incident: await readIncident(path, hash) });
  return read;
}

function incidentFiles(word: string, out: string | undefined): string[] {
  const found = statSync(word, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return [word];
  const names = readdirSync(word)
    .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    .filter((name) => out === undefined || resolve(word, name) !== resolve(out))
    .sort();
  if (names.length > 0) return names.map((name) => join(word, name));
  throw new UsageError(
    `--incidents: there is no incident in the folder ${word}`,
    'Freeze one: ragspan incident freeze.',
  );
}

/** Throws a UsageError with every problem of the file. */
export function readRepairFile(path: string): readonly PlannedRepair[] {
  const read = readRepairs(textOf(path, '--repairs'), path);
  if ('repairs' in read) return read.repairs;
  throw new UsageError(
    read.problems.join('\n'),
    'A repair is {id, boundary, changes}, as {id: top-k-50, boundary: retrieval, changes: {top_k: 50}}.',
  );
}

/** `--input ID=FILE`, and what stands in case files. Throws a UsageError. */
export function knownTexts(inputs: readonly string[], caseFiles: readonly string[]): KnownTexts {
  const others = caseFiles.flatMap((path) => {
    const parsed = parseCases(textOf(path, '--cases'), path);
    if ('problems' in parsed)
      throw new UsageError(parsed.problems.map(formatProblem).join('\n'), 'See `ragspan cases check`.');
    return parsed.file.cases.flatMap(({ when, need }) =>
      [when.input ?? [], ...need.map(({ line }) => line ?? [])].flat(),
    );
  });
  return { inputs: new Map(inputs.map(readInput)), others };
}

function readInput(word: string): readonly [string, string] {
  const [, id, path] = /^([^=]+)=(.+)$/su.exec(word) ?? [];
  if (id === undefined || path === undefined)
    throw new UsageError(`--input ${JSON.stringify(word)} is not ID=FILE`, 'Write --input INC-114=question.txt.');
  return [id, textOf(path, '--input')];
}

function textOf(path: string, flag: string): string {
  const decoded = decode(bytesOf(path, flag));
  if ('problem' in decoded) throw new UsageError(`${flag} ${path}: ${decoded.problem}`, 'Save it as UTF-8.');
  return decoded.text;
}

function bytesOf(path: string, flag: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (!isReadError(error)) throw error;
    throw new UsageError(`${flag} ${path}: ${readProblem(error)}`, 'Check the path.');
  }
}

/** Of the module's own file; what it imports is not in it. Throws a UsageError when it is not there. */
export function appSha256(path: string): string {
  if (!existsSync(path))
    throw new UsageError(
      `--app ${path}: there is no such file`,
      'Name the module that exports answer(input, overrides).',
    );
  return createHash('sha256').update(bytesOf(path, '--app')).digest('hex');
}
