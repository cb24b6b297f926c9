/**
 * The gate before an answer is shown: each citation as verified, with the path it may link to, or
 * not, with the reason. Verified means: it names a chunk that was issued, the model was sent that
 * chunk, and its metadata says where it can be looked up. Nothing is guessed in favour of a citation.
 */
import { OutputText } from '../attribution/generation/output-text.js';
import { guarded } from '../instrumentation/guard.js';
import { asShape, asText } from '../instrumentation/shape.js';
import { wellFormed } from '../model/utf8.js';
import type { PathRules } from './canonical-path.js';
import type { VerifiedAnswer } from './citation.js';
import { CitationGate, type Passage } from './citation-gate.js';
import { type Claim, readClaim } from './claim.js';
import { type Packed, type PackedSources, type ReadPacked, readPacked } from './packed.js';

export interface VerifiedRun<Item = unknown> extends PackedSources<Item>, PathRules<Item> {}

/** An answer in words (with `[n]`, `[ID:n]`, `[^n]` or `[issued id]`), or structured claims, as an object or as JSON. */
export type Answer = string | readonly Claim[] | { readonly claims: readonly Claim[]; readonly answer?: string };

/** Never throws; where the run cannot be read nothing is verified. */
export function verifiedCitations<Item = unknown>(
  answer: Answer,
  run: VerifiedRun<Item> | Packed<Item>,
): VerifiedAnswer<Item> {
  const passages = passagesOf(answer);
  const rules = guarded<PathRules<Item>>('reading options', () => rulesOf(run), {});
  const packed = guarded<ReadPacked<Item>>('a run', () => readPacked(run), { chunks: [], labelled: 0 });
  const gate = new CitationGate(packed, rules, passages);
  const parts = passages.map((passage) => gate.partsOf(passage));
  const citations = parts.flat().filter((part) => part.kind === 'citation');
  return { passages: parts, citations, isVerified: citations.every(({ verified }) => verified) };
}

function rulesOf<Item>(run: VerifiedRun<Item> | Packed<Item>): PathRules<Item> {
  const { pathOf, schemes } = (asShape(run) ?? {}) as PathRules<Item>;
  return {
    ...(typeof pathOf === 'function' ? { pathOf } : {}),
    ...(Array.isArray(schemes) ? { schemes: schemes as readonly string[] } : {}),
  };
}

function passagesOf(answer: unknown): readonly Passage[] {
  const value = typeof answer === 'string' ? new OutputText(answer).document?.value : answer;
  const shape = guarded('an answer', () => asShape(value), undefined);
  const claims = Array.isArray(value) ? (value as unknown[]) : shape?.['claims'];
  if (!Array.isArray(claims) || (typeof answer === 'string' && !isStructured(claims, value)))
    return [{ text: typeof answer === 'string' ? wellFormed(answer) : '', ids: [] }];
  const words = asText(shape?.['answer']) ?? '';
  return [...(words === '' ? [] : [{ text: wellFormed(words), ids: [] }]), ...claims.map(readClaim)];
}

/** A list of something else is an answer in words that happens to be JSON. */
function isStructured(claims: readonly unknown[], document: unknown): boolean {
  return (
    claims.every((claim) => typeof asShape(claim)?.['text'] === 'string') && (claims.length > 0 || claims !== document)
  );
}
