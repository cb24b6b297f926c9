/** How each item of a log stands in the contributing calls of a run (spec §4), from bytes first, then by record. */
import type { TextHash } from '../../model/judging-options.js';
import type { AcceptableForm, UnknownReason } from '../../model/verdict.js';
import { judgeAbsence } from './absence.js';
import { findClaimed, fitsDigest } from './claimed-place.js';
import type { CallPlaces } from './cuts.js';
import type { GroupedLog, LogGroup } from './log-groups.js';
import { chunksOf } from './record-index.js';
import type { RecordFinding } from './record-presence.js';
import type { CallSegment, RunSegments } from './run-segments.js';
import type { ScanCall, ScanInput } from './scan.js';
import { preparedText } from './segments.js';
import { type CallPart, type Standing, areSplit } from './standing.js';
import type { TextScan } from './text-scan.js';
import { firstReason } from '../unknown-order.js';

/** Claims may name one place a thousand times: in all so many times the context's bytes are hashed for them. */
const MOST_HASHED = 16;
const NO_PARTS: ReadonlyMap<number, CallPart> = new Map();

export class ItemStandings implements CallPlaces {
  readonly #calls: readonly ScanCall[];
  readonly #log: GroupedLog;
  readonly #segments: RunSegments;
  readonly #scan: TextScan;
  readonly #acceptForms: readonly AcceptableForm[];
  readonly #hash: TextHash;
  #segmentDigests: ReadonlyMap<string, number> | undefined;
  /** Bytes that may still be hashed. */
  #hashable: number | undefined;

  constructor({ calls, acceptForms, hash }: ScanInput, log: GroupedLog, segments: RunSegments, scan: TextScan) {
    this.#calls = calls;
    this.#log = log;
    this.#segments = segments;
    this.#scan = scan;
    this.#acceptForms = acceptForms;
    this.#hash = hash;
  }

  of(group: LogGroup): Standing {
    const { text } = group;
    if (text !== undefined) {
      if (this.#scan.isWhole(text)) return { state: 'in', shows: 'whole', parts: NO_PARTS, isSplit: false };
      const altered = this.#acceptForms.length === 0 ? undefined : this.#scan.altered(text);
      if (altered !== undefined && this.#acceptForms.includes(altered.form))
        return { state: 'in', shows: 'whole', altered, parts: NO_PARTS, isSplit: false };
    } else if (group.digest !== undefined) {
      const hashed = this.findHashed(group.digest, group.length);
      if (hashed !== undefined) return { state: 'in', shows: 'whole', hashed, parts: NO_PARTS, isSplit: false };
    }
    return this.#notWhole(group);
  }

  /** A text known by digest alone: where it was claimed to be, or as a segment of its own. */
  findHashed(digest: string, length: number | undefined): Standing['hashed'] {
    for (const [call, { context, record }] of this.#calls.entries()) {
      for (const { offset, keptBytes } of chunksOf(record, digest)) {
        const bytes = length ?? keptBytes;
        if (offset === undefined || offset < 0 || bytes === undefined || bytes === 0) continue;
        const place = findClaimed(context, offset, record, (segment, unit) => {
          this.#hashable ??= MOST_HASHED * this.#segments.distinct.reduce((sum, { byteLength }) => sum + byteLength, 0);
          this.#hashable -= bytes;
          return segment.isEvidence && this.#hashable >= 0 && fitsDigest(segment, unit, bytes, digest, this.#hash);
        });
        if (place === undefined) continue;
        const segment = context.segments[place.segment];
        if (segment !== undefined)
          return {
            call,
            segment: place.segment,
            byte: preparedText(segment).index.byteAt(place.unit),
            isAsDeclared: place.isAsDeclared,
          };
      }
    }
    const distinct = (this.#segmentDigests ??= this.#hashSegments()).get(digest);
    if (distinct === undefined) return undefined;
    for (const [call, segments] of this.#segments.ofCall.entries()) {
      const found = segments.find((segment) => segment.distinct === distinct);
      if (found !== undefined) return { call, segment: found.index, byte: 0, isAsDeclared: true };
    }
    return undefined;
  }

  standsAfter(call: number, { position, distinct, to }: NonNullable<CallPart['place']>): boolean {
    return (
      this.#scan.standsAfter(distinct, to) ||
      this.#evidence(call)
        .slice(position + 1)
        .some((segment) => this.#scan.standsIn(segment.distinct))
    );
  }

  standsBefore(call: number, { position, distinct, from }: NonNullable<CallPart['place']>): boolean {
    return (
      this.#scan.standsBefore(distinct, from) ||
      this.#evidence(call)
        .slice(0, position)
        .some((segment) => this.#scan.standsIn(segment.distinct))
    );
  }

  #evidence(call: number): readonly CallSegment[] {
    return this.#segments.ofCall[call] ?? [];
  }

  #hashSegments(): ReadonlyMap<string, number> {
    return new Map(this.#segments.distinct.map(({ text }, number) => [this.#hash.digest(text), number]));
  }

  #notWhole(group: LogGroup): Standing {
    const { text } = group;
    const reasons: UnknownReason[] = this.#calls.length === 0 ? ['context_unlogged'] : [];
    const findings: RecordFinding[] = [];
    const parts = new Map<number, CallPart>();
    for (const [call, scanCall] of this.#calls.entries()) {
      const finding = judgeAbsence(
        scanCall,
        { ...group, hasText: text !== undefined },
        this.#log.digests,
        this.#acceptForms,
      );
      if (finding.is === 'in')
        return {
          state: 'in',
          shows: 'whole',
          recorded: { call, finding: finding.byRecord },
          parts: NO_PARTS,
          isSplit: false,
        };
      if (finding.is === 'unknown') reasons.push(finding.reason);
      const { byRecord } = finding;
      if (byRecord === undefined) continue;
      findings.push(byRecord);
      const kept =
        byRecord.is === 'part' || (byRecord.is === 'out' && byRecord.form === 'edited') ? (byRecord.keptBytes ?? 0) : 0;
      if (kept > 0)
        parts.set(call, { prefix: 0, suffix: 0, [scanCall.record?.cutSide === 'head' ? 'suffix' : 'prefix']: kept });
    }
    const reason = firstReason(reasons);
    if (reason !== undefined) {
      return {
        state: 'unknown',
        reason,
        shows: parts.size > 0 ? 'part' : 'unknown',
        parts,
        isSplit: areSplit(parts, group.length),
      };
    }
    const form = findings.flatMap((finding) => (finding.is === 'out' ? (finding.form ?? []) : []))[0];
    if (text === undefined)
      return this.#out(form === undefined ? 'nothing' : form === 'edited' ? 'edited' : 'altered', group, parts, form);
    const altered = this.#scan.altered(text);
    if (altered !== undefined) return { ...this.#out('altered', group, NO_PARTS, altered.form), altered };
    for (const call of this.#calls.keys()) {
      const part = this.#bestPart(call, text);
      if (part !== undefined) parts.set(call, part);
    }
    if (this.#scan.isEdited(text)) return this.#out('edited', group, parts, 'edited');
    if (parts.size > 0) return this.#out('part', group, parts, undefined);
    return this.#out(form === undefined ? 'nothing' : form === 'edited' ? 'edited' : 'altered', group, parts, form);
  }

  #out(
    shows: Standing['shows'],
    { length }: LogGroup,
    parts: ReadonlyMap<number, CallPart>,
    form: Standing['form'],
  ): Standing {
    return { state: 'out', shows, parts, isSplit: areSplit(parts, length), ...(form === undefined ? {} : { form }) };
  }

  /** The segment of a call that keeps most; of equals the first. */
  #bestPart(call: number, text: number): CallPart | undefined {
    let best: CallPart | undefined;
    if (!this.#scan.isKept(text)) return best;
    for (const [position, { distinct, segment }] of this.#evidence(call).entries()) {
      const kept = this.#scan.kept(distinct, text);
      if (kept === undefined || (best !== undefined && kept.prefix + kept.suffix <= best.prefix + best.suffix))
        continue;
      const { prefix, suffix, from, to } = kept;
      best = {
        prefix,
        suffix,
        place: {
          position,
          distinct,
          from,
          to,
          endUnproven: segment.endUnproven && to === preparedText(segment).byteLength,
        },
      };
    }
    return best;
  }
}
