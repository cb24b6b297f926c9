/** A source that comes in pieces of a given size. */
import type { TraceSource } from '../../../src/files/read/trace-file.js';

export function inPieces(bytes: Buffer | string, size: number, name = 'file'): TraceSource {
  const whole = Buffer.from(bytes);
  return {
    name,
    async *open() {
      for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
    },
  };
}

/** One span of OTLP JSON. */
export function spanJson(traceId: string, spanId: string, more: object = {}): object {
  return {
    traceId: traceId.padStart(32, '0'),
    spanId: spanId.padStart(16, '0'),
    name: `span ${spanId}`,
    startTimeUnixNano: '1',
    endTimeUnixNano: '2',
    ...more,
  };
}

export function otlp(...spans: readonly object[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'bot' } }] },
        scopeSpans: [{ scope: { name: 'app' }, spans }],
      },
    ],
  };
}
