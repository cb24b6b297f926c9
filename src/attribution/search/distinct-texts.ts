/**
 * Numbers for distinct texts. Telling two long texts apart takes a few characters, and comparing
 * equal ones is what a host does fastest, so long texts are not hashed unless many look alike.
 */

/** Texts that look alike and are compared one by one, before they are hashed. */
const MOST_ALIKE = 8;

export class DistinctTexts {
  readonly #alike = new Map<number, { readonly text: string; readonly number: number }[]>();
  readonly #hashed = new Map<string, number>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The number of an equal text that was numbered before, else the next one, from 0 on. */
  numberOf(text: string): number {
    const key = looksOf(text);
    const alike = this.#alike.get(key);
    if (alike === undefined) {
      this.#alike.set(key, [{ text, number: this.#size }]);
      return this.#size++;
    }
    for (const known of alike) if (known.text === text) return known.number;
    if (alike.length < MOST_ALIKE) {
      alike.push({ text, number: this.#size });
      return this.#size++;
    }
    let number = this.#hashed.get(text);
    if (number === undefined) {
      number = this.#size++;
      this.#hashed.set(text, number);
    }
    return number;
  }
}

/** Length and five characters. */
function looksOf(text: string): number {
  const last = text.length - 1;
  let looks = text.length;
  for (let part = 0; part <= 4; part++)
    looks = (Math.imul(looks, 0x9e3779b1) ^ text.charCodeAt((last * part) >> 2)) | 0;
  return looks;
}
