/**
 * Characters that a reader does not see (docs/instruction-patterns.md "smuggling"): left out before
 * phrases are looked for, and looked at themselves, as far as the list has the rule.
 */

/** Soft hyphen, joiners, directions, variation selectors, byte order marks; U+DB40 begins tags and more selectors. */
const MAY_BE_UNSEEN = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\udb40]|\u034f|[\ufe00-\ufe0f]/;
const UNSEEN =
  /[\u{ad}\u{180e}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{e0000}-\u{e007f}]|\u{34f}|[\u{fe00}-\u{fe0f}]|[\u{e0100}-\u{e01ef}]/gu;

const SPACE_WITHOUT_WIDTH = '\u200b';

/** A fast no for nearly every text. */
export function mayHoldUnseen(text: string): boolean {
  return MAY_BE_UNSEEN.test(text);
}

/** What a reader sees. A space without width may stand inside a word, or hold two apart: both are read. */
export function seenReadings(text: string): string[] {
  const seen = text.replace(UNSEEN, '');
  return text.includes(SPACE_WITHOUT_WIDTH)
    ? [seen, text.replaceAll(SPACE_WITHOUT_WIDTH, ' ').replace(UNSEEN, '')]
    : [seen];
}

/** A flag of a region (England, Scotland, Wales) is a black flag, up to six tags, and the one that ends them. */
const BLACK_FLAG = 0x1f3f4;
const MOST_FLAG_TAGS = 7;
const MANY_SELECTORS = 4;
const LONG_CODE = 16;
const RIGHT_TO_LEFT_OVERRIDE = 0x202e;

/** One walk; the runs of the four rules end where another character stands. */
export function smuggles(text: string, rules: ReadonlySet<string>): boolean {
  let tags = 0;
  let isFlag = false;
  let selectors = 0;
  let code = 0;
  let codeFirst = 0;
  let isMixed = false;
  let before = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) as number;
    if (codePoint >= 0xe0000 && codePoint <= 0xe007f) {
      if (tags === 0) isFlag = before === BLACK_FLAG;
      tags++;
      if ((!isFlag || tags > MOST_FLAG_TAGS) && rules.has('tag_characters')) return true;
    } else tags = 0;
    if (isSelector(codePoint)) {
      selectors++;
      if (selectors === MANY_SELECTORS && rules.has('variation_selectors')) return true;
    } else selectors = 0;
    if (isZeroWidth(codePoint)) {
      if (code === 0) codeFirst = codePoint;
      code++;
      isMixed ||= codePoint !== codeFirst;
      if (code >= LONG_CODE && isMixed && rules.has('zero_width_code')) return true;
    } else {
      code = 0;
      isMixed = false;
    }
    if (before === RIGHT_TO_LEFT_OVERRIDE && isAsciiLetter(codePoint) && rules.has('direction_override')) return true;
    before = codePoint;
  }
  return false;
}

function isSelector(codePoint: number): boolean {
  return (codePoint >= 0xfe00 && codePoint <= 0xfe0f) || (codePoint >= 0xe0100 && codePoint <= 0xe01ef);
}

function isZeroWidth(codePoint: number): boolean {
  return (
    (codePoint >= 0x200b && codePoint <= 0x200f) ||
    (codePoint >= 0x2060 && codePoint <= 0x2064) ||
    codePoint === 0x180e ||
    codePoint === 0xfeff
  );
}

function isAsciiLetter(codePoint: number): boolean {
  const lower = codePoint | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
