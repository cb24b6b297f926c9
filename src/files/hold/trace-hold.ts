/**
 * Holds what the readers find until every file is read, and gives it back trace by trace, in the
 * order of trace ids. A trace may lie in many places of many files, and traces that share a
 * `ragspan.run.id` are one unit (spec §9), so nothing can be judged before the last byte: what is
 * held are the bytes of the spans as they stood in the file, beyond a bound on disk.
 */
import type { Attributes, SpanEvent, SpanRecord } from '../../model/span.js';
import { RAGSPAN } from '../../semconv.js';
import type { Place, Damage } from '../read/damage.js';
import { decodeRaw, ENCODINGS, type Decoded, type RawSpan } from '../read/raw-span.js';
import type { Sink } from '../read/sink.js';
import type { SpanDraft } from '../read/span-draft.js';
import { Origins } from './origins.js';
import { SortedStore, type RecordGroup, type SortedStoreOptions } from './sorted-store.js';
import type { StoredRecord } from './stored-record.js';

/** All spans of one trace, or of the traces that a run id joins. */
export interface HeldTrace {
  /** The least trace id. */
  readonly traceId: string;
  readonly records: readonly SpanRecord[];
}

export interface TraceHoldOptions extends SortedStoreOptions {
  readonly onDamage: (damage: Damage) => void;
}

const LONG_INTEGER_FLAG = 0x80;

export class TraceHold {
  readonly #options: TraceHoldOptions;
  readonly #origins = new Origins();
  readonly #store: SortedStore;
  /** Of each run id the first trace that had it. */
  readonly #traceOfRun = new Map<string, string>();
  /** Union-find over those traces only that share a run id with another; the least id leads. */
  readonly #leader = new Map<string, string>();
  spanCount = 0;

  constructor(options: TraceHoldOptions) {
    this.#options = options;
    this.#store = new SortedStore(options);
  }

  /** Where the reader of one file puts what it finds. */
  sink(file: string): Sink {
    return {
      reserveOrigin: () => this.#origins.reserve(),
      fillOrigin: (id, resource: Attributes, scopeName) =>
        this.#origins.fill(id, this.#origins.intern(resource, scopeName)),
      item: (raw, decoded) => this.#add(raw, decoded),
      damage: (place: Place, problem) => this.#options.onDamage({ file, ...place, problem }),
    };
  }

  #add(raw: RawSpan, decoded: NonNullable<Decoded>): void {
    const { traceId } = 'span' in decoded ? decoded.span : decoded.log;
    const tag = ENCODINGS.indexOf(raw.encoding) | (raw.hasLongInteger ? LONG_INTEGER_FLAG : 0);
    this.#store.add(traceId, tag, raw.origin, raw.bytes);
    if (!('span' in decoded)) return;
    this.spanCount += 1;
    const runId = decoded.span.attributes[RAGSPAN.RUN_ID];
    if (typeof runId === 'string' && runId !== '') this.#joinRun(runId, traceId);
  }

  #joinRun(runId: string, traceId: string): void {
    const first = this.#traceOfRun.get(runId);
    if (first === undefined) this.#traceOfRun.set(runId, traceId);
    else if (first !== traceId) this.#union(first, traceId);
  }

  #union(one: string, other: string): void {
    const a = this.#leaderOf(one);
    const b = this.#leaderOf(other);
    this.#leader.set(a, a < b ? a : b);
    this.#leader.set(b, a < b ? a : b);
  }

  #leaderOf(traceId: string): string {
    let at = traceId;
    for (let next = this.#leader.get(at); next !== undefined && next !== at; next = this.#leader.get(at)) {
      // Halve the path: the next look is shorter.
      const beyond = this.#leader.get(next) ?? next;
      this.#leader.set(at, beyond);
      at = beyond;
    }
    return at;
  }

  /** Once, after the last file. */
  *traces(): Generator<HeldTrace> {
    const joined = this.#joinedTraces();
    try {
      for (const group of inOrder(this.#plainGroups(), joined?.groups())) yield* this.#decoded(group);
    } finally {
      joined?.close();
      this.close();
    }
  }

  *#plainGroups(): Generator<RecordGroup> {
    for (const group of this.#store.groups()) if (!this.#leader.has(group.key)) yield group;
  }

  close(): void {
    this.#store.close();
  }

  /** The traces that share a run id, under the least id of each set. */
  #joinedTraces(): SortedStore | undefined {
    if (this.#leader.size === 0) return undefined;
    const store = new SortedStore({
      ...this.#options,
      maxHeldBytes: (this.#options.maxHeldBytes ?? 64 * 1024 * 1024) / 4,
    });
    for (const group of this.#store.groups()) {
      if (!this.#leader.has(group.key)) continue;
      this.#reportExcess(group);
      const leader = this.#leaderOf(group.key);
      for (const record of group.records) store.add(leader, record.tag, record.reference, record.bytes);
    }
    return store;
  }

  *#decoded(group: RecordGroup): Generator<HeldTrace> {
    this.#reportExcess(group);
    const records = this.#records(group.records);
    if (records.length > 0) yield { traceId: group.key, records };
  }

  #reportExcess(group: RecordGroup): void {
    if (group.excessBytes === undefined) return;
    this.#options.onDamage({
      file: `trace ${group.key}`,
      problem: `holds ${group.excessBytes} bytes of spans: too much to judge at once`,
    });
  }

  #records(stored: readonly StoredRecord[]): SpanRecord[] {
    const spans: { readonly draft: SpanDraft; readonly origin: number }[] = [];
    const logs = new Map<string, SpanEvent[]>();
    for (const record of stored) {
      const encoding = ENCODINGS[record.tag & ~LONG_INTEGER_FLAG];
      if (encoding === undefined) continue;
      const decoded = decodeRaw({
        encoding,
        bytes: record.bytes,
        hasLongInteger: (record.tag & LONG_INTEGER_FLAG) !== 0,
      });
      if (decoded === undefined) continue;
      if ('span' in decoded) {
        spans.push({ draft: decoded.span, origin: record.reference });
      } else {
        const key = decoded.log.traceId + decoded.log.spanId;
        const events = logs.get(key);
        if (events === undefined) logs.set(key, [decoded.log.event]);
        else events.push(decoded.log.event);
      }
    }
    for (const events of logs.values())
      events.sort((a, b) => (a.timeUnixNano < b.timeUnixNano ? -1 : a.timeUnixNano > b.timeUnixNano ? 1 : 0));
    return spans.map(({ draft, origin }) => this.#record(draft, origin, logs.get(draft.traceId + draft.spanId)));
  }

  #record(draft: SpanDraft, origin: number, logs: readonly SpanEvent[] | undefined): SpanRecord {
    const { resource, scopeName } = this.#origins.get(origin);
    return {
      ...draft,
      resource,
      scopeName: draft.scopeName ?? scopeName,
      ...(logs === undefined ? {} : { events: [...draft.events, ...logs] }),
    };
  }
}

/** Two rows of groups, each in the order of its keys, as one. */
function* inOrder(one: Generator<RecordGroup>, other?: Generator<RecordGroup>): Generator<RecordGroup> {
  let second = other?.next();
  for (const group of one) {
    for (; second !== undefined && second.done !== true && second.value.key < group.key; second = other?.next())
      yield second.value;
    yield group;
  }
  for (; second !== undefined && second.done !== true; second = other?.next()) yield second.value;
}
