/**
 * The gate before an answer is shown: each citation as verified, with the path it may link to, or
 * not, with the reason. Verified means: it names a chunk that was issued, the model was sent that
 * chunk, and its metadata says where it can be looked up. Nothing is guessed in favour of a citation.
 */
import { guarded } from '../instrumentation/guard.js';
import { asShape } from '../instrumentation/shape.js';
import type { PathRules } from './canonical-path.js';
import type { VerifiedAnswer } from './citation.js';
import { CitationGate } from './citation-gate.js';
import type { Claim } from './claim.js';
import { type Packed, type PackedSources, type ReadPacked, readPacked } from './packed.js';
import { readAnswer } from './read-answer.js';

export interface VerifiedRun<Item = unknown> extends PackedSources<Item>, PathRules<Item> {}

/** An answer in words (with `[n]`, `[1, 2]`, `[ID:n]`, `[^n]` or `[issued id]`), or structured claims, as an object or as JSON. */
export type Answer = string | readonly Claim[] | { readonly claims: readonly Claim[]; readonly answer?: string };

const NOTHING_READ = { chunks: [], isListed: false, labelled: 0 };

/** Never throws; where the answer or the run cannot be read nothing is verified. */
export function verifiedCitations<Item = unknown>(
  answer: Answer,
  run: VerifiedRun<Item> | Packed<Item>,
): VerifiedAnswer<Item> {
  const { passages, isReadable } = readAnswer(answer);
  const rules = guarded<PathRules<Item>>('reading options', () => rulesOf(run), {});
  const packed = guarded<ReadPacked<Item>>('a run', () => readPacked(run), NOTHING_READ);
  const gate = new CitationGate(packed, rules, passages);
  const parts = passages.map((passage) => gate.partsOf(passage));
  const citations = parts.flat().filter((part) => part.kind === 'citation');
  const isVerified = isReadable && citations.every(({ verified }) => verified);
  return { passages: parts, citations, isReadable, isVerified };
}

function rulesOf<Item>(run: VerifiedRun<Item> | Packed<Item>): PathRules<Item> {
  const { pathOf, schemes } = (asShape(run) ?? {}) as PathRules<Item>;
  return {
    ...(typeof pathOf === 'function' ? { pathOf } : {}),
    ...(Array.isArray(schemes) ? { schemes: schemes as readonly string[] } : {}),
  };
}
