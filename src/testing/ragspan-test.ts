/** Golden cases in a test suite: the application's own function is called, and its run is judged. */
import { setImmediate as turn } from 'node:timers/promises';
import { context, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import { compileCodeCase, compilePattern } from '../cases/index.js';
import type { RagspanOptions } from '../config/index.js';
import { writeText } from '../instrumentation/capture.js';
import type { JudgedRun } from '../joining/judge-trace.js';
import type { CaseBook } from '../model/case.js';
import { VERSION } from '../model/version.js';
import type { CaseSource } from '../processor/case-source.js';
import { RagspanProcessor } from '../processor/index.js';
import { RAGSPAN, SCOPE_NAME } from '../semconv.js';
import { answerText } from '../trials/load-app.js';
import { type CasesObject, DEFAULT_CASES, type GoldenQuestion, questionsOf, readTestCases } from './test-book.js';
import { testProvider } from './test-provider.js';
import { lastOfEach, reportOf, type TestedCall } from './tested-call.js';

/** How runs are judged: as the application is in production. What has no part in that is not among them. */
export type TestJudgingOptions = Pick<
  RagspanOptions,
  | 'acceptForms'
  | 'corpusManifest'
  | 'hashKey'
  | 'maxScanBytes'
  | 'refusals'
  | 'retrievalTools'
  | 'topK'
  | 'valueLengthLimit'
>;

export interface RagspanTestOptions extends TestJudgingOptions {
  /** Path of a case file, from the folder in which the tests are started, or the same as an object. Default `ragspan.cases.yaml`. */
  readonly cases?: string | CasesObject | undefined;
}

export interface RagspanTest {
  /** The cases that ask one question word for word, in file order: `test.each(rag.questions)`. */
  readonly questions: readonly GoldenQuestion[];
  /**
   * Calls `answer` under a real tracer and judges what it did. Calls may run at the same time. What
   * `answer` throws is thrown.
   *
   * @param input the question, where the application does not log it itself.
   */
  run(answer: () => unknown, input?: string): Promise<TestedCall>;
}

/** Turns of the event loop that spans which end just after the answer are waited for. */
const LATE_TURNS = 3;

/** @throws Error for cases that cannot be read; `run` rejects where the OpenTelemetry SDK is missing. */
export function ragspanTest(options: RagspanTestOptions = {}): RagspanTest {
  const { cases = DEFAULT_CASES, ...judging } = options;
  const { book, file } = readTestCases(cases);
  return {
    questions: questionsOf(file),
    run: (answer, input) => runCall(answer, input, book, judging),
  };
}

async function runCall(
  answer: () => unknown,
  input: string | undefined,
  book: CaseBook,
  judging: TestJudgingOptions,
): Promise<TestedCall> {
  const provider = testProvider();
  const decided: JudgedRun[] = [];
  const notes: string[] = [];
  const processor = new RagspanProcessor(
    { ...judging, cases: false, emit: [], incidents: false, log: 'off', enabled: true },
    {
      cases: fixedCases(book, notes),
      decided: (judged) => void decided.push(judged),
      say: (line) => void notes.push(line),
    },
  );
  try {
    // Read to its end inside: a model call that streams is over only then.
    const given = await provider.within(processor, () => insideSpan(input, answer));
    for (let turns = 0; turns < LATE_TURNS; turns += 1) await turn();
    await processor.forceFlush();
    processor.decideAll();
    const runs = lastOfEach(decided);
    return {
      ...given,
      verdicts: runs.map(({ verdict }) => verdict),
      report: reportOf(runs, book),
      hints: [...hintsOf(runs, book), ...notes],
    };
  } finally {
    processor.decideAll();
  }
}

/** A trace of its own: hand-offs that no span of the application surrounds belong together all the same. */
function insideSpan(
  input: string | undefined,
  answer: () => unknown,
): Promise<{ readonly value: unknown; readonly answer: string | undefined }> {
  const span = trace.getTracer(SCOPE_NAME, VERSION).startSpan('ragspan test', {}, ROOT_CONTEXT);
  if (input !== undefined) writeText(span, RAGSPAN.INPUT, input);
  return context.with(trace.setSpan(ROOT_CONTEXT, span), async () => {
    try {
      const value = await answer();
      return { value, answer: await answerText(value) };
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A case that the application sets in code wins, as in production. */
function fixedCases(book: CaseBook, notes: string[]): CaseSource {
  return {
    book,
    isReady: true,
    compileCase: (value) => {
      const compiled = compileCodeCase(value);
      if ('case' in compiled) return compiled.case;
      notes.push(
        `a case set in code is left out: ${compiled.problems.map(({ key, problem }) => `${key} ${problem}`).join('; ')}`,
      );
      return undefined;
    },
    compilePattern: (source) => {
      const compiled = compilePattern(source);
      return 'pattern' in compiled ? compiled.pattern : undefined;
    },
    close: () => undefined,
  };
}

function hintsOf(runs: readonly JudgedRun[], book: CaseBook): string[] {
  if (runs.length === 0)
    return [
      'record the hand-offs with retrieval(), assembly() and generation() of ragspan, or with an OpenTelemetry instrumentation that logs content',
      'an application that sets up a tracer provider of its own must take its tracers from @opentelemetry/api, or not set it up in tests',
    ];
  const asked = book.cases
    .slice(0, 5)
    .map(({ id, when }) => `${id}${when.input === undefined ? '' : ` asks ${JSON.stringify(when.input.source)}`}`);
  return [`the cases: ${asked.join('; ')}${book.cases.length > 5 ? '; …' : ''}`];
}
