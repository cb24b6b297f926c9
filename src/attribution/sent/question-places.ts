/** Where the question stands in the segments: its bytes are its own (spec §4 "Parts"). */
import { PatternSearch, joinBounds } from '../search/pattern-search.js';
import type { Bounds } from '../search/prefix-automaton.js';
import type { PreparedText } from '../search/prepared-text.js';
import { encodeUtf8 } from '../text/utf8-bytes.js';

export class QuestionPlaces {
  readonly #segments: readonly PreparedText[];
  readonly #search: PatternSearch | undefined;
  readonly #found = new Map<number, readonly Bounds[]>();

  constructor(segments: readonly PreparedText[], question: string | undefined) {
    this.#segments = segments;
    this.#search = question === undefined ? undefined : new PatternSearch([encodeUtf8(question)]);
  }

  /** Raw bytes of a segment, in order, apart. */
  readonly in = (number: number): readonly Bounds[] => {
    const segment = this.#segments[number];
    const search = this.#search;
    if (segment === undefined || search === undefined) return [];
    let found = this.#found.get(number);
    if (found === undefined) {
      found = joinBounds(
        [segment.raw, ...segment.json].flatMap((reading) =>
          search
            .search(reading.bytes, [{ from: 0, to: reading.bytes.length }])
            .covered.map(({ from, to }) => ({ from: reading.rawStart(from), to: reading.rawEnd(to) })),
        ),
      );
      this.#found.set(number, found);
    }
    return found;
  };
}
