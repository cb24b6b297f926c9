/** Trace files in and out, their verdicts, and the file formats of `proto/ragspan/v1` (spec §13, §14). */
export { judgeFiles, type JudgedFileRun, type JudgeFilesOptions } from './judge-files.js';
export { judgeRecords, translateRecords, type FileJudgingOptions, type JudgedTrace } from './judge-records.js';
export {
  decodeMessage,
  encodeMessage,
  messageFromJson,
  messageToJson,
  type MessageName,
  type MessageTypes,
} from '../proto/messages.js';
export type { CaseMessage, IncidentMessage, TripleMessage, VerdictMessage } from '../proto/messages.generated.js';
export { damageText, type Damage, type Place } from './read/damage.js';
export { SourceError } from './read/source-error.js';
export { readSpanRecords, type SpanRecords } from './read/span-records.js';
export { bytesSource, fileSource, type TraceSource } from './read/trace-file.js';
export { verdictFormJson, verdictJson, VerdictJsonWriter } from './verdict-json.js';
export { traceFileBytes, writeTraceFile, type TraceFileOptions, type TraceFormat } from './write/trace-file.js';
