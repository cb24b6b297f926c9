/** What is replayed: a record or an incident, its question, and the case it is judged by. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../config/index.js';
import { caseBookOf, plainCaseOf } from '../../incidents/case-message.js';
import { parseIncident, readText } from '../../incidents/incident-file.js';
import type { TextHash } from '../../model/judging-options.js';
import type { ReplayRecordMessage } from '../../proto/messages.generated.js';
import { parseReplayRecord, replayFileName } from '../../replay/record-file.js';
import { replayRecordOfIncident } from '../../replay/replay-record.js';
import { DEFAULT_DIR as INCIDENTS_DIR } from '../incident/incident-files.js';
import { UsageError } from '../io.js';
import { caseFilePath } from '../judging-flags.js';
import { readCaseFile } from '../load-cases.js';

/** The folder of records where none is named. */
export const DEFAULT_DIR = 'replays';

/** A path, the request id of a record, or the id of an incident. Throws a UsageError when there is none of them. */
export function recordedPath(word: string, dir: string | undefined, hash: TextHash): string {
  const record = join(dir ?? DEFAULT_DIR, replayFileName(word, hash));
  const incident = join(dir ?? INCIDENTS_DIR, `${word}.json`);
  const found = [word, record, incident].find(isThere);
  if (found !== undefined || word.endsWith('.json')) return found ?? word;
  throw new UsageError(
    `there is no record ${JSON.stringify(word)}: neither a file of that name nor ${record} nor ${incident}`,
    'Name the file, or its folder with --dir.',
  );
}

/** A folder may be called like an id. */
function isThere(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch {
    // Not there, or no path at all (too long, a link in a circle).
    return false;
  }
}

/** Throws an IncidentError when it is neither, or was changed after it was sealed. */
export async function readRecorded(path: string, hash: TextHash): Promise<ReplayRecordMessage> {
  const text = await readText(path);
  return isIncident(text)
    ? replayRecordOfIncident(parseIncident(text, path, hash), hash)
    : parseReplayRecord(text, path, hash);
}

function isIncident(text: string): boolean {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null && Object.hasOwn(json, 'frozenSha256');
  } catch {
    // Whoever reads it says what is wrong with it.
    return false;
  }
}

/**
 * The question as it was asked. A record that keeps no text needs it given; by its hash it is known
 * to be the same. Throws a UsageError.
 */
export function recordedInput(record: ReplayRecordMessage, given: string | undefined, hash: TextHash): string {
  const input = record.triple?.input;
  const sha256 = input?.sha256 ?? record.pins?.input_sha256;
  if (given !== undefined) {
    if (sha256 === undefined || hash.sha256(given) === sha256) return given;
    throw new UsageError(
      `--input: is not the recorded question (its hash is ${hash.sha256(given)}, recorded is ${sha256})`,
      'Give the question byte for byte, or leave --input out when the record keeps text.',
    );
  }
  const isWhole = input?.text !== undefined && (input.redactions ?? []).length === 0;
  if (isWhole && hash.sha256(input.text) === input.sha256) return input.text;
  throw new UsageError(
    input?.text === undefined
      ? 'the record keeps no text of the question'
      : 'the question is redacted in the record, so it cannot be asked again',
    'Give it with --input "…": its hash says whether it is the same.',
  );
}

export interface JudgingCase {
  /** Of a case file; absent: nothing is declared. */
  readonly text?: string;
  /** For people: where it is from. */
  readonly from: string;
  /** It is a case file’s, which may have changed since. */
  readonly isFile: boolean;
}

/**
 * The case file where it holds the record's case (services and all), else the case that the record
 * keeps. Throws a UsageError or IncidentError when the one in force cannot be read.
 */
export function judgingCase(
  record: ReplayRecordMessage,
  flag: string | undefined,
  settings: Settings,
  hash: TextHash,
): JudgingCase | { readonly problems: readonly string[] } {
  const path = caseFilePath(flag, settings);
  const read = path === undefined ? undefined : readCaseFile(path);
  if (read !== undefined && 'problems' in read) return read;
  const kept = record.case;
  const holds = read?.book.cases.some(({ id }) => id === kept?.id) === true;
  if (path !== undefined && (holds || flag !== undefined || kept === undefined))
    return { text: readFileSync(path, 'utf8'), from: path, isFile: true };
  if (kept === undefined) return { from: 'no case', isFile: false };
  // What cannot be used is told here, not by every replay.
  caseBookOf(kept, hash);
  const { until: _until, snapshot: _snapshot, ...plain } = plainCaseOf(kept);
  const text = JSON.stringify({ version: '1', cases: [plain] });
  return { text, from: `the case ${kept.id} of the record`, isFile: false };
}
