/** What was asked and answered, recorded so that it can be run again, and what running it again tells. */
export { textHash } from '../model/digest.js';
export type { TextHash } from '../model/judging-options.js';
export { bucketOf, LEAST_REPLAYS, type Bucket, type BucketOptions } from './buckets/bucket-of.js';
export type { BucketSubject, ReplayEvidence } from './buckets/replay-evidence.js';
export { compareRuns, type RunComparison } from './compare/compare-runs.js';
export type { ReplaySide } from './compare/replay-side.js';
export { packedIds } from './packed-ids.js';
export {
  parseReplayRecord,
  readReplayRecord,
  replayFileName,
  replayRecordText,
  writeReplayRecord,
} from './record-file.js';
export { replayedRun, type ReplayedRun } from './replayed-run.js';
export { replayRecordOf, replayRecordOfIncident, type ReplayRecordOptions } from './replay-record.js';
export { ReplayRecorder, type RecorderCounts, type RecorderOptions, type RequestNote } from './replay-recorder.js';
export { replayReport, type MadeReplay, type ReplayReportOptions } from './replay-report.js';
