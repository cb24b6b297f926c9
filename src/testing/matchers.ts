/** Matchers for `expect.extend` of Vitest and Jest. */
import { type ExpectedVerdict, hasVerdict, holds, type Outcome, type VerdictExpectation } from './expectations.js';
import type { TestedCall } from './tested-call.js';

/** For the types of `expect`: see docs/golden-cases.md. */
export interface RagspanMatchers<R = unknown> {
  /** Every run to which a case applied holds, and there is one. */
  toHold(): R;
  /** Every run to which a case applied has this verdict, and there is one. `H3` stands for H3, H3a and H3b. */
  toHaveVerdict(verdict: ExpectedVerdict, expected?: VerdictExpectation): R;
}

export const ragspanMatchers = {
  toHold(tested: TestedCall): Outcome {
    return holds(tested);
  },
  toHaveVerdict(tested: TestedCall, verdict: ExpectedVerdict, expected: VerdictExpectation = {}): Outcome {
    return hasVerdict(tested, verdict, expected);
  },
};
