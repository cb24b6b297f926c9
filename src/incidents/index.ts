/** Incidents: a wrong answer, frozen with its own evidence, predicted, diffed, shown, and held as a case. */
export type { JudgedRun } from '../joining/judge-trace.js';
export { textHash } from '../model/digest.js';
export type { TextHash } from '../model/judging-options.js';
export type { Redactor, TextRange } from '../model/redactor.js';
export type {
  BoundaryDiffMessage,
  IncidentMessage,
  PredictionsMessage,
  TripleMessage,
} from '../proto/messages.generated.js';
export { caseBookOf } from './case-message.js';
export { diffIncident, firstDivergence } from './diff.js';
export { freezeIncident, type FreezeOptions } from './freeze-incident.js';
export { goldenCase, type GoldenCase, type GoldenCaseOptions } from './golden-case.js';
export { IncidentError } from './incident-error.js';
export { createIncident, incidentText, parseIncident, readIncident, updateIncident } from './incident-file.js';
export { predictIncident } from './predict.js';
export { BUILT_IN_REDACTORS, builtInRedactors } from './redaction/built-in-redactors.js';
export { patternRedactor } from './redaction/pattern-redactor.js';
export { redactText, type RedactedText } from './redaction/redact-text.js';
export { paperMarkdown } from './show/markdown.js';
export {
  paperForm,
  type PaperBoundary,
  type PaperForm,
  type PaperFormOptions,
  type PaperNeed,
} from './show/paper-form.js';
