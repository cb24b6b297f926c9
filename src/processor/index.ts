/** The span processor, to stand beside an existing set-up: nothing else of the package is loaded with it. */
export type { RagspanOptions } from '../config/settings.js';
export type { LoggerProviderLike } from '../emit/log-record.js';
export { RagspanLogRecordProcessor, type LogRecordLike } from './log-record-processor.js';
export type { JudgedRun } from '../joining/judge-trace.js';
export type { LiveSpan, ReadableSpanLike } from './live-span.js';
export type { ProcessorOptions } from './processor-parts.js';
export { RagspanProcessor } from './ragspan-processor.js';
