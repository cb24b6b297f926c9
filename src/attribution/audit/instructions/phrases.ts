/**
 * Phrases of alternatives and optional words, looked for at each word that one of them starts with.
 * What is looked at from one word on is bounded by the longest phrase, so that no text is slow.
 */
import { foldedString } from '../../text/fold.js';
import type { SpelledStep } from './pattern-list.js';
import { HARD, SOFT, TOUCHING, type Words, splitWords } from './words.js';

interface Alternative {
  readonly ids: readonly number[];
  /** What stands before each word: `TOUCHING` or `SOFT`. */
  readonly gaps: readonly number[];
}

interface Step {
  readonly alternatives: readonly Alternative[];
  readonly isOptional: boolean;
  /** Any one word. */
  readonly isAny: boolean;
}

export class Phrases {
  readonly #vocabulary = new Map<string, number>();
  /** By the word that they can start with. */
  readonly #startingWith = new Map<number, (readonly Step[])[]>();

  constructor(phrases: readonly (readonly SpelledStep[])[]) {
    for (const spelled of phrases) {
      const steps = spelled.map((step) => this.#compile(step));
      for (const id of new Set(steps[0]?.alternatives.map(({ ids }) => ids[0] as number))) {
        const starting = this.#startingWith.get(id);
        if (starting === undefined) this.#startingWith.set(id, [steps]);
        else starting.push(steps);
      }
    }
  }

  standIn(folded: string): boolean {
    const words = splitWords(folded, (word) => this.#vocabulary.get(word) ?? -1);
    return words.ids.some(
      (id, at) => id >= 0 && this.#startingWith.get(id)?.some((steps) => standsAt(steps, words, at)) === true,
    );
  }

  #compile({ alternatives, isOptional }: SpelledStep): Step {
    return {
      alternatives: alternatives.map((text) =>
        splitWords(foldedString(text.replace(/[_~]/g, ' '), false), (word) => this.#idOf(word)),
      ),
      isOptional,
      isAny: alternatives[0] === '.',
    };
  }

  #idOf(word: string): number {
    const known = this.#vocabulary.get(word);
    if (known !== undefined) return known;
    const id = this.#vocabulary.size;
    this.#vocabulary.set(word, id);
    return id;
  }
}

/** All places that the steps so far can have come to are kept: as few as the phrase is long. */
function standsAt(steps: readonly Step[], words: Words, start: number): boolean {
  let places = [start];
  for (const step of steps) {
    const next: number[] = step.isOptional ? [...places] : [];
    for (const place of places) {
      if (place > start && (words.gaps[place] ?? HARD) === HARD) continue;
      for (const end of endsOf(step, words, place)) if (!next.includes(end)) next.push(end);
    }
    if (next.length === 0) return false;
    places = next;
  }
  return true;
}

function endsOf({ alternatives, isAny }: Step, { ids, gaps }: Words, at: number): number[] {
  if (isAny) return at < ids.length ? [at + 1] : [];
  const ends: number[] = [];
  for (const alternative of alternatives) {
    const isThere = alternative.ids.every(
      (id, index) =>
        ids[at + index] === id &&
        (index === 0 || (gaps[at + index] as number) <= (alternative.gaps[index] === TOUCHING ? TOUCHING : SOFT)),
    );
    if (isThere) ends.push(at + alternative.ids.length);
  }
  return ends;
}
