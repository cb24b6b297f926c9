/** Bounds the values of one metric attribute: the first `most` keep their name, the rest share one. */
export const OVERFLOW = 'overflow';

export class CappedValues {
  readonly #most: number;
  readonly #seen = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  of(value: string): string {
    if (this.#seen.has(value)) return value;
    if (this.#seen.size >= this.#most) return OVERFLOW;
    this.#seen.add(value);
    return value;
  }
}
