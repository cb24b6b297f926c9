/**
 * Incidents as files: proto3 JSON of `ragspan.v1.Incident`, one a file, named after its id. What was
 * frozen is hashed once and never changes; the whole is hashed again whenever something is added.
 * A file whose hashes do not fit is refused: evidence that was touched is none.
 */
import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TextHash } from '../model/judging-options.js';
import { messageFromJson, messageToJson, unknownInJson } from '../proto/messages.js';
import type { IncidentMessage } from '../proto/messages.generated.js';
import { withFileLock } from './files/file-lock.js';
import { createFile, replaceFile } from './files/write-file.js';
import { versionMismatch } from './format-version.js';
import { fileError, IncidentError } from './incident-error.js';
import { keyMismatch } from './key-mismatch.js';
import { sealedSha256 } from './sealed-json.js';

/** Of this format. */
export const INCIDENT_VERSION = 1;

/** Members of the JSON that are frozen; all others are found out later. */
export const FROZEN_MEMBERS = [
  'version',
  'id',
  'frozenAtUnixNano',
  'frozenBy',
  'withText',
  'pins',
  'case',
  'triple',
  'verdict',
  'service',
] as const;

/** Bytes; a run's texts are bounded far below. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;
const INCIDENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

type Json = Readonly<Record<string, unknown>>;

/** Letters, digits, `.`, `_` and `-`, 100 at most: the id is the file's name. Throws an IncidentError. */
export function checkIncidentId(id: string): string {
  if (INCIDENT_ID.test(id)) return id;
  throw new IncidentError(
    `${JSON.stringify(id)} is no incident id`,
    'Use 1 to 100 letters, digits, dots, underscores and hyphens, beginning with a letter or digit, as INC-114.',
  );
}

/** Sealed JSON text of an incident; both hashes are made here, whatever the message says they are. */
export function incidentText(incident: IncidentMessage, hash: TextHash): string {
  const json = JSON.parse(messageToJson('Incident', { ...incident, frozen_sha256: '', sha256: '' })) as Json;
  const withFrozen = { ...json, frozenSha256: frozenSha256(json, hash) };
  return `${JSON.stringify({ ...withFrozen, sha256: sealedSha256(withFrozen, ['sha256'], hash) }, undefined, 2)}\n`;
}

/** The same incident with the hashes its file would carry. */
export function sealed(incident: IncidentMessage, hash: TextHash): IncidentMessage {
  return messageFromJson('Incident', incidentText(incident, hash));
}

function frozenSha256(json: Json, hash: TextHash): string {
  const frozen = Object.fromEntries(FROZEN_MEMBERS.flatMap((key) => (key in json ? [[key, json[key]]] : [])));
  return sealedSha256(frozen, [], hash);
}

/**
 * Reads and verifies. `name`: of the file, for errors. Throws an IncidentError when it is no
 * incident, was made with another key, or was changed after it was sealed.
 */
export function parseIncident(text: string, name: string, hash: TextHash): IncidentMessage {
  const json = readObject(text, name);
  const mismatch = versionMismatch('an incident', json['version'], INCIDENT_VERSION);
  if (mismatch !== undefined) throw new IncidentError(`${name}: ${mismatch.problem}`, mismatch.hint);
  checkKey(json, name, hash);
  const expected = attempt(name, () => sealedSha256(json, ['sha256'], hash));
  if (json['sha256'] !== expected) throw changed(name, 'sha256', json['sha256'], expected);
  const frozen = attempt(name, () => frozenSha256(json, hash));
  if (json['frozenSha256'] !== frozen) throw changed(name, 'frozenSha256', json['frozenSha256'], frozen);
  return attempt(name, () => messageFromJson('Incident', text));
}

function readObject(text: string, name: string): Json {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new IncidentError(`${name}: is no JSON: ${(error as Error).message}`, 'Name an incident file.');
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Json;
  throw new IncidentError(`${name}: is no JSON object`, 'Name an incident file.');
}

function checkKey(json: Json, name: string, hash: TextHash): void {
  const triple = json['triple'] as Json | undefined;
  const key = typeof triple === 'object' && triple !== null ? triple['hashKey'] : undefined;
  const mismatch = keyMismatch('sealed', key, hash);
  if (mismatch !== undefined) throw new IncidentError(`${name}: ${mismatch.problem}`, mismatch.hint);
}

function changed(name: string, member: string, found: unknown, expected: string): IncidentError {
  return new IncidentError(
    `${name}: ${member}: the file was changed after it was sealed (it says ${JSON.stringify(found)}, its content gives ${expected})`,
    'Take the file from where it was frozen; evidence that was touched proves nothing.',
  );
}

function attempt<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new IncidentError(`${name}: ${(error as Error).message}`, 'Name an incident file.');
  }
}

/** Throws an IncidentError: see `parseIncident`. */
export async function readIncident(path: string, hash: TextHash): Promise<IncidentMessage> {
  return parseIncident(await readText(path), path, hash);
}

/** A bad byte must not be read as another: the seal is over what is read. */
const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Text of a file of this practice, bounded. Throws an IncidentError. */
export async function readText(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MAX_FILE_BYTES)
      throw new IncidentError(
        `${path}: is ${size} bytes long; ${MAX_FILE_BYTES} are read at most`,
        'Name another file.',
      );
    return STRICT.decode(await readFile(path));
  } catch (error) {
    if (error instanceof IncidentError) throw error;
    if (error instanceof TypeError)
      throw new IncidentError(`${path}: is no UTF-8 text`, 'Name a file that ragspan wrote, unchanged.');
    throw fileError(error, path);
  }
}

export async function incidentExists(dir: string, id: string): Promise<boolean> {
  return (await stat(join(dir, `${checkIncidentId(id)}.json`)).catch(() => undefined)) !== undefined;
}

/** Writes a new incident to `DIR/<id>.json` and gives that path. Throws an IncidentError when there is one already. */
export async function createIncident(dir: string, incident: IncidentMessage, hash: TextHash): Promise<string> {
  const path = join(dir, `${checkIncidentId(incident.id)}.json`);
  await createFile(path, incidentText(incident, hash));
  return path;
}

/**
 * Adds to an incident what was found out later. `change` may not touch what is frozen. Throws an
 * IncidentError when it does, when the file holds members this version does not know, and for all
 * that `readIncident` does.
 */
export async function updateIncident(
  path: string,
  hash: TextHash,
  change: (incident: IncidentMessage) => IncidentMessage,
): Promise<IncidentMessage> {
  // Whatever names it goes by, a file has one lock.
  const file = await realpath(path).catch(() => path);
  return withFileLock(file, async () => {
    const read = await readText(path);
    const before = parseIncident(read, path, hash);
    const unknown = unknownInJson('Incident', read);
    // Of a newer version: written anew it would be gone, under a seal that fits.
    if (unknown !== undefined)
      throw new IncidentError(
        `${path}: nothing is added to a file that holds what this ragspan does not know (${unknown})`,
        'Update ragspan.',
      );
    const text = incidentText(change(before), hash);
    const after = messageFromJson('Incident', text);
    if (after.frozen_sha256 !== before.frozen_sha256)
      throw new IncidentError(`${path}: what was frozen would change`, 'Freeze a new incident instead.');
    await replaceFile(path, text);
    return after;
  });
}
