/** Spans as the readers give them: well-formed text, exact integers, no undefined. */
import fc from 'fast-check';
import type { Attributes, AttributeValue, Resource, SpanRecord } from '../../src/model/span.js';
import { Origins } from '../../src/files/hold/origins.js';

const key = fc.oneof(
  fc.constantFrom('gen_ai.input.messages', 'a', '__proto__', 'constructor'),
  fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }),
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('"', '\\', '\n', '\u0000', '\u{1F600}', '{"a":[1]}', '12345678901234567890'),
);
const scalar: fc.Arbitrary<AttributeValue> = fc.oneof(
  text,
  fc.boolean(),
  fc.maxSafeInteger(),
  fc.constant(null),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 53n) }),
  fc.double(),
  fc.uint8Array({ maxLength: 6 }),
);
const { value } = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 4 }), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const attributes: fc.Arbitrary<Attributes> = fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true });
const flatAttributes: fc.Arbitrary<Attributes> = fc.dictionary(
  key.filter((one) => one !== '__proto__'),
  scalar,
  { maxKeys: 3, noNullPrototype: true },
);
const hex = (digits: number): fc.Arbitrary<string> =>
  fc.bigInt({ min: 1n, max: 16n ** BigInt(digits) - 1n }).map((id) => id.toString(16).padStart(digits, '0'));
const time = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n });
const origins = new Origins();
const resource: fc.Arbitrary<Resource> = attributes.map((own) => origins.intern(own, '').resource);

export const span: fc.Arbitrary<SpanRecord> = fc.record(
  {
    traceId: fc.oneof(hex(32), fc.constantFrom('00000000000000000000000000000001', 'ffffffffffffffffffffffffffffffff')),
    spanId: hex(16),
    parentSpanId: hex(16),
    traceState: fc.constantFrom('ot=th:8', 'a=b'),
    name: text,
    startTimeUnixNano: time,
    endTimeUnixNano: time,
    status: fc.constantFrom('unset', 'ok', 'error'),
    attributes,
    events: fc.array(fc.record({ name: text, timeUnixNano: time, attributes, droppedAttributesCount: fc.nat() }), {
      maxLength: 2,
    }),
    droppedAttributesCount: fc.nat(),
    droppedEventsCount: fc.nat(),
    resource,
    scopeName: text,
  },
  {
    requiredKeys: [
      'traceId',
      'spanId',
      'name',
      'startTimeUnixNano',
      'status',
      'attributes',
      'events',
      'droppedAttributesCount',
      'droppedEventsCount',
      'resource',
      'scopeName',
    ],
  },
) as fc.Arbitrary<SpanRecord>;

/** What Jaeger's format can hold: flat values, times in whole microseconds below 2^53. */
const micros = fc.bigInt({ min: 1n, max: 2n ** 52n }).map((value_) => value_ * 1000n);
export const jaegerSpan: fc.Arbitrary<SpanRecord> = fc
  .tuple(span, micros, micros, flatAttributes, flatAttributes, fc.boolean())
  .map(([one, start, length, own, process, isOpen]) => {
    const withoutNull = (values: Attributes): Attributes =>
      Object.fromEntries(Object.entries(values).filter(([, held]) => held !== null && !Object.is(held, -0)));
    const { endTimeUnixNano: _end, ...rest } = one;
    return {
      ...rest,
      startTimeUnixNano: start,
      ...(isOpen ? {} : { endTimeUnixNano: start + length }),
      attributes: withoutNull(own),
      events: one.events.map((event) => ({ ...event, timeUnixNano: start, attributes: withoutNull(own) })),
      resource: origins.intern({ ...withoutNull(process), 'service.name': 'bot' }, '').resource,
    };
  });

/** As `readSpanRecords` gives them: by trace id, in a trace in the order written. */
export function inReadOrder(spans: readonly SpanRecord[]): SpanRecord[] {
  return spans.toSorted((a, b) => (a.traceId < b.traceId ? -1 : a.traceId > b.traceId ? 1 : 0));
}
