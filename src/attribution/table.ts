/** The table of spec §5: what R, S and O say together, and what is still possible. Pure enumeration. */
import type { Candidate } from '../model/verdict.js';

export type Knowledge = 'in' | 'out' | 'unknown';
export type OutputKnowledge = 'passes' | 'fails' | 'unknown';

/** Verdict over three known values; `undefined` where O does not matter is never asked for. */
function decide(r: 'in' | 'out', s: 'in' | 'out', o: 'passes' | 'fails'): Candidate {
  if (s === 'out') return r === 'in' ? 'H2' : 'H1';
  return o === 'passes' ? 'HOLD' : 'H3';
}

const ORDER: readonly Candidate[] = ['H1', 'H2', 'H3', 'HOLD'];

/** The verdicts over every value of each unknown, in the order H1, H2, H3, HOLD. */
export function possibleVerdicts(r: Knowledge, s: Knowledge, o: OutputKnowledge): readonly Candidate[] {
  const found = new Set<Candidate>();
  for (const rValue of r === 'unknown' ? (['in', 'out'] as const) : [r]) {
    for (const sValue of s === 'unknown' ? (['in', 'out'] as const) : [s]) {
      for (const oValue of o === 'unknown' ? (['passes', 'fails'] as const) : [o])
        found.add(decide(rValue, sValue, oValue));
    }
  }
  return ORDER.filter((candidate) => found.has(candidate));
}

/** Place of a verdict or candidate in the order of the boundaries; HOLD is last. */
export function boundaryRank(candidate: Candidate): number {
  return ORDER.indexOf(candidate);
}

export const ALL_CANDIDATES = ORDER;
