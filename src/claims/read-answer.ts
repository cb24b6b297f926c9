/** An answer as passages, whatever form it came in, and whether all of it could be read. */
import { OutputText } from '../attribution/generation/output-text.js';
import { guarded } from '../instrumentation/guard.js';
import { asShape, asText, type Shape } from '../instrumentation/shape.js';
import { wellFormed } from '../model/utf8.js';
import type { Passage } from './citation-gate.js';
import { claimIds, readClaim } from './claim.js';

export interface ReadAnswer {
  readonly passages: readonly Passage[];
  /** False: it may say, or cite, what is not in the passages. */
  readonly isReadable: boolean;
}

const UNREADABLE: ReadAnswer = { passages: [{ text: '', ids: [] }], isReadable: false };

export function readAnswer(answer: unknown): ReadAnswer {
  return guarded('an answer', () => (typeof answer === 'string' ? readText(answer) : readValue(answer)), UNREADABLE);
}

/** Claims in a text that were not found to be any: cut off, or with words around them. */
const CLAIMS = /"(?:claims|chunkIds|chunk_ids)"\s{0,9}:/;

function readText(answer: string): ReadAnswer {
  const value = new OutputText(unfenced(answer)).document?.value;
  if (isStructured(value)) return readValue(value);
  return { passages: [{ text: wellFormed(answer), ids: [] }], isReadable: !CLAIMS.test(answer) };
}

/** What stands in the fence that is all of the answer, else the answer. */
function unfenced(answer: string): string {
  const text = answer.trim();
  const line = text.indexOf('\n');
  const isFenced = ['```', '~~~'].some((fence) => text.startsWith(fence) && text.endsWith(fence));
  return isFenced && line >= 0 && line < text.length - 3 ? text.slice(line + 1, -3) : answer;
}

/** An object with claims, as the audit of a run knows them (spec §6), or a list of them; other JSON is an answer in words. */
function isStructured(value: unknown): boolean {
  const claims = Array.isArray(value) ? (value as unknown[]) : asShape(value)?.['claims'];
  if (!Array.isArray(claims) || (claims === value && claims.length === 0)) return false;
  return (claims as unknown[]).every((claim) => {
    const shape = asShape(claim);
    if (shape === undefined) return false;
    return typeof shape['text'] === 'string' || (claims !== value && claimIds(shape) !== undefined);
  });
}

function readValue(value: unknown): ReadAnswer {
  const shape: Shape | undefined = Array.isArray(value) ? { claims: value as unknown[] } : asShape(value);
  if (shape === undefined) return UNREADABLE;
  const { claims, answer } = shape;
  const words = asText(answer);
  const list = Array.isArray(claims) ? (claims as unknown[]) : [];
  const passages: readonly Passage[] = [
    ...(words === undefined || words === '' ? [] : [{ text: wellFormed(words), ids: [] }]),
    ...list.map(readClaim),
  ];
  const isAnswer = words !== undefined || ((answer === undefined || answer === null) && Array.isArray(claims));
  const isList = Array.isArray(claims) || claims === undefined || claims === null;
  const isReadable =
    isAnswer && isList && list.every((claim) => guarded('a claim', () => isReadableClaim(claim), false));
  return { passages: passages.length === 0 && !isReadable ? UNREADABLE.passages : passages, isReadable };
}

/** Its words and all of its ids are of a type that was read. */
function isReadableClaim(claim: unknown): boolean {
  const shape = asShape(claim);
  if (shape === undefined) return typeof claim === 'string';
  const ids = claimIds(shape);
  return typeof shape['text'] === 'string' && (Array.isArray(ids) ? (ids as unknown[]) : [ids]).every(isReadableId);
}

function isReadableId(id: unknown): boolean {
  return id === undefined || id === null || ['string', 'bigint'].includes(typeof id) || Number.isInteger(id);
}
