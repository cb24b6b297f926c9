/**
 * The application of the live demo as a process of its own, sending to the Collector that
 * `OTEL_EXPORTER_OTLP_ENDPOINT` names: what `npm run stack` and the tests of the stack feed in.
 *
 *   --judge sdk        the verdict is reached in this process (default)
 *   --judge collector  no case and no verdict here: spans go out with their text, the Collector judges
 *   --play B,healthy   scenarios, one after the other; default all of them
 *   --budget 2000      tokens the context may have, in place of what the scenarios say
 *   --once             each scenario once, then end; else again and again until SIGTERM
 *   --pause 200        milliseconds between two runs
 */
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import OpenAI from 'openai';
import { commandOptions } from './command-options.ts';
import { readCorpus, type Document } from './corpus.ts';
import { startModelServer } from './model-server.ts';
import { answer, type Parts } from './rag-app.ts';
import type * as Library from '../src/index.ts';
import { INCIDENTS, OTHERS, type Scenario } from './scenarios.ts';

const values = commandOptions('feed', {
  judge: { type: 'string', default: 'sdk' },
  play: { type: 'string' },
  budget: { type: 'string' },
  once: { type: 'boolean', default: false },
  pause: { type: 'string', default: '200' },
});

const known = [...INCIDENTS, ...OTHERS];
const names = values.play?.split(',') ?? known.map(({ name }) => name);
const unknown = names.filter((name) => !known.some((one) => one.name === name));
if (unknown.length > 0 || (values.judge !== 'sdk' && values.judge !== 'collector')) {
  console.error(
    unknown.length > 0
      ? `--play: no scenario ${unknown.join(', ')}; there are ${known.map(({ name }) => name).join(', ')}`
      : `--judge: sdk or collector, not ${values.judge}`,
  );
  process.exit(2);
}
const budget = values.budget === undefined ? undefined : Number(values.budget);
const scenarios = names
  .flatMap((name) => known.filter((one) => one.name === name))
  .map((one): Scenario => (budget === undefined ? one : { ...one, deployment: { ...one.deployment, budget } }));

// Set up as an operator would: by environment, before the application starts.
const environment: Readonly<Record<string, string>> = {
  OTEL_SERVICE_NAME: 'support-bot',
  RAGSPAN_LOG: 'off',
  ...(values.judge === 'sdk'
    ? { RAGSPAN_CASES: fileURLToPath(new URL('./ragspan.cases.yaml', import.meta.url)) }
    : { RAGSPAN_CASES: 'off', RAGSPAN_EMIT: 'none', RAGSPAN_CAPTURE_CONTENT: 'true', OTEL_METRICS_EXPORTER: 'none' }),
};
for (const [name, value] of Object.entries(environment)) process.env[name] ??= value;

// The built package, as an application has it; its types are those of the source.
const library: string = 'ragspan';
const ragspan = (await import(library)) as typeof Library;
const running = ragspan.start();

const index = new MiniSearch<Document>({ fields: ['text'], storeFields: ['text'] });
index.addAll(readCorpus());
const model = await startModelServer();
const parts: Parts = { ragspan, index, client: new OpenAI({ apiKey: 'none', baseURL: `${model.url}/v1` }) };

let isEnding = false;
process.once('SIGTERM', () => (isEnding = true));
process.once('SIGINT', () => (isEnding = true));

let flushed = performance.now();
let count = 0;
do {
  for (const scenario of scenarios) {
    if (isEnding) break;
    await answer(parts, scenario.question, scenario.deployment, `${scenario.name}#${++count}`);
    await sleep(Number(values.pause));
    if (performance.now() - flushed < 1000) continue;
    flushed = performance.now();
    await quietly(running.forceFlush());
  }
} while (!values.once && !isEnding);
await quietly(running.shutdown());
await model.close();
console.log(`${count} runs sent`);

/** A Collector that is away is no reason to stop answering. */
async function quietly(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}
