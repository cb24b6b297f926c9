/** Matchers for `expect.extend` of Vitest and Jest. */
import {
  type Expected,
  type ExpectedVerdict,
  hasVerdict,
  holds,
  type Outcome,
  type VerdictExpectation,
} from './expectations.js';
import type { TestedCall } from './tested-call.js';

/** For the types of `expect`: see docs/golden-cases.md. */
export interface RagspanMatchers<R = unknown> {
  /** Every run to which a case applied holds, and there is one. With `not`: none does, or may. */
  toHold(): R;
  /**
   * Every run to which a case applied has this verdict, and there is one. `H3` stands for H3, H3a and H3b. With `not`:
   * none has it, or may have it (an UNKNOWN with this verdict among its candidates), and there is one all the same.
   */
  toHaveVerdict(verdict: ExpectedVerdict, expected?: VerdictExpectation): R;
}

export const ragspanMatchers = {
  toHold(this: unknown, tested: TestedCall): Outcome {
    return outcomeOf(this, holds(tested));
  },
  toHaveVerdict(
    this: unknown,
    tested: TestedCall,
    verdict: ExpectedVerdict,
    expected: VerdictExpectation = {},
  ): Outcome {
    return outcomeOf(this, hasVerdict(tested, verdict, expected));
  },
};

/** `matcher`: what the runner calls a matcher on; `isNot` says that it turns `pass` round. */
function outcomeOf(matcher: unknown, expected: Expected): Outcome {
  const isNegated = (matcher as { readonly isNot?: unknown } | undefined)?.isNot === true;
  return {
    pass: isNegated ? !expected.avoided : expected.met,
    message: () => expected.message(isNegated),
  };
}
