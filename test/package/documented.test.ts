/**
 * What README.md and docs/setup.md show beside an own provider runs as it stands there, installed by
 * the documents' own install lines, on both lines of the SDK.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LINES, projectWith, type Project } from './project.ts';
import { startReceiver, type Receiver } from './receiver.ts';

const README = readFileSync('README.md', 'utf8');
const SETUP = readFileSync('docs/setup.md', 'utf8');

/** The one block of a section of setup.md that holds this text. */
function block(heading: string, holds: string): string {
  const section = SETUP.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  const blocks = [...section.matchAll(/^```js\n(.*?)^```$/gms)].map((match) => match[1] ?? '');
  const found = blocks.filter((one) => one.includes(holds));
  if (found.length !== 1) throw new Error(`${found.length} blocks under “${heading}” hold ${holds}`);
  return found[0] ?? '';
}

/** The line of README.md, and the import above it, that makes this provider. */
function readme(providerClass: string): string {
  const shown = /^import \{ RagspanProcessor \}.*\n(?:new .*\n)+/m.exec(README)?.[0].trim().split('\n') ?? [];
  const made = shown.find((line) => line.startsWith(`new ${providerClass}(`));
  if (made === undefined) throw new Error(`README.md makes no ${providerClass}`);
  return `${shown[0]}\nconst provider = ${made}`;
}

const EXPORTER = `import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
const exporter = new OTLPTraceExporter();
const yourExporter = exporter;
`;
const ASK = `
import { assembly, generation, retrieval, run } from 'ragspan/instrumentation';
import { ask } from './ask.mjs';
console.log(await ask({ assembly, generation, retrieval, run }));
`;
/** One answer whose prompt and output are log records alone. */
const BY_LOG_RECORDS = `
import { context as contexts, trace as traces } from '@opentelemetry/api';
const tracer = provider.getTracer('app');
const logger = loggerProvider.getLogger('app');
const root = tracer.startSpan('answer', { attributes: { 'input.value': 'Where is my refund?' } });
const inside = traces.setSpan(contexts.active(), root);
const line = 'order 17: refund PENDING, no reference issued';
tracer.startSpan('retrieval', { attributes: { 'gen_ai.operation.name': 'retrieval', 'gen_ai.retrieval.top_k': 1,
  'gen_ai.retrieval.documents': JSON.stringify([{ id: '1', content: line }]) } }, inside).end();
const call = tracer.startSpan('chat', { attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.system': 'openai' } }, inside);
const asked = traces.setSpan(inside, call);
logger.emit({ context: asked, attributes: { 'event.name': 'gen_ai.user.message' }, body: { content: line } });
logger.emit({ context: asked, attributes: { 'event.name': 'gen_ai.choice' },
  body: { index: 0, finish_reason: 'stop', message: { content: 'Your refund is PENDING.' } } });
call.end();
root.end();
`;
const END = 'await provider.forceFlush();\nawait provider.shutdown();\n';

const SHOWN = {
  2: {
    providerClass: 'NodeTracerProvider',
    sdk: '@opentelemetry/sdk-trace-node',
    register: 'provider.register();\n',
  },
  3: {
    providerClass: 'TracerProvider',
    sdk: '@opentelemetry/sdk-trace',
    register: `import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
trace.setGlobalTracerProvider(provider);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
`,
  },
} as const;

describe.each(LINES.filter(({ node }) => node === 'current'))('$name', ({ name, node, whole }) => {
  const line = name.includes('2.x') ? 2 : 3;
  const { providerClass, sdk, register } = SHOWN[line];
  const rows = SETUP.split('\n').filter((row) => row.startsWith(`| SDK ${line}.x |`));
  const installed = rows.flatMap((row) =>
    [...row.matchAll(/`npm i ([^`]+)`/g)].flatMap(([, all = '']) => all.split(' ')),
  );
  let project: Project;
  let backend: Receiver;

  beforeAll(async () => {
    backend = await startReceiver();
    const nodeSdk = whole.filter((one) => one.startsWith('@opentelemetry/sdk-node@'));
    project = await projectWith(node, [...installed.filter((one) => one !== 'ragspan'), ...nodeSdk]);
  });
  beforeEach(() => backend.clear());
  afterAll(async () => {
    await backend.close();
    project.remove();
  });

  async function verdicts(program: string, environment: Readonly<Record<string, string>> = {}): Promise<unknown[]> {
    project.write('shown.mjs', program);
    const { status, output } = await project.node(['shown.mjs'], {
      OTEL_EXPORTER_OTLP_ENDPOINT: backend.url,
      OTEL_SERVICE_NAME: 'refund-bot',
      OTEL_NODE_RESOURCE_DETECTORS: 'none',
      ...environment,
    });
    expect(status === 0 ? 'ran' : output).toBe('ran');
    return backend.verdicts().map(({ attributes }) => attributes['ragspan.verdict']);
  }

  it('the provider of README.md', async () => {
    const imports = `import { BatchSpanProcessor, ${providerClass} } from '${sdk}';\n`;
    expect(await verdicts(`${imports}${EXPORTER}${readme(providerClass)}\n${register}${ASK}${END}`)).toEqual(['H2']);
  });

  it('the provider of setup.md', async () => {
    const shown = block('Beside your own provider', `'${sdk}'`);
    expect(await verdicts(`${EXPORTER}${shown}${ASK}${END}`)).toEqual(['H2']);
  });

  it('the NodeSDK of setup.md, with span processors', async () => {
    const shown = block('NodeSDK', `'${sdk}'`);
    expect(
      await verdicts(`${EXPORTER}${shown}${ASK}await sdk.shutdown();\n`, {
        OTEL_METRICS_EXPORTER: 'none',
        OTEL_LOGS_EXPORTER: 'none',
      }),
    ).toEqual(['H2']);
  });

  it('the logger provider of setup.md: texts that travel as log records are judged', async () => {
    const provider = block('Beside your own provider', `'${sdk}'`);
    const logs = block('Beside your own provider', 'LoggerProvider');
    const rest =
      'const nothing = async () => {}; const logRecordProcessor = { onEmit() {}, forceFlush: nothing, shutdown: nothing };\n';
    expect(await verdicts(`${EXPORTER}${rest}${provider}${logs}${BY_LOG_RECORDS}${END}`)).toEqual(['HOLD']);
    backend.clear();
    const without = logs.replace('new RagspanLogRecordProcessor(), ', '');
    expect(await verdicts(`${EXPORTER}${rest}${provider}${without}${BY_LOG_RECORDS}${END}`)).toEqual(['UNKNOWN']);
  });

  it('the packages of setup.md: metrics and log records are exported beside the traces', async () => {
    const started = readFileSync('test/package/apps/started.mjs', 'utf8');
    expect(await verdicts(started, { RAGSPAN_EMIT: 'attributes,log_event' })).toEqual(['H2']);
    expect([...backend.paths].toSorted()).toEqual(['/v1/logs', '/v1/metrics', '/v1/traces']);
  });
});
