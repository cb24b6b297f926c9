/** Verdict → span attributes, event, log record, metrics (spec §10). */
export { setAttributes, type Attached, type WritableSpan } from './attach.js';
export { type LoggerProviderLike } from './log-record.js';
export { type CountedRun, type RunMetrics } from './metrics.js';
export { safeText } from './safe-text.js';
export { traceVerdictAttributes } from './trace-verdict.js';
export { eventAttributes, verdictAttributes, type FlatAttributes } from './verdict-attributes.js';
export { VerdictEmitter, type Publication, type Target } from './verdict-emitter.js';
