/** Case files (spec §8): what must survive every hand-off, and what an answer must and must not say. */
export type { CaseFile, CaseShape, ExpectShape, NeedShape, ServiceShape, WhenShape } from './case-file.js';
export { compileCodeCase, type ParsedCases, parseCaseObject, parseCases } from './parse-cases.js';
export { type CompiledRefusals, compilePattern, compileRefusals, isRegex, type PatternShape } from './pattern.js';
export { type PlainCaseFile, plainCase, plainCaseFile } from './plain-case-file.js';
export { type CaseProblem, formatProblem, type Position, type ShapeProblem } from './problems.js';
export type { Compiled } from './regex-pattern.js';
export { type CaseFileWatch, watchCaseFile, type WatchOptions } from './watch-case-file.js';
