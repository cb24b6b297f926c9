import { describe, expect, it } from 'vitest';
import { judgeTrace } from '../../src/joining/judge-trace.js';
import type { SpanFacts } from '../../src/model/span-facts.js';
import { OPTIONS, lineCase, model, modelCall, retrieval, span } from '../support/facts.js';

const C1 = 'The refund window is 30 days from delivery.';
const C2 = 'Items over $1,000 need manager approval.';
const BOOK = lineCase(C1, '30 days', '14 days');
const R = retrieval('r', [C1, C2], { parent: 'root', at: [1, 2] });
const root = (output?: string): SpanFacts =>
  span('root', { at: [0, 100], ...(output === undefined ? {} : { output: { text: output, lossy: false } }) });
const judge = (...spans: readonly SpanFacts[]) => judgeTrace(spans, BOOK, OPTIONS);

describe('the answering call', () => {
  it('is not the topic or the score that stands in the answer by chance', () => {
    const answer = model('g', C1, 'The refund window is 30 days.', { parent: 'root', at: [3, 4] });
    const topic = model('t', 'Topic?', 'refund', { parent: 'root', at: [5, 6] });
    expect(judge(root('The refund window is 30 days.\n\nSources: 1'), R, answer, topic)).toMatchObject([
      { verdict: 'HOLD', answered_by: '000000000000000g' },
    ]);
  });

  it('may be as short as the whole output of the root', () => {
    const answer = model('g', C1, '30 days', { parent: 'root', at: [3, 4] });
    expect(
      judge(root('30 days'), R, answer, model('t', 'Title?', 'Refunds', { parent: 'root', at: [5, 6] })),
    ).toMatchObject([{ verdict: 'HOLD' }]);
  });

  it('began when its own span did, not with the roll-up around the whole agent', () => {
    const rollUp = model('agent', undefined, undefined, { parent: 'root', at: [0, 90] });
    const inside = (one: SpanFacts): SpanFacts => ({ ...one, parentSpanId: 'agent'.padStart(16, '0') });
    const answer = model('g', C1, 'The refund window is 30 days.', { at: [3, 4] });
    expect(judge(root(), rollUp, inside(R), inside(answer))).toMatchObject([
      { verdict: 'HOLD', answered_by: '00000000000agent' },
    ]);
  });
});

describe('a call that contributes', () => {
  const reduce = (sent: string): SpanFacts => model('g', sent, 'It is 14 days.', { parent: 'root', at: [10, 11] });
  it('may have given an output that telemetry has changed', () => {
    const map = model(
      'm',
      C1,
      undefined,
      { parent: 'root', at: [3, 4] },
      { output: { text: { text: 'Refunds are possible within thi', lossy: true }, toolCalls: [] } },
    );
    expect(judge(root(), R, map, reduce('Notes: Refunds are possible within thirty days.'))).toMatchObject([
      { verdict: 'H3a' },
    ]);
  });

  it('is not a turn that called a tool without arguments', () => {
    const turn = model(
      't',
      C1,
      undefined,
      { parent: 'root', at: [3, 4] },
      { output: { toolCalls: [{ name: 'list', argumentLeaves: [] }] } },
    );
    expect(judge(root(), R, turn, reduce('History was trimmed.'))).toMatchObject([
      { verdict: 'H2', reason: 'dropped' },
    ]);
  });
});

describe('one call', () => {
  it('is not two that a mock or a cache gave one response id', () => {
    const answer = model(
      'g',
      C1,
      'The refund window is 30 days.',
      { parent: 'root', at: [3, 4] },
      { responseId: 'mock' },
    );
    const other = model(
      'f',
      'Suggest a question.',
      'What about gifts, are these refunded?',
      { parent: 'root', at: [5, 6] },
      { responseId: 'mock' },
    );
    expect(judge(root('The refund window is 30 days.'), R, answer, other)).toMatchObject([{ verdict: 'HOLD' }]);
  });

  it('is one though a call of another host stands between its spans', () => {
    const text = 'The refund window is 30 days.';
    const outer = model('a', undefined, text, { parent: 'root', at: [3, 20] });
    const elsewhere = model('b', C2, text, { parent: 'root', at: [4, 5], resource: { attributes: {}, key: 'other' } });
    const inner = model('c', C1, text, { parent: 'root', at: [6, 19] });
    const [run] = judge(root(text), R, outer, elsewhere, inner);
    expect(run).toMatchObject({ verdict: 'HOLD', answered_by: '000000000000000a' });
  });
});

it('a stale case stays stale where an ambiguous answer does not matter', () => {
  const [only] = BOOK.cases;
  const stale = { ...BOOK, cases: [{ ...(only as NonNullable<typeof only>), untilUnixMillis: 0 }] };
  const first = model('g', 'No chunk.', 'The refund window is 30 days.', { parent: 'root', at: [3, 4] });
  const last = model('h', 'No chunk.', 'Anything else to ask about it?', { parent: 'root', at: [5, 6] });
  expect(judgeTrace([root(), R, first, last], stale, OPTIONS)).toMatchObject([
    { verdict: 'UNKNOWN', reason: 'case_stale' },
  ]);
});

describe('hostile runs', () => {
  it('takes a request parameter nested ever so deep', () => {
    let stop: unknown = 'x';
    for (let i = 0; i < 20_000; i++) stop = [stop];
    const answer = model(
      'g',
      C1,
      'The refund window is 30 days.',
      { parent: 'root', at: [3, 4] },
      { pins: { stop, seed: 2n ** 64n } },
    );
    expect(judge(root(), R, answer)).toMatchObject([{ verdict: 'HOLD' }]);
  });

  const many = Array.from({ length: 3_000 }, (_, i) => i);
  it('takes thousands of calls, each given the output of the one before', () => {
    const calls = many.map((i) =>
      model(`g${i}`, i === 0 ? C1 : `So far: answer number ${i - 1} of very many`, `answer number ${i} of very many`, {
        parent: 'root',
        at: [10 + 2 * i, 11 + 2 * i],
      }),
    );
    expect(judge(root(), R, ...calls)).toMatchObject([{ verdict: 'H3a', reason: 'unsupported' }]);
  });

  it('takes model spans thousands deep, whatever their order', () => {
    const calls = many.map((i) =>
      model(`g${3_000 - i}`, C1, 'It is 14 days.', { parent: i === 0 ? 'root' : `g${3_001 - i}`, at: [10, 20] }),
    );
    expect(judge(root(), R, ...calls)).toMatchObject([{ verdict: 'H3a' }]);
  });

  it('takes thousands of answers to as many questions', () => {
    const spans = many.flatMap((i) => [
      retrieval(`r${i}`, [`chunk number ${i} of the corpus`], { parent: 'root', at: [1, 2] }),
      model(`g${i}`, `chunk number ${i} of the corpus`, `answer number ${i} of very many`, {
        parent: 'root',
        at: [10 + 2 * i, 11 + 2 * i],
      }),
    ]);
    expect(judge(root(), ...spans)).toMatchObject([{ verdict: 'UNKNOWN', reason: 'ambiguous_run' }]);
  });
});

it('of two searches with one name each has its own result', () => {
  const search = (id: string, at: number): SpanFacts =>
    span(id, { kind: 'tool', parent: 'root', at: [at, at + 1], tool: { name: 'search', lossy: false } });
  const results = [C2, C1].map((text) => ({
    role: 'tool',
    parts: [{ kind: 'tool_result' as const, leaves: [text], lossy: false, toolName: 'search' }],
  }));
  const spans = [
    root(),
    search('s1', 1),
    search('s2', 5),
    span('g', {
      kind: 'model',
      parent: 'root',
      at: [7, 8],
      model: modelCall(undefined, 'The refund window is 30 days.', { messages: results }),
    }),
  ];
  expect(judgeTrace(spans, BOOK, { ...OPTIONS, retrievalTools: [{ name: 'search' }] })).toMatchObject([
    { verdict: 'HOLD', chunks: { retrieved: 2, sent: 2 } },
  ]);
});
