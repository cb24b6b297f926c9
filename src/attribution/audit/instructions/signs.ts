/**
 * The signs of instruction-like text: a text without any is not read closely. This is what ordinary
 * chunks cost.
 *
 * How it works: only every fourth byte of a text is looked at, four bytes at once (a word). Of each
 * sign a word that lies at such a place is in a table, for each of the four ways the sign can lie:
 * seven bytes always hold one, and of six the byte before them is the seventh, which is no letter.
 * Where the table says yes, and the bytes before and after the word fit as well, the sign is compared.
 * The table leaves out the bit that makes ASCII letters upper case.
 */

export const MARK_MIN_BYTES = 7;
export const WORD_SIGN_MIN_BYTES = 6;

/** Stands for one white space, hyphen or underscore. */
const JOINT_BYTE = 0x7e;
const JOINTS = [0x20, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x2d, 0x5f];
const WORD_BYTES = 4;
const TABLE_BITS = 15;
/** Bytes are of one class when these bits are equal: upper and lower case are. */
const CLASS_MASK = 7;
const CLASSES = CLASS_MASK + 1;
const ALL_CLASSES = (1 << CLASSES) - 1;
/** Where the first and the last byte of a word stand in it, as this host reads it. */
const IS_LITTLE_ENDIAN = new Uint8Array(new Int32Array([1]).buffer)[0] === 1;
const FIRST_BYTE = IS_LITTLE_ENDIAN ? 0 : 24;
const LAST_BYTE = 24 - FIRST_BYTE;
const CASE_BITS = 0x20202020;
/** What can stand before a sign that is a word: no ASCII letter or digit, or the last byte of another character. */
const BORDERS = Array.from({ length: 0xc0 }, (_, byte) => byte).filter((byte) => !isAsciiWord(byte));

/** Per byte of a sign the bytes that it may be. */
type Spelling = readonly (readonly number[])[];

interface Sign {
  readonly lower: Uint8Array;
  readonly upper: Uint8Array;
  /** No ASCII letter or digit beside it. */
  readonly isWord: boolean;
}

const encoder = new TextEncoder();
let scratch = new Uint8Array(1 << 16);
let scratchWords = new Int32Array(scratch.buffer);

export class Signs {
  /** By the hash of a word that a sign can show: a bit for each class of the byte after it, and of that before it. */
  readonly #shown = new Uint16Array(1 << TABLE_BITS);
  /** By the same, the number of the first place; 0: none. */
  readonly #heads = new Uint16Array(1 << TABLE_BITS);
  /** Of each place its sign, where in it the word begins, and the next place of the same hash. */
  readonly #signs: (Sign | undefined)[] = [undefined];
  readonly #ats: number[] = [0];
  readonly #nexts: number[] = [0];

  /** Of lower case, folded; `words` of six bytes or more stand by themselves, `marks` of seven anywhere. */
  constructor(words: readonly string[], marks: readonly string[]) {
    for (const word of new Set(words)) this.#add(sign(word, true));
    for (const mark of new Set(marks)) this.#add(sign(mark, false));
  }

  /** Linear time. */
  standIn({ bytes, words, length }: SignBytes): boolean {
    const shown = this.#shown;
    const count = Math.ceil(length / WORD_BYTES);
    let before = 0;
    let here = words[0] as number;
    for (let word = 0; word < count; word++) {
      const after = words[word + 1] as number;
      const classes = shown[hashOf(here)] as number;
      if (
        classes !== 0 &&
        ((classes >>> ((after >>> FIRST_BYTE) & CLASS_MASK)) &
          (classes >>> (CLASSES + ((before >>> LAST_BYTE) & CLASS_MASK))) &
          1) !==
          0 &&
        this.#standsAround(bytes, word * WORD_BYTES, length, hashOf(here))
      )
        return true;
      before = here;
      here = after;
    }
    return false;
  }

  #standsAround(bytes: Uint8Array, at: number, length: number, hash: number): boolean {
    for (let place = this.#heads[hash] as number; place !== 0; place = this.#nexts[place] as number)
      if (standsAt(this.#signs[place] as Sign, bytes, at - (this.#ats[place] as number), length)) return true;
    return false;
  }

  #add(sign: Sign): void {
    const spelling = spell(sign);
    for (let first = 0; first < WORD_BYTES; first++) {
      const at = rarest(spelling, first);
      const word = Array.from({ length: WORD_BYTES }, (_, index) => spelling[at + index] ?? BORDERS);
      const classes = classesOf(spelling[at + WORD_BYTES]) | (classesOf(spelling[at - 1]) << CLASSES);
      for (const hash of new Set(wordsOf(word).map(hashOf))) {
        this.#shown[hash] = (this.#shown[hash] as number) | classes;
        this.#signs.push(sign);
        this.#ats.push(at);
        this.#nexts.push(this.#heads[hash] as number);
        this.#heads[hash] = this.#signs.length - 1;
      }
    }
  }
}

/** A bit for each class of the bytes; all where any byte may stand. */
function classesOf(bytes: readonly number[] | undefined): number {
  return bytes?.reduce((mask, byte) => mask | (1 << (byte & CLASS_MASK)), 0) ?? ALL_CLASSES;
}

/** A text as signs are looked for in it; valid until the next text is encoded. */
export interface SignBytes {
  readonly bytes: Uint8Array;
  /** The same bytes, four by four. */
  readonly words: Int32Array;
  /** UTF-8 bytes of the text. */
  readonly length: number;
}

/** Into bytes at hand, which grow to the longest text. */
export function signBytes(text: string): SignBytes {
  let { read, written } = encoder.encodeInto(text, scratch);
  // One word beyond the text is looked at.
  if (read < text.length || written > scratch.length - 2 * WORD_BYTES) {
    const mostBytesPerUnit = 3;
    scratch = new Uint8Array((text.length * mostBytesPerUnit + 2 * WORD_BYTES) & ~(WORD_BYTES - 1));
    scratchWords = new Int32Array(scratch.buffer);
    ({ read, written } = encoder.encodeInto(text, scratch));
  }
  return { bytes: scratch, words: scratchWords, length: written };
}

/** Common to rare in English; what is not here is rarer. */
const BY_FREQUENCY = ' etaoinsrhldcumfpgwybvkxjqz';

/**
 * Of the words within the sign that begin at `first` and every fourth byte after it, the one that texts
 * hold least. −1: there is none, but one with the byte before the sign.
 */
function rarest(spelling: Spelling, first: number): number {
  let rarestAt = -1;
  let most = -1;
  for (let at = first; at + WORD_BYTES <= spelling.length; at += WORD_BYTES) {
    const rarity = spelling.slice(at, at + WORD_BYTES).reduce((sum, [byte = 0]) => {
      const index = BY_FREQUENCY.indexOf(String.fromCharCode(byte));
      return sum + (index < 0 ? BY_FREQUENCY.length : index);
    }, 0);
    if (rarity > most) {
      most = rarity;
      rarestAt = at;
    }
  }
  return rarestAt;
}

function standsAt({ lower, upper, isWord }: Sign, bytes: Uint8Array, start: number, length: number): boolean {
  const end = start + lower.length;
  if (start < 0 || end > length) return false;
  for (let index = 0; index < lower.length; index++) {
    const byte = bytes[start + index] as number;
    if (lower[index] === JOINT_BYTE ? !JOINTS.includes(byte) : byte !== lower[index] && byte !== upper[index])
      return false;
  }
  if (!isWord) return true;
  if (start > 0 && isAsciiWord(bytes[start - 1] as number)) return false;
  return end === length || !isAsciiWord(bytes[end] as number);
}

function isAsciiWord(byte: number): boolean {
  const lower = byte | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (byte >= 0x30 && byte <= 0x39);
}

function hashOf(word: number): number {
  return Math.imul(word | CASE_BITS, 0x9e3779b1) >>> (32 - TABLE_BITS);
}

function sign(text: string, isWord: boolean): Sign {
  return { lower: encoder.encode(text), upper: encoder.encode(Array.from(text, upperOf).join('')), isWord };
}

/** What each byte of a sign may be. */
function spell({ lower, upper }: Sign): Spelling {
  return Array.from(lower, (byte, index) => {
    if (byte === JOINT_BYTE) return JOINTS;
    return byte === upper[index] ? [byte] : [byte, upper[index] as number];
  });
}

/** Simple upper case as far as signs need it, of as many bytes: ASCII, Latin-1, Cyrillic. */
function upperOf(character: string): string {
  const codePoint = character.codePointAt(0) as number;
  if (codePoint >= 0x61 && codePoint <= 0x7a) return String.fromCodePoint(codePoint - 0x20);
  if (codePoint >= 0xe0 && codePoint <= 0xfe && codePoint !== 0xf7) return String.fromCodePoint(codePoint - 0x20);
  if (codePoint >= 0x430 && codePoint <= 0x44f) return String.fromCodePoint(codePoint - 0x20);
  if (codePoint >= 0x450 && codePoint <= 0x45f) return String.fromCodePoint(codePoint - 0x50);
  return character;
}

/** All words that four bytes of these choices make, as this host reads them. */
function wordsOf(choices: Spelling): number[] {
  const bytes = new Uint8Array(WORD_BYTES);
  const word = new Int32Array(bytes.buffer);
  const found: number[] = [];
  const choose = (index: number): void => {
    if (index === WORD_BYTES) {
      found.push(word[0] as number);
      return;
    }
    for (const byte of choices[index] as readonly number[]) {
      bytes[index] = byte;
      choose(index + 1);
    }
  };
  choose(0);
  return found;
}
