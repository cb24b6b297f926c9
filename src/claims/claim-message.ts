/** Claims and their problems as a replay record stores them (`proto/ragspan/v1/replay.proto`). */
import { bareLabel } from '../attribution/audit/citations.js';
import { pinJson } from '../attribution/pins.js';
import { currentHash } from '../instrumentation/capture.js';
import { isInvalidText } from '../model/text.js';
import { utf8Length, wellFormed } from '../model/utf8.js';
import type { ClaimMessage, ClaimProblemMessage, TextMessage } from '../proto/messages.generated.js';
import { type Claim, type ClaimValue, readClaim } from './claim.js';
import type { ClaimProblem } from './claim-problem.js';

/** What is stored of words. By default nothing: a text is its hash and length, and values are left out. */
export interface ClaimStorage {
  /** The stored form of a claim's text or quote. */
  readonly text?: ((text: string) => TextMessage) | undefined;
  /** The stored form of a value, or of what a check said of one (redacted, say); undefined: it is left out. */
  readonly words?: ((words: string) => string | undefined) | undefined;
}

export function claimMessage(claim: Claim, storage: ClaimStorage = {}): ClaimMessage {
  const { text, ids, quote } = readClaim(claim);
  const store = storage.text ?? hashed;
  const values = storedValues(claim, storage);
  return {
    ...(typeof claim?.id === 'string' && claim.id !== '' ? { id: wellFormed(claim.id) } : {}),
    text: store(text),
    ...(ids.length === 0 ? {} : { chunk_ids: [...new Set(ids.map(bareLabel))] }),
    ...(quote === undefined ? {} : { quote: store(quote) }),
    ...(values === undefined ? {} : { values }),
  };
}

export function claimProblemMessage(problem: ClaimProblem<unknown>, { words }: ClaimStorage = {}): ClaimProblemMessage {
  const said = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : words?.(wellFormed(text));
  const { kind, index } = problem;
  const id = 'id' in problem ? problem.id : undefined;
  const [check, expected, found] =
    problem.kind === 'value' ? [problem.check, said(problem.expected), said(problem.found)] : [];
  return {
    kind,
    claim: index,
    ...(id === undefined ? {} : { chunk_id: wellFormed(id) }),
    ...(check === undefined ? {} : { check: wellFormed(check) }),
    ...(expected === undefined ? {} : { expected }),
    ...(found === undefined ? {} : { found }),
  };
}

function hashed(text: string): TextMessage {
  return {
    sha256: currentHash().sha256(text),
    bytes: utf8Length(text),
    ...(isInvalidText(text) ? { invalid: true } : {}),
  };
}

function storedValues(claim: Claim, { words }: ClaimStorage): Record<string, string> | undefined {
  if (words === undefined || typeof claim?.values !== 'object' || claim.values === null) return undefined;
  const stored: [string, string][] = [];
  for (const [name, value] of Object.entries(claim.values)) {
    const json = pinJson(storedValue(value, words, 0));
    if (json !== undefined) stored.push([wellFormed(name), json]);
  }
  return stored.length === 0 ? undefined : Object.fromEntries(stored);
}

const MAX_DEPTH = 16;

/** A figure that may not be stored as it is (a card's number) is stored as the words put in its place. */
function storedValue(value: ClaimValue, words: (words: string) => string | undefined, depth: number): unknown {
  if (Array.isArray(value) && depth < MAX_DEPTH)
    return (value as readonly ClaimValue[]).map((one) => storedValue(one, words, depth + 1));
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  if (typeof value === 'string') return words(wellFormed(value));
  if (typeof value !== 'number' && typeof value !== 'bigint') return typeof value === 'boolean' ? value : undefined;
  const plain = String(value);
  const stored = words(plain);
  return stored === plain ? value : stored;
}
