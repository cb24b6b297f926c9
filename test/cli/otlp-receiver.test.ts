/** The receiver of `view` and `doctor`: what it takes, what it refuses, and how it says so. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { startOtlpReceiver, type OtlpReceiver, type OtlpReceiverOptions } from '../../src/cli/otlp-receiver.js';
import { readOtlpRequest } from '../../src/cli/otlp/read-otlp-request.js';
import { readSpanRecords } from '../../src/files/read/span-records.js';
import { fileSource } from '../../src/files/read/trace-file.js';
import { traceFileBytes } from '../../src/files/write/trace-file.js';
import { WireWriter } from '../../src/files/write/wire-writer.js';
import { vector } from './support.js';

const JSON_TYPE = 'application/json';
const PROTOBUF = 'application/x-protobuf';
const open: OtlpReceiver[] = [];
afterAll(() => Promise.all(open.map((one) => one.close())));

async function receiver(options: Partial<OtlpReceiverOptions> = {}): Promise<OtlpReceiver> {
  const sink = { reserveOrigin: () => 0, fillOrigin: () => undefined, item: () => undefined, damage: () => undefined };
  const started = await startOtlpReceiver({
    onRequest: ({ body }) => readOtlpRequest(body, 'request 1', sink),
    ...options,
  });
  open.push(started);
  return started;
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

/** With a Host header, which `fetch` does not let one set. */
function post(url: string, headers: Readonly<Record<string, string>>, body: string | Uint8Array): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', headers, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          body: Buffer.concat(pieces),
        }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const trace = readFileSync(vector('canonical-b'), 'utf8');
/** The same with a span beside its own that no reader can take. */
const damaged = trace.replace('"spans": [', '"spans": [{"traceId": "zz"},');

describe('the OTLP receiver', () => {
  it('refuses what is no OTLP, bodies that are too large, and says why', async () => {
    const { url } = await receiver({ onRequest: () => undefined, maxBodyBytes: 10 });
    const status = async (path: string, type: string, body: string | Uint8Array, encoding?: string): Promise<number> =>
      (
        await post(
          url + path,
          { 'content-type': type, ...(encoding === undefined ? {} : { 'content-encoding': encoding }) },
          body,
        )
      ).status;
    expect(await status('/v1/traces', JSON_TYPE, '{}')).toBe(200);
    expect(await status('/v1/metrics', PROTOBUF, '')).toBe(200);
    expect(await status('/v2/traces', JSON_TYPE, '{}')).toBe(404);
    expect(await status('/v1/traces', 'text/plain', '{}')).toBe(415);
    expect((await fetch(`${url}/v1/traces`)).status).toBe(405);
    expect(await status('/v1/traces', JSON_TYPE, '{"a":"0123456789"}')).toBe(413);
    expect(await status('/v1/traces', JSON_TYPE, gzipSync('x'.repeat(1_000_000)), 'gzip')).toBe(413);
    expect(await status('/v1/traces', JSON_TYPE, 'no gzip', 'gzip')).toBe(400);
    expect(await status('/v1/traces', JSON_TYPE, '{}', 'deflate')).toBe(415);
    expect(await status('/v1/traces', JSON_TYPE, '{}', 'gzip, gzip')).toBe(415);
    expect(await status('/v1/traces', JSON_TYPE, '{}', 'identity')).toBe(200);
    expect(await status('/v1/traces', JSON_TYPE, gzipSync('{}').subarray(0, 9), 'GZIP')).toBe(400);
  });

  it('says that all was taken, of JSON and of protobuf, and of a request without a span', async () => {
    const { url } = await receiver();
    const { records } = await readSpanRecords([fileSource(vector('canonical-a'))]);
    const protobuf = traceFileBytes(records, { format: 'otlp_protobuf' });
    for (const [type, body] of [
      [JSON_TYPE, trace],
      [JSON_TYPE, '{}'],
      [JSON_TYPE, '{"resourceSpans":[]}'],
      [JSON_TYPE, '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"stringValue":"x"}}]}]}]}'],
    ] as const)
      expect(await post(`${url}/v1/traces`, { 'content-type': type }, body)).toEqual({
        status: 200,
        type,
        body: Buffer.from('{}'),
      });
    for (const body of [protobuf, Buffer.alloc(0)])
      expect(await post(`${url}/v1/traces`, { 'content-type': PROTOBUF }, body)).toEqual({
        status: 200,
        type: PROTOBUF,
        body: Buffer.alloc(0),
      });
  });

  it('says how much of a request it could not read, and refuses one of which it could read nothing', async () => {
    const { url } = await receiver();
    const partly = await post(`${url}/v1/traces`, { 'content-type': JSON_TYPE }, damaged);
    expect(partly.status).toBe(200);
    expect(JSON.parse(partly.body.toString())).toEqual({
      partialSuccess: { rejectedSpans: '1', errorMessage: expect.stringContaining('traceId') },
    });
    const logs = await post(`${url}/v1/logs`, { 'content-type': JSON_TYPE }, damaged);
    expect(Object.keys((JSON.parse(logs.body.toString()) as { partialSuccess: object }).partialSuccess)).toContain(
      'rejectedLogRecords',
    );
    // An exporter may label one encoding as the other: the answer is in the one that it named.
    const asProtobuf = await post(`${url}/v1/traces`, { 'content-type': PROTOBUF }, damaged);
    const words = (JSON.parse(partly.body.toString()) as { partialSuccess: { errorMessage: string } }).partialSuccess;
    expect(asProtobuf.body).toEqual(
      new WireWriter().message(1, new WireWriter().varint(1, 1).string(2, words.errorMessage)).finish(),
    );
    const none = '{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"zz"}]}]}]}';
    for (const body of ['garbage', none, '{"foo":1}', '']) {
      const refused = await post(`${url}/v1/traces`, { 'content-type': JSON_TYPE }, body);
      expect([refused.status, refused.type]).toEqual([400, JSON_TYPE]);
      expect((JSON.parse(refused.body.toString()) as { message: string }).message).not.toBe('');
    }
    const garbage = await post(`${url}/v1/traces`, { 'content-type': PROTOBUF }, 'garbage');
    expect([garbage.status, garbage.type]).toEqual([400, PROTOBUF]);
    expect(garbage.body[0]).toBe(0x12);
    expect(garbage.body.toString()).toContain('is none of OTLP JSON');
  });

  it('says 500 where it is the listener that failed', async () => {
    const { url } = await receiver({ onRequest: () => Promise.reject(new Error('the disk is full')) });
    const { status, body } = await post(`${url}/v1/traces`, { 'content-type': JSON_TYPE }, trace);
    expect([status, JSON.parse(body.toString())]).toEqual([500, { message: 'the disk is full' }]);
  });

  it.each([
    ['evil.example', 421],
    ['evil.example:4318', 421],
    ['10.0.0.1', 421],
    ['internal', 421],
    ['localhost:4318', 200],
    ['[::1]:4318', 200],
    ['host.docker.internal:4318', 200],
    ['Docs.Example', 200],
  ])('to the name %j it answers %i', async (host, expected) => {
    const { url } = await receiver({ names: ['docs.example'] });
    expect((await post(`${url}/v1/traces`, { 'content-type': JSON_TYPE, host }, trace)).status).toBe(expected);
  });
});
