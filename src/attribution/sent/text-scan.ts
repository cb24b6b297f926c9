/**
 * What became of the texts of a log in the segments of a run, by bytes alone (spec §4): whole,
 * whole in a recognised form, kept in part, edited, or gone. Each question is answered when asked.
 */
import { type AlteredPlace, findAlteredTexts } from './altered-texts.js';
import { type Traces, findTraces } from '../search/block-index.js';
import { type Rest, findEditedTexts } from './edited-texts.js';
import { KEPT_MIN_BYTES } from './kept-pair.js';
import { type KeptPart, type SegmentParts, findKeptParts } from './kept-parts.js';
import { type LeftReading, inBoth, leftReadings } from './left-parts.js';
import type { LogText } from './log-texts.js';
import { joinBounds } from '../search/pattern-search.js';
import type { Bounds } from '../search/prefix-automaton.js';
import type { PreparedText } from '../search/prepared-text.js';
import { QuestionPlaces } from './question-places.js';
import { type WholeTexts, findWholeTexts } from './whole-texts.js';

export class TextScan {
  readonly #segments: readonly PreparedText[];
  readonly #texts: readonly LogText[];
  readonly #question: QuestionPlaces;
  #whole: WholeTexts | undefined;
  #altered: ReadonlyMap<number, AlteredPlace> | undefined;
  #standing: readonly (readonly Bounds[])[] | undefined;
  #parts: ReadonlyMap<number, SegmentParts> | undefined;
  #traces: Traces | undefined;
  #keptTexts: ReadonlySet<number> | undefined;
  #edited: ReadonlySet<number> | undefined;

  /** `segments`: distinct texts that are evidence. `texts`: distinct, handed on first, in rank order. */
  constructor(segments: readonly PreparedText[], texts: readonly LogText[], question: string | undefined) {
    this.#segments = segments;
    this.#texts = texts;
    this.#question = new QuestionPlaces(segments, question);
  }

  /** Exact, trimmed or JSON-escaped, in any segment. */
  isWhole(text: number): boolean {
    return this.#wholeTexts().isWhole[text] === true;
  }

  /** Raw bytes of whole texts, per segment. */
  covered(): readonly (readonly Bounds[])[] {
    return this.#wholeTexts().covered();
  }

  /** Of a text handed on that is not whole. */
  altered(text: number): AlteredPlace | undefined {
    return this.#alteredTexts().get(text);
  }

  kept(segment: number, text: number): KeptPart | undefined {
    return this.#keptParts().get(segment)?.kept.get(text);
  }

  /** A part of it is kept in some segment. */
  isKept(text: number): boolean {
    this.#keptTexts ??= new Set([...this.#keptParts().values()].flatMap(({ kept }) => [...kept.keys()]));
    return this.#keptTexts.has(text);
  }

  isEdited(text: number): boolean {
    return (this.#edited ??= this.#findEdited()).has(text);
  }

  /** Any text of the log stands in the segment, whole or in part, from `from` on. */
  standsAfter(segment: number, from: number): boolean {
    return (this.#outermost(segment)?.lastFrom ?? -1) >= from;
  }

  /** The same before `to`. */
  standsBefore(segment: number, to: number): boolean {
    return (this.#outermost(segment)?.firstTo ?? Number.POSITIVE_INFINITY) <= to;
  }

  standsIn(segment: number): boolean {
    return this.#outermost(segment) !== undefined;
  }

  #wholeTexts(): WholeTexts {
    return (this.#whole ??= findWholeTexts(this.#segments, this.#texts));
  }

  #missing(): readonly number[] {
    return this.#texts.flatMap(({ isHandedOn }, index) => (isHandedOn && !this.isWhole(index) ? [index] : []));
  }

  #alteredTexts(): ReadonlyMap<number, AlteredPlace> {
    this.#altered ??= findAlteredTexts(this.#segments, this.covered(), this.#texts, this.#missing());
    return this.#altered;
  }

  /** Bytes of texts that stand whole, in whatever form. */
  #standingBounds(): readonly (readonly Bounds[])[] {
    if (this.#standing !== undefined) return this.#standing;
    const bounds = this.covered().map((covered) => [...covered]);
    for (const { segment, from, to } of this.#alteredTexts().values()) bounds[segment]?.push({ from, to });
    this.#standing = bounds.map(joinBounds);
    return this.#standing;
  }

  #keptParts(): ReadonlyMap<number, SegmentParts> {
    if (this.#parts !== undefined) return this.#parts;
    const gone = this.#missing().filter((index) => this.altered(index) === undefined);
    const readings = leftReadings(this.#segments, this.#standingBounds());
    this.#traces = findTraces(this.#texts, gone, readings);
    this.#parts = findKeptParts(this.#texts, readings, this.#traces, this.#question.in);
    return this.#parts;
  }

  #findEdited(): ReadonlySet<number> {
    const parts = this.#keptParts();
    const rests = this.#rests(parts);
    const edited = new Set(rests.length === 0 ? [] : findEditedTexts(this.#texts, rests, this.#leftByClaims(parts)));
    for (const [segment, { kept }] of parts)
      for (const [text, part] of kept) if (this.#isPatched(segment, text, part)) edited.add(text);
    return edited;
  }

  /** What of each text is not kept, as far as any of it may stand. */
  #rests(parts: ReadonlyMap<number, SegmentParts>): readonly Rest[] {
    const best = this.#bestParts(parts);
    return [...(this.#traces?.ranges ?? [])].flatMap(([text, ranges]) => {
      const { corePrefix = 0, coreSuffix = 0 } = best.get(text) ?? {};
      const rest = { from: corePrefix, to: (this.#texts[text] as LogText).bytes.length - coreSuffix };
      return inBoth(joinBounds(ranges), [rest]).map(({ from, to }) => ({ text, from, to }));
    });
  }

  /** What is left outside all claimed stretches and the question, as far as anything of a missing text may stand there. */
  #leftByClaims(parts: ReadonlyMap<number, SegmentParts>): readonly LeftReading[] {
    const regions = this.#traces?.regions ?? [];
    const claimed = this.#standingBounds().map((bounds, segment) => [
      ...bounds,
      ...(parts.get(segment)?.stretches ?? []),
      ...this.#question.in(segment),
    ]);
    return leftReadings(this.#segments, claimed.map(joinBounds)).map((left, number) => ({
      ...left,
      parts: inBoth(left.parts, regions[number] ?? []),
    }));
  }

  /** All but less than 16 bytes is kept, and the context goes on with another item: no truncation does that. */
  #isPatched(segment: number, text: number, { corePrefix, coreSuffix, from, to }: KeptPart): boolean {
    const rest = (this.#texts[text] as LogText).bytes.length - corePrefix - coreSuffix;
    if (rest === 0) return true;
    if (rest >= KEPT_MIN_BYTES) return false;
    return (corePrefix > 0 && this.standsAfter(segment, to)) || (coreSuffix > 0 && this.standsBefore(segment, from));
  }

  /** Per text the segment that keeps most of it; of equals the first. */
  #bestParts(parts: ReadonlyMap<number, SegmentParts>): ReadonlyMap<number, KeptPart> {
    const best = new Map<number, KeptPart>();
    for (const { kept } of parts.values()) {
      for (const [text, part] of kept) {
        const known = best.get(text);
        if (known === undefined || part.prefix + part.suffix > known.prefix + known.suffix) best.set(text, part);
      }
    }
    return best;
  }

  #outermost(segment: number): { readonly lastFrom: number; readonly firstTo: number } | undefined {
    const whole = this.#standingBounds()[segment] ?? [];
    const stretches = this.#keptParts().get(segment)?.stretches ?? [];
    if (whole.length + stretches.length === 0) return undefined;
    return {
      lastFrom: Math.max(whole.at(-1)?.from ?? -1, stretches.at(-1)?.from ?? -1),
      firstTo: Math.min(whole[0]?.to ?? Number.POSITIVE_INFINITY, stretches[0]?.to ?? Number.POSITIVE_INFINITY),
    };
  }
}
