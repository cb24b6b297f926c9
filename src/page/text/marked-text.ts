/** A text with its marks: the need, the quote, what a distractor shares with it, redacted places, the cut. */
import { stretches } from '../hidden-characters.js';
import { exact, html, htmlText, type Html } from '../html.js';
import { grouped, plural } from '../words.js';
import { foldPlan, type FoldOptions, type Range } from './fold-plan.js';
import { onCodePoint, textBetween, type StoredRedaction, type StoredText } from './stored-text.js';
import { FOLD_BYTES, take, type TextBudget } from './text-budget.js';

export type MarkKind = 'need' | 'quote' | 'rival';

/** A stretch of stored bytes. */
export interface Mark {
  readonly kind: MarkKind;
  readonly start: number;
  readonly end: number;
}

/** Something that stands between two bytes: a cut, the start of a chunk. */
export interface Post {
  readonly at: number;
  readonly content: Html;
  /** Kept in sight when the text is folded. */
  readonly isShown: boolean;
}

export interface MarkedOptions {
  readonly marks?: readonly Mark[];
  readonly posts?: readonly Post[];
  readonly fold: FoldOptions;
  readonly budget: TextBudget;
}

/** What is read out where a mark begins; its end is read out too. */
export const MARK_NAMES: { readonly [kind in MarkKind]: string } = {
  need: 'needed evidence',
  quote: 'contradicting quote',
  rival: 'same words in a distractor',
};

const MAX_MARKS = 400;

export function markedText(text: StoredText, options: MarkedOptions): Html {
  const marks = (options.marks ?? []).filter(({ start, end }) => end > start).slice(0, MAX_MARKS);
  const posts = [...(options.posts ?? [])].sort((a, b) => a.at - b.at);
  const shown = [...marks, ...posts.filter(({ isShown }) => isShown).map(({ at }) => ({ start: at, end: at }))];
  const plan = foldPlan(text.bytes.length, shown, options.fold).map((one) => ({
    ...one,
    start: atWord(text.bytes, one.start),
    end: atWord(text.bytes, one.end),
  }));
  const drawing: Drawing = { text, marks, posts, budget: options.budget };
  if (text.bytes.length === 0 && posts.length === 0) return exact`<p class="none">Empty: 0 bytes.</p>`;
  const stretchesDrawn = plan.map((one) => (one.isFolded ? folded(drawing, one) : drawn(drawing, one)));
  const atEnd = posts.filter(({ at }) => at >= text.bytes.length).map(({ content }) => content);
  return exact`<div class="text" dir="auto">${stretchesDrawn}${atEnd}</div>`;
}

const WORD_BYTES = 24;

/** The next place behind a space, when there is one near: a fold does not split a word. */
function atWord(bytes: Uint8Array, place: number): number {
  if (place === 0 || place >= bytes.length) return place;
  for (let at = place; at < Math.min(bytes.length, place + WORD_BYTES); at += 1)
    if (bytes[at - 1] === 0x20 || bytes[at - 1] === 0x0a) return at;
  return place;
}

interface Drawing {
  readonly text: StoredText;
  readonly marks: readonly Mark[];
  readonly posts: readonly Post[];
  readonly budget: TextBudget;
}

function folded(drawing: Drawing, { start, end: to }: Range): Html {
  const end = Math.min(to, start + FOLD_BYTES);
  return exact`<details class="fold"><summary>${plural(to - start, 'byte')} folded</summary><div>${drawn(drawing, { start, end })}${leftOut(to - end)}</div></details>`;
}

function leftOut(bytes: number): Html | undefined {
  return bytes > 0
    ? exact`<p class="none">${plural(bytes, 'more byte')}: in the file, not on this page.</p>`
    : undefined;
}

function drawn(drawing: Drawing, { start: from, end: to }: Range): Html {
  const { text, budget } = drawing;
  const start = onCodePoint(text.bytes, from, 'start');
  const whole = onCodePoint(text.bytes, to, 'start');
  const end = onCodePoint(text.bytes, start + take(budget, whole - start), 'start');
  const parts: Html[] = [];
  const marks = drawing.marks.filter((mark) => mark.start < end && mark.end > start);
  const posts = drawing.posts.filter(({ at }) => at >= start && at < end);
  const redactions = text.redactions.filter((one) => one.start < end && one.end > start);
  const edges = edgesOf(start, end, [...marks, ...redactions], posts);
  let redaction = 0;
  let post = 0;
  for (let index = 0; index + 1 < edges.length; index += 1) {
    const at = edges[index] as number;
    const next = edges[index + 1] as number;
    for (; posts[post] !== undefined && (posts[post] as Post).at <= at; post += 1)
      parts.push((posts[post] as Post).content);
    while (redactions[redaction] !== undefined && (redactions[redaction] as StoredRedaction).end <= at) redaction += 1;
    const here = redactions[redaction];
    const isRedacted = here !== undefined && here.start <= at;
    const inner = isRedacted ? redacted(here, at) : visible(textBetween(text.bytes, at, next));
    parts.push(wrapped(inner, marks, at, next));
  }
  const drawnParts = exact`${parts}`;
  // What is spelt out takes more room than it had: that counts too.
  take(budget, Math.max(0, htmlText(drawnParts).length - (end - start)));
  return exact`${drawnParts}${leftOut(whole - end)}`;
}

function edgesOf(
  start: number,
  end: number,
  ranges: readonly { readonly start: number; readonly end: number }[],
  posts: readonly Post[],
): readonly number[] {
  const edges = new Set([start, end]);
  for (const range of ranges) edges.add(Math.max(start, range.start)).add(Math.min(end, range.end));
  for (const { at } of posts) edges.add(at);
  return [...edges].sort((a, b) => a - b);
}

/** Marks may overlap: a stretch carries all it lies in. */
function wrapped(inner: Html, marks: readonly Mark[], at: number, next: number): Html {
  const around = marks.filter((mark) => mark.start <= at && mark.end >= next);
  if (around.length === 0) return inner;
  const kinds = [...new Set(around.map(({ kind }) => kind))];
  const begins = around.filter(({ start }) => start === at);
  const ends = around.filter(({ end }) => end === next);
  const before = begins.map(({ kind }) => exact`<span class="vh">[${MARK_NAMES[kind]}: </span>`);
  const after = ends.map(() => exact`<span class="vh">]</span>`);
  return exact`<mark class="${kinds.join(' ')}">${before}${inner}${after}</mark>`;
}

/** The mark that stands in the stored text is replaced by one that says what was done. */
function redacted({ rule, bytes, start }: StoredRedaction, at: number): Html {
  if (at !== start) return exact``;
  return exact`<span class="redacted" title="${plural(bytes, 'byte')} of the original">redacted: ${html`${rule}`}</span>`;
}

function visible(text: string): Html {
  return exact`${stretches(text).map(({ text: part, hidden }) =>
    hidden === undefined
      ? part
      : exact`<span class="hidden-char">${hidden.name}${hidden.count > 1 && exact` ×${grouped(hidden.count)}`}</span>`,
  )}`;
}
