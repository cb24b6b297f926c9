/** A trace as the wrappers export it by default: hashes and no text. */
import { createHash } from 'node:crypto';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const CHUNK = 'Opening hours: the rooftop bar closes at 23:00.';
const DIGESTS = [sha256(CHUNK).slice(0, 32)];

/** What the processor of such an application puts on the root. */
export const HELD = {
  'ragspan.verdict': 'HOLD',
  'ragspan.case.id': 'bar-hours',
  'ragspan.explanation': 'rank 3/5 within k=3; sent at byte 244; output passes',
};

type Value = string | number | readonly string[] | readonly number[];

/** `modelTrace`: the last digit of the model call's trace id; another than the retrieval's for a lost context. */
export function hashedTrace(root: Readonly<Record<string, string>>, modelTrace = '1'): string {
  const spans = [
    span('1', '1', undefined, 'run support', root),
    span('1', '2', '1', 'retrieval hotel', {
      'gen_ai.operation.name': 'retrieval',
      'gen_ai.retrieval.top_k': 1,
      'ragspan.retrieval.chunk.digests': DIGESTS,
      'ragspan.retrieval.chunk.bytes': [CHUNK.length],
      'ragspan.retrieval.chunk.count': 1,
      'ragspan.retrieval.handed_on': 1,
    }),
    span('1', '3', '1', 'assembly', {
      'ragspan.context.sha256': sha256('context'),
      'ragspan.assembly.chunk.digests': DIGESTS,
      'ragspan.assembly.chunk.kept': [CHUNK.length],
    }),
    span(modelTrace, '4', modelTrace === '1' ? '1' : undefined, 'chat fake', {
      'gen_ai.operation.name': 'chat',
      'ragspan.context.sha256': sha256('context'),
      'ragspan.output.sha256': sha256('It closes at 23:00.'),
      'ragspan.output.bytes': 19,
    }),
  ];
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ scope: { name: 'ragspan' }, spans }] }] });
}

function span(
  trace: string,
  id: string,
  parent: string | undefined,
  name: string,
  attributes: Readonly<Record<string, Value>>,
): object {
  const start = 1_788_300_000_000_000_000n + BigInt(id) * 1_000_000n;
  return {
    traceId: trace.padStart(32, '0'),
    spanId: id.padStart(16, '0'),
    ...(parent === undefined ? {} : { parentSpanId: parent.padStart(16, '0') }),
    name,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(parent === undefined && id === '1' ? start + 9_000_000n : start + 500_000n),
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) })),
  };
}

function anyValue(value: Value | number): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { intValue: String(value) };
  return { arrayValue: { values: value.map((one) => anyValue(one)) } };
}
