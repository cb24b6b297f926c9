/** What a Collector hands on, seen by an OTLP receiver in the test. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OtlpReceiver, StoredSpan } from '../../demo/otlp-receiver.js';
import { ownMetrics, type CollectorPorts, type Overlay } from '../../scripts/stack/collector.js';

/** The shipped agent.yaml or gateway.yaml without sampling, sending to `sink`; `ragspan` changes options of the processor. */
export function judgeInto(sink: OtlpReceiver, ragspan: Overlay = {}): Overlay {
  return {
    processors: { ragspan },
    exporters: { 'otlp_http/sink': { endpoint: sink.url, encoding: 'json' } },
    service: { pipelines: { 'traces/keep': { processors: [], exporters: ['otlp_http/sink'] } } },
  };
}

/** A whole configuration: OTLP in, the processors named, and the sink. */
export function pipeline(
  sink: OtlpReceiver,
  ports: CollectorPorts,
  processors: Readonly<Record<string, Overlay>>,
): Overlay {
  const at = (port: number): { endpoint: string } => ({ endpoint: `127.0.0.1:${port}` });
  return {
    receivers: { otlp: { protocols: { grpc: at(ports.grpc), http: at(ports.http) } } },
    processors,
    exporters: { otlp_http: { endpoint: sink.url, encoding: 'json' } },
    service: {
      pipelines: {
        traces: { receivers: ['otlp'], processors: Object.keys(processors), exporters: ['otlp_http'] },
      },
      telemetry: { metrics: { readers: [ownMetrics(ports.own)] } },
    },
  };
}

export async function until<T>(
  what: string,
  seconds: number,
  look: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`not within ${seconds} s: ${what}`);
    await sleep(100);
  }
}

export const spansOf = (sink: OtlpReceiver, traceId: string): readonly StoredSpan[] =>
  sink.spans.filter((span) => span.traceId === traceId);

/** Verdict and reason of every span of the trace that carries one. */
export const verdictsOf = (sink: OtlpReceiver, traceId: string): readonly string[] =>
  spansOf(sink, traceId).flatMap(({ attributes }) => {
    const { 'ragspan.verdict': verdict, 'ragspan.reason': reason } = attributes;
    return verdict === undefined
      ? []
      : [reason === undefined ? String(verdict) : `${String(verdict)} ${String(reason)}`];
  });
