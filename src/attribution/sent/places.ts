/** Where each of many texts stands in a form that is presence (spec §4 "Forms"), the first hit deciding. */
import { PatternSearch } from '../search/pattern-search.js';
import { trimWhiteSpace } from '../text/unicode.js';
import { encodeUtf8 } from '../text/utf8-bytes.js';
import { findAsIs, type Place, placeAt } from './presence.js';
import { preparedText, type SentContext } from './segments.js';
import { evidenceOnly } from '../search/text-finder.js';

/** Up to so many are looked for one by one, at the host's own speed. */
const FEW = 16;

/** In the segments that are evidence. Linear in texts and context together. */
export function placesOf(context: SentContext, texts: readonly string[]): readonly (Place | undefined)[] {
  const places =
    texts.length <= FEW ? texts.map((text) => findAsIs(context, evidenceOnly, text)) : manyAsIs(context, texts);
  const missing = texts.flatMap((text, number) => {
    const core = trimWhiteSpace(text);
    return core === '' || places[number] !== undefined ? [] : [{ number, core }];
  });
  if (missing.length === 0) return places;
  const search = new Search(missing.map(({ core }) => core));
  for (const [index, segment] of context.segments.entries()) {
    if (!evidenceOnly(segment)) continue;
    for (const reading of preparedText(segment).json) {
      const first = search.in(reading.bytes);
      for (const { number, core } of missing) {
        const at = first(core);
        if (at !== undefined) places[number] ??= placeAt(segment, index, 'json', reading.rawStart(at));
      }
    }
  }
  return places;
}

function manyAsIs(context: SentContext, texts: readonly string[]): (Place | undefined)[] {
  const cores = texts.map(trimWhiteSpace);
  const search = new Search([...texts.filter((_, number) => cores[number] !== ''), ...cores]);
  const exact: (Place | undefined)[] = texts.map(() => undefined);
  const trimmed: (Place | undefined)[] = texts.map(() => undefined);
  for (const [index, segment] of context.segments.entries()) {
    if (!evidenceOnly(segment)) continue;
    const first = search.in(preparedText(segment).raw.bytes);
    for (const [number, text] of texts.entries()) {
      const core = cores[number] ?? '';
      if (core === '') continue;
      const [asIs, atCore] = [first(text), first(core)];
      if (asIs !== undefined) exact[number] ??= placeAt(segment, index, 'exact', asIs);
      if (atCore !== undefined) trimmed[number] ??= placeAt(segment, index, 'trim', atCore);
    }
  }
  return exact.map((place, number) => place ?? trimmed[number]);
}

/** Many texts at once, by what they say. */
class Search {
  readonly #numbers = new Map<string, number>();
  readonly #search: PatternSearch;

  constructor(texts: readonly string[]) {
    for (const text of texts) if (text !== '' && !this.#numbers.has(text)) this.#numbers.set(text, this.#numbers.size);
    this.#search = new PatternSearch(Array.from(this.#numbers.keys(), encodeUtf8));
  }

  /** Where a text stands first in these bytes. */
  in(bytes: Uint8Array): (text: string) => number | undefined {
    const { first } = this.#search.search(bytes, [{ from: 0, to: bytes.length }]);
    return (text) => first.get(this.#numbers.get(text) ?? -1);
  }
}
