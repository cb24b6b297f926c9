/** Where each of many texts stands in a form that is presence (spec §4 "Forms"), the first hit deciding. */
import { PatternSearch } from '../search/pattern-search.js';
import { trimWhiteSpace } from '../text/unicode.js';
import { encodeUtf8 } from '../text/utf8-bytes.js';
import { findAsIs, type Place, placeAt } from './presence.js';
import { preparedText, type SentContext } from './segments.js';
import { evidenceOnly } from '../search/text-finder.js';

/** In the segments that are evidence. What is decoded is searched once for all texts together. */
export function placesOf(context: SentContext, texts: readonly string[]): readonly (Place | undefined)[] {
  const places = texts.map((text) => findAsIs(context, evidenceOnly, text));
  const missing = new Map<string, number[]>();
  for (const [number, text] of texts.entries()) {
    const core = trimWhiteSpace(text);
    if (core === '' || places[number] !== undefined) continue;
    const same = missing.get(core);
    if (same === undefined) missing.set(core, [number]);
    else same.push(number);
  }
  const cores = [...missing.keys()];
  if (cores.length === 0) return places;
  const search = new PatternSearch(cores.map(encodeUtf8));
  for (const [index, segment] of context.segments.entries()) {
    if (!evidenceOnly(segment)) continue;
    for (const reading of preparedText(segment).json) {
      const { first } = search.search(reading.bytes, [{ from: 0, to: reading.bytes.length }]);
      for (const [core, at] of first)
        for (const number of missing.get(cores[core] ?? '') ?? [])
          places[number] ??= placeAt(segment, index, 'json', reading.rawStart(at));
    }
  }
  return places;
}
