import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readSpanRecords } from '../../../src/files/read/span-records.js';
import type { SpanRecord } from '../../../src/model/span.js';
import { inPieces, otlp, spanJson } from './sources.js';

async function read(bytes: Buffer | string, size = 37): Promise<readonly SpanRecord[]> {
  const { records, damage } = await readSpanRecords([inPieces(bytes, size)]);
  expect(damage).toEqual([]);
  return records;
}

async function one(bytes: Buffer | string): Promise<SpanRecord> {
  const records = await read(bytes);
  expect(records).toHaveLength(1);
  return records[0] as SpanRecord;
}

const attribute = (key: string, value: object): object => ({ key, value });

describe('OTLP JSON', () => {
  it('reads every kind of value, exactly', async () => {
    const span = await one(
      JSON.stringify(
        otlp(
          spanJson('1', '2', {
            traceState: 'ot=th:8',
            parentSpanId: '00000000000000ff',
            status: { code: 2, message: 'no' },
            droppedAttributesCount: 3,
            droppedEventsCount: 4,
            attributes: [
              attribute('text', { stringValue: 'a' }),
              attribute('flag', { boolValue: true }),
              attribute('small', { intValue: '42' }),
              attribute('large', { intValue: '9223372036854775807' }),
              attribute('double', { doubleValue: 0.5 }),
              attribute('nan', { doubleValue: null }),
              attribute('infinite', { doubleValue: 'Infinity' }),
              attribute('list', { arrayValue: { values: [{ stringValue: 'x' }, {}, { intValue: 1 }] } }),
              attribute('map', { kvlistValue: { values: [attribute('k', { stringValue: 'v' })] } }),
              attribute('bytes', { bytesValue: 'AAEC' }),
              attribute('nothing', {}),
              attribute('text', { stringValue: 'second of the same key' }),
            ],
            events: [
              {
                timeUnixNano: '7',
                name: 'e',
                attributes: [attribute('a', { intValue: '1' })],
                droppedAttributesCount: 5,
              },
            ],
          }),
        ),
      ),
    );
    expect(span).toEqual({
      traceId: '00000000000000000000000000000001',
      spanId: '0000000000000002',
      parentSpanId: '00000000000000ff',
      traceState: 'ot=th:8',
      name: 'span 2',
      startTimeUnixNano: 1n,
      endTimeUnixNano: 2n,
      status: 'error',
      droppedAttributesCount: 3,
      droppedEventsCount: 4,
      attributes: {
        text: 'a',
        flag: true,
        small: 42,
        large: 9223372036854775807n,
        double: 0.5,
        nan: Number.NaN,
        infinite: Number.POSITIVE_INFINITY,
        list: ['x', null, 1],
        map: { k: 'v' },
        bytes: new Uint8Array([0, 1, 2]),
        nothing: null,
      },
      events: [{ name: 'e', timeUnixNano: 7n, attributes: { a: 1 }, droppedAttributesCount: 5 }],
      resource: { attributes: { 'service.name': 'bot' }, key: '{"service.name":"bot"}' },
      scopeName: 'app',
    });
  });

  it('keeps long integers that stand there bare, and does not touch digits in texts', async () => {
    const text = JSON.stringify(
      otlp(
        spanJson('1', '2', {
          attributes: [
            attribute('n', { intValue: 'N' }),
            attribute('t', { stringValue: 'a 12345678901234567890 \\" b' }),
          ],
        }),
      ),
    )
      .replace('"N"', '-9007199254740993')
      .replace('"startTimeUnixNano":"1"', '"startTimeUnixNano":1788300000123456789');
    const span = await one(text);
    expect(span.startTimeUnixNano).toBe(1788300000123456789n);
    expect(span.attributes).toEqual({ n: -9007199254740993n, t: 'a 12345678901234567890 \\" b' });
  });

  it.each([
    ['an array of objects', (a: object, b: object) => JSON.stringify([a, b])],
    ['one object a line', (a: object, b: object) => `${JSON.stringify(a)}\n${JSON.stringify(b)}\n`],
    [
      'one object a line, without an LF at the end and with CRLF',
      (a: object, b: object) => `${JSON.stringify(a)}\r\n${JSON.stringify(b)}`,
    ],
    [
      'objects over many lines',
      (a: object, b: object) => `${JSON.stringify(a, undefined, 2)}\n${JSON.stringify(b, undefined, 2)}\n`,
    ],
    ['objects without anything between them', (a: object, b: object) => JSON.stringify(a) + JSON.stringify(b)],
    [
      'records after a record separator',
      (a: object, b: object) => `\u001e${JSON.stringify(a)}\n\u001e${JSON.stringify(b)}\n`,
    ],
    [
      'a byte order mark and blank lines',
      (a: object, b: object) => `\ufeff\n\n${JSON.stringify(a)}\n\n${JSON.stringify(b)}\n`,
    ],
  ])('reads %s', async (_name, write) => {
    const text = write(otlp(spanJson('1', '1')), otlp(spanJson('2', '2')));
    for (const bytes of [Buffer.from(text), gzipSync(text)]) {
      for (const size of [1, 13, 4096])
        expect((await read(bytes, size)).map((span) => span.name)).toEqual(['span 1', 'span 2']);
    }
  });

  it('finds the resource of a span wherever it stands', async () => {
    const span = await one(
      JSON.stringify({
        resourceSpans: [
          {
            scopeSpans: [{ spans: [spanJson('1', '1')], scope: { name: 'late' } }],
            resource: { attributes: [attribute('service.name', { stringValue: 'later' })] },
          },
        ],
      }),
    );
    expect([span.scopeName, span.resource.attributes]).toEqual(['late', { 'service.name': 'later' }]);
  });

  it('reads what Tempo answers: batches, base64 ids, names of enums', async () => {
    const span = await one(
      JSON.stringify({
        batches: [
          {
            resource: { attributes: [] },
            scopeSpans: [
              {
                scope: {},
                spans: [
                  {
                    traceId: 'AAAAAAAAAAAAAAAAAAAAAQ==',
                    spanId: 'AAAAAAAAAAI=',
                    parentSpanId: 'AAAAAAAAAAM=',
                    name: 'n',
                    status: { code: 'STATUS_CODE_OK' },
                  },
                ],
              },
            ],
          },
        ],
      }),
    );
    expect(span).toMatchObject({
      traceId: '00000000000000000000000000000001',
      spanId: '0000000000000002',
      parentSpanId: '0000000000000003',
      status: 'ok',
    });
    expect((await read(JSON.stringify({ trace: otlp(spanJson('1', '9')) }))).map((each) => each.name)).toEqual([
      'span 9',
    ]);
  });

  it('takes the names of the .proto too, and a ResourceSpans that stands alone', async () => {
    const span = await one(
      JSON.stringify({
        resource: { attributes: [] },
        scope_spans: [
          {
            spans: [
              {
                trace_id: '1'.padStart(32, '0'),
                span_id: '1'.padStart(16, '0'),
                start_time_unix_nano: '5',
                attributes: [attribute('a', { string_value: 'x' })],
              },
            ],
          },
        ],
      }),
    );
    expect(span).toMatchObject({ startTimeUnixNano: 5n, attributes: { a: 'x' } });
  });

  it('turns lone surrogates and bad bytes into one U+FFFD each', async () => {
    const text = JSON.stringify(
      otlp(
        spanJson('1', '1', {
          attributes: [attribute('a', { stringValue: 'SURROGATE' }), attribute('b', { stringValue: 'BYTES' })],
        }),
      ),
    );
    const bytes = Buffer.from(text.replace('SURROGATE', String.raw`x\ud800y`), 'utf8');
    const at = bytes.indexOf('BYTES');
    Buffer.from([0xe2, 0x82, 0x41, 0xff, 0x42]).copy(bytes, at);
    expect((await one(bytes)).attributes).toEqual({ a: 'x\ufffdy', b: '\ufffd\ufffdA\ufffdB' });
  });

  it('hangs log records on the span they name, after its own events and in order of time', async () => {
    const log = (spanId: string, name: string, time: string, more: object = {}): object => ({
      traceId: '1'.padStart(32, '0'),
      spanId: spanId.padStart(16, '0'),
      timeUnixNano: time,
      body: { kvlistValue: { values: [attribute('content', { stringValue: name })] } },
      ...more,
    });
    const logs = {
      resourceLogs: [
        {
          scopeLogs: [
            {
              logRecords: [
                log('2', 'second', '20', { eventName: 'gen_ai.choice' }),
                log('2', 'first', '0', {
                  observedTimeUnixNano: '10',
                  attributes: [attribute('event.name', { stringValue: 'gen_ai.user.message' })],
                  droppedAttributesCount: 1,
                }),
                log('9', 'of a span that is not there', '1'),
                { body: { stringValue: 'names no span' } },
              ],
            },
          ],
        },
      ],
    };
    const spans = otlp(spanJson('1', '2', { events: [{ timeUnixNano: '99', name: 'own' }] }), spanJson('1', '3'));
    const [span, other] = await read(`${JSON.stringify(logs)}\n${JSON.stringify(spans)}\n`);
    expect(span?.events).toEqual([
      { name: 'own', timeUnixNano: 99n, attributes: {}, droppedAttributesCount: 0 },
      {
        name: 'gen_ai.user.message',
        timeUnixNano: 10n,
        attributes: { 'event.name': 'gen_ai.user.message', body: { content: 'first' } },
        droppedAttributesCount: 1,
      },
      {
        name: 'gen_ai.choice',
        timeUnixNano: 20n,
        attributes: { body: { content: 'second' } },
        droppedAttributesCount: 0,
      },
    ]);
    expect(other?.events).toEqual([]);
  });
});

/** Hand-written wire format: tag = field number × 8 + wire type (0 varint, 1 eight bytes, 2 length-delimited). */
const bytes = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)));
const field = (tag: string, ...parts: readonly (string | Buffer)[]): Buffer => {
  const inner = bytes(...parts);
  if (inner.length > 127) return bytes(tag, Buffer.from([(inner.length & 127) | 128, inner.length >> 7]), inner);
  return bytes(tag, Buffer.from([inner.length]), inner);
};
const text = (value: string): Buffer => Buffer.from(value);

describe('OTLP protobuf', () => {
  const TRACE = '000102030405060708090a0b0c0d0e0f';
  const span = field(
    '12',
    field('0a', TRACE),
    field('12', '1011121314151617'),
    field('1a', text('a=b')),
    field('22', '2021222324252627'),
    field('2a', text('chat')),
    '3003',
    '390100000000000000',
    '410200000000000080',
    field('4a', field('0a', text('s')), field('12', field('0a', text('v')))),
    field('4a', field('0a', text('i')), field('12', '18ffffffffffffffffff01')),
    field('4a', field('0a', text('d')), field('12', '21000000000000e03f')),
    field('4a', field('0a', text('l')), field('12', field('2a', field('0a', '1001'), field('0a')))),
    field(
      '4a',
      field('0a', text('m')),
      field('12', field('32', field('0a', field('0a', text('k')), field('12', field('3a', '00ff'))))),
    ),
    '5005',
    field('5a', '090700000000000000', field('12', text('e')), '2001'),
    '6006',
    field('7a', field('12', text('failed')), '1802'),
    '850100000001',
  );
  const resource = field('0a', field('0a', field('0a', text('service.name')), field('12', field('0a', text('bot')))));
  const message = field('0a', resource, field('12', field('0a', field('0a', text('app'))), span));

  it('reads hand-made bytes', async () => {
    expect(await one(message)).toEqual({
      traceId: TRACE,
      spanId: '1011121314151617',
      parentSpanId: '2021222324252627',
      traceState: 'a=b',
      name: 'chat',
      startTimeUnixNano: 1n,
      endTimeUnixNano: 2n ** 63n + 2n,
      status: 'error',
      droppedAttributesCount: 5,
      droppedEventsCount: 6,
      attributes: { s: 'v', i: -1, d: 0.5, l: [true, null], m: { k: new Uint8Array([0, 255]) } },
      events: [{ name: 'e', timeUnixNano: 7n, attributes: {}, droppedAttributesCount: 1 }],
      resource: { attributes: { 'service.name': 'bot' }, key: '{"service.name":"bot"}' },
      scopeName: 'app',
    });
  });

  it('reads messages after their lengths, and a resource that comes after its spans', async () => {
    const late = field('0a', field('12', span), resource);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(late.length);
    const records = await read(bytes(length, late, length, late));
    expect(records.map((each) => each.resource.attributes['service.name'])).toEqual(['bot', 'bot']);
  });

  it('tells log records from spans, though their files begin alike', async () => {
    const log = field(
      '0a',
      field(
        '12',
        field(
          '12',
          '090900000000000000',
          '1009',
          field('2a', field('32', field('0a', field('0a', text('content')), field('12', field('0a', text('hi')))))),
          field('32', field('0a', text('a')), field('12', '1001')),
          '3802',
          field('4a', TRACE),
          field('52', '1011121314151617'),
          field('62', text('gen_ai.user.message')),
        ),
      ),
    );
    const { events } = await one(bytes(message, log));
    expect(events[1]).toEqual({
      name: 'gen_ai.user.message',
      timeUnixNano: 9n,
      attributes: { a: true, body: { content: 'hi' } },
      droppedAttributesCount: 2,
    });
  });
});

describe('Jaeger JSON', () => {
  const trace = {
    traceID: 'abc',
    spans: [
      {
        traceID: 'abc',
        spanID: '1',
        flags: 1,
        operationName: 'POST /chat',
        references: [],
        startTime: 1788300000123456,
        duration: 1500,
        tags: [
          { key: 'otel.scope.name', type: 'string', value: 'app' },
          { key: 'otel.status_code', type: 'string', value: 'ERROR' },
          { key: 'error', type: 'bool', value: true },
          { key: 'w3c.tracestate', type: 'string', value: 'ot=th:8' },
          { key: 'n', type: 'int64', value: 7 },
          { key: 'f', type: 'float64', value: 0.5 },
          { key: 'b', type: 'bool', value: false },
          { key: 'x', type: 'binary', value: 'AAE=' },
          { key: 'big', type: 'int64', value: '9223372036854775807' },
          { key: 'ragspan.retrieval.chunk.digests', type: 'string', value: '["a","b"]' },
        ],
        logs: [
          {
            timestamp: 1788300000123457,
            fields: [
              { key: 'event', type: 'string', value: 'exception' },
              { key: 'k', type: 'string', value: 'v' },
            ],
          },
        ],
        processID: 'p2',
        warnings: null,
      },
      {
        traceID: 'abc',
        spanID: '2',
        operationName: 'child',
        references: [
          { refType: 'FOLLOWS_FROM', traceID: 'abc', spanID: '9' },
          { refType: 'CHILD_OF', traceID: 'abc', spanID: '1' },
        ],
        startTime: 1,
        duration: 0,
        tags: [],
        logs: [],
        processID: 'p1',
      },
      {
        traceID: 'abc',
        spanID: '3',
        operationName: 'follower',
        references: [{ refType: 'FOLLOWS_FROM', traceID: 'abc', spanID: '1' }],
        startTime: 1,
        duration: 0,
        tags: [{ key: 'error', type: 'string', value: 'true' }],
        logs: [],
        processID: 'p1',
      },
      {
        traceID: 'abc',
        spanID: '4',
        operationName: 'linked',
        references: [{ refType: 'FOLLOWS_FROM', traceID: 'def', spanID: '1' }],
        startTime: 1,
        duration: 0,
        tags: [],
        logs: [],
        process: { serviceName: 'own', tags: [] },
      },
    ],
    processes: {
      p1: { serviceName: 'worker', tags: [] },
      p2: { serviceName: 'bot', tags: [{ key: 'host.name', type: 'string', value: 'h' }] },
    },
  };

  it.each([
    ['as the query API answers', { data: [trace], total: 0, limit: 0, offset: 0, errors: null }],
    ['a bare trace', trace],
    ['a list of traces', [trace]],
  ])('reads %s', async (_name, document) => {
    const records = await read(JSON.stringify(document));
    expect(records[0]).toEqual({
      traceId: '00000000000000000000000000000abc',
      spanId: '0000000000000001',
      traceState: 'ot=th:8',
      name: 'POST /chat',
      scopeName: 'app',
      startTimeUnixNano: 1788300000123456000n,
      endTimeUnixNano: 1788300000124956000n,
      status: 'error',
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      attributes: {
        n: 7,
        f: 0.5,
        b: false,
        x: new Uint8Array([0, 1]),
        big: 9223372036854775807n,
        'ragspan.retrieval.chunk.digests': '["a","b"]',
      },
      events: [
        { name: 'exception', timeUnixNano: 1788300000123457000n, attributes: { k: 'v' }, droppedAttributesCount: 0 },
      ],
      resource: {
        attributes: { 'service.name': 'bot', 'host.name': 'h' },
        key: '{"host.name":"h","service.name":"bot"}',
      },
    });
    expect(
      records.map((each) => [each.parentSpanId?.slice(-1), each.status, each.resource.attributes['service.name']]),
    ).toEqual([
      [undefined, 'error', 'bot'],
      ['1', 'unset', 'worker'],
      ['1', 'error', 'worker'],
      [undefined, 'unset', 'own'],
    ]);
  });
});
