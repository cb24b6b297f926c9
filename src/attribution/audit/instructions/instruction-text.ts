/**
 * Whether a text holds words that speak to the model instead of telling it something (spec §6 "Claim
 * audit", `instruction_in_chunk`): a declared list of patterns, no judge. Linear time.
 */
import { htmlReading } from '../../forms/html-entities.js';
import { jsonReadings } from '../../forms/json-escapes.js';
import { RawReading } from '../../forms/reading.js';
import { foldedString } from '../../text/fold.js';
import { encodeUtf8 } from '../../text/utf8-bytes.js';
import { BUILTIN_INSTRUCTION_PATTERNS } from './builtin-patterns.js';
import { readPatternList } from './pattern-list.js';
import { Phrases } from './phrases.js';
import { type SignBytes, Signs, signBytes } from './signs.js';
import { mayHoldUnseen, seenReadings, smuggles } from './unseen-characters.js';

export interface InstructionPatterns {
  standIn(text: string): boolean;
}

let builtin: InstructionPatterns | undefined;

/** The list that comes with this version. */
export function builtinInstructionPatterns(): InstructionPatterns {
  return (builtin ??= compileInstructionPatterns(BUILTIN_INSTRUCTION_PATTERNS));
}

export function compileInstructionPatterns(source: string): InstructionPatterns {
  const list = readPatternList(source);
  const markers = list.markers.map((marker) => foldedString(marker, false));
  const phrases = new Phrases(list.phrases);
  const signs = new Signs(
    list.phrases.flatMap((steps) => steps.filter(({ isSign }) => isSign).flatMap(({ alternatives }) => alternatives)),
    [
      ...markers.map((marker) => marker.replaceAll(' ', '~')),
      ...list.exactMarkers.map((marker) => `${foldedString(marker, false)}~`),
    ],
  );
  const isSeenIn = (seen: string, encoded: SignBytes): boolean => {
    if (!signs.standIn(encoded)) return false;
    if (list.exactMarkers.some((marker) => seen.includes(marker))) return true;
    const folded = foldedString(seen, false);
    return markers.some((marker) => folded.includes(marker)) || phrases.standIn(folded);
  };
  const standsIn = (text: string): boolean => {
    const encoded = signBytes(text);
    if (encoded.length === text.length || !mayHoldUnseen(text)) return isSeenIn(text, encoded);
    return smuggles(text, list.rules) || seenReadings(text).some((seen) => isSeenIn(seen, signBytes(seen)));
  };
  return { standIn: (text) => standsIn(text) || decoded(text).some(standsIn) };
}

/** What the text says once its JSON escapes, or its HTML entities, are decoded. */
function decoded(text: string): string[] {
  const isEscaped = text.includes('\\');
  const hasEntities = text.includes('&');
  if (!isEscaped && !hasEntities) return [];
  const raw = new RawReading(encodeUtf8(text));
  const readings = [...(isEscaped ? jsonReadings(raw) : []), ...(hasEntities ? [htmlReading(raw)] : [])];
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return readings.filter((reading) => reading !== raw).map(({ bytes }) => decoder.decode(bytes));
}
