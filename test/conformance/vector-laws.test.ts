import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeVector, vectorNames } from '../support/judge-vector.js';

const folder = join(import.meta.dirname, '../vectors');
/** Which of several spans with one id counts is the file's order to say. */
const ORDER_COUNTS = new Set(['join-duplicate-id-first-that-succeeded']);

interface SpanJson {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}
interface TraceJson {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly SpanJson[] }[] }[];
}

/** The same trace with its spans in reverse order, each delivered twice, among spans of other things. */
function disturbed(trace: TraceJson): TraceJson {
  let count = 0;
  const other = ({ traceId, spanId, parentSpanId = spanId }: SpanJson): object => {
    count += 1;
    return {
      traceId,
      spanId: (0xabcdef0000 + count).toString(16).padStart(16, '0'),
      parentSpanId,
      name: 'GET /health',
      startTimeUnixNano: '1788300000001000000',
      endTimeUnixNano: '1788300000002000000',
      attributes: [{ key: 'http.request.method', value: { stringValue: 'GET' } }],
    };
  };
  const resourceSpans = trace.resourceSpans.map((resource) => ({
    ...resource,
    scopeSpans: resource.scopeSpans
      .map((scope) => ({
        ...scope,
        spans: scope.spans.flatMap((span) => [span, other(span), span]).toReversed() as SpanJson[],
      }))
      .toReversed(),
  }));
  return { ...trace, resourceSpans: resourceSpans.toReversed() };
}

describe('what changes no verdict', () => {
  it.each(vectorNames(folder).filter((name) => !ORDER_COUNTS.has(name)))(
    'order, repeats and other spans: %s',
    async (name) => {
      const trace = JSON.parse(readFileSync(join(folder, name, 'trace.json'), 'utf8')) as TraceJson;
      const { json } = await judgeVector(join(folder, name), JSON.stringify(disturbed(trace)));
      expect(json).toBe(readFileSync(join(folder, name, 'verdict.json'), 'utf8'));
    },
  );
});
