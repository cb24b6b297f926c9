/**
 * One line of the ledger: the RFC 8785 form of an entry, byte for byte, sealed by `sha256` and
 * chained by `previousSha256`. Since the bytes are fixed, a line that was touched in any way shows.
 */
import { versionMismatch } from '../incidents/format-version.js';
import { keyMismatch } from '../incidents/key-mismatch.js';
import { canonicalJson, sealedSha256 } from '../incidents/sealed-json.js';
import type { TextHash } from '../model/judging-options.js';
import { messageFromJson, messageToJson } from '../proto/messages.js';
import type { LedgerEntryMessage } from '../proto/messages.generated.js';

const LEDGER_VERSION = 1;
/** Of one line, its line end not counted. */
export const MAX_LINE_BYTES = 1024 * 1024;

/** An entry without what its place in the file gives it. */
export type EntryContent = Omit<LedgerEntryMessage, 'version' | 'sequence' | 'previous_sha256' | 'sha256' | 'hash_key'>;

/** The end of a chain: where the next entry goes. */
export interface ChainEnd {
  /** Entries so far. */
  readonly entries: number;
  /** `sha256` of the last; undefined: there is none. */
  readonly head?: string | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** Throws a RangeError when the entry is longer than a line may be. */
export function sealEntry(
  content: EntryContent,
  end: ChainEnd,
  hash: TextHash,
): { readonly entry: LedgerEntryMessage; readonly line: string } {
  const unsealed: LedgerEntryMessage = {
    ...content,
    version: LEDGER_VERSION,
    sequence: end.entries + 1,
    ...(end.head === undefined ? {} : { previous_sha256: end.head }),
    ...(hash.keyName === undefined ? {} : { hash_key: hash.keyName }),
    sha256: '',
  };
  const json = JSON.parse(messageToJson('LedgerEntry', unsealed)) as Json;
  const sha256 = sealedSha256(json, ['sha256'], hash);
  const line = canonicalJson({ ...json, sha256 });
  const bytes = Buffer.byteLength(line);
  if (bytes > MAX_LINE_BYTES)
    throw new RangeError(`the entry would be ${bytes} bytes long; a line holds ${MAX_LINE_BYTES} at most`);
  return { entry: { ...unsealed, sha256 }, line };
}

export interface LineProblem {
  /** What is wrong, as the rest of a sentence that begins with the place. */
  readonly problem: string;
  /** Not set: the line was changed after it was written. */
  readonly hint?: string;
}

/** Reads and verifies one line that follows `end`. */
export function openLine(
  line: string,
  end: ChainEnd,
  hash: TextHash,
): { readonly entry: LedgerEntryMessage } | LineProblem {
  try {
    return openObject(JSON.parse(line) as unknown, line, end, hash);
  } catch (error) {
    return { problem: `is no ledger entry: ${(error as Error).message}` };
  }
}

function openObject(
  json: unknown,
  line: string,
  end: ChainEnd,
  hash: TextHash,
): { readonly entry: LedgerEntryMessage } | LineProblem {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return { problem: 'is no JSON object' };
  const object = json as Json;
  const version = versionMismatch('a ledger', object['version'], LEDGER_VERSION);
  if (version !== undefined) return version;
  // One key from the first line to the last.
  const key = keyMismatch('written', object['hashKey'], hash);
  if (key !== undefined) return key;
  const found = sealProblem(object, line, hash);
  if (found !== undefined) return found;
  const entry = messageFromJson('LedgerEntry', line);
  if (entry.sequence !== end.entries + 1 || entry.previous_sha256 !== end.head)
    return {
      problem: `is entry ${entry.sequence}, and does not follow entry ${end.entries}: lines were removed, put in or moved`,
    };
  return { entry };
}

function sealProblem(object: Json, line: string, hash: TextHash): LineProblem | undefined {
  const sha256 = object['sha256'];
  const member = `,"sha256":${JSON.stringify(sha256)}`;
  const at = line.indexOf(member);
  // An untouched line is its own canonical form: without this member it is what was hashed.
  const isAsWritten = at > 0 && canonicalJson(object) === line;
  const sealed = isAsWritten
    ? hash.sha256(line.slice(0, at) + line.slice(at + member.length))
    : sealedSha256(object, ['sha256'], hash);
  if (sealed !== sha256) return { problem: 'its content does not fit its sha256: it was changed after it was written' };
  if (isAsWritten) return undefined;
  return { problem: 'stands otherwise than it was written (white space, order or spelling of its JSON)' };
}
