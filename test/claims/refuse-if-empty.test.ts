/** refuseIfEmpty(): what the application gets, and what its run is told to be. */
import { context, diag, DiagLogLevel, trace } from '@opentelemetry/api';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { isRefusal } from '../../src/attribution/generation/refusals.js';
import { REFUSAL_TEXTS, refuseIfEmpty } from '../../src/claims/index.js';
import { type CodeCase, generation, recordRetrieval, retrieval, run } from '../../src/instrumentation/index.js';
import { setCaptureSwitch } from '../../src/model/capture-switch.js';
import { RagspanProcessor } from '../../src/processor/index.js';
import { casesAtOnce } from '../support/cases-at-once.js';
import { enableContext, InMemorySpanExporter, simple, TracerProvider } from '../support/sdk.js';

let exporter: InMemorySpanExporter;
let provider: TracerProvider;

beforeEach(() => {
  diag.setLogger({ error() {}, warn() {}, info() {}, debug() {}, verbose() {} }, DiagLogLevel.ERROR);
  enableContext();
  exporter = new InMemorySpanExporter();
  const judging = new RagspanProcessor({ log: 'off' }, { cases: casesAtOnce(), environment: {} });
  provider = new TracerProvider({ spanProcessors: [judging, simple(exporter)] });
  trace.setGlobalTracerProvider(provider);
});

afterEach(async () => {
  await provider.shutdown();
  trace.disable();
  context.disable();
  diag.disable();
  setCaptureSwitch({});
});

async function told(): Promise<readonly Record<string, unknown>[]> {
  await provider.forceFlush();
  return exporter
    .getFinishedSpans()
    .filter(({ attributes }) => attributes['ragspan.verdict'] !== undefined)
    .map(({ attributes, name }) => ({
      on: name,
      verdict: attributes['ragspan.verdict'],
      reason: attributes['ragspan.reason'],
      outcome: attributes['ragspan.outcome'],
      explanation: attributes['ragspan.explanation'],
    }));
}

const refund: CodeCase = {
  id: 'refund',
  need: { line: 'refund PENDING, no reference issued' },
  expect: { must: ['PENDING'], must_not: ['was processed'] },
};
const never = (): never => {
  throw new Error('a model was called');
};

describe('what the application gets', () => {
  it('is the refusal, too, where it forgot to wait for its chunks', async () => {
    const forgot = (chunks: string[]): unknown => refuseIfEmpty(Promise.resolve(chunks) as never, (kept) => kept);
    await expect(forgot([])).resolves.toBe(REFUSAL_TEXTS['en']);
    await expect(forgot(['a'])).resolves.toEqual(['a']);
  });

  it('is what generate returns, for the chunks that are not blank', async () => {
    const chunks = [{ text: 'a' }, { text: ' \n\u3000' }, { pageContent: '' }, { body: 1 }, null, 'b', ''];
    expect(refuseIfEmpty(chunks, (kept) => kept)).toEqual([{ text: 'a' }, { body: 1 }, 'b']);
    const byId = new Map([
      ['a', { text: 'a' }],
      ['b', { text: ' ' }],
    ]);
    const fromMap = refuseIfEmpty(byId, (kept) => kept);
    expect(fromMap).toEqual([{ text: 'a' }]);
    expectTypeOf(fromMap).toEqualTypeOf<{ text: string }[] | string>();
    expect(refuseIfEmpty(new Map([['a', '']]), never)).toBe(REFUSAL_TEXTS['en']);
    const promise = Promise.resolve('A');
    expect(refuseIfEmpty(['a'], () => promise)).toBe(promise);
    const stream = (async function* () {
      yield 'A';
    })();
    expect(refuseIfEmpty(['a'], () => stream)).toBe(stream);
    await stream.return();
    const own = [{ words: '  ' }, { words: 'x' }];
    expect(refuseIfEmpty(own, (kept) => kept, { chunkOf: ({ words }) => words })).toEqual([{ words: 'x' }]);
  });

  it.each([[[]], [[' ']], [new Set()], [undefined], [null], [[{ text: '\t' }, undefined]]])(
    'for %o is a refusal, and generate is not called',
    (chunks) => {
      const generate = vi.fn<() => string>();
      expect(refuseIfEmpty(chunks as Iterable<unknown>, generate)).toBe(REFUSAL_TEXTS['en']);
      expect(generate).not.toHaveBeenCalled();
    },
  );

  it('reads a result that holds its list, and takes what is no list for one item', () => {
    expect(refuseIfEmpty({ documents: [] } as never, never)).toBe(REFUSAL_TEXTS['en']);
    expect(refuseIfEmpty({ documents: [{ text: 'a' }, { text: '' }] } as never, (kept) => kept)).toEqual([
      { text: 'a' },
    ]);
    expect(refuseIfEmpty('some context', (kept) => kept)).toEqual(['some context']);
    expect(refuseIfEmpty(' ', never)).toBe(REFUSAL_TEXTS['en']);
    expect(refuseIfEmpty(3 as never, (kept) => kept)).toEqual([3]);
  });

  it('has the type of generate where the refusal is wrapped', async () => {
    interface Answer {
      readonly text: string;
      readonly isCanned: boolean;
    }
    const generate = async (): Promise<Answer> => ({ text: 'A', isCanned: false });
    const answer = refuseIfEmpty([], generate, { wrap: async (text): Promise<Answer> => ({ text, isCanned: true }) });
    expectTypeOf(answer).toEqualTypeOf<Promise<Answer>>();
    expect(await answer).toEqual({ text: REFUSAL_TEXTS['en'], isCanned: true });
    expectTypeOf(refuseIfEmpty([], generate)).toEqualTypeOf<Promise<Answer> | string>();
  });

  it('fails as generate or wrap fails, and as nothing else', () => {
    expect(() => refuseIfEmpty(['a'], never)).toThrow('a model was called');
    expect(() =>
      refuseIfEmpty([], never, {
        wrap: () => {
          throw new Error('own');
        },
      }),
    ).toThrow('own');
    expect(
      refuseIfEmpty([], never, {
        text: () => {
          throw new Error('own');
        },
      }),
    ).toBe(REFUSAL_TEXTS['en']);
    const throwing = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
      },
    );
    expect(refuseIfEmpty([throwing], (kept) => kept.length)).toBe(1);
  });
});

describe('the text', () => {
  const text = (language: string | readonly string[] | undefined, options: object = {}): string =>
    refuseIfEmpty([], never, { language, ...options });

  it('comes in the language asked for, as far as there is one', () => {
    expect(text('de-CH')).toBe(REFUSAL_TEXTS['de']);
    expect(text('PT_br')).toBe(REFUSAL_TEXTS['pt']);
    expect(text(['tlh', 'nl-BE', 'de'])).toBe(REFUSAL_TEXTS['nl']);
    expect(text('tlh')).toBe(REFUSAL_TEXTS['en']);
    expect(text('tlh', { fallback: 'fr' })).toBe(REFUSAL_TEXTS['fr']);
    for (const odd of ['', '-', '*', '__proto__', 'x-y-z', 'constructor']) expect(text(odd)).toBe(REFUSAL_TEXTS['en']);
  });

  it('is your own: one, one a language, or chosen by you', () => {
    expect(text('de', { text: 'Nope.' })).toBe('Nope.');
    const texts = { 'zh-Hant': '繁', zh: '简', de: 'Nein.' };
    expect(text('zh-Hant-TW', { text: texts })).toBe('繁');
    expect(text('zh-a-ext', { text: texts })).toBe('简');
    expect(text('fr', { text: texts })).toBe('繁');
    expect(text('fr', { text: texts, fallback: 'de' })).toBe('Nein.');
    expect(text(['de-AT', 'en'], { text: (tag: string) => `${tag}!` })).toBe('de-AT!');
    for (const none of ['', ' ', {}, null, 3, () => undefined])
      expect(text('de', { text: none })).toBe(REFUSAL_TEXTS['de']);
  });

  it('is a refusal to every reader, in every built-in language', () => {
    expect(Object.entries(REFUSAL_TEXTS).filter(([, words]) => !isRefusal(words, [], false))).toEqual([]);
  });

  it('is a text, whatever the tags', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (language, own) => {
        expect(text(language as string, { text: own, fallback: 'en' })).not.toBe('');
      }),
    );
  });
});

describe('the run', () => {
  const ask = (found: readonly unknown[], options: object = {}): unknown =>
    run({ input: 'Where is my refund?', ...options }, async () => {
      const hits = await retrieval({ topK: 5 }, async () => found);
      return refuseIfEmpty(hits, (kept) =>
        generation({ messages: `Context: ${kept.length}` }, async () => 'It was processed.'),
      );
    });

  it('abstained, with a case and without', async () => {
    await ask([]);
    await ask([], { case: refund });
    await ask([{ text: ' ' }]);
    expect(await told()).toMatchObject([
      { on: 'run', verdict: 'UNDECLARED', outcome: 'abstained', explanation: 'no case; 0 retrieved' },
      { on: 'run', verdict: 'H1', reason: 'empty', outcome: 'abstained', explanation: '0 retrieved' },
      { on: 'run', verdict: 'UNDECLARED', outcome: 'abstained' },
    ]);
  });

  it('abstained in words of any language, and of none', async () => {
    run({ case: refund }, () => {
      recordRetrieval([]);
      return refuseIfEmpty([], never, { text: 'qapla' });
    });
    expect(await told()).toMatchObject([{ verdict: 'H1', reason: 'empty', outcome: 'abstained' }]);
  });

  it('needs no run(): the span of the request is its root', async () => {
    await trace.getTracer('app').startActiveSpan('GET /ask', async (span) => {
      const hits = await retrieval({}, async () => []);
      refuseIfEmpty(hits, never);
      span.end();
    });
    expect(await told()).toMatchObject([{ on: 'GET /ask', verdict: 'UNDECLARED', outcome: 'abstained' }]);
  });

  it('abstained though a model had rewritten the question', async () => {
    await run({ case: refund }, async () => {
      await generation({ messages: 'Rewrite: where refund' }, async () => 'refund status');
      const hits = await retrieval({ query: 'refund status' }, async () => []);
      return refuseIfEmpty(hits, never);
    });
    expect(await told()).toMatchObject([{ verdict: 'H1', reason: 'empty', outcome: 'abstained' }]);
  });

  it('that found something is left as it is', async () => {
    await ask([{ text: 'refund rules' }, { text: 'x' }], { case: refund });
    expect(exporter.getFinishedSpans().filter(({ name }) => name === 'refusal')).toEqual([]);
    expect(await told()).toMatchObject([{ verdict: 'H1', outcome: 'answered' }]);
  });

  it('is judged by a reader of hashes alone, too', async () => {
    setCaptureSwitch({ privateText: false });
    await ask([], { case: refund });
    expect(await told()).toMatchObject([{ verdict: 'H1', reason: 'empty' }]);
  });

  it('exports no word of it, and claims no operation of a model', async () => {
    await ask([]);
    const refusal = exporter.getFinishedSpans().find(({ name }) => name === 'refusal');
    expect(refusal?.attributes).toEqual({
      'ragspan.refused': true,
      'ragspan.answer': true,
      'gen_ai.input.messages': '[]',
      'ragspan.output.sha256': expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      'ragspan.output.bytes': REFUSAL_TEXTS['en']?.length,
    });
  });
});
