/** Text as it came out of telemetry, with what is known about its completeness (spec §3 "Text", "Lossy"). */
import { hasRedactionMark } from '../model/redaction.js';
import type { CapturedText } from '../model/text.js';
import { wellFormed } from '../model/utf8.js';
import { reachesLimit, type ValueLimits } from './value-limits.js';

/** Reads strings of one provenance. */
export interface TextReader {
  /** The end of such a text may be that of an attribute value cut at a limit nobody told us. */
  readonly endsUnproven: boolean;
  read(raw: string): CapturedText;
}

/** A mark of redaction, or a character cut in two at the end. */
function isDamaged(text: string): boolean {
  return text.endsWith('\uFFFD') || hasRedactionMark(text);
}

/** Strings inside JSON that parses: no value limit has cut them. */
export const IN_JSON: TextReader = {
  endsUnproven: false,
  read(raw) {
    const text = wellFormed(raw);
    return { text, lossy: isDamaged(text) };
  },
};

/** Strings that are attribute values, or leaves of a structured one: the value limit applies to each. */
export function valueReader(limits: ValueLimits): TextReader {
  return {
    endsUnproven: !limits.isKnown,
    read(raw) {
      const text = wellFormed(raw);
      return { text, lossy: isDamaged(text) || reachesLimit(text, limits) };
    },
  };
}

export function isLossyText(text: string, limits: ValueLimits): boolean {
  return isDamaged(text) || reachesLimit(text, limits);
}
