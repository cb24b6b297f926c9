/** The case file that cases are added to: read, changed under a lock, and replaced as a whole. */
import { chmod } from 'node:fs/promises';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { decode } from '../../cases/case-file-bytes.js';
import { formatProblem } from '../../cases/problems.js';
import { type CasePlace, isAppended, placeInCaseFile, withCases } from '../../evaluation-sets/index.js';
import { isReadError, readProblem } from '../../files/judge-files.js';
import { createFile, replaceFile } from '../../incidents/files/write-file.js';
import { withFileLock } from '../../incidents/files/file-lock.js';
import { IncidentError } from '../../incidents/incident-error.js';
import { UsageError } from '../io.js';

export interface AppendTarget {
  /** Where a link leads. */
  readonly path: string;
  /** Empty when there is no such file yet. */
  readonly text: string;
  readonly place: CasePlace;
}

const NEW_FILE_MODE = 0o644;

/** @throws UsageError when it cannot be read, is no valid case file, or is written so that nothing can be added. */
export function openCaseFile(given: string): AppendTarget {
  const path = existsSync(given) ? realpathSync(given) : given;
  const text = readText(path);
  const place = placeInCaseFile(text, given);
  if ('problems' in place)
    throw new UsageError(
      place.problems.map(formatProblem).join('\n'),
      'Mend the case file first; nothing was added to it.',
    );
  if ('problem' in place) throw new UsageError(`${given}: ${place.problem}`, 'Nothing was added to it.');
  return { path, text, place };
}

function readText(path: string): string {
  if (!existsSync(path)) return '';
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (!isReadError(error)) throw error;
    throw new UsageError(`${path}: ${readProblem(error)}`, 'Give the path of a case file with --append-to.');
  }
  const source = decode(bytes);
  if ('problem' in source) throw new UsageError(`${path}: ${source.problem}`, 'Save it as UTF-8.');
  return source.text;
}

/** Nothing is written unless the result is a valid case file that holds the old cases and the new ones. */
export async function writeCaseFile({ path, text, place }: AppendTarget, yaml: string, added: number): Promise<void> {
  const next = withCases(text, place, yaml);
  if (!isAppended(place.file, next, path, added))
    throw new UsageError(
      `${path}: the cases cannot be added so that the file stays valid; nothing was added`,
      'Print them (without --append-to) and add them by hand.',
    );
  try {
    await withFileLock(path, async () => {
      if (readText(path) !== text)
        throw new UsageError(`${path}: it was changed meanwhile; nothing was added`, 'Run the import again.');
      const mode = text === '' && !existsSync(path) ? NEW_FILE_MODE : statSync(path).mode & 0o777;
      if (existsSync(path)) await replaceFile(path, next);
      else await createFile(path, next);
      // People and CI read it: evidence is written for its owner alone, a case file is not.
      await chmod(path, mode);
    });
  } catch (error) {
    throw error instanceof IncidentError ? new UsageError(error.message, error.hint) : error;
  }
}
