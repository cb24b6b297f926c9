/** Many texts looked for in one text after another. Linear, however many a hostile output makes. */
import { PatternSearch } from './pattern-search.js';
import { type Needle, prepareNeedle } from '../text/text-search.js';

/** Up to so many are looked for one by one, at the host's own speed. */
const FEW = 16;

const always = (): boolean => true;
const encoder = new TextEncoder();

export class ManyTexts {
  readonly #needles: readonly Needle[] | undefined;
  readonly #search: PatternSearch | undefined;

  /** `texts`: distinct and not empty. */
  constructor(texts: readonly string[]) {
    if (texts.length <= FEW) this.#needles = texts.map(prepareNeedle);
    else this.#search = new PatternSearch(texts.map((text) => encoder.encode(text)));
  }

  /** Numbers of the texts that stand in `text`. `isSought`: of which it is worth asking. */
  standingIn(text: string, isSought: (number: number) => boolean = always): readonly number[] {
    const needles = this.#needles;
    if (needles !== undefined)
      return [...needles.keys()].filter((number) => isSought(number) && needles[number]?.find(text, 0, always) !== -1);
    const bytes = encoder.encode(text);
    const found = this.#search?.search(bytes, [{ from: 0, to: bytes.length }]).first.keys() ?? [];
    return [...found].filter(isSought);
  }
}
