import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generation } from '../../src/instrumentation/index.js';
import { outputOf, recordSpans } from './support.js';

const recorded = recordSpans();
const request = { model: 'm', messages: [{ role: 'user' as const, content: 'Q' }] };
const completion = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'It is pending.' }, finish_reason: 'stop' }],
};
const chunks = ['It is ', 'pending.'].map((content) => ({
  id: 'chatcmpl-2',
  object: 'chat.completion.chunk',
  model: 'm',
  choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null as string | null }],
}));
chunks.push({
  id: 'chatcmpl-2',
  object: 'chat.completion.chunk',
  model: 'm',
  choices: [{ index: 0, delta: {} as never, finish_reason: 'stop' }],
});

let server: Server;
let client: OpenAI;
let requests = 0;
const open = new Set<ServerResponse>();

function answer(body: string, response: ServerResponse): void {
  requests++;
  const { stream, model } = JSON.parse(body) as { stream?: boolean; model: string };
  if (model === 'broken') {
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"bad"}}');
  } else if (stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion));
  } else {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const [first, ...rest] = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
    response.write(first);
    if (model === 'dies') setTimeout(() => response.destroy(), 20);
    else if (model === 'hangs') open.add(response);
    else response.end(`${rest.join('')}data: [DONE]\n\n`);
  }
}

beforeAll(async () => {
  server = createServer((incoming: IncomingMessage, response) => {
    let body = '';
    incoming.on('data', (piece) => (body += String(piece))).on('end', () => answer(body, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new OpenAI({
    apiKey: 'none',
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    maxRetries: 0,
  });
});

afterAll(() => {
  for (const response of open) response.destroy();
  server.close();
});

test('a completion keeps the methods of its promise, and is asked for once', async () => {
  requests = 0;
  const pending = generation(request, () => client.chat.completions.create(request));
  const { data, response } = await pending.withResponse();
  expect(response.status).toBe(200);
  expect(data.choices[0]?.message.content).toBe('It is pending.');
  expect((await pending).id).toBe('chatcmpl-1');
  expect(requests).toBe(1);
  expect(outputOf(recorded.named('chat m'))).toBe('It is pending.');
});

test('a raw response is left unread, and its output is not claimed', async () => {
  const response = await generation(request, () => client.chat.completions.create(request)).asResponse();
  expect(((await response.json()) as { id: string }).id).toBe('chatcmpl-1');
  expect(recorded.named('chat m').attributes).not.toHaveProperty('ragspan.output.sha256');
});

test('an error of the server reaches the application as the client made it', async () => {
  const call = generation({ ...request, model: 'broken' }, () =>
    client.chat.completions.create({ ...request, model: 'broken' }),
  );
  await expect(call).rejects.toBeInstanceOf(OpenAI.BadRequestError);
  expect(recorded.named('chat broken').attributes['error.type']).toBe('Error');
});

test('a stream arrives chunk by chunk', async () => {
  const stream = await generation(request, () => client.chat.completions.create({ ...request, stream: true }));
  const texts: string[] = [];
  for await (const chunk of stream) texts.push(chunk.choices[0]?.delta.content ?? '');
  expect(texts).toEqual(['It is ', 'pending.', '']);
  expect(outputOf(recorded.named('chat m'))).toBe('It is pending.');
  expect(recorded.named('chat m').attributes['gen_ai.response.finish_reasons']).toEqual(['stop']);
});

test('a stream that is sent on as bytes is recorded too', async () => {
  const stream = await generation(request, () => client.chat.completions.create({ ...request, stream: true }));
  const body = await new Response(stream.toReadableStream()).text();
  expect(body.trim().split('\n')).toHaveLength(3);
  expect(outputOf(recorded.named('chat m'))).toBe('It is pending.');
});

test('leaving a stream aborts the request, and is recorded as that', async () => {
  const stream = await generation({ ...request, model: 'hangs' }, () =>
    client.chat.completions.create({ ...request, model: 'hangs', stream: true }),
  );
  for await (const _chunk of stream) break;
  expect(stream.controller.signal.aborted).toBe(true);
  expect(outputOf(recorded.named('chat hangs'))).toBe('It is ');
  expect(recorded.named('chat hangs').attributes['gen_ai.response.finish_reasons']).toEqual(['aborted']);
});

test('a connection that dies midway is an error with a part of an output', async () => {
  const stream = await generation({ ...request, model: 'dies' }, () =>
    client.chat.completions.create({ ...request, model: 'dies', stream: true }),
  );
  await expect(
    (async () => {
      for await (const _chunk of stream);
    })(),
  ).rejects.toThrow(/terminated|aborted|closed/);
  expect(outputOf(recorded.named('chat dies'))).toBe('It is ');
  expect(recorded.named('chat dies').attributes['gen_ai.response.finish_reasons']).toEqual(['error']);
});

test('the helper stream is recorded whether it is iterated or awaited', async () => {
  const stream = generation(request, () => client.chat.completions.stream(request));
  expect(await stream.finalContent()).toBe('It is pending.');
  expect(outputOf(recorded.named('chat m'))).toBe('It is pending.');
  recorded.exporter.reset();
  const again = generation(request, () => client.chat.completions.stream(request));
  let count = 0;
  for await (const _chunk of again) count++;
  expect(count).toBe(3);
  expect(outputOf(recorded.named('chat m'))).toBe('It is pending.');
});

test('a helper stream that is aborted rejects as before, and is recorded as aborted', async () => {
  const stream = generation({ ...request, model: 'hangs' }, () =>
    client.chat.completions.stream({ ...request, model: 'hangs' }),
  );
  stream.once('chunk', () => stream.abort());
  await expect(stream.finalContent()).rejects.toBeInstanceOf(OpenAI.APIUserAbortError);
  expect(recorded.named('chat hangs').attributes['gen_ai.response.finish_reasons']).toEqual(['aborted']);
});
