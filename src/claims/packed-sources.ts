/** What a name in a claim or a mark in an answer stands for, among the chunks that were packed. */
import { type AuditItem, type IssuedLabel, type SourcePresence, Sources } from '../attribution/audit/sources.js';
import { bareLabel } from '../attribution/audit/citations.js';
import { guarded } from '../instrumentation/guard.js';
import { chunkDigest, type PackedChunk, type ReadPacked } from './packed.js';

/** One chunk, or all chunks of one id: ids are re-used in practice (spec §2). */
export interface PackedSource<Item = unknown> extends AuditItem {
  readonly chunks: readonly PackedChunk<Item>[];
}

export interface Found<Item> {
  /** Undefined: a label was issued, and which chunk it stands for is not known. */
  readonly source: PackedSource<Item> | undefined;
}

/** A number may be an id of the application's own: then it is no rank. */
const NUMBER_LIKE = /^\d{1,3}[A-Za-z]?$/;
const BRACKETED = /^\[([^]*)\]$/;
const DIGEST = /^[0-9a-f]{32}$/;

export class PackedNames<Item = unknown> {
  readonly #sources: Sources<PackedSource<Item>>;
  readonly #countsRanks: boolean;

  /**
   * `as`: a mark in a text (`[2]`) may be a rank where no labels were issued; an id in a claim only
   * where the chunks have no ids at all.
   */
  constructor(packed: ReadPacked<Item>, as: 'mark' | 'id', cited: Iterable<string> = []) {
    const { chunks } = packed;
    const labels = issuedLabels(packed);
    const isRank = as === 'id' ? ({ id }: PackedChunk): boolean => id !== undefined : hasNumberForId;
    this.#countsRanks = labels.length === 0 && !chunks.some(isRank);
    const needsDigests =
      [...cited].some((name) => DIGEST.test(bareLabel(name))) || labels.some(({ digest }) => digest !== undefined);
    const single = chunks.map((chunk) => oneChunk(chunk, this.#countsRanks, needsDigests));
    const own = labels.map(({ label, chunk, digest }): IssuedLabel<PackedSource<Item>> => {
      const item = chunk === undefined ? undefined : single[chunk];
      return { label, ...(item === undefined ? {} : { item }), ...(digest === undefined ? {} : { digest }) };
    });
    this.#sources = new Sources(own, [...single, ...byId(chunks)]);
  }

  isIssued(name: string): boolean {
    return this.#sources.isIssued(name);
  }

  /** A name as it was given, where something was issued under it; else what stands in its mark: `[7]` names `7`. */
  nameOf(given: string): string {
    const inner = BRACKETED.exec(given)?.[1] ?? given;
    return [given, inner].find((name) => this.isIssued(name)) ?? bareLabel(given);
  }

  /** `isZeroBased`: numbers are ranks counted from 0 (spec §6: where a `0` is cited). Undefined: nothing has that name. */
  find(name: string, isZeroBased: boolean): Found<Item> | undefined {
    const found = this.#sources.find(name, isZeroBased && this.#countsRanks);
    return found === undefined ? undefined : { source: found.item };
  }
}

function hasNumberForId({ id }: PackedChunk): boolean {
  return id !== undefined && NUMBER_LIKE.test(id);
}

function oneChunk<Item>(chunk: PackedChunk<Item>, countsRanks: boolean, needsDigest: boolean): PackedSource<Item> {
  const digest = needsDigest ? chunkDigest(chunk) : undefined;
  return {
    rank: countsRanks ? chunk.rank : Number.NaN,
    ...(digest === undefined ? {} : { digest }),
    chunks: [chunk],
    presence: () => chunk.presence,
  };
}

function byId<Item>(chunks: readonly PackedChunk<Item>[]): PackedSource<Item>[] {
  const groups = new Map<string, PackedChunk<Item>[]>();
  for (const chunk of chunks) {
    if (chunk.id === undefined) continue;
    const group = groups.get(chunk.id);
    if (group === undefined) groups.set(chunk.id, [chunk]);
    else group.push(chunk);
  }
  return Array.from(groups, ([id, group]) => ({
    id,
    rank: Number.NaN,
    chunks: group,
    presence: (): SourcePresence =>
      group.some(({ presence }) => presence === 'sent')
        ? 'sent'
        : group.some(({ presence }) => presence === 'unknown')
          ? 'unknown'
          : 'not_sent',
  }));
}

interface OwnLabel {
  readonly label: string;
  readonly chunk?: number;
  readonly digest?: string;
}

function issuedLabels<Item>({ labels, chunks, labelled }: ReadPacked<Item>): OwnLabel[] {
  if (labels === undefined || labels === false) return [];
  if (labels === true) return chunks.slice(0, labelled).map((_, chunk) => ({ label: String(chunk + 1), chunk }));
  if (typeof labels === 'function')
    return chunks.slice(0, labelled).flatMap(({ item }, chunk) => {
      const label = guarded('a citation label', () => String(labels(item, chunk)), '');
      return label === '' ? [] : [{ label, chunk }];
    });
  const pairs = labels instanceof Map ? [...labels] : Object.entries(labels);
  return pairs.flatMap(([label, name]: readonly [string, unknown]) =>
    label === '' ? [] : [{ label, digest: String(name) }],
  );
}
