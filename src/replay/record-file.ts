/**
 * Replay records as files: proto3 JSON of `ragspan.v1.ReplayRecord`, one a file, sealed with a hash
 * over the whole. A file whose hash does not fit is refused.
 */
import { join } from 'node:path';
import type { TextHash } from '../model/judging-options.js';
import { createFile } from '../incidents/files/write-file.js';
import { versionMismatch } from '../incidents/format-version.js';
import { IncidentError } from '../incidents/incident-error.js';
import { readText } from '../incidents/incident-file.js';
import { keyMismatch } from '../incidents/key-mismatch.js';
import { sealedSha256 } from '../incidents/sealed-json.js';
import { shownValue } from '../incidents/shown-value.js';
import { messageFromJson, messageToJson } from '../proto/messages.js';
import type { ReplayRecordMessage } from '../proto/messages.generated.js';

/** Of this format. */
export const REPLAY_RECORD_VERSION = 1;

/** How the files of records are named. */
export const REPLAY_SUFFIX = '.replay.json';

const NAME_CHARACTERS = 80;

type Json = Readonly<Record<string, unknown>>;

/** Sealed JSON text of a record; the hash is made here, whatever the message says it is. */
export function replayRecordText(record: ReplayRecordMessage, hash: TextHash): string {
  const json = JSON.parse(messageToJson('ReplayRecord', { ...record, sha256: '' })) as Json;
  return `${JSON.stringify({ ...json, sha256: sealedSha256(json, ['sha256'], hash) }, undefined, 2)}\n`;
}

/** The same record with the hash its file would carry. */
export function sealedRecord(record: ReplayRecordMessage, hash: TextHash): ReplayRecordMessage {
  return messageFromJson('ReplayRecord', replayRecordText(record, hash));
}

/**
 * Writes a record to `DIR/<request id>.replay.json` (or `name`) and gives that path. Never overwrites:
 * throws an IncidentError when there is one already, or when it cannot be written.
 */
export async function writeReplayRecord(
  dir: string,
  record: ReplayRecordMessage,
  hash: TextHash,
  name = replayFileName(record.request_id, hash),
): Promise<string> {
  const path = join(dir, name);
  await createFile(path, replayRecordText(record, hash));
  return path;
}

/** Request ids come from anywhere: what is no plain name is made one, with a hash that keeps two apart. */
export function replayFileName(requestId: string, hash: Pick<TextHash, 'sha256'>): string {
  const plain = requestId
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, NAME_CHARACTERS);
  const name = plain === requestId && plain !== '' ? plain : `${plain}-${hash.sha256(requestId).slice(0, 12)}`;
  return `${name}${REPLAY_SUFFIX}`;
}

/** Throws an IncidentError when it is no record, was made with another key, or was changed after it was sealed. */
export async function readReplayRecord(path: string, hash: TextHash): Promise<ReplayRecordMessage> {
  return parseReplayRecord(await readText(path), path, hash);
}

/** `name`: of the file, for errors; see `readReplayRecord`. */
export function parseReplayRecord(text: string, name: string, hash: TextHash): ReplayRecordMessage {
  const json = readObject(text, name);
  const mismatch = versionMismatch('a replay record', json['version'], REPLAY_RECORD_VERSION);
  if (mismatch !== undefined) throw new IncidentError(`${name}: ${mismatch.problem}`, mismatch.hint);
  checkKey(json, name, hash);
  const expected = attempt(name, () => sealedSha256(json, ['sha256'], hash));
  if (json['sha256'] !== expected)
    throw new IncidentError(
      `${name}: sha256: the file was changed after it was sealed (it says ${shownValue(json['sha256'])}, its content gives ${expected})`,
      'Take the file from where it was recorded; evidence that was touched proves nothing.',
    );
  return attempt(name, () => messageFromJson('ReplayRecord', text));
}

function readObject(text: string, name: string): Json {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new IncidentError(`${name}: is no JSON: ${(error as Error).message}`, 'Name a replay record.');
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Json;
  throw new IncidentError(`${name}: is no JSON object`, 'Name a replay record.');
}

function checkKey(json: Json, name: string, hash: TextHash): void {
  const triple = json['triple'];
  const key = typeof triple === 'object' && triple !== null ? (triple as Json)['hashKey'] : undefined;
  const mismatch = keyMismatch('recorded', key, hash);
  if (mismatch !== undefined) throw new IncidentError(`${name}: triple.hashKey: ${mismatch.problem}`, mismatch.hint);
}

function attempt<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new IncidentError(`${name}: ${(error as Error).message}`, 'Name a replay record.');
  }
}
