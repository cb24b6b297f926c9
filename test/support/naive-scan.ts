/**
 * Spec §4 as a child would do it: every byte of every text compared with every byte of every other.
 * Slow and obvious; the product is held to it.
 */
import type { AcceptableForm, Fate } from '../../src/model/verdict.js';

/** Bytes as a string of one character each, and where each came from in the raw bytes. */
interface NaiveReading {
  readonly bytes: string;
  readonly start: readonly number[];
  readonly end: readonly number[];
}

export interface NaiveFate {
  readonly fate: Fate;
  readonly form?: string;
  readonly kept?: number;
  readonly side?: string;
}

const WHITE = '\\t\\n\\v\\f\\r \\x85\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const trim = (text: string): string =>
  text.replace(new RegExp(`^[${WHITE}]+`, 'u'), '').replace(new RegExp(`[${WHITE}]+$`, 'u'), '');
const latin = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const utf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

export function rawReading(bytes: string): NaiveReading {
  return { bytes, start: Array.from(bytes, (_, at) => at), end: Array.from(bytes, (_, at) => at + 1) };
}

/** Replaces each match of `pattern` in the text by what `by` says; undefined leaves it. */
function replaced(reading: NaiveReading, pattern: RegExp, by: (match: string) => string | undefined): NaiveReading {
  const text = utf8(reading.bytes);
  let bytes = '';
  const start: number[] = [];
  const end: number[] = [];
  let at = 0;
  let unit = 0;
  const copy = (to: number): void => {
    const piece = latin(text.slice(unit, to));
    for (let index = 0; index < piece.length; index++, at++) {
      start.push(reading.start[at] as number);
      end.push(reading.end[at] as number);
    }
    bytes += piece;
    unit = to;
  };
  for (const match of text.matchAll(pattern)) {
    const meaning = by(match[0]);
    if (meaning === undefined) continue;
    copy(match.index);
    const length = latin(match[0]).length;
    const piece = latin(meaning);
    for (let index = 0; index < piece.length; index++) {
      start.push(reading.start[at] as number);
      end.push(reading.end[at + length - 1] as number);
    }
    bytes += piece;
    at += length;
    unit = match.index + match[0].length;
  }
  copy(text.length);
  return { bytes, start, end };
}

const SIMPLE: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  "'": "'",
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

function unescaped(match: string): string | undefined {
  if (match.length === 2) return SIMPLE[match.charAt(1)];
  if (match.length === 12 && match.charAt(1) === 'u')
    return String.fromCharCode(Number.parseInt(match.slice(2, 6), 16), Number.parseInt(match.slice(8), 16));
  const value = Number.parseInt(match.slice(2), 16);
  if (value > 0x10ffff) return undefined;
  return value >= 0xd800 && value <= 0xdfff ? '\uFFFD' : String.fromCodePoint(value);
}

const ESCAPE =
  /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\U[0-9a-fA-F]{8}|\\["\\/'bfnrt]/gu;

export function naiveReadings(bytes: string): readonly NaiveReading[] {
  const readings = [rawReading(bytes)];
  for (let level = 0; level < 3; level++) {
    const below = readings.at(-1) as NaiveReading;
    const decoded = replaced(below, ESCAPE, unescaped);
    if (decoded.bytes === below.bytes) break;
    readings.push(decoded);
  }
  return readings;
}

const NAMED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&nbsp;': '\u00a0',
};

function entity(match: string): string | undefined {
  const named = NAMED[match];
  if (named !== undefined) return named;
  const value = /^&#[xX]/u.test(match) ? Number.parseInt(match.slice(3), 16) : Number.parseInt(match.slice(2), 10);
  return value === 0 || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)
    ? undefined
    : String.fromCodePoint(value);
}

export function formReading(form: AcceptableForm, reading: NaiveReading): NaiveReading {
  switch (form) {
    case 'html':
      return replaced(reading, /&(?:amp|lt|gt|quot|apos|nbsp|#[0-9]{1,12}|#[xX][0-9a-fA-F]{1,12});/gu, entity);
    case 'crlf':
      return replaced(reading, /\r\n?/gu, () => '\n');
    case 'nfc':
      return replaced(reading, /[^\p{M}][\p{M}]*/gu, (match) =>
        match.normalize('NFC') === match ? undefined : match.normalize('NFC'),
      );
    case 'ws':
      return replaced(reading, new RegExp(`[${WHITE}]+`, 'gu'), () => ' ');
  }
}

const isBorder = (bytes: string, at: number): boolean => at >= bytes.length || (bytes.charCodeAt(at) & 0xc0) !== 0x80;

interface Piece {
  readonly text: number;
  readonly isPrefix: boolean;
  readonly least: number;
  readonly reading: NaiveReading;
  at: number;
  length: number;
}

interface Part {
  prefix: number;
  suffix: number;
  corePrefix: number;
  coreSuffix: number;
  from: number;
  to: number;
}

export interface NaiveInput {
  /** Evidence of one call. */
  readonly segments: readonly string[];
  readonly items: readonly string[];
  readonly otherItems: readonly string[];
  readonly question?: string;
  readonly acceptForms: readonly AcceptableForm[];
}

/** Fates in one call without a record. */
export function naiveFates({
  segments: texts,
  items,
  otherItems,
  question,
  acceptForms,
}: NaiveInput): readonly (NaiveFate | undefined)[] {
  const segments = texts.map(latin);
  const cores: string[] = [];
  const raws: string[] = [];
  const add = (text: string): number => {
    const core = latin(trim(text));
    if (core === '') return -1;
    if (!cores.includes(core)) {
      cores.push(core);
      raws.push(latin(text));
    }
    return cores.indexOf(core);
  };
  const numbers = items.map(add);
  const handedOn = [...new Set(numbers.filter((number) => number >= 0))];
  otherItems.forEach(add);

  const readings = segments.map(naiveReadings);
  const masks = segments.map((bytes) => Array.from(bytes, () => false));
  const whole = new Set<number>();
  cores.forEach((core, text) => {
    readings.forEach((ofSegment, segment) => {
      for (const reading of ofSegment) {
        for (let at = reading.bytes.indexOf(core); at >= 0; at = reading.bytes.indexOf(core, at + 1)) {
          whole.add(text);
          mask(masks[segment] as boolean[], reading, at, core.length);
        }
      }
    });
  });

  const altered = new Map<
    number,
    { form: AcceptableForm; segment: number; reading: NaiveReading; at: number; length: number }
  >();
  for (const form of ['html', 'crlf', 'nfc', 'ws'] as const) {
    for (const text of handedOn) {
      if (whole.has(text) || altered.has(text)) continue;
      const core = cores[text] as string;
      const sought = form === 'html' ? core : formReading(form, rawReading(core)).bytes;
      segments.forEach((bytes, segment) => {
        const reading = formReading(form, rawReading(bytes));
        if (altered.has(text) || (reading.bytes === bytes && sought === core)) return;
        for (let at = reading.bytes.indexOf(sought); at >= 0; at = reading.bytes.indexOf(sought, at + 1)) {
          if (!isFree(masks[segment] as boolean[], reading, at, sought.length)) continue;
          altered.set(text, { form, segment, reading, at, length: sought.length });
          return;
        }
      });
    }
  }
  for (const { segment, reading, at, length } of altered.values())
    mask(masks[segment] as boolean[], reading, at, length);

  const missing = handedOn.filter((text) => !whole.has(text) && !altered.has(text));
  const granted = segments.map((_, segment) =>
    grant(
      readings[segment] as NaiveReading[],
      masks[segment] as boolean[],
      missing,
      cores,
      question === undefined ? '' : latin(trim(question)),
    ),
  );
  const parts = granted.map((pieces) => partsOf(pieces, cores, raws));
  const best = new Map<number, Part & { segment: number }>();
  parts.forEach((ofSegment, segment) => {
    for (const [text, part] of ofSegment) {
      const known = best.get(text);
      if (known === undefined || part.prefix + part.suffix > known.prefix + known.suffix)
        best.set(text, { ...part, segment });
    }
  });

  const taken = masks.map((own, segment) => {
    const all = [...own];
    for (const piece of granted[segment] as Piece[]) mask(all, piece.reading, piece.at, piece.length);
    const asked = askedIn(
      readings[segment] as NaiveReading[],
      own,
      question === undefined ? '' : latin(trim(question)),
    );
    return all.map((is, at) => is || asked[at] === true);
  });
  const edited = new Set<number>();
  for (const text of missing) {
    const core = cores[text] as string;
    const { corePrefix = 0, coreSuffix = 0 } = best.get(text) ?? {};
    for (let start = corePrefix; start + 32 <= core.length - coreSuffix; start++) {
      const window = core.slice(start, start + 32);
      if (raws.some((raw, other) => other !== text && raw.includes(window))) continue;
      readings.forEach((ofSegment, segment) => {
        for (const reading of ofSegment) {
          for (let at = reading.bytes.indexOf(window); at >= 0; at = reading.bytes.indexOf(window, at + 1)) {
            if (isFree(taken[segment] as boolean[], reading, at, 32)) edited.add(text);
          }
        }
      });
    }
    parts.forEach((ofSegment, segment) => {
      const part = ofSegment.get(text);
      if (part === undefined) return;
      const rest = core.length - part.corePrefix - part.coreSuffix;
      const standing = standingIn(masks[segment] as boolean[], granted[segment] as Piece[]);
      const isAfter = standing.some(({ from }) => from >= part.to);
      const isBefore = standing.some(({ to }) => to <= part.from);
      if (rest === 0 || (rest < 16 && ((part.corePrefix > 0 && isAfter) || (part.coreSuffix > 0 && isBefore))))
        edited.add(text);
    });
  }

  const shows = handedOn.map((text) => {
    if (whole.has(text)) return 'sent';
    const form = altered.get(text)?.form;
    if (form !== undefined) return acceptForms.includes(form) ? 'sent' : 'altered';
    if (edited.has(text)) return 'edited';
    return best.has(text) ? 'part' : 'gone';
  });
  const cut = new Map<number, string>();
  const partial = handedOn.flatMap((text, rank) =>
    best.has(text) ? [{ rank, part: best.get(text) as Part & { segment: number } }] : [],
  );
  const allGone = (from: number, to: number): boolean => shows.slice(from, to).every((show) => show === 'gone');
  const markCut = (from: number, to: number, side: string): void => {
    for (let rank = from; rank < to; rank++) cut.set(rank, side);
  };
  const standsAfter = ({ segment, to }: Part & { segment: number }): boolean =>
    segments.some(
      (_, other) =>
        other >= segment &&
        standingIn(masks[other] as boolean[], granted[other] as Piece[]).some(
          ({ from }) => other > segment || from >= to,
        ),
    );
  const standsBefore = ({ segment, from }: Part & { segment: number }): boolean =>
    segments.some(
      (_, other) =>
        other <= segment &&
        standingIn(masks[other] as boolean[], granted[other] as Piece[]).some(
          ({ to }) => other < segment || to <= from,
        ),
    );
  const [one, two, more] = partial;
  if (one !== undefined && two === undefined && shows[one.rank] === 'part') {
    if (one.part.suffix === 0 && allGone(one.rank + 1, shows.length) && !standsAfter(one.part))
      markCut(one.rank, shows.length, 'tail');
    else if (one.part.prefix === 0 && allGone(0, one.rank) && !standsBefore(one.part)) markCut(0, one.rank + 1, 'head');
  }
  if (
    one !== undefined &&
    two !== undefined &&
    more === undefined &&
    shows[one.rank] === 'part' &&
    shows[two.rank] === 'part'
  ) {
    const isOrdered =
      one.part.segment < two.part.segment || (one.part.segment === two.part.segment && one.part.to <= two.part.from);
    if (one.part.suffix === 0 && two.part.prefix === 0 && allGone(one.rank + 1, two.rank) && isOrdered)
      markCut(one.rank, two.rank + 1, 'middle');
  }

  const lastThere = shows.findLastIndex((show) => show !== 'gone');
  const firstGone = shows.indexOf('gone');
  const fates = handedOn.map((text, rank): NaiveFate => {
    const show = shows[rank];
    const part = best.get(text);
    const kept = part === undefined ? 0 : part.prefix + part.suffix;
    if (show === 'sent') return { fate: 'sent' };
    if (show === 'altered') return { fate: 'altered', form: altered.get(text)?.form as string };
    if (show === 'edited') return { fate: 'altered', form: 'edited', kept };
    const side = cut.get(rank);
    if (side !== undefined) return { fate: 'cut', kept, side };
    if (show === 'part') return { fate: 'clipped', kept };
    if (lastThere >= 0 && firstGone > lastThere) return { fate: 'packed_out', kept };
    return { fate: lastThere > rank ? 'deselected' : 'dropped', kept };
  });
  return numbers.map((text) => (text < 0 ? undefined : fates[handedOn.indexOf(text)]));
}

function mask(own: boolean[], reading: NaiveReading, at: number, length: number): void {
  for (let index = at; index < at + length; index++)
    for (let raw = reading.start[index] as number; raw < (reading.end[index] as number); raw++) own[raw] = true;
}

function isFree(own: readonly boolean[], reading: NaiveReading, at: number, length: number): boolean {
  for (let index = at; index < at + length; index++)
    for (let raw = reading.start[index] as number; raw < (reading.end[index] as number); raw++)
      if (own[raw] === true) return false;
  return true;
}

/** Longest start (end) the text shares with another, on a code point border. */
function shared(text: number, cores: readonly string[], isPrefix: boolean): number {
  const core = cores[text] as string;
  let most = 0;
  cores.forEach((other, index) => {
    if (index === text) return;
    let length = 0;
    while (
      length < core.length &&
      length < other.length &&
      (isPrefix ? core[length] === other[length] : core.at(-1 - length) === other.at(-1 - length))
    )
      length++;
    most = Math.max(most, length);
  });
  while (most > 0 && !isBorder(core, isPrefix ? most : core.length - most)) most--;
  return most;
}

function grant(
  readings: readonly NaiveReading[],
  own: readonly boolean[],
  missing: readonly number[],
  cores: readonly string[],
  question: string,
): Piece[] {
  const claims: Piece[] = [];
  for (const text of missing) {
    const core = cores[text] as string;
    const leastPrefix = shared(text, cores, true) + 16;
    const leastSuffix = shared(text, cores, false) + 16;
    let best: { total: number; pieces: Piece[] } = { total: 0, pieces: [] };
    for (const reading of readings) {
      const prefixes = new Map<number, number>();
      const suffixes = new Map<number, number>();
      for (let length = 1; length <= core.length; length++) {
        const head = core.slice(0, length);
        const tail = core.slice(core.length - length);
        if (length >= leastPrefix && isBorder(core, length)) {
          for (let at = reading.bytes.indexOf(head); at >= 0; at = reading.bytes.indexOf(head, at + 1)) {
            if (!isFree(own, reading, at, length)) continue;
            prefixes.set(length, at);
            break;
          }
        }
        if (length >= leastSuffix && isBorder(core, core.length - length)) {
          for (
            let at = reading.bytes.lastIndexOf(tail);
            at >= 0;
            at = at === 0 ? -1 : reading.bytes.lastIndexOf(tail, at - 1)
          ) {
            if (!isFree(own, reading, at, length)) continue;
            suffixes.set(length, at);
            break;
          }
        }
      }
      const nothing: [number, number] = [0, 0];
      for (const [prefix, prefixAt] of [...prefixes, nothing].toSorted((a, b) => b[0] - a[0])) {
        for (const [suffix, suffixAt] of [...suffixes, nothing].toSorted((a, b) => b[0] - a[0])) {
          if (prefix + suffix > core.length || (prefix > 0 && suffix > 0 && suffixAt < prefixAt + prefix)) continue;
          if (prefix + suffix <= best.total) continue;
          best = {
            total: prefix + suffix,
            pieces: [
              ...(prefix > 0
                ? [{ text, isPrefix: true, least: leastPrefix, reading, at: prefixAt, length: prefix }]
                : []),
              ...(suffix > 0
                ? [{ text, isPrefix: false, least: leastSuffix, reading, at: suffixAt, length: suffix }]
                : []),
            ],
          };
        }
      }
    }
    claims.push(...best.pieces);
  }
  const asked = askedIn(readings, own, question);
  const standing = claims.filter((claim) => {
    const { from, to } = placeOf(claim);
    const binding = asked.map(() => false);
    for (const run of runs(asked))
      if (run.from < to && run.to > from && run.from - from < 16 && to - run.to < 16)
        binding.fill(true, run.from, run.to);
    return shrink(claim, binding);
  });
  standing.sort((a, b) => b.length - a.length || a.text - b.text || Number(b.isPrefix) - Number(a.isPrefix));
  const taken = own.map(() => false);
  return standing.filter((claim) => {
    if (!shrink(claim, taken)) return false;
    mask(taken, claim.reading, claim.at, claim.length);
    return true;
  });
}

function askedIn(readings: readonly NaiveReading[], own: readonly boolean[], question: string): boolean[] {
  const asked = own.map(() => false);
  if (question === '') return asked;
  for (const reading of readings) {
    for (let at = reading.bytes.indexOf(question); at >= 0; at = reading.bytes.indexOf(question, at + 1))
      mask(asked, reading, at, question.length);
  }
  return asked;
}

function placeOf({ reading, at, length }: Piece): { from: number; to: number } {
  return { from: reading.start[at] as number, to: reading.end[at + length - 1] as number };
}

/** Takes off what is taken; false when too little is left. */
function shrink(claim: Piece, taken: readonly boolean[]): boolean {
  const { reading } = claim;
  const bytes = reading.bytes;
  let start = claim.at;
  let end = claim.at + claim.length;
  if (claim.isPrefix) {
    let free = start;
    while (free < end && isFree(taken, reading, free, 1)) free++;
    if (free < end) for (end = free; end > start && !isBorder(bytes, end);) end--;
  } else {
    let free = end;
    while (free > start && isFree(taken, reading, free - 1, 1)) free--;
    if (free > start) for (start = free; start < end && !isBorder(bytes, start);) start++;
  }
  claim.at = start;
  claim.length = end - start;
  return claim.length >= claim.least;
}

function runs(own: readonly boolean[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  own.forEach((is, at) => {
    if (!is) return;
    const last = found.at(-1);
    if (last !== undefined && last.to === at) last.to = at + 1;
    else found.push({ from: at, to: at + 1 });
  });
  return found;
}

function standingIn(own: readonly boolean[], pieces: readonly Piece[]): { from: number; to: number }[] {
  return [...runs(own), ...pieces.map(placeOf)];
}

function partsOf(pieces: readonly Piece[], cores: readonly string[], raws: readonly string[]): Map<number, Part> {
  const parts = new Map<number, Part>();
  for (const piece of pieces) {
    const { text, isPrefix, reading, at, length } = piece;
    const raw = raws[text] as string;
    const core = cores[text] as string;
    const lead = raw.slice(0, raw.indexOf(core));
    const trail = raw.slice(raw.indexOf(core) + core.length);
    const edge = isPrefix
      ? reading.bytes.slice(Math.max(0, at - lead.length), at) === lead
        ? lead.length
        : 0
      : reading.bytes.startsWith(trail, at + length)
        ? trail.length
        : 0;
    const { from, to } = placeOf(piece);
    const known = parts.get(text) ?? { prefix: 0, suffix: 0, corePrefix: 0, coreSuffix: 0, from, to };
    if (isPrefix) Object.assign(known, { prefix: length + edge, corePrefix: length });
    else Object.assign(known, { suffix: length + edge, coreSuffix: length });
    parts.set(text, { ...known, from: Math.min(known.from, from), to: Math.max(known.to, to) });
  }
  return parts;
}
