/** Golden cases held by a test suite: with Vitest, with Jest, or with neither. */
export {
  assertHolds,
  assertVerdict,
  type ExpectedVerdict,
  type Outcome,
  RagspanAssertionError,
  type VerdictExpectation,
} from './expectations.js';
export { type RagspanMatchers, ragspanMatchers } from './matchers.js';
export { ragspanTest, type RagspanTest, type RagspanTestOptions, type TestJudgingOptions } from './ragspan-test.js';
export type { CasesObject, GoldenQuestion } from './test-book.js';
export type { TestedCall } from './tested-call.js';
