/** Options: the table, its reader, and what attribution needs of it (spec §12). */
export { configure, sayCapture } from './configure.js';
export type { IncidentOptions, IncidentSettings, RedactorName } from './incident-settings.js';
export { judgingOptions, type CompilePattern, type FixedJudgingOptions } from './judging-options.js';
export { OPTION_TABLE, type OptionRow } from './option-table.js';
export { lineWriter } from './say.js';
export { optionsFromSnakeCase, readOptions, type Environment } from './read-options.js';
export { readStandardEnvironment, type StandardEnvironment } from './standard-environment.js';
export type {
  CaseFile,
  Carrier,
  LogTarget,
  MetricAttribute,
  PatternSource,
  RagspanOptions,
  Settings,
} from './settings.js';
