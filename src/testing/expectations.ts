/** What a test may expect of a tested call, as plain functions; the matchers are made of them. */
import type { RunVerdict, VerdictName } from '../model/verdict.js';
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

/** Every run with a case holds, and there is one. */
export function holds(tested: TestedCall): Outcome {
  return judge(tested, ['HOLD'], {}, 'to hold');
}

/** Every run with a case (where UNDECLARED is expected: every run) has this verdict, and there is one. */
export function hasVerdict(tested: TestedCall, verdict: ExpectedVerdict, expected: VerdictExpectation = {}): Outcome {
  const words = [verdict, ...(expected.reason === undefined ? [] : [`(${expected.reason})`])].join(' ');
  return judge(tested, verdict === 'H3' ? ['H3', 'H3a', 'H3b'] : [verdict], expected, `to have the verdict ${words}`);
}

/** @throws RagspanAssertionError */
export function assertHolds(tested: TestedCall): void {
  throwUnless(holds(tested));
}

/** @throws RagspanAssertionError */
export function assertVerdict(tested: TestedCall, verdict: ExpectedVerdict, expected: VerdictExpectation = {}): void {
  throwUnless(hasVerdict(tested, verdict, expected));
}

/** Its message is the whole report. */
export class RagspanAssertionError extends Error {
  override readonly name = 'RagspanAssertionError';
}

function throwUnless(outcome: Outcome): void {
  if (!outcome.pass) throw new RagspanAssertionError(outcome.message());
}

function judge(
  tested: TestedCall,
  verdicts: readonly VerdictName[],
  expected: VerdictExpectation,
  what: string,
): Outcome {
  if (!isTestedCall(tested)) {
    return {
      pass: false,
      message: () => 'expected what ragspanTest().run() resolves with; write expect(await rag.run(…))',
    };
  }
  const judged = tested.verdicts.filter(
    (one) =>
      (expected.case === undefined || one.case === expected.case) &&
      (one.verdict !== 'UNDECLARED' || verdicts.includes('UNDECLARED')),
  );
  const fitting = judged.filter(
    (one) => verdicts.includes(one.verdict) && (expected.reason === undefined || one.reason === expected.reason),
  );
  const pass = judged.length > 0 && fitting.length === judged.length;
  return { pass, message: () => messageOf(tested, judged, expected, pass ? `not ${what}` : what) };
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
