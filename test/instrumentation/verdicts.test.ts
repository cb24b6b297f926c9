/** The wrappers and the processor together: what an application that wraps its hand-offs is told. */
import { context, diag, DiagLogLevel, trace } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { assembly, generation, pack, recordRetrieval, retrieval, run } from '../../src/instrumentation/index.js';
import type { CodeCase, RunOptions } from '../../src/instrumentation/index.js';
import { setCaptureSwitch } from '../../src/model/capture-switch.js';
import { RagspanProcessor } from '../../src/processor/index.js';
import { TestClock } from '../processor/support.js';
import { casesAtOnce } from '../support/cases-at-once.js';
import { enableContext, InMemorySpanExporter, simple, TracerProvider } from '../support/sdk.js';

const c1 = 'The refund window is 30 days from delivery.';
const c2 = 'Items over $1,000 need manager approval.';
const c3 = 'Warranty claims close after 24 months.';
const corpus = [c2, c3, c1].map((text, index) => ({ id: `c${index}`, text }));

const refundCase: CodeCase = {
  id: 'refund-window',
  need: { line: c1, line_is: 'correct' },
  expect: { must: ['30 days'], must_not: ['14 days'] },
};
const asked: RunOptions = { input: 'How long is the refund window?', case: refundCase };

let exporter: InMemorySpanExporter;
let provider: TracerProvider;

function start(): void {
  exporter = new InMemorySpanExporter();
  const judging = new RagspanProcessor({ log: 'off' }, { cases: casesAtOnce(), environment: {} });
  provider = new TracerProvider({ spanProcessors: [judging, simple(exporter)] });
  trace.setGlobalTracerProvider(provider);
}

beforeEach(() => {
  diag.setLogger({ error() {}, warn() {}, info() {}, debug() {}, verbose() {} }, DiagLogLevel.ERROR);
  enableContext();
  start();
});

afterEach(async () => {
  await provider.shutdown();
  trace.disable();
  context.disable();
  diag.disable();
  setCaptureSwitch({});
});

interface Told {
  readonly verdict: unknown;
  readonly reason: unknown;
  readonly outcome: unknown;
  readonly loss: unknown;
  readonly pattern: unknown;
  readonly explanation: unknown;
}

/** The verdicts of all runs that have ended, on the spans they stand on. */
async function told(): Promise<Told[]> {
  await provider.forceFlush();
  const judged = exporter.getFinishedSpans().filter((span) => span.attributes['ragspan.verdict'] !== undefined);
  return judged.map(({ attributes }) => ({
    verdict: attributes['ragspan.verdict'],
    reason: attributes['ragspan.reason'],
    outcome: attributes['ragspan.outcome'],
    loss: attributes['ragspan.loss'],
    pattern: attributes['ragspan.pattern'],
    explanation: attributes['ragspan.explanation'],
  }));
}

interface Turn {
  readonly found?: readonly unknown[];
  readonly handsOn?: number;
  readonly build?: (hits: readonly unknown[]) => unknown;
  readonly says?: string;
}

const prompt = (hits: readonly unknown[]): unknown => [
  { role: 'user', content: `Context:\n${hits.map((hit) => (hit as { text: string }).text).join('\n\n')}` },
];

function turn({
  found = corpus,
  handsOn = 3,
  build = prompt,
  says = 'The refund window is 30 days.',
}: Turn = {}): Promise<string> {
  return run(asked, async () => {
    const hits = await retrieval({ topK: handsOn, query: 'refund window' }, async (log) => {
      log.candidates(found as object[]);
      return found.slice(0, handsOn);
    });
    const messages = assembly({ chunks: hits }, () => build(hits));
    return generation({ model: 'm', messages }, async () => says);
  });
}

describe('a wrapped run', () => {
  test('holds when evidence and answer are there', async () => {
    await turn();
    expect(await told()).toMatchObject([
      { verdict: 'HOLD', outcome: 'answered', loss: 'none', pattern: 'present/present/passes' },
    ]);
  });

  test('names retrieval when the evidence ranked below k', async () => {
    await turn({ handsOn: 2, says: 'It is 14 days.' });
    expect(await told()).toMatchObject([{ verdict: 'H1', reason: 'below_k', explanation: 'rank 3/3 below k=2' }]);
  });

  test('names retrieval when nothing was found', async () => {
    await turn({ found: [], says: 'It is 14 days.' });
    expect(await told()).toMatchObject([{ verdict: 'H1', reason: 'empty', outcome: 'answered_empty' }]);
  });

  test('names retrieval when it failed and the application went on', async () => {
    await run(asked, async () => {
      const failing = retrieval({}, () => Promise.reject(new Error('index down')));
      await expect(failing).rejects.toThrow('index down');
      return generation({ messages: 'Context: none' }, async () => "I couldn't find information on that.");
    });
    expect(await told()).toMatchObject([{ verdict: 'H1', reason: 'retrieval_failed', outcome: 'abstained' }]);
  });

  test('names assembly when the budget cut the evidence off', async () => {
    await run(asked, async () => {
      const hits = recordAndReturn();
      const messages = assembly({ budget: 110, unit: 'byte' }, (log) => [
        { role: 'user', content: pack(hits, log, { overflow: 'cut-tail' }) },
      ]);
      return generation({ messages }, async () => 'It is 14 days.');
    });
    expect(await told()).toMatchObject([
      {
        verdict: 'H2',
        reason: 'cut',
        loss: 'cut',
        explanation: 'rank 3/3 within k=3; cut at 110 byte, 28 of 43 bytes kept',
      },
    ]);
  });

  test('names assembly when the evidence was packed out', async () => {
    await run(asked, async () => {
      const hits = recordAndReturn();
      const messages = assembly({ budget: 90, unit: 'byte' }, (log) => [{ role: 'user', content: pack(hits, log) }]);
      return generation({ messages }, async () => 'It is 14 days.');
    });
    expect(await told()).toMatchObject([{ verdict: 'H2', reason: 'packed_out' }]);
  });

  test('names generation when the answer contradicts what it was sent', async () => {
    await turn({ says: 'It is 14 days.' });
    expect(await told()).toMatchObject([{ verdict: 'H3a', reason: 'contradiction' }]);
  });

  test('names generation when it refuses with the evidence at hand, by phrase or by the application', async () => {
    await turn({ says: "I couldn't find information on that." });
    await run(asked, async () => {
      const hits = recordAndReturn();
      return generation(
        { messages: prompt(hits), isRefusal: (output) => output.startsWith('Hm') },
        async () => 'Hm, who knows.',
      );
    });
    expect(await told()).toMatchObject([
      { verdict: 'H3a', reason: 'refusal', outcome: 'abstained' },
      { verdict: 'H3a', reason: 'refusal', outcome: 'abstained' },
    ]);
  });

  test('judges a streamed answer at the end of the stream', async () => {
    const stream = run(asked, async function* () {
      const hits = recordAndReturn();
      yield* generation({ messages: prompt(hits) }, async function* () {
        yield 'The refund window ';
        yield 'is 30 days.';
      });
    });
    for await (const _piece of stream);
    expect(await told()).toMatchObject([{ verdict: 'HOLD' }]);
  });

  test('finds evidence in the result of a tool', async () => {
    await run(asked, async () => {
      const history: unknown[] = [{ role: 'user', content: asked.input }];
      const tools = {
        id: 'x',
        choices: [
          {
            index: 0,
            finish_reason: 'tool_calls',
            message: {
              content: null,
              tool_calls: [{ id: 'call_1', function: { name: 'search', arguments: '{"q":"refund"}' } }],
            },
          },
        ],
      };
      await generation({ messages: history }, async () => tools);
      const hits = recordAndReturn();
      history.push(tools.choices[0]?.message, { role: 'tool', tool_call_id: 'call_1', content: JSON.stringify(hits) });
      return generation({ messages: history }, async () => 'The refund window is 30 days.');
    });
    expect(await told()).toMatchObject([{ verdict: 'HOLD' }]);
  });

  test('is judged alike whatever the shape of its messages', async () => {
    const text = `Context:\n${c1}`;
    const shapes: Record<string, unknown>[] = [
      { messages: [{ role: 'user', content: text }] },
      { input: [{ role: 'user', content: [{ type: 'input_text', text }] }] },
      {
        system: [
          { type: 'text', text: 'Rules.' },
          { type: 'text', text },
        ],
        messages: [{ role: 'user', content: 'Q' }],
      },
      { contents: [{ role: 'user', parts: [{ text }] }] },
      { prompt: text },
    ];
    for (const shape of shapes) {
      await run(asked, async () => {
        recordAndReturn();
        return generation(shape, async () => 'The refund window is 30 days.');
      });
    }
    expect((await told()).map(({ verdict }) => verdict)).toEqual(shapes.map(() => 'HOLD'));
  });
});

function recordAndReturn(): typeof corpus {
  recordRetrieval(corpus, { k: 3, query: 'refund window' });
  return corpus;
}

describe('a part that was forgotten or cannot be read is UNKNOWN, never a wrong verdict', () => {
  const answered = async (): Promise<string> => 'It is 14 days.';

  test('no retrieval()', async () => {
    await run(asked, () => generation({ messages: 'Context: nothing of it' }, answered));
    expect(await told()).toMatchObject([{ verdict: 'UNKNOWN', reason: 'retrieval_unlogged' }]);
  });

  test('no generation()', async () => {
    await run(asked, async () => {
      const hits = recordAndReturn();
      assembly({ chunks: hits }, () => prompt(hits));
      return answered();
    });
    expect(await told()).toMatchObject([{ verdict: 'UNKNOWN', reason: 'output_unlogged' }]);
  });

  test('no messages', async () => {
    await run(asked, async () => {
      recordAndReturn();
      return generation({ model: 'm' }, answered);
    });
    expect(await told()).toMatchObject([
      { verdict: 'UNKNOWN', reason: expect.stringMatching(/^(context_unlogged|content_off)$/) as unknown },
    ]);
  });

  test('items of unknown shape', async () => {
    await turn({ found: [{ title: 'a', body: c1 }], build: () => 'Context: nothing of it', says: 'It is 14 days.' });
    expect(await told()).toMatchObject([{ verdict: 'UNKNOWN', reason: 'content_off' }]);
  });

  test('a result of unknown shape', async () => {
    await run(asked, async () => {
      await retrieval({ topK: 1 }, async (log) => {
        log.candidates(corpus);
        return corpus[0]?.text;
      });
      return generation({ messages: 'Context: nothing of it' }, answered);
    });
    expect(await told()).toMatchObject([{ verdict: 'UNKNOWN', reason: 'content_off' }]);
  });

  test('an output of unknown shape', async () => {
    await run(asked, async () => {
      const hits = recordAndReturn();
      return generation({ messages: prompt(hits) }, async () => ({ thoughts: 'hm' }));
    });
    expect(await told()).toMatchObject([
      { verdict: 'UNKNOWN', reason: expect.stringMatching(/^(output_unlogged|content_off)$/) as unknown },
    ]);
  });

  test('a context that the provider holds', async () => {
    await run(asked, async () => {
      recordAndReturn();
      return generation({ input: 'and in days?', previous_response_id: 'resp_0' }, answered);
    });
    expect(await told()).toMatchObject([{ verdict: 'UNKNOWN', reason: 'context_unlogged' }]);
  });

  test('a stream that was left early convicts by what was read, and by nothing else', async () => {
    const read = async (pieces: readonly string[], count: number): Promise<void> =>
      run(asked, async () => {
        const hits = recordAndReturn();
        let seen = 0;
        const stream = generation({ messages: prompt(hits) }, async function* () {
          yield* pieces;
        });
        for await (const _piece of stream) if (++seen === count) break;
      });
    await read(['It is 14 days', ' or so.'], 1);
    await read(['The refund window', ' is 30 days.'], 1);
    expect(await told()).toMatchObject([
      { verdict: 'H3a', reason: 'contradiction' },
      { verdict: 'UNKNOWN', reason: 'output_incomplete' },
    ]);
  });

  test('a stream that fails midway', async () => {
    const failing = run(asked, async () => {
      const hits = recordAndReturn();
      const stream = generation({ messages: prompt(hits) }, async function* () {
        yield 'The refund';
        throw new Error('socket died');
      });
      for await (const _piece of stream);
    });
    await expect(failing).rejects.toThrow('socket died');
    expect(await told()).toMatchObject([{ verdict: 'UNKNOWN', reason: 'output_incomplete' }]);
  });

  test('a stream that nobody reads is decided when the process ends, and never holds', async () => {
    await run(asked, async () => {
      const hits = recordAndReturn();
      generation({ messages: prompt(hits) }, async function* () {
        yield 'The refund window is 30 days.';
      });
    });
    const counted = exporter.getFinishedSpans().filter((span) => span.attributes['ragspan.verdict'] === 'HOLD');
    expect(counted).toEqual([]);
  });

  test('a stream that dies in silence is decided when its time is up, and freed', async () => {
    const clock = new TestClock();
    const records: { attributes: Record<string, unknown> }[] = [];
    const loggerProvider = { getLogger: () => ({ emit: (record: never) => void records.push(record) }) };
    const judging = new RagspanProcessor(
      { log: 'off', loggerProvider },
      { cases: casesAtOnce(), environment: {}, clock },
    );
    trace.disable();
    trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [judging] }));
    void run(asked, async () => {
      const hits = recordAndReturn();
      const stream = generation({ messages: prompt(hits) }, async function* () {
        yield* ['The refund ', 'window is ', '30 days'];
        await new Promise(() => undefined);
      });
      for await (const _piece of stream);
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    clock.advance(11 * 60_000);
    expect(records.map(({ attributes }) => attributes['gen_ai.evaluation.score.label'])).toEqual(['UNKNOWN']);
    expect(judging.pendingCount).toBe(0);
  });

  test('a model call that lost its context leaves two halves, and neither convicts', async () => {
    let late: AsyncGenerator<string> | undefined;
    await run(asked, async () => {
      const hits = recordAndReturn();
      assembly({ chunks: hits }, () => prompt(hits));
      late = (async function* () {
        yield* generation({ messages: prompt(hits) }, async function* () {
          yield 'The refund window is 30 days.';
        });
      })();
    });
    for await (const _piece of late ?? []);
    const verdicts = (await told()).map(({ verdict, reason }) => `${String(verdict)} ${String(reason)}`);
    expect(verdicts).toEqual(['UNKNOWN output_unlogged']);
  });

  test('the context handed on by hand joins them again', async () => {
    let late: AsyncGenerator<string> | undefined;
    const root = trace.getTracer('app').startSpan('request');
    context.with(trace.setSpan(context.active(), root), () => {
      const here = context.active();
      const hits = recordAndReturn();
      late = (async function* () {
        yield* generation({ messages: prompt(hits), context: here }, async function* () {
          yield 'The refund window is 30 days.';
        });
      })();
    });
    for await (const _piece of late ?? []);
    root.end();
    expect(await told()).toMatchObject([{ verdict: 'UNDECLARED', loss: 'none' }]);
  });
});

describe('by hashes alone, as a reader outside the process sees it', () => {
  beforeEach(() => {
    setCaptureSwitch({ privateText: false });
  });

  test('what was cut is known, and what was kept', async () => {
    const limits = { short: 60, ample: 500 };
    for (const budget of Object.values(limits)) {
      run({ name: String(budget) }, () => {
        const hits = recordAndReturn();
        const messages = assembly({ budget, unit: 'byte' }, (log) => [
          { role: 'user', content: pack(hits, log, { overflow: 'cut-tail' }) },
        ]);
        return generation({ messages }, () => 'It is 14 days.');
      });
    }
    expect(await told()).toMatchObject([
      { verdict: 'UNDECLARED', loss: 'cut' },
      { verdict: 'UNDECLARED', loss: 'none' },
    ]);
  });
});

test('an item beyond the thousand that are written is judged all the same', async () => {
  const found = [
    ...Array.from({ length: 1_500 }, (_, index) => ({ id: index, text: `Filler number ${index}.` })),
    corpus[2],
  ];
  await turn({ found, handsOn: 2_000, build: (hits) => prompt(hits.slice(-3)) });
  expect(await told()).toMatchObject([{ verdict: 'HOLD', pattern: 'present/present/passes' }]);
});

test('a chunk of a megabyte and a prompt around it are judged', async () => {
  const large = { id: 'l', text: `${'Lorem ipsum dolor. '.repeat(55_000)}${c1}` };
  await turn({ found: [large, ...corpus.slice(0, 2)] });
  expect(await told()).toMatchObject([{ verdict: 'HOLD' }]);
});
