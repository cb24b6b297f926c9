/** What the second hand-off says about each chunk, and how it is written (spec §3 "Assembly record", §10). */
import type { Span } from '@opentelemetry/api';
import type { BudgetUnit, CutSide, OffsetUnit } from '../model/assembly-record.js';
import { isInvalidText } from '../model/text.js';
import { utf8Length } from '../model/utf8.js';
import { RAGSPAN } from '../semconv.js';
import { currentHash } from './capture.js';
import type { LoggedChunk } from './chunk-of.js';
import { guarded } from './guard.js';
import { readSafely } from './retrieval-log.js';

export interface PlacedChunk {
  /** What was kept of it: `true` all, `false` or 0 nothing, bytes, or the kept text itself. Default: all. */
  readonly kept?: boolean | number | string | undefined;
  /** Where it starts in the sent context, in `offsetUnit`; left out: not recorded. */
  readonly offset?: number | undefined;
  /** The encoding it was sent in: `exact` (default), `trim`, `json`, … */
  readonly form?: string | undefined;
  /** Where it would start before any cut, in the budget's unit. */
  readonly planned?: number | undefined;
  /** The citation label issued for it, without brackets. */
  readonly label?: string | undefined;
}

export interface AssemblyLog {
  readonly budget: number | undefined;
  readonly unit: BudgetUnit;
  /** One item of the retrieval log: what became of it. Say it for dropped items too, with `kept: false`. */
  chunk(item: unknown, placed?: PlacedChunk): void;
  /** The context was cut: where (in the budget's unit), and at which end. */
  cut(cut: { readonly at?: number; readonly side?: CutSide }): void;
  /** How much of the budget was used. */
  used(amount: number): void;
  /** Unit of the offsets given; default bytes. */
  offsetUnit(unit: OffsetUnit): void;
  /** @internal pack() leaves here what it built, so that offsets can be taken in what is really sent. */
  packed?(block: PackedBlock): void;
}

/** A stretch of text that pack() built, and where each chunk starts in it (UTF-16 units; −1 = absent). */
export interface PackedBlock {
  readonly text: string;
  readonly entries: readonly PackedEntry[];
}

export interface PackedEntry {
  readonly item: unknown;
  readonly text: string | undefined;
  readonly start: number;
  readonly keptBytes: number;
  readonly planned: number;
  readonly label: string;
}

/** One recorded chunk; numbers as they go on the wire (−1 = absent or not known). */
export interface RecordedChunk {
  readonly chunk: LoggedChunk;
  offset: number | undefined;
  keptBytes: number;
  readonly form: string;
  readonly planned: number;
  readonly label: string;
}

export function idleAssemblyLog(budget: number | undefined, unit: BudgetUnit): AssemblyLog {
  const nothing = (): void => undefined;
  return { budget, unit, chunk: nothing, cut: nothing, used: nothing, offsetUnit: nothing };
}

export class LiveAssemblyLog implements AssemblyLog {
  readonly recorded: RecordedChunk[] = [];
  readonly blocks: { readonly block: PackedBlock; readonly recorded: readonly RecordedChunk[] }[] = [];
  #cut: { readonly at?: number; readonly side?: CutSide } | undefined;
  #used: number | undefined;
  #offsetUnit: OffsetUnit = 'byte';

  constructor(
    readonly budget: number | undefined,
    readonly unit: BudgetUnit,
    readonly chunkOf: ((item: never) => unknown) | undefined,
  ) {}

  chunk(item: unknown, placed: PlacedChunk = {}): void {
    guarded(
      'an assembled chunk',
      () => {
        const chunk = readSafely(item, this.chunkOf as never);
        this.recorded.push({
          chunk,
          offset: placed.offset,
          keptBytes: keptBytes(chunk, placed.kept),
          form: placed.form ?? '',
          planned: placed.planned ?? -1,
          label: placed.label ?? '',
        });
      },
      undefined,
    );
  }

  cut(cut: { readonly at?: number; readonly side?: CutSide }): void {
    this.#cut = cut;
  }

  used(amount: number): void {
    this.#used = amount;
  }

  offsetUnit(unit: OffsetUnit): void {
    this.#offsetUnit = unit;
  }

  packed(block: PackedBlock): void {
    const recorded = block.entries.map((entry): RecordedChunk => ({
      chunk: entry.text === undefined ? readSafely(entry.item, this.chunkOf as never) : { text: entry.text },
      offset: entry.keptBytes === 0 ? -1 : undefined,
      keptBytes: entry.keptBytes,
      form: entry.keptBytes === 0 ? '' : 'exact',
      planned: entry.planned,
      label: entry.label,
    }));
    this.recorded.push(...recorded);
    this.blocks.push({ block, recorded });
  }

  write(span: Span): void {
    if (this.#used !== undefined) span.setAttribute(RAGSPAN.ASSEMBLY_USED, this.#used);
    if (this.#cut !== undefined) {
      if (this.#cut.at !== undefined) span.setAttribute(RAGSPAN.ASSEMBLY_CUT_AT, this.#cut.at);
      span.setAttribute(RAGSPAN.ASSEMBLY_CUT_SIDE, this.#cut.side ?? 'tail');
    }
    const logged = this.recorded;
    // A record cut short would call the rest dropped: too long a one is left out.
    if (logged.length === 0 || logged.length > MAX_RECORDED_CHUNKS) return;
    const hash = currentHash();
    // A chunk whose digest is not known stays in the list as `""`: leaving it out would call it dropped.
    span.setAttribute(
      RAGSPAN.ASSEMBLY_CHUNK_DIGESTS,
      logged.map(({ chunk: { text } }) => (text === undefined || isInvalidText(text) ? '' : hash.digest(text))),
    );
    span.setAttribute(
      RAGSPAN.ASSEMBLY_CHUNK_KEPT,
      logged.map((one) => one.keptBytes),
    );
    // An offset list with holes would call a kept chunk absent: it is written whole or not at all.
    if (logged.every((one) => one.offset !== undefined) && logged.some((one) => one.offset !== -1)) {
      span.setAttribute(
        RAGSPAN.ASSEMBLY_CHUNK_OFFSETS,
        logged.map((one) => one.offset ?? -1),
      );
      span.setAttribute(RAGSPAN.ASSEMBLY_OFFSET_UNIT, this.#offsetUnit);
    }
    if (logged.some((one) => one.form !== ''))
      span.setAttribute(
        RAGSPAN.ASSEMBLY_CHUNK_FORMS,
        logged.map((one) => one.form),
      );
    if (logged.some((one) => one.planned >= 0))
      span.setAttribute(
        RAGSPAN.ASSEMBLY_CHUNK_PLANNED,
        logged.map((one) => one.planned),
      );
    if (logged.some((one) => one.label !== ''))
      span.setAttribute(
        RAGSPAN.ASSEMBLY_CHUNK_LABELS,
        logged.map((one) => one.label),
      );
  }
}

const MAX_RECORDED_CHUNKS = 1_000;

function keptBytes(chunk: LoggedChunk, kept: PlacedChunk['kept']): number {
  if (kept === false) return 0;
  if (typeof kept === 'number') return kept;
  if (typeof kept === 'string') return utf8Length(kept);
  return chunk.text === undefined ? -1 : utf8Length(chunk.text);
}
