import { describe, expect, it } from 'vitest';
import { runsOf } from '../../src/joining/judge-trace.js';
import type { SpanFacts } from '../../src/model/span-facts.js';
import { OPTIONS, OTHER_HOST, model, retrieval, span } from '../support/facts.js';

const C1 = 'The refund window is 30 days from delivery.';
const C2 = 'Items over $1,000 need manager approval.';
const PROMPT = `Context:\n${C1}\n\n${C2}`;
const ANSWER = 'The refund window is 30 days.';

function roots(spans: readonly SpanFacts[]): (string | undefined)[] {
  return runsOf(spans, undefined, OPTIONS).map((run) => run.root?.name ?? run.spanId);
}

describe('a run is found', () => {
  it('at the lowest span around a retrieval and a later model call', () => {
    const spans = [
      span('server', { at: [0, 100] }),
      span('chain', { parent: 'server', at: [1, 99] }),
      retrieval('r', [C1], { parent: 'chain', at: [2, 3] }),
      model('g', PROMPT, ANSWER, { parent: 'chain', at: [4, 9] }),
    ];
    expect(roots(spans)).toEqual(['chain']);
    expect(roots([...spans].reverse())).toEqual(['chain']);
  });

  it('not where the only model call came before the retrieval (query rewriting)', () => {
    const spans = [
      span('root', { at: [0, 100] }),
      model('rewrite', 'Rewrite: refund?', 'refund window', { parent: 'root', at: [1, 2] }),
      retrieval('r', [C1], { parent: 'root', at: [3, 4] }),
    ];
    expect(runsOf(spans, undefined, OPTIONS).map((run) => run.needsCase)).toEqual([true]);
  });

  it('in any order when the clocks are of two hosts', () => {
    const spans = [
      span('root', { at: [0, 100] }),
      model('g', PROMPT, ANSWER, { parent: 'root', at: [4, 9] }),
      retrieval('r', [C1], { parent: 'root', at: [5000, 5001], resource: OTHER_HOST }),
    ];
    expect(roots(spans)).toEqual(['root']);
  });

  it('for each of two chains under one server span', () => {
    const chain = (name: string, at: number): SpanFacts[] => [
      span(name, { parent: 'server', at: [at, at + 9] }),
      retrieval(`${name}-r`, [C1], { parent: name, at: [at + 1, at + 2] }),
      model(`${name}-g`, PROMPT, ANSWER, { parent: name, at: [at + 3, at + 4] }),
    ];
    expect(roots([span('server', { at: [0, 100] }), ...chain('a', 1), ...chain('b', 20)])).toEqual(['a', 'b']);
  });

  it('under the nameless span when retrieval and call are roots of one trace', () => {
    const spans = [retrieval('r', [C1], { at: [2, 3] }), model('g', PROMPT, ANSWER, { at: [4, 9] })];
    const [run, ...others] = runsOf(spans, undefined, OPTIONS);
    expect(others).toEqual([]);
    expect(run?.spanId).toBeUndefined();
    expect(run?.members).toHaveLength(2);
  });

  it('under a parent that never arrived', () => {
    const spans = [
      retrieval('r', [C1], { parent: 'gone', at: [2, 3] }),
      model('g', PROMPT, ANSWER, { parent: 'gone', at: [4, 9] }),
    ];
    expect(roots(spans)).toEqual(['gone'.padStart(16, '0')]);
  });
});

describe('runs below a span', () => {
  const step = [
    span('step', { parent: 'root', at: [1, 10] }),
    retrieval('r', [C1, C2], { parent: 'step', at: [2, 3] }),
    model('grade', `Grade:\n${C1}\n${C2}`, '[1, 2]', { parent: 'step', at: [4, 5] }),
  ];

  it('are none when the later call was given a chunk of theirs (grading in a step)', () => {
    expect(
      roots([span('root', { at: [0, 50] }), ...step, model('g', PROMPT, ANSWER, { parent: 'root', at: [11, 20] })]),
    ).toEqual(['root']);
  });

  it('stay, beside one more run over them all, when the later call was given an output of theirs', () => {
    const sub = [
      span('sub', { parent: 'root', at: [1, 10] }),
      retrieval('r', [C1], { parent: 'sub', at: [2, 3] }),
      model('g1', PROMPT, 'The window is thirty days after delivery.', { parent: 'sub', at: [4, 5] }),
    ];
    const final = model('g2', 'Notes: The window is thirty days after delivery.', ANSWER, {
      parent: 'root',
      at: [11, 20],
    });
    expect(roots([span('root', { at: [0, 50] }), ...sub, final])).toEqual(['root', 'sub']);
  });

  it('stay alone when the later call judges an answer that the span around logs as its own', () => {
    const spans = [
      span('root', { at: [0, 50], output: { text: ANSWER, lossy: false } }),
      span('chain', { parent: 'root', at: [1, 10] }),
      retrieval('r', [C1], { parent: 'chain', at: [2, 3] }),
      model('g1', PROMPT, ANSWER, { parent: 'chain', at: [4, 5] }),
      model('judge', `Is this grounded?\n${ANSWER}\n${PROMPT}`, 'grounded: yes', { parent: 'root', at: [11, 20] }),
    ];
    expect(roots(spans)).toEqual(['chain']);
  });

  it('stay alone when the later call took nothing over (a title)', () => {
    const chain = [
      span('chain', { parent: 'root', at: [1, 10] }),
      retrieval('r', [C1], { parent: 'chain', at: [2, 3] }),
      model('g1', PROMPT, ANSWER, { parent: 'chain', at: [4, 5] }),
    ];
    const title = model('title', 'Give a title to: refund?', 'Refunds', { parent: 'root', at: [11, 20] });
    expect(roots([span('root', { at: [0, 50] }), ...chain, title])).toEqual(['chain']);
  });
});

describe('a run id', () => {
  it('keeps its run when a later call outside took a chunk of it: nothing is judged twice', () => {
    const spans = [
      span('root', { at: [0, 100] }),
      span('step', { parent: 'root', at: [1, 10], runId: 'one' }),
      retrieval('r', [C1], { parent: 'step', at: [2, 3] }),
      model('g', PROMPT, 'short', { parent: 'step', at: [4, 9] }),
      model('later', PROMPT, ANSWER, { parent: 'root', at: [20, 30] }),
    ];
    expect(runsOf(spans, undefined, OPTIONS).map((run) => run.runId)).toEqual(['one']);
  });
});

describe('half a run', () => {
  it('whose spans are all model spans stands at the outermost, in whatever order they came', () => {
    const spans = [
      model('outer', PROMPT, undefined, { at: [0, 10] }),
      model('inner1', undefined, 'a', { parent: 'outer', at: [1, 2] }),
      model('inner2', undefined, 'b', { parent: 'outer', at: [3, 4] }),
    ];
    expect(roots(spans)).toEqual(['outer']);
    expect(roots([...spans].reverse())).toEqual(['outer']);
  });
});

describe('hostile ancestry', () => {
  it('takes a ladder of thousands of steps, each given the output of the one below', () => {
    const n = 1_500;
    const said = (level: number): string => `the answer of level ${level} is 30 days`;
    const steps = Array.from({ length: n }, (_, i) => [
      span(`s${i + 1}`, { parent: `s${i}`, at: [0, 1_000 + 10 * (n - i)] }),
      model(`m${i}`, `given: ${said(i + 1)}`, said(i), {
        parent: `s${i}`,
        at: [1_001 + 10 * (n - i), 1_002 + 10 * (n - i)],
      }),
    ]);
    const lowest = [
      retrieval('r', [C1], { parent: `s${n}`, at: [1, 2] }),
      model('g', PROMPT, said(n), { parent: `s${n}`, at: [3, 4] }),
    ];
    const runs = roots([span('s0', { at: [0, 50_000] }), ...steps.flat(), ...lowest]);
    expect(runs.length).toBeGreaterThan(1);
    expect(runs.length).toBeLessThan(20);
  });

  it('opens a cycle at its earliest span and says so', () => {
    const spans = [
      span('a', { parent: 'b', at: [0, 100] }),
      span('b', { parent: 'a', at: [1, 99] }),
      retrieval('r', [C1], { parent: 'b', at: [2, 3] }),
      model('g', PROMPT, ANSWER, { parent: 'b', at: [4, 9] }),
    ];
    const [run] = runsOf(spans, undefined, OPTIONS);
    expect(run?.root?.name).toBe('b');
    expect(run?.hasContradictoryAncestry).toBe(true);
    const [whole] = runsOf(
      [...spans.slice(0, 2), ...spans.slice(2).map((s) => ({ ...s, parentSpanId: 'a'.padStart(16, '0') }))],
      undefined,
      OPTIONS,
    );
    expect(whole?.hasContradictoryAncestry).toBe(true);
  });

  it('takes a chain of 10,000 spans', () => {
    const chain = Array.from({ length: 10_000 }, (_, i) =>
      span(`s${i}`, { at: [i, 50_000 - i], ...(i === 0 ? {} : { parent: `s${i - 1}` }) }),
    );
    const spans = [
      ...chain,
      retrieval('r', [C1], { parent: 's9999', at: [20_000, 20_001] }),
      model('g', PROMPT, ANSWER, { parent: 's9999', at: [20_002, 20_003] }),
    ];
    expect(roots(spans)).toEqual(['s9999']);
  });

  it('counts a span that was delivered twice once', () => {
    const spans = [
      span('root', { at: [0, 100] }),
      retrieval('r', [C1], { parent: 'root', at: [2, 3] }),
      model('g', PROMPT, ANSWER, { parent: 'root', at: [4, 9] }),
    ];
    const [run] = runsOf([...spans, ...spans], undefined, OPTIONS);
    expect(run?.members).toHaveLength(3);
    expect(run?.hasContradictoryAncestry).toBe(false);
  });
});

describe('an explicit run id', () => {
  it('joins spans of two traces, under the earliest span that bears it', () => {
    const other = 'ffff651916cd43dd8448eb211c80319c';
    const spans = [
      span('root', { at: [0, 100], runId: 'q1' }),
      retrieval('r', [C1], { traceId: other, at: [2, 3], runId: 'q1' }),
      model('g', PROMPT, ANSWER, { parent: 'root', at: [4, 9] }),
    ];
    const [run, ...others] = runsOf(spans, undefined, OPTIONS);
    expect(others).toEqual([]);
    expect(run?.root?.name).toBe('root');
    expect(run?.retrievals).toHaveLength(1);
  });

  it('covers what is below it up to another id', () => {
    const spans = [
      span('q1', { at: [0, 100], runId: 'q1' }),
      retrieval('r1', [C1], { parent: 'q1', at: [2, 3] }),
      span('q2', { parent: 'q1', at: [4, 50], runId: 'q2' }),
      retrieval('r2', [C2], { parent: 'q2', at: [5, 6] }),
      model('g2', PROMPT, ANSWER, { parent: 'q2', at: [7, 9] }),
      model('g1', PROMPT, ANSWER, { parent: 'q1', at: [60, 70] }),
    ];
    expect(runsOf(spans, undefined, OPTIONS).map((run) => [run.runId, run.members.length])).toEqual([
      ['q1', 3],
      ['q2', 3],
    ]);
  });
});

describe('one call seen twice', () => {
  it('keeps the framework span’s place and the SDK span’s bytes', () => {
    const spans = [
      span('root', { at: [0, 100] }),
      retrieval('r', [C1], { parent: 'root', at: [2, 3] }),
      model('rollup', undefined, undefined, { parent: 'root', at: [4, 30] }),
      model('inner', PROMPT, ANSWER, { parent: 'rollup', at: [5, 29] }),
      model('sdk', PROMPT, ANSWER, { parent: 'inner', at: [6, 28] }, { responseId: 'resp_1' }),
    ];
    const [run] = runsOf(spans, undefined, OPTIONS);
    expect(run?.calls.map((call) => [call.span.name, call.model.responseId])).toEqual([['rollup', 'resp_1']]);
  });

  it('leaves two parallel calls of one prompt apart when their response ids differ', () => {
    const spans = [
      span('root', { at: [0, 100] }),
      retrieval('r', [C1], { parent: 'root', at: [2, 3] }),
      model('a', PROMPT, ANSWER, { parent: 'root', at: [4, 30] }, { responseId: 'resp_1' }),
      model('b', PROMPT, ANSWER, { parent: 'root', at: [5, 29] }, { responseId: 'resp_2' }),
    ];
    expect(runsOf(spans, undefined, OPTIONS)[0]?.calls).toHaveLength(2);
  });
});
