/**
 * The segments of all contributing calls, each distinct text once: an agent that sends its history
 * again with every step is searched once (spec §11 "A segment seen before").
 */
import { DistinctTexts } from '../search/distinct-texts.js';
import type { PreparedText } from '../search/prepared-text.js';
import { type Segment, type SentContext, preparedText } from './segments.js';

/** A segment of one call that is evidence. */
export interface CallSegment {
  /** Number among the distinct texts. */
  readonly distinct: number;
  /** Position in the call's context. */
  readonly index: number;
  readonly segment: Segment;
}

export interface RunSegments {
  readonly distinct: readonly PreparedText[];
  readonly ofCall: readonly (readonly CallSegment[])[];
}

export function runSegments(contexts: readonly SentContext[]): RunSegments {
  const distinct: PreparedText[] = [];
  const numbers = new DistinctTexts();
  let before: readonly (CallSegment | undefined)[] = [];
  const ofCall = contexts.map((context) => {
    const here: (CallSegment | undefined)[] = context.segments.map((segment, index) => {
      if (!segment.isEvidence) return undefined;
      // History comes again at the same place.
      const same = before[index];
      const number =
        same !== undefined && same.segment.text === segment.text ? same.distinct : numbers.numberOf(segment.text);
      if (number === distinct.length) distinct.push(preparedText(segment));
      return { distinct: number, index, segment };
    });
    before = here;
    return here.flatMap((segment) => segment ?? []);
  });
  return { distinct, ofCall };
}
