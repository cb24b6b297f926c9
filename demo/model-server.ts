/** A local server that speaks the OpenAI chat API, streaming included, in place of a model. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { encode } from 'gpt-tokenizer';
import { complete } from './model.ts';
import type { ChatMessage } from './model.ts';
import { listen } from './listen.ts';
import type { Listening } from './listen.ts';

interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly stream?: boolean;
}

export function startModelServer(): Promise<Listening> {
  let calls = 0;
  const server = createServer((request, response) => {
    void readBody(request).then((body) => answer(JSON.parse(body) as ChatRequest, response, ++calls));
  });
  return listen(server);
}

function answer(request: ChatRequest, response: ServerResponse, number: number): void {
  const text = complete(request.model, request.messages);
  const envelope = { id: `chatcmpl-${number}`, created: Math.floor(Date.now() / 1000), model: request.model };
  const usage = {
    prompt_tokens: encode(request.messages.map(({ content }) => content).join('\n')).length,
    completion_tokens: encode(text).length,
  };
  if (request.stream !== true) {
    const choice = { index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...envelope, object: 'chat.completion', choices: [choice], usage }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, finish_reason: string | null): void => {
    response.write(
      `data: ${JSON.stringify({ ...envelope, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
    );
  };
  send({ role: 'assistant', content: '' }, null);
  for (const piece of text.match(/\s*\S+/g) ?? []) send({ content: piece }, null);
  send({}, 'stop');
  response.end('data: [DONE]\n\n');
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += String(piece);
  return body;
}
