/** Incidents: a wrong answer, frozen with its own evidence, predicted, diffed and shown. */
export { caseBookOf } from './case-message.js';
export { diffIncident, firstDivergence } from './diff.js';
export { freezeIncident, type FreezeOptions } from './freeze-incident.js';
export { IncidentError } from './incident-error.js';
export {
  checkIncidentId,
  createIncident,
  incidentText,
  parseIncident,
  readIncident,
  updateIncident,
} from './incident-file.js';
export { predictIncident } from './predict.js';
export { BUILT_IN_REDACTORS, builtInRedactors } from './redaction/built-in-redactors.js';
export { patternRedactor } from './redaction/pattern-redactor.js';
export { redactText, type RedactedText } from './redaction/redact-text.js';
export type { Redactor, TextRange } from '../model/redactor.js';
export { goldenCase } from './golden-case.js';
export { paperForm, type PaperBoundary, type PaperForm, type PaperNeed } from './show/paper-form.js';
export { paperMarkdown } from './show/markdown.js';
