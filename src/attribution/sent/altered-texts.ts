/**
 * Texts that stand only in a recognised form (spec §4 "Forms": html, crlf, nfc, ws), outside the
 * bytes of whole ones. Forms are tried in order and do not combine.
 */
import type { AcceptableForm } from '../../model/verdict.js';
import { foldSpace } from '../forms/folded-space.js';
import { leftParts } from './left-parts.js';
import type { LogText } from './log-texts.js';
import { PatternSearch } from '../search/pattern-search.js';
import type { Bounds } from '../search/prefix-automaton.js';
import { PreparedText } from '../search/prepared-text.js';
import { decodeUtf8, encodeUtf8 } from '../text/utf8-bytes.js';

export const ALTERED_FORMS: readonly AcceptableForm[] = ['html', 'crlf', 'nfc', 'ws'];

export interface AlteredPlace {
  readonly form: AcceptableForm;
  readonly segment: number;
  /** Raw bytes of the segment. */
  readonly from: number;
  readonly to: number;
}

/** A form's spelling of some texts, to look for in a reading of that form. */
interface Spelling {
  readonly bytes: Uint8Array;
  readonly texts: readonly number[];
  /** It is not the text's own: worth looking for even where the segment is its own reading. */
  readonly isChanged: boolean;
}

/** First place of each text in `wanted` that has one; `covered` as whole texts leave it, per segment. */
export function findAlteredTexts(
  segments: readonly PreparedText[],
  covered: readonly (readonly Bounds[])[],
  texts: readonly LogText[],
  wanted: readonly number[],
): ReadonlyMap<number, AlteredPlace> {
  const found = new Map<number, AlteredPlace>();
  for (const form of ALTERED_FORMS) {
    const missing = wanted.filter((index) => !found.has(index));
    if (missing.length === 0) break;
    searchForm(form, segments, covered, spell(form, texts, missing), found);
  }
  return found;
}

function searchForm(
  form: AcceptableForm,
  segments: readonly PreparedText[],
  covered: readonly (readonly Bounds[])[],
  spellings: readonly Spelling[],
  found: Map<number, AlteredPlace>,
): void {
  const changed = spellings.filter(({ isChanged }) => isChanged);
  const inChanged = once(() => new PatternSearch(spellings.map(({ bytes }) => bytes)));
  const inUnchanged = once(() => new PatternSearch(changed.map(({ bytes }) => bytes)));
  segments.forEach((segment, number) => {
    if (form === 'ws' && !standsFolded(segment, inChanged())) return;
    const reading = segment.reading(form);
    const isUnchanged = reading === segment.raw;
    if (isUnchanged && changed.length === 0) return;
    const parts = leftParts(reading, covered[number] ?? [], segment.byteLength);
    const sought = isUnchanged ? changed : spellings;
    for (const [index, at] of (isUnchanged ? inUnchanged() : inChanged()).search(reading.bytes, parts).first) {
      const { bytes, texts } = sought[index] as Spelling;
      const place = { form, segment: number, from: reading.rawStart(at), to: reading.rawEnd(at + bytes.length) };
      for (const text of texts) if (!found.has(text)) found.set(text, place);
    }
  });
}

/** A fast no for the form that nearly every text has something to fold for; where it is yes, the places are still to be found. */
function standsFolded({ text }: PreparedText, search: PatternSearch): boolean {
  const bytes = encodeUtf8(foldSpace(text));
  return search.search(bytes, [{ from: 0, to: bytes.length }]).first.size > 0;
}

/** Decoding forms look for the text itself; the others read both sides alike. */
function spell(form: AcceptableForm, texts: readonly LogText[], indexes: readonly number[]): readonly Spelling[] {
  if (form === 'html')
    return indexes.map((index) => ({ bytes: (texts[index] as LogText).bytes, texts: [index], isChanged: false }));
  const spellings = new Map<string, { bytes: Uint8Array; texts: number[]; isChanged: boolean }>();
  for (const index of indexes) {
    const prepared = new PreparedText((texts[index] as LogText).core);
    const reading = prepared.reading(form);
    const isChanged = reading !== prepared.raw;
    const key = isChanged ? decodeUtf8(reading.bytes) : prepared.text;
    const known = spellings.get(key);
    if (known === undefined) spellings.set(key, { bytes: reading.bytes, texts: [index], isChanged });
    else {
      known.texts.push(index);
      known.isChanged ||= isChanged;
    }
  }
  return [...spellings.values()];
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
