import * as OTEL from '@opentelemetry/api';
import { context, trace } from '@opentelemetry/api';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { answerQuestion } from '../../src/cli/demo/answer-question.js';
import { CASE, INCIDENTS, QUESTION } from '../../src/cli/demo/incidents.js';
import { assembly, generation, pack, retrieval, run } from '../../src/instrumentation/index.js';
import {
  assertHolds,
  assertVerdict,
  RagspanAssertionError,
  type RagspanMatchers,
  ragspanMatchers,
  ragspanTest,
} from '../../src/testing/index.js';

expect.extend(ragspanMatchers);
declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends RagspanMatchers<R> {}
}

const rag = ragspanTest({ cases: { version: 1, cases: [{ ...CASE, when: { input: QUESTION } }] } });
const [A, B, C] = INCIDENTS as [(typeof INCIDENTS)[0], (typeof INCIDENTS)[0], (typeof INCIDENTS)[0]];

interface Small {
  readonly chunks?: readonly string[];
  readonly sent?: readonly string[];
  readonly answer?: string;
  readonly wait?: number;
}

/** An application without a span around its hand-offs. */
async function small(
  question: string,
  { chunks = ['refund PENDING'], sent = chunks, answer = 'It is PENDING.', wait = 0 }: Small = {},
): Promise<string> {
  const hits = await retrieval({ query: question, topK: 3 }, async () => {
    await sleep(wait);
    return chunks;
  });
  const messages = assembly({}, (log) => [
    {
      role: 'user' as const,
      content: `${pack(
        hits.filter((hit) => sent.includes(hit)),
        log,
      )}\n\n${question}`,
    },
  ]);
  await sleep(wait);
  return generation({ model: 'm', messages }, async () => answer);
}

const golden = (id: string, input: string, line: string, must: string): object => ({
  id,
  when: { input },
  need: { line },
  expect: { must: [must] },
});

/** What a failed expectation says. */
async function failure(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it did not fail');
}

describe('a golden case in a test', () => {
  it('tells the hand-off that lost the evidence', async () => {
    expect(await rag.run(() => answerQuestion(A))).toHaveVerdict('H1', { reason: 'below_k' });
    expect(await rag.run(() => answerQuestion(B))).toHaveVerdict('H2', { reason: 'cut', case: 'refund-status' });
    expect(await rag.run(() => answerQuestion(C))).toHaveVerdict('H3a', { reason: 'contradiction' });
    expect(await rag.run(() => answerQuestion(C))).toHaveVerdict('H3');
    expect(await rag.run(() => answerQuestion(C))).not.toHold();
  });

  it('holds, with the answer at hand, and no span around the hand-offs', async () => {
    const held = ragspanTest({ cases: { cases: [golden('a', 'q?', 'refund PENDING', 'PENDING')] } });
    const tested = await held.run(() => small('q?'));
    expect(tested).toHold();
    expect(tested.answer).toBe('It is PENDING.');
    expect(tested.verdicts.map(({ verdict, case: id }) => [verdict, id])).toEqual([['HOLD', 'a']]);
    assertHolds(tested);
    assertVerdict(tested, 'HOLD');
  });

  it('says in its failure what `ragspan attribute` says', async () => {
    const message = await failure(async () => expect(await rag.run(() => answerQuestion(B))).toHold());
    expect(message).toMatch(
      /^expected the run to hold: it is H2 \(cut\): rank 3\/50 within k=5; cut at 8192 token, chunk at 9104\n\n/,
    );
    expect(message).toContain('Assembly lost the evidence: it was retrieved and did not reach the prompt.');
    expect(message).toContain('needed      “refund PENDING, no reference issued”');
    expect(message).toContain('next      →');
    const wrong = await failure(async () =>
      expect(await rag.run(() => answerQuestion(B))).toHaveVerdict('H2', { reason: 'dropped' }),
    );
    expect(wrong).toContain('expected the run to have the verdict H2 (dropped): it is H2 (cut)');
    const negated = await failure(async () => expect(await rag.run(() => answerQuestion(B))).not.toHaveVerdict('H2'));
    expect(negated).toContain('expected the run not to have the verdict H2: it is H2 (cut)');
  });

  it('without a test runner, plain functions throw the same', async () => {
    const tested = await rag.run(() => answerQuestion(A));
    expect(() => assertHolds(tested)).toThrow(RagspanAssertionError);
    expect(() => assertVerdict(tested, 'H2')).toThrow(/expected the run to have the verdict H2: it is H1 \(below_k\)/);
    assertVerdict(tested, 'H1', { reason: 'below_k' });
  });

  it('tests at the same time do not see each other', async () => {
    const suites = Array.from({ length: 20 }, (_, index) => ({
      index,
      suite: ragspanTest({
        cases: { cases: [golden(`case-${index}`, 'same question?', `fact ${index}`, `fact ${index}`)] },
      }),
    }));
    const all = await Promise.all(
      suites.map(({ suite, index }) =>
        suite.run(() =>
          small('same question?', {
            chunks: [`this is fact ${index}`, 'noise'],
            // Every third loses its evidence on the way.
            sent: index % 3 === 0 ? ['noise'] : [`this is fact ${index}`],
            answer: `It is fact ${index}.`,
            wait: index % 5,
          }),
        ),
      ),
    );
    for (const [index, tested] of all.entries()) {
      expect(tested.verdicts.map(({ verdict, case: id }) => [verdict, id])).toEqual([
        [index % 3 === 0 ? 'H2' : 'HOLD', `case-${index}`],
      ]);
    }
  });

  it('calls inside calls are told apart', async () => {
    const inner = ragspanTest({ cases: { cases: [golden('inner', 'inner?', 'x', 'x')] } });
    const outer = ragspanTest({ cases: { cases: [golden('outer', 'outer?', 'y', 'y')] } });
    let seen: unknown;
    const tested = await outer.run(async () => {
      seen = (await inner.run(() => small('inner?', { chunks: ['x'], answer: 'x' }))).verdicts.map(
        ({ case: id }) => id,
      );
      return small('outer?', { chunks: ['y'], answer: 'y' });
    });
    expect(seen).toEqual(['inner']);
    expect(tested.verdicts.map(({ case: id }) => id)).toEqual(['outer']);
  });

  it('spans that start in a trace of their own belong to the call all the same', async () => {
    const held = ragspanTest({ cases: { cases: [golden('a', 'q?', 'refund PENDING', 'PENDING')] } });
    const tested = await held.run(() => {
      const { ROOT_CONTEXT } = OTEL;
      return context.with(ROOT_CONTEXT, () => run({ input: 'q?' }, () => small('q?')));
    });
    expect(tested).toHold();
  });

  it('a question that the application does not log is given', async () => {
    const held = ragspanTest({
      cases: { cases: [golden('a', 'the question of the user', 'refund PENDING', 'PENDING')] },
    });
    expect(await held.run(() => small('rewritten'), 'the question of the user')).toHold();
    expect((await held.run(() => small('rewritten'))).verdicts.map(({ verdict }) => verdict)).toEqual(['UNDECLARED']);
  });

  it('an answer that streams is read to its end', async () => {
    const held = ragspanTest({ cases: { cases: [golden('a', 'q?', 'refund PENDING', 'PENDING')] } });
    const tested = await held.run(() =>
      run({ input: 'q?' }, async () => {
        const hits = retrieval({ query: 'q?' }, () => ['refund PENDING']);
        const messages = [{ role: 'user', content: `${hits.join('')}\n\nq?` }];
        return generation({ model: 'm', messages }, async () =>
          (async function* () {
            yield 'It is ';
            await sleep(1);
            yield 'PENDING.';
          })(),
        );
      }),
    );
    expect(tested.answer).toBe('It is PENDING.');
    expect(tested).toHold();
  });

  it('a stream of a model’s own pieces is read to its end, though it is no text', async () => {
    const held = ragspanTest({ cases: { cases: [golden('a', 'q?', 'refund PENDING', 'PENDING')] } });
    const tested = await held.run(() =>
      run({ input: 'q?' }, async () => {
        retrieval({ query: 'q?' }, () => ['refund PENDING']);
        const messages = [{ role: 'user', content: 'refund PENDING\n\nq?' }];
        return generation({ model: 'm', messages }, async () =>
          (async function* () {
            for (const content of ['It is ', 'PENDING.']) yield { choices: [{ index: 0, delta: { content } }] };
          })(),
        );
      }),
    );
    expect(tested.answer).toBeUndefined();
    expect(tested).toHold();
  });

  it('a case in code wins, and one that is wrong is told', async () => {
    const held = ragspanTest({ cases: { cases: [] } });
    const asked = (need: object): Promise<Awaited<ReturnType<typeof held.run>>> =>
      held.run(() =>
        run({ input: 'q?', case: { id: 'own', need, expect: { must: ['PENDING'] } } as never }, () => small('q?')),
      );
    expect(await asked({ line: 'refund PENDING' })).toHaveVerdict('HOLD', { case: 'own' });
    expect((await asked({ lines: 'x' })).hints.join()).toContain('a case set in code is left out: need');
  });

  it('what the application throws is thrown', async () => {
    await expect(
      rag.run(() => {
        throw new Error('the index is away');
      }),
    ).rejects.toThrow('the index is away');
    await expect(rag.run(async () => Promise.reject(new TypeError('later')))).rejects.toBeInstanceOf(TypeError);
  });

  it('leaves spans outside of calls alone', async () => {
    const span = trace.getTracer('x').startSpan('outside');
    await small('outside?');
    span.end();
    expect((await rag.run(() => 'nothing')).verdicts).toEqual([]);
  });
});

describe('when nothing can be said', () => {
  it('no run: says what to record', async () => {
    const message = await failure(async () => expect(await rag.run(async () => 'x')).toHold());
    expect(message).toContain('expected the run to hold: no run was seen\n  record the hand-offs with retrieval()');
  });

  it('no case applies: says which questions the cases ask', async () => {
    const tested = await rag.run(() => small('another question?'));
    const message = await failure(async () => expect(tested).toHold());
    expect(message).toContain('no case applies to it\n  the cases: refund-status asks "Where is my refund?"');
    expect(tested).toHaveVerdict('UNDECLARED');
    expect(await failure(() => expect(tested).not.toHaveVerdict('UNDECLARED'))).toContain('it is UNDECLARED');
    expect(await failure(() => expect(tested).toHaveVerdict('H1', { case: 'other' }))).toContain(
      'the run of case other to have the verdict H1: that case applies to no run',
    );
  });

  it('a promise that nobody awaited is told', async () => {
    const promise = rag.run(() => 'x');
    expect(await failure(() => expect(promise as never).toHold())).toContain('write expect(await rag.run(…))');
    await promise;
  });
});

describe('a negated expectation', () => {
  const held = ragspanTest({ cases: { cases: [golden('a', 'q?', 'refund PENDING', 'PENDING')] } });

  it.each<readonly [string, () => unknown, string]>([
    ['no run was seen', () => 'x', 'no run was seen\n  record the hand-offs'],
    ['no case applies', () => small('another?'), 'no case applies to it\n  the cases: a asks "q?"'],
  ])('fails where nothing was measured: %s', async (_, answer, why) => {
    const tested = await held.run(answer);
    const message = await failure(() => expect(tested).not.toHaveVerdict('H1'));
    expect(message).toContain('expected the run not to have the verdict H1: ');
    expect(message).toContain(why);
    expect(await failure(() => expect(tested).not.toHold())).toContain(why);
    expect(await failure(() => expect(tested).not.toHaveVerdict('H1', { case: 'other' }))).toContain('no');
  });

  it('fails on a promise that nobody awaited, and on a verdict that is none', async () => {
    const promise = held.run(() => small('q?'));
    expect(await failure(() => expect(promise as never).not.toHaveVerdict('H1'))).toContain(
      'write expect(await rag.run(…))',
    );
    const tested = await promise;
    expect(await failure(() => expect(tested).not.toHaveVerdict('H5' as never))).toContain('"H5" is no verdict');
    expect(tested).not.toHaveVerdict('H1');
    await expect(held.run(() => small('q?'))).resolves.not.toHaveVerdict('H2');
  });

  it('fails when one run of several has the verdict', async () => {
    const tested = await held.run(async () => {
      await run({ input: 'q?' }, () => small('q?', { chunks: ['noise'] }));
      return run({ input: 'q?' }, () => small('q?'));
    });
    expect(tested.verdicts.map(({ verdict }) => verdict)).toEqual(['H1', 'HOLD']);
    expect(await failure(() => expect(tested).not.toHaveVerdict('H1'))).toContain('it is H1');
    expect(await failure(() => expect(tested).not.toHold())).toContain('HOLD');
    expect(tested).not.toHaveVerdict('H2');
    expect(tested).not.toHaveVerdict('H1', { reason: 'below_k' });
  });

  it('fails where an UNKNOWN leaves the verdict open, and passes where it rules it out', async () => {
    const unchecked = ragspanTest({
      cases: { cases: [{ id: 'a', when: { input: 'q?' }, need: { line: 'refund PENDING' } }] },
    });
    const tested = await unchecked.run(() => small('q?'));
    expect(tested.verdicts.map(({ verdict, candidates }) => [verdict, candidates])).toEqual([
      ['UNKNOWN', ['H3', 'HOLD']],
    ]);
    expect(tested).not.toHaveVerdict('H1');
    for (const open of ['H3', 'H3a', 'HOLD'] as const)
      expect(await failure(() => expect(tested).not.toHaveVerdict(open))).toContain('it is UNKNOWN');
  });
});

describe('the cases of a suite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ragspan-vitest-'));

  it('are read from a file; the questions are at hand', () => {
    const path = join(folder, 'a.yaml');
    writeFileSync(
      path,
      'version: 1\ncases:\n  - { id: a, when: { input: "q?" }, need: { line: x } }\n  - { id: b, when: { input_matches: "/q/" }, need: { line: x } }\n  - { id: c, when: { input: "${app.q}" }, need: { line: x } }\n',
    );
    expect(ragspanTest({ cases: path }).questions).toEqual([{ id: 'a', input: 'q?' }]);
  });

  it.each([
    ['version: 1\ncases:\n  - { id: A B, need: { line: x } }\n', /bad\.yaml:3:\d+: cases\[0\]\.id: /],
    ['\u00ff', /not valid|no valid/],
  ])('that are not valid are an error with line and key', (text, message) => {
    const path = join(folder, 'bad.yaml');
    writeFileSync(path, text);
    expect(() => ragspanTest({ cases: path })).toThrow(message);
  });

  it('that are not there are an error', () => {
    expect(() => ragspanTest({ cases: join(folder, 'nowhere.yaml') })).toThrow(/cannot be read \(ENOENT\)/);
    expect(() => ragspanTest({ cases: { cases: [{ id: 'a' }] } })).toThrow(/cases\[0\]: has no need/);
  });
});
