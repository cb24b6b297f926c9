/** Spans of any dialect to facts. */
export type { Dialect, TranslateContext } from './dialect.js';
export { ATTRIBUTE_PREFIXES, DIALECTS, EVENT_PREFIXES } from './dialects.js';
export { isLossyText } from './lossy.js';
export { concernsUs, translateSpan } from './translate-span.js';
export { configuredValueLimit, NO_VALUE_LIMIT, reachesLimit, type ValueLimits } from './value-limits.js';
export { inferValueLimits, ValueLimitSurvey } from './value-limit-survey.js';
