/** What the replays of one record gave, as one message: each compared boundary by boundary, and the bucket. */
import type { ReplayMessage, ReplayRecordMessage, ReplayReportMessage } from '../proto/messages.generated.js';
import { bucketOf } from './buckets/bucket-of.js';
import { compareRuns } from './compare/compare-runs.js';
import type { ReplayedRun } from './replayed-run.js';

/** Of this format. */
const REPLAY_REPORT_VERSION = 1;

/** One call of the application; without a run, `error` says why. */
export interface MadeReplay {
  readonly run?: ReplayedRun | undefined;
  readonly error?: string | undefined;
  readonly durationMillis: number;
}

export interface ReplayReportOptions {
  /** Path of the application, as given. */
  readonly app: string;
  /** Replays asked for. */
  readonly times: number;
  /** Nanoseconds since the epoch. */
  readonly startedAtUnixNano: bigint;
  /** Words by which the prompt permits a refusal. */
  readonly refusalPermission?: readonly string[] | undefined;
}

/** Pure. Holds hashes, ranks and offsets, and no text of the run. */
export function replayReport(
  record: ReplayRecordMessage,
  made: readonly MadeReplay[],
  options: ReplayReportOptions,
): ReplayReportMessage {
  const { verdict, triple = { trace_id: '' }, pins = {} } = record;
  const contextSha256 = triple.context?.sha256;
  const full = made.find(({ run }) => run !== undefined && run.triple.context?.sha256 === contextSha256)?.run?.triple;
  const bucket =
    verdict === undefined
      ? undefined
      : bucketOf(
          { verdict, triple, pins },
          made.map(({ run, error }) => ({ ...run, ...(error === undefined ? {} : { error }) })),
          { times: options.times, refusalPermission: options.refusalPermission, fullTriple: full },
        );
  return {
    version: REPLAY_REPORT_VERSION,
    request_id: record.request_id,
    record_sha256: record.sha256,
    app: options.app,
    started_at_unix_nano: options.startedAtUnixNano,
    times: options.times,
    ...(verdict === undefined ? {} : { verdict }),
    ...(made.length === 0 ? {} : { replays: made.map((one, index) => replayMessage(record, one, index + 1)) }),
    ...(bucket === undefined ? {} : { bucket }),
  };
}

function replayMessage(
  record: ReplayRecordMessage,
  { run, error, durationMillis }: MadeReplay,
  number: number,
): ReplayMessage {
  const about = {
    number,
    duration_millis: Math.max(0, Math.round(durationMillis)),
    ...(error === undefined ? {} : { error }),
  };
  if (run === undefined) return about;
  const { pins, boundaries, changed } = compareRuns(record, run);
  return {
    ...about,
    ...(pins.length === 0 ? {} : { pins }),
    boundaries,
    ...(changed === undefined ? {} : { changed }),
    verdict: run.verdict,
  };
}
