/**
 * What became of a log's items, and of needs, in the contributing calls of a run (spec §4): the one
 * entrance to the byte work. Lazy: a run whose chunks all stand costs little more than comparing
 * them, and nothing is searched that nobody asks for.
 */
import type { AssemblyRecord } from '../../model/assembly-record.js';
import type { TextHash } from '../../model/judging-options.js';
import type { ModelCall } from '../../model/model-call.js';
import type { RetrievedItem } from '../../model/retrieval-log.js';
import type { AcceptableForm, Evidence, Fate, Form, UnknownReason } from '../../model/verdict.js';
import { type GroupFate, assignFates } from './fates.js';
import { ItemStandings } from './item-standing.js';
import { type GroupedLog, type LogGroup, groupLog } from './log-groups.js';
import { NeedSearch } from './need-search.js';
import { offsetMisses, plannedPlace } from './recorded-claims.js';
import { type RunSegments, runSegments } from './run-segments.js';
import type { SentContext } from './segments.js';
import { type Standing, mostKeptBytes } from './standing.js';
import { textsOf } from './standing-texts.js';
import { TextScan } from './text-scan.js';

export interface ScanCall {
  readonly call: ModelCall;
  readonly context: SentContext;
  readonly record?: AssemblyRecord;
}

export interface ScanInput {
  /** Contributing calls in order. */
  readonly calls: readonly ScanCall[];
  /** Handed on, in rank order; duplicates included. */
  readonly items: readonly RetrievedItem[];
  /** Candidates not handed on. */
  readonly otherItems: readonly RetrievedItem[];
  readonly acceptForms: readonly AcceptableForm[];
  readonly maxScanBytes: number;
  readonly hash: TextHash;
}

export interface SentFinding {
  readonly state: 'in' | 'out' | 'unknown';
  readonly reason?: UnknownReason;
  /** Index into `calls` of the first one that holds it. */
  readonly call?: number;
  readonly offset?: number;
  readonly message?: number;
  readonly part?: number;
  readonly form?: Form | 'edited';
  readonly keptBytes?: number;
  readonly plannedAt?: number;
  readonly cut?: Evidence['cut'];
  readonly offsetMismatch?: boolean;
  readonly selfReport?: boolean;
  readonly split?: boolean;
}

export interface ItemFate extends SentFinding {
  readonly fate: Fate;
  /** False: empty after trimming, not counted. */
  readonly counted?: false;
}

export interface Scan {
  /** One per item handed on, without its place (`ofItem` tells it). Beyond `maxScanBytes` all `unknown`. */
  readonly fates: readonly ItemFate[];
  /** The fate of one item as the need's item: judged whatever `maxScanBytes` says. */
  ofItem(index: number): ItemFate;
  /** S of a line; `itemIndex`: the need's item, when the line is in the log. */
  ofLine(line: string, itemIndex?: number): SentFinding;
  /** S of the text of a candidate that was not handed on. */
  ofText(text: string): SentFinding;
  /** S of a needed digest whose text may be nowhere. */
  ofDigest(digest: string): SentFinding;
  /**
   * Per distinct text handed on that stands at least in part: all of it, or what each call kept of
   * it. Whole in whatever form; nothing beyond `maxScanBytes`.
   */
  standingTexts(): readonly (readonly string[])[];
}

/** An item that is empty after trimming: nothing of it can be lost. */
const BLANK: ItemFate = { state: 'in', fate: 'sent', counted: false };

export function scanRun(input: ScanInput): Scan {
  return new RunScan(input);
}

class RunScan implements Scan {
  readonly #input: ScanInput;
  readonly #log: GroupedLog;
  readonly #segments: RunSegments;
  readonly #standings: ItemStandings;
  readonly #needs: NeedSearch;
  readonly #standingOf: (Standing | undefined)[] = [];
  #groupFates: readonly GroupFate[] | undefined;
  #fates: readonly ItemFate[] | undefined;

  constructor(input: ScanInput) {
    this.#input = input;
    this.#log = groupLog(input.items, input.otherItems, input.hash);
    this.#segments = runSegments(input.calls.map(({ context }) => context));
    const question = input.calls.find(({ context }) => context.question !== undefined)?.context.question;
    const texts = new TextScan(this.#segments.distinct, this.#log.texts, question);
    this.#standings = new ItemStandings(input, this.#log, this.#segments, texts);
    this.#needs = new NeedSearch(input, this.#log, this.#segments, texts, this.#standings);
  }

  get fates(): readonly ItemFate[] {
    return (this.#fates ??= this.#makeFates());
  }

  ofItem(index: number): ItemFate {
    const number = this.#log.groupOf[index];
    const group = this.#groupAt(number);
    if (number === undefined || group === undefined) return BLANK;
    const standing = this.#standing(number);
    const fate = this.#groupFate(number);
    const place = standing.state === 'in' ? this.#needs.placeOf(group, standing) : undefined;
    const planned = plannedPlace(this.#input.calls, group.digest);
    const misses = standing.state !== 'unknown' && offsetMisses(this.#input.calls, group, standing, place?.offset);
    const isSelfReport = standing.state === 'out' && this.#needs.isSelfReport(group);
    return {
      ...describe(group, standing, fate),
      ...place,
      ...(planned === undefined ? {} : { plannedAt: planned }),
      ...(misses ? { offsetMismatch: true } : {}),
      ...(isSelfReport ? { selfReport: true } : {}),
    };
  }

  ofLine(line: string, itemIndex?: number): SentFinding {
    const number = itemIndex === undefined ? undefined : this.#log.groupOf[itemIndex];
    const group = this.#groupAt(number);
    const finding = this.#needs.findLine(line, group);
    if (number === undefined || group === undefined || finding.state !== 'out') return finding;
    const { cut, reason } = this.#groupFate(number);
    // What ends where a value limit may have cut says nothing of what came after.
    if (reason !== undefined) return { state: 'unknown', reason };
    return {
      ...finding,
      ...(cut === undefined ? {} : { cut }),
      ...(this.#standing(number).isSplit ? { split: true } : {}),
    };
  }

  ofText(text: string): SentFinding {
    return this.#needs.findText(text);
  }

  ofDigest(digest: string): SentFinding {
    return this.#needs.findDigest(digest);
  }

  standingTexts(): readonly (readonly string[])[] {
    if (this.#exceedsMaxScan()) return [];
    return this.#log.groups.flatMap(({ text }, number) => {
      const found = text === undefined ? undefined : this.#log.texts[text];
      const standing = found === undefined ? [] : textsOf(found.raw, this.#standing(number));
      return standing.length === 0 ? [] : [standing];
    });
  }

  #groupAt(number: number | undefined): LogGroup | undefined {
    return number === undefined ? undefined : this.#log.groups[number];
  }

  #standing(number: number): Standing {
    return (this.#standingOf[number] ??= this.#standings.of(this.#log.groups[number] as LogGroup));
  }

  #groupFate(number: number): GroupFate {
    this.#groupFates ??= assignFates(
      this.#log.groups.map(({ digest }, group) => ({
        standing: this.#standing(group),
        ...(digest === undefined ? {} : { digest }),
      })),
      this.#input.calls.map(({ record }) => record),
      this.#standings,
    );
    return this.#groupFates[number] as GroupFate;
  }

  #makeFates(): readonly ItemFate[] {
    const { groupOf, groups } = this.#log;
    if (this.#exceedsMaxScan())
      return groupOf.map((number) => (number === undefined ? BLANK : { state: 'unknown', fate: 'unknown' }));
    const fates = groups.map((group, number) => describe(group, this.#standing(number), this.#groupFate(number)));
    return groupOf.map((number) => (number === undefined ? BLANK : (fates[number] as ItemFate)));
  }

  /** Contexts and log together; the exact count only where the bound could be met. */
  #exceedsMaxScan(): boolean {
    const { maxScanBytes } = this.#input;
    const { distinct } = this.#segments;
    const { texts } = this.#log;
    const units =
      distinct.reduce((sum, { text }) => sum + text.length, 0) + texts.reduce((sum, { raw }) => sum + raw.length, 0);
    const mostBytesPerUnit = 3;
    if (units * mostBytesPerUnit <= maxScanBytes) return false;
    if (units > maxScanBytes) return true;
    return (
      distinct.reduce((sum, { byteLength }) => sum + byteLength, 0) +
        texts.reduce((sum, { byteLength }) => sum + byteLength, 0) >
      maxScanBytes
    );
  }
}

/** All of an item's fate but its place. */
function describe(group: LogGroup, standing: Standing, { fate, cut, reason: doubt }: GroupFate): ItemFate {
  const isDoubted = doubt !== undefined && standing.state === 'out';
  const reason = isDoubted ? doubt : standing.reason;
  const form = standing.form;
  const kept =
    standing.state === 'in'
      ? group.length
      : standing.shows === 'altered' || standing.shows === 'unknown'
        ? undefined
        : mostKeptBytes(standing.parts);
  return {
    state: isDoubted ? 'unknown' : standing.state,
    fate,
    ...(reason === undefined ? {} : { reason }),
    ...(form === undefined ? {} : { form }),
    ...(kept === undefined ? {} : { keptBytes: kept }),
    ...(cut === undefined ? {} : { cut }),
    ...(standing.isSplit ? { split: true } : {}),
  };
}
