/** What a test may expect of a tested call, as plain functions; the matchers are made of them. */
import { mayBe } from '../model/may-be.js';
import { VERDICT_NAMES, verdictsNamed, type RunVerdict, type VerdictName } from '../model/verdict.js';
import type { TestedCall } from './tested-call.js';

/** `H3` stands for H3, H3a and H3b, as `--fail-on` has it. */
export type ExpectedVerdict = VerdictName;

export interface VerdictExpectation {
  /** Of the verdict, such as `cut` or `below_k`. */
  readonly reason?: string | undefined;
  /** Only runs to which this case applied. */
  readonly case?: string | undefined;
}

export interface Outcome {
  readonly pass: boolean;
  /** Why, with the report of the runs; for a negated expectation as well. */
  message(): string;
}

/**
 * What is expected of runs, and its negation. Both fail where nothing was measured: a negation that
 * passed on no run, or on a run that no case applied to, would hold for ever.
 */
export interface Expected {
  /** Every run that counts has it, and there is one. */
  readonly met: boolean;
  /** No run that counts has it or, being UNKNOWN, may have it, and there is one that counts. */
  readonly avoided: boolean;
  /** Why it is not met; why it is not avoided. */
  message(isNegated: boolean): string;
}

/** Every run with a case holds, and there is one. */
export function holds(tested: TestedCall): Expected {
  return judge(tested, ['HOLD'], {}, 'to hold');
}

/** Every run with a case (where UNDECLARED is expected: every run) has this verdict, and there is one. */
export function hasVerdict(tested: TestedCall, verdict: ExpectedVerdict, expected: VerdictExpectation = {}): Expected {
  const words = [verdict, ...(expected.reason === undefined ? [] : [`(${expected.reason})`])].join(' ');
  const named = verdictsNamed(verdict);
  return named === undefined
    ? nothingMeasured(`${JSON.stringify(verdict)} is no verdict; there are ${VERDICT_NAMES.join(', ')}`)
    : judge(tested, named, expected, `to have the verdict ${words}`);
}

/** @throws RagspanAssertionError */
export function assertHolds(tested: TestedCall): void {
  throwUnlessMet(holds(tested));
}

/** @throws RagspanAssertionError */
export function assertVerdict(tested: TestedCall, verdict: ExpectedVerdict, expected: VerdictExpectation = {}): void {
  throwUnlessMet(hasVerdict(tested, verdict, expected));
}

/** Its message is the whole report. */
export class RagspanAssertionError extends Error {
  override readonly name = 'RagspanAssertionError';
}

function throwUnlessMet(expected: Expected): void {
  if (!expected.met) throw new RagspanAssertionError(expected.message(false));
}

function judge(
  tested: TestedCall,
  verdicts: readonly VerdictName[],
  expected: VerdictExpectation,
  what: string,
): Expected {
  if (!isTestedCall(tested))
    return nothingMeasured('expected what ragspanTest().run() resolves with; write expect(await rag.run(…))');
  const judged = tested.verdicts.filter(
    (one) =>
      (expected.case === undefined || one.case === expected.case) &&
      (one.verdict !== 'UNDECLARED' || verdicts.includes('UNDECLARED')),
  );
  const fits = (one: RunVerdict): boolean =>
    verdicts.includes(one.verdict) && (expected.reason === undefined || one.reason === expected.reason);
  const isMeasured = judged.length > 0;
  return {
    met: isMeasured && judged.every(fits),
    avoided: isMeasured && !judged.some((one) => fits(one) || mayBe(one, verdicts)),
    message: (isNegated) => messageOf(tested, judged, expected, isNegated ? `not ${what}` : what),
  };
}

function nothingMeasured(why: string): Expected {
  return { met: false, avoided: false, message: () => why };
}

function messageOf(
  tested: TestedCall,
  judged: readonly RunVerdict[],
  expected: VerdictExpectation,
  what: string,
): string {
  const subject = expected.case === undefined ? 'the run' : `the run of case ${expected.case}`;
  const found =
    tested.verdicts.length === 0
      ? 'no run was seen'
      : judged.length === 0
        ? expected.case === undefined
          ? 'no case applies to it'
          : 'that case applies to no run'
        : `it is ${[...new Set(judged.map(wordsOf))].join(', ')}`;
  const hints = judged.length === 0 ? tested.hints.map((hint) => `  ${hint}`) : [];
  const parts = [
    `expected ${subject} ${what}: ${found}`,
    ...hints,
    ...(tested.report === '' ? [] : ['', tested.report]),
  ];
  return parts.join('\n');
}

function wordsOf({ verdict, reason, explanation }: RunVerdict): string {
  return `${verdict}${reason === undefined ? '' : ` (${reason})`}: ${explanation}`;
}

function isTestedCall(value: unknown): value is TestedCall {
  return typeof value === 'object' && value !== null && Array.isArray((value as { verdicts?: unknown }).verdicts);
}
