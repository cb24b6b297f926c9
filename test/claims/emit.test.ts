/** What an audit leaves on spans and in the metrics of a real SDK. */
import { metrics, trace } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditClaims, type Claim } from '../../src/claims/index.js';
import { generation, retrieval, run } from '../../src/instrumentation/index.js';
import { exportedText, recordSpans } from '../instrumentation/support.js';
import { RagspanProcessor } from '../../src/processor/index.js';
import { casesAtOnce } from '../support/cases-at-once.js';
import { InMemorySpanExporter, simple, testMetrics, type TestMetrics, TracerProvider } from '../support/sdk.js';

const recorded = recordSpans();
let measured: TestMetrics;
beforeEach(() => {
  measured = testMetrics();
  metrics.setGlobalMeterProvider(measured.provider);
});
afterEach(() => metrics.disable());

const chunks = [{ id: 'ledger/4411', text: 'refund PENDING, no reference issued' }];
const claims: Claim[] = [
  { text: 'secret one', chunkIds: ['ledger/4411'], quote: 'refund PENDING' },
  { text: 'secret two', chunkIds: [] },
  { text: 'secret three', chunkIds: ['ledger/9', 'ledger/10'], quote: 'refund was sent' },
];
const written = {
  'ragspan.claims.count': 3,
  'ragspan.claims.unsupported': 1,
  'ragspan.claims.unknown_id': 2,
  'ragspan.claims.misquoted': 1,
};
const claimsOn = (name: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(recorded.named(name).attributes).filter(([key]) => key.startsWith('ragspan.claims.')),
  );

describe('an audit', () => {
  it('is counted on the span of the model call it is made in', async () => {
    await generation({ model: 'm', messages: 'Q' }, async () => {
      await Promise.resolve();
      auditClaims(claims, chunks);
      return 'A';
    });
    expect(claimsOn('chat m')).toEqual(written);
  });

  it('is counted on the span of the log it is given, wherever it is made', () => {
    run({ name: 'r' }, () =>
      generation({ messages: 'Q' }, (log) => {
        trace.getTracer('app').startActiveSpan('inner', (span) => {
          auditClaims(claims, chunks, { log });
          span.end();
        });
        return 'A';
      }),
    );
    expect(claimsOn('chat')).toEqual(written);
    expect(claimsOn('inner')).toEqual({});
    expect(claimsOn('run r')).toEqual({});
  });

  it('is counted on a span given, else on the active one, else on none', () => {
    const span = trace.getTracer('app').startSpan('given');
    auditClaims(claims, chunks, { span });
    span.end();
    run({ name: 'r' }, () => auditClaims(claims, chunks));
    auditClaims(claims, chunks);
    expect(claimsOn('given')).toEqual(written);
    expect(claimsOn('run r')).toEqual(written);
  });

  it('that finds nothing says that it was made', () => {
    run({ name: 'r' }, () => auditClaims(claims.slice(0, 1), chunks));
    expect(claimsOn('run r')).toEqual({ 'ragspan.claims.count': 1 });
  });

  it('made again on one span leaves nothing of the one before', () => {
    run({ name: 'r' }, () => {
      auditClaims(claims, chunks);
      auditClaims(claims.slice(0, 1), chunks);
    });
    const again = { count: 1, unsupported: 0, unknown_id: 0, not_sent: 0, misquoted: 0, value: 0 };
    expect(claimsOn('run r')).toEqual(
      Object.fromEntries(Object.entries(again).map(([name, number]) => [`ragspan.claims.${name}`, number])),
    );
  });

  it('is not written after the end of the call, nor on a span that throws', () => {
    let late: Parameters<Parameters<typeof generation>[1]>[0] | undefined;
    generation({ messages: 'Q' }, (log) => {
      late = log;
      return 'A';
    });
    expect(auditClaims(claims, chunks, { log: late })).toHaveLength(4);
    expect(claimsOn('chat')).toEqual({});
    const span = {
      setAttributes: () => {
        throw new Error('foreign');
      },
    };
    expect(auditClaims(claims, chunks, { span: span as never })).toHaveLength(4);
  });

  it('leaves no word and no id on a span', () => {
    generation({ messages: 'Q' }, () => {
      auditClaims(claims, chunks, { checks: [{ name: 'own', find: () => ({ found: 'secret value' }) }] });
      return 'A';
    });
    for (const span of recorded.spans()) expect(exportedText(span)).not.toMatch(/secret|ledger|PENDING/);
  });

  it('adds to the counters, by kind and by nothing else', async () => {
    auditClaims(claims, chunks);
    auditClaims(claims, chunks, { checks: [{ name: 'own', find: () => ({}) }] });
    auditClaims(claims, chunks, { emit: false });
    expect(await measured.sum('ragspan.claims')).toBe(6);
    const points = await measured.points('ragspan.claims.problems');
    expect(points.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))).toEqual([
      { attributes: { 'ragspan.problem': 'misquoted' }, value: 2 },
      { attributes: { 'ragspan.problem': 'unknown_id' }, value: 4 },
      { attributes: { 'ragspan.problem': 'unsupported' }, value: 2 },
      { attributes: { 'ragspan.problem': 'value' }, value: 3 },
    ]);
  });

  it('counts with the provider of now, not of the first time', async () => {
    auditClaims(claims, chunks);
    metrics.disable();
    const other = testMetrics();
    metrics.setGlobalMeterProvider(other.provider);
    auditClaims(claims, chunks);
    expect(await other.sum('ragspan.claims')).toBe(3);
  });
});

it('moves no verdict: a run with an audit is judged as the one without', async () => {
  const judged = async (isAudited: boolean): Promise<unknown> => {
    const exporter = new InMemorySpanExporter();
    const judging = new RagspanProcessor({ log: 'off' }, { cases: casesAtOnce(), environment: {} });
    const provider = new TracerProvider({ spanProcessors: [judging, simple(exporter)] });
    trace.disable();
    trace.setGlobalTracerProvider(provider);
    run({ input: 'Where is my refund?' }, () => {
      const hits = retrieval({ topK: 1 }, () => chunks);
      return generation({ messages: `Context: ${hits[0]?.text}` }, () => {
        if (isAudited) auditClaims(claims, hits);
        return 'It is pending.';
      });
    });
    await provider.forceFlush();
    const root = exporter.getFinishedSpans().find(({ name }) => name === 'run');
    await provider.shutdown();
    return { ...root?.attributes, 'ragspan.run.id': undefined };
  };
  const plain = await judged(false);
  expect(plain).toMatchObject({ 'ragspan.verdict': 'UNDECLARED', 'ragspan.outcome': 'answered' });
  expect(await judged(true)).toEqual(plain);
});
