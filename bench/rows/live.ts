/** What the processor costs inside an application: the end of a run, and spans that are none of ours. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { context, type Span, type Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BatchSpanProcessor, TracerProvider, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';
import { assembly, generation, retrieval, run } from '../../src/instrumentation/index.js';
import { RagspanProcessor } from '../../src/processor/index.js';
import { trace } from '@opentelemetry/api';
import { millis, percent, type Row } from '../table.ts';
import { inTurn, median } from '../timing.ts';
import { LINE, texts } from '../workload.ts';

const nowhere: SpanExporter = {
  export: (_, done) => done({ code: 0 }),
  shutdown: () => Promise.resolve(),
  forceFlush: () => Promise.resolve(),
};

const batch = (): SpanProcessor =>
  new BatchSpanProcessor({ exporter: nowhere, maxQueueSize: 100_000, maxExportBatchSize: 10_000 });

/** Counts the time inside `span.end()`, whoever calls it. */
class EndTimer implements SpanProcessor {
  millis = 0;
  most = 0;

  onStart(span: { end(time?: unknown): void }): void {
    const end = span.end.bind(span);
    span.end = (time) => {
      const started = performance.now();
      end(time);
      const spent = performance.now() - started;
      this.millis += spent;
      this.most = Math.max(this.most, spent);
    };
  }
  onEnd(): void {}
  forceFlush(): Promise<void> {
    return Promise.resolve();
  }
  shutdown(): Promise<void> {
    return Promise.resolve();
  }
}

const CASES = `version: 1
cases:
  - id: refund-status
    need: { line: "${LINE}", line_is: correct }
    expect: { must: ["PENDING"], must_not: ["was processed"] }
`;

export async function endRow(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'ragspan-bench-'));
  const cases = join(folder, 'cases.yaml');
  writeFileSync(cases, CASES);
  const timer = new EndTimer();
  const verdicts: unknown[] = [];
  const judged: SpanProcessor = {
    onStart: () => undefined,
    onEnd: (span) => verdicts.push(span.attributes['ragspan.verdict']),
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
  const ours = new RagspanProcessor({ cases, log: 'off' });
  const provider = new TracerProvider({ spanProcessors: [timer, ours as SpanProcessor, judged, batch()] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  // The reader of case files is loaded on the side.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const pool = Array.from({ length: 8 }, (_, seed) => texts(seed, 40, 1024, 200 * 1024, 2048, 20));
  const totals: number[] = [];
  const longest: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    const { question, chunks, prompts, output } = pool[round % pool.length] as (typeof pool)[number];
    timer.millis = 0;
    timer.most = 0;
    run({ input: question }, () => {
      retrieval({ query: question, topK: 40 }, () => chunks.map((text, index) => ({ id: String(index), text })));
      assembly({ budget: 60_000 }, () => prompts[0] ?? '');
      generation({ model: 'bench', messages: [{ role: 'user', content: prompts[0] }] }, () => ({
        choices: [{ message: { role: 'assistant', content: output }, finish_reason: 'stop' }],
      }));
    });
    if (round < 10) continue;
    totals.push(timer.millis);
    longest.push(timer.most);
    if (round % 10 === 0) await provider.forceFlush();
  }
  trace.disable();
  context.disable();
  await provider.shutdown();
  rmSync(folder, { recursive: true, force: true });
  const holds = verdicts.filter((verdict) => verdict === 'HOLD').length;
  if (holds !== 60) throw new Error(`${holds} of 60 runs got their verdict`);
  return {
    what: 'inside span.end(), all spans of a run: 200 KB prompt, 40 chunks of which 20 are absent',
    value: median(totals),
    goal: 5,
    show: millis,
    note: `the longest single end() ${millis(median(longest))}`,
  };
}

const SPANS = 1000;

/** Spans of an HTTP server and a database: nothing here is a part of a run. */
export async function foreignRow(): Promise<Row> {
  const ours = new TracerProvider({
    spanProcessors: [new RagspanProcessor({ cases: false, log: 'off' }) as SpanProcessor, batch()],
  });
  const plain = new TracerProvider({ spanProcessors: [batch()] });
  const work = (tracer: Tracer) => (): unknown => {
    let last: Span | undefined;
    for (let i = 0; i < SPANS; i += 1) last = foreignSpan(tracer, i);
    return last;
  };
  const first = work(ours.getTracer('bench'));
  const second = work(plain.getTracer('bench'));
  const rounds: number[] = [];
  let pair = { ratio: 0, firstMillis: 0, secondMillis: 0 };
  for (let block = 0; block < 12; block += 1) {
    pair = inTurn(first, second, 25);
    if (block > 1) rounds.push(pair.ratio);
    await Promise.all([ours.forceFlush(), plain.forceFlush()]);
  }
  await Promise.all([ours.shutdown(), plain.shutdown()]);
  return {
    what: 'a foreign span through RagspanProcessor and BatchSpanProcessor, against BatchSpanProcessor alone',
    value: (median(rounds) - 1) * 100,
    goal: 5,
    show: percent,
    note: `${((pair.firstMillis / SPANS) * 1000).toFixed(2)} µs against ${((pair.secondMillis / SPANS) * 1000).toFixed(2)} µs a span`,
  };
}

function foreignSpan(tracer: Tracer, index: number): Span {
  const span = tracer.startSpan('GET /orders/:id', {
    attributes: { 'http.request.method': 'GET', 'url.path': `/orders/${index}` },
  });
  span.setAttribute('http.response.status_code', 200);
  span.setAttribute('server.address', 'localhost');
  span.setAttribute('network.protocol.version', '1.1');
  span.end();
  return span;
}
