import { context, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runLive } from '../../demo/live.js';
import type { LiveResult, Outcome } from '../../demo/live.js';
import { startOtlpReceiver } from '../../demo/otlp-receiver.js';
import { liveReport } from '../../demo/report.js';
import { styleFor } from '../../demo/style.js';
import * as ragspan from '../../src/instrumentation/index.js';
import { RagspanProcessor } from '../../src/processor/index.js';
import { casesAtOnce } from '../support/cases-at-once.js';
import { batch, enableContext, TracerProvider } from '../support/sdk.js';

let result: LiveResult;

beforeAll(async () => {
  const receiver = await startOtlpReceiver();
  const cases = fileURLToPath(new URL('../../demo/ragspan.cases.yaml', import.meta.url));
  const exporter = new OTLPTraceExporter({ url: `${receiver.url}/v1/traces` });
  const provider = new TracerProvider({
    spanProcessors: [new RagspanProcessor({}, { cases: casesAtOnce(cases) }), batch(exporter)],
  });
  enableContext();
  trace.setGlobalTracerProvider(provider);
  result = await runLive(ragspan, { receiver, flush: () => provider.forceFlush() });
  await provider.shutdown();
  await receiver.close();
});

afterAll(() => {
  trace.disable();
  context.disable();
});

const verdictOf = ({ verdict, reason }: Outcome): string => (reason === undefined ? verdict : `${verdict} ${reason}`);

describe('the demo, live', () => {
  test('shows one wrong answer with three causes', () => {
    expect(result.incidents.map(verdictOf)).toEqual(['H1 below_k', 'H2 cut', 'H3a contradiction']);
    for (const { answer } of result.incidents)
      expect(answer).toMatch(/^Your refund was processed on September 2; reference RB-8814\./);
  });

  test('shows what else production brings', () => {
    const [healthy, abstains, forgotten, undeclared] = result.others;
    expect(healthy?.verdict).toBe('HOLD');
    expect(healthy?.answer).toContain('PENDING');
    expect([abstains?.verdict, abstains?.outcome]).toEqual(['H1', 'abstained']);
    expect([forgotten?.verdict, forgotten?.reason]).toEqual(['UNKNOWN', 'output_unlogged']);
    expect([undeclared?.verdict, undeclared?.loss]).toEqual(['UNDECLARED', 'cut']);
  });

  test('shows that each repair recovers the incident it is for, and no other', () => {
    const verdicts = Object.fromEntries(
      Object.entries(result.matrix).map(([incident, row]) => [
        incident,
        Object.fromEntries(Object.entries(row).map(([repair, outcome]) => [repair, outcome.verdict])),
      ]),
    );
    expect(verdicts).toEqual({
      A: { top_k: 'HOLD', packing: 'H1', grounding: 'H1' },
      B: { top_k: 'H2', packing: 'HOLD', grounding: 'H2' },
      C: { top_k: 'H3a', packing: 'H3a', grounding: 'HOLD' },
    });
  });

  test('sends no text of the runs to the backend', () => {
    expect(result.received.spans).toBeGreaterThan(60);
    expect(result.leaked).toEqual([]);
  });

  test('reads well in a terminal and in a pipe', () => {
    const plain = liveReport(result, styleFor({ columns: 100 }, { NO_COLOR: '1' }));
    expect(plain).not.toContain('\u001b');
    expect(plain).toContain('H2 cut');
    const prose = plain.split('\n').filter((line) => !/^ {4,}/.test(line));
    expect(Math.max(...prose.map((line) => line.length))).toBeLessThanOrEqual(110);
    expect(liveReport(result, styleFor({ isTTY: true, columns: 120 }, {}))).toContain('\u001b[31m');
  });
});
