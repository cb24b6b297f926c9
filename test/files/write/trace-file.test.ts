import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSpanRecords } from '../../../src/files/read/span-records.js';
import { bytesSource } from '../../../src/files/read/trace-file.js';
import { byOrigin } from '../../../src/files/write/by-origin.js';
import { traceFileBytes, type TraceFormat } from '../../../src/files/write/trace-file.js';
import type { SpanRecord } from '../../../src/model/span.js';
import { inReadOrder, jaegerSpan, span } from '../span-arbitrary.js';

/** Files group spans by resource and scope: so does the order that comes back. */
const written = (spans: readonly SpanRecord[]): SpanRecord[] =>
  inReadOrder(byOrigin(spans).flatMap(({ scopes }) => scopes.flatMap((scope) => scope.spans)));

async function readBack(bytes: Buffer): Promise<readonly SpanRecord[]> {
  const { records, damage } = await readSpanRecords([bytesSource('file', bytes)]);
  expect(damage).toEqual([]);
  return records;
}

const OTLP_FORMATS: readonly TraceFormat[] = [
  'otlp_json',
  'otlp_json_lines',
  'otlp_protobuf',
  'otlp_protobuf_length_prefixed',
];

describe('a trace file that was written', () => {
  it.each(OTLP_FORMATS)('comes back from %s as it was, plain and gzipped', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(span, { minLength: 1, maxLength: 5 }), fc.boolean(), async (spans, gzip) => {
        const records = await readBack(traceFileBytes(spans, { format, gzip }));
        const expected =
          format === 'otlp_json_lines' || format === 'otlp_protobuf_length_prefixed'
            ? [...new Set(inReadOrder(spans).map((one) => one.traceId))].flatMap((id) =>
                written(spans.filter((one) => one.traceId === id)),
              )
            : written(spans);
        expect(records).toEqual(expected);
      }),
      { numRuns: 150, interruptAfterTimeLimit: 8_000 },
    );
  });

  it('comes back from Jaeger JSON as far as that format holds it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(jaegerSpan, { minLength: 1, maxLength: 5 }), fc.boolean(), async (spans, gzip) => {
        const records = await readBack(traceFileBytes(spans, { format: 'jaeger_json', gzip }));
        expect(records).toEqual(inReadOrder(spans));
      }),
      { numRuns: 150, interruptAfterTimeLimit: 8_000 },
    );
  });
});
