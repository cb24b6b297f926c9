/**
 * The example application as a service: the support bot of demo/, kept busy.
 *
 *   POST /ask?scenario=B    asks the question of a scenario, says what the customer reads and the trace to look at
 *   POST /mix?scenarios=healthy,B   what it asks itself from now on, one after the other
 *   GET  /healthz
 *
 * Environment: PORT (8080), HOST (127.0.0.1), TRAFFIC_MIX (scenarios with commas between), TRAFFIC_INTERVAL_MILLIS
 * (2000; 0: asks nothing itself), and the OTEL_… and RAGSPAN_… variables of the package.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { trace } from '@opentelemetry/api';
import MiniSearch from 'minisearch';
import OpenAI from 'openai';
import { readCorpus, type Document } from '../../demo/corpus.ts';
import { startModelServer } from '../../demo/model-server.ts';
import { answer } from '../../demo/rag-app.ts';
import type { Scenario } from '../../demo/scenarios.ts';
import { DEFAULT_MIX, mix, scenario } from './scenarios-by-name.ts';

// The package as an application has it: built and installed. Its types are those of the source.
const library: string = 'ragspan';
const ragspan = (await import(library)) as typeof import('../../src/index.ts');
const running = ragspan.start();

const index = new MiniSearch<Document>({ fields: ['text'], storeFields: ['text'] });
index.addAll(readCorpus());
const model = await startModelServer();
const parts = { ragspan, index, client: new OpenAI({ apiKey: 'none', baseURL: `${model.url}/v1` }) };
const tracer = trace.getTracer('ragspan-example');

async function ask({ name, question, deployment }: Scenario): Promise<{ answer: string; traceId: string }> {
  return tracer.startActiveSpan('POST /ask', async (span) => {
    try {
      return { answer: await answer(parts, question, deployment, name), traceId: span.spanContext().traceId };
    } finally {
      span.end();
    }
  });
}

let asked = mix(process.env['TRAFFIC_MIX'] ?? DEFAULT_MIX);

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const say = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(`${JSON.stringify(body)}\n`);
  };
  try {
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /healthz':
        return say(200, { ok: true });
      case 'POST /ask':
        return say(200, await ask(scenario(url.searchParams.get('scenario') ?? 'healthy')));
      case 'POST /mix':
        asked = mix(url.searchParams.get('scenarios') ?? DEFAULT_MIX);
        return say(200, { scenarios: asked.map(({ name }) => name) });
      default:
        return say(404, { error: 'POST /ask?scenario=…, POST /mix?scenarios=…, GET /healthz' });
    }
  } catch (error) {
    say(400, { error: error instanceof Error ? error.message : String(error) });
  }
}

const server = createServer((request, response) => void respond(request, response));
const port = Number(process.env['PORT'] ?? 8080);
server.listen(port, process.env['HOST'] ?? '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on ${typeof address === 'object' ? address?.port : address}`);
});

let count = 0;
const everyMillis = Number(process.env['TRAFFIC_INTERVAL_MILLIS'] ?? 2_000);
const traffic =
  everyMillis > 0
    ? setInterval(() => {
        const next = asked[count++ % asked.length];
        if (next !== undefined) void ask(next).catch((error: unknown) => console.error(error));
      }, everyMillis)
    : undefined;

async function stop(): Promise<void> {
  clearInterval(traffic);
  server.close();
  server.closeAllConnections();
  await model.close();
  await running.shutdown();
}
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
