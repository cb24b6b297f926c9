/** The first hand-off: what a search found and handed on (spec §3 "Retrieval log", §10). */
import { SpanKind } from '@opentelemetry/api';
import { GEN_AI } from '../semconv.js';
import type { ChunkOf, LoggedChunk } from './chunk-of.js';
import { guarded, warnOnce } from './guard.js';
import { itemsOf } from './items-of.js';
import { matchHandedOn } from './match-handed-on.js';
import { IDLE_RETRIEVAL_LOG, LiveRetrievalLog, readRetrieved, writeList, writeRequest } from './retrieval-log.js';
import type { RetrievalLog, RetrievalOptions } from './retrieval-log.js';
import { wrap } from './wrap.js';
import type { LiveSpan } from './wrap.js';

/** The item of a list that a callback returns, for `chunkOf`. */
export type ItemOf<Result> = Awaited<Result> extends readonly (infer Item)[] ? Item : unknown;

export interface RetrievalResultOptions<Result, Item = ItemOf<Result>> extends RetrievalOptions<Item> {
  /** The list of items inside the result, where it is no list itself and holds more than one. */
  readonly itemsOf?: ((result: Awaited<Result>) => readonly Item[]) | undefined;
}

/**
 * Runs a search and logs what it handed on. Returns exactly what the callback returned, sync or
 * async. What cannot be read is logged as not logged: the verdict is then UNKNOWN, never wrong.
 */
export function retrieval<Result, Item = ItemOf<Result>>(
  options: RetrievalResultOptions<Result, Item>,
  search: (log: RetrievalLog) => Result,
): Result {
  return wrap<RetrievalLog, Result>(
    {
      name: spanName(options),
      kind: SpanKind.CLIENT,
      options,
      attributes: { [GEN_AI.OPERATION_NAME]: 'retrieval' },
      idleLog: IDLE_RETRIEVAL_LOG,
      start(span) {
        writeRequest(span, options as RetrievalOptions<never>);
        return new LiveRetrievalLog(options.chunkOf as ChunkOf<never> | undefined);
      },
      finish(log, value, live) {
        live.write('a retrieval log', () => writeResult(live, log, value, options));
        return { value };
      },
      fail(log, _error, live) {
        // A failed search handed nothing on: that is known, and is what it returned.
        if (log instanceof LiveRetrievalLog) writeList(live.span, log.ranked, 0);
      },
    },
    search,
  );
}

/**
 * Logs a retrieval that is already over, for hand-rolled search: one call with what was handed on.
 */
export function recordRetrieval<Item>(
  documents: readonly Item[],
  options: RetrievalOptions<Item> & {
    /** Short for `topK`. */
    readonly k?: number | undefined;
    /** All candidates in rank order, before the cut to k. */
    readonly candidates?: readonly Item[] | undefined;
  } = {},
): void {
  const { k, candidates, ...rest } = options;
  retrieval<readonly Item[], Item>({ ...rest, ...(k === undefined ? {} : { topK: k }) }, (log) => {
    if (candidates !== undefined) log.candidates(candidates as readonly object[]);
    return documents;
  });
}

function spanName(options: { readonly source?: string | undefined }): string {
  return typeof options.source === 'string' && options.source !== '' ? `retrieval ${options.source}` : 'retrieval';
}

function writeResult<Result, Item>(
  live: LiveSpan,
  log: RetrievalLog,
  value: unknown,
  options: RetrievalResultOptions<Result, Item>,
): void {
  if (!(log instanceof LiveRetrievalLog)) return;
  const handedOn = log.handed ?? readResult(value, options);
  if (handedOn === undefined) {
    // What was handed on is not known, so the candidates alone would say too much.
    warnOnce(
      'result shape',
      `the list in the result of ${spanName(options)} was not recognised, so it is not logged: give \`itemsOf\`, or call log.handedOn()`,
    );
    return;
  }
  const chunks = matchHandedOn(handedOn, log.ranked);
  const unread = chunks.slice(0, handedOn.length).filter((chunk) => chunk.text === undefined).length;
  if (unread > 0) {
    warnOnce(
      'item shape',
      `the text of ${unread} items of ${spanName(options)} was not recognised, so it is not logged: give \`chunkOf\``,
    );
  }
  writeList(live.span, chunks, handedOn.length);
}

function readResult<Result, Item>(
  value: unknown,
  options: RetrievalResultOptions<Result, Item>,
): LoggedChunk[] | undefined {
  const items = guarded(
    'itemsOf',
    () => (options.itemsOf === undefined ? itemsOf(value) : options.itemsOf(value as Awaited<Result>)),
    undefined,
  );
  const chunkOf = options.chunkOf as ChunkOf<never> | undefined;
  return items?.map((item) => readRetrieved(item, chunkOf));
}
