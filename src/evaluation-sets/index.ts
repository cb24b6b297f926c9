/** Evaluation sets of the common frameworks, as cases. */
export { type CasePlace, isAppended, placeInCaseFile, withCases } from './append-cases.js';
export { CASE_FILE_HEAD } from './case-yaml.js';
export { type ColumnMap, type Columns, type Field, FIELDS } from './columns.js';
export { importCases, type ImportEvent, type ImportOptions } from './import-cases.js';
export { SetError } from './row.js';
export { SET_FORMATS, setRows, type SetFormat } from './read/set-rows.js';
