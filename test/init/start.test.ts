import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ANSWER,
  apiFolder,
  buildPackage,
  directory,
  LINE,
  PROVIDER,
  PROVIDER_NAME,
  grpcReceiver,
  receiver,
  run,
  write,
  type Receiver,
} from './application.js';

let backend: Receiver;
beforeAll(async () => {
  await buildPackage();
  write('answer.mjs', ANSWER);
  write('provider.mjs', PROVIDER);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));
beforeEach(async () => {
  backend = await receiver();
});
afterEach(() => backend.close());

const environment = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: backend.url, OTEL_SERVICE_NAME: backend.serviceName });
const verdicts = (): unknown[] =>
  backend.spans.filter((span) => span.name === 'answer').map((span) => span.attributes['ragspan.verdict']);

describe('start()', () => {
  it('sets the whole SDK up, exports over OTLP/HTTP and says so in one line', async () => {
    const app = write(
      'own.mjs',
      `import { start } from './index.mjs'; import { answer } from './answer.mjs'; start(); answer();`,
    );
    const { code, stderr } = await run(app, { environment: environment() });
    expect(code).toBe(0);
    expect(stderr.trim().split('\n')).toEqual([
      `ragspan: set up the OpenTelemetry SDK ${LINE}.x with OTLP/HTTP export; verdicts go on each answer’s trace; there is no ragspan.cases.yaml in ${realpathSync(directory)}: losses are counted, no case applies`,
    ]);
    expect(backend.spans.map((span) => span.name).sort()).toEqual(['answer', 'chat', 'retrieval']);
    expect(verdicts()).toEqual(['UNDECLARED']);
    expect(backend.spans.find((span) => span.name === 'answer')?.events).toEqual(['gen_ai.evaluation.result']);
    expect(backend.metricNames).toContain('ragspan.verdicts');
  });

  it('judges by the case file of the working directory', async () => {
    write(
      'ragspan.cases.yaml',
      'version: 1\ncases:\n  - id: refunds\n    need: { line: The refund window is 30 days from delivery. }\n    expect: { must: [30 days] }\n',
    );
    const app = write(
      'case-file.mjs',
      `import { start } from './index.mjs'; import { answer } from './answer.mjs'; start(); answer();`,
    );
    try {
      const { stderr } = await run(app, { environment: environment() });
      expect(verdicts()).toEqual(['HOLD']);
      expect(stderr).not.toContain('no case applies');
    } finally {
      rmSync(join(directory, 'ragspan.cases.yaml'));
    }
  });

  it('keeps long message lists: the attribute limit is raised where the operator set none', async () => {
    const app = write(
      'limits.mjs',
      `import { start } from './index.mjs'; import { trace } from '@opentelemetry/api'; start();
       const span = trace.getTracer('x').startSpan('wide'); for (let i = 0; i < 500; i += 1) span.setAttribute('a' + i, i); span.end();`,
    );
    await run(app, { environment: environment() });
    expect(Object.keys(backend.spans[0]?.attributes ?? {})).toHaveLength(500);
    backend.spans.length = 0;
    await run(app, { environment: { ...environment(), OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT: '20' } });
    expect(Object.keys(backend.spans[0]?.attributes ?? {})).toHaveLength(20);
  });

  it('gives a serverless handler one forceFlush that is enough (B6)', async () => {
    const app = write(
      'serverless.mjs',
      `import { start } from './index.mjs'; import { answer } from './answer.mjs'; const ragspan = start(); answer(); await ragspan.forceFlush(); process.kill(process.pid, 'SIGKILL');`,
    );
    const { signal } = await run(app, { environment: environment() });
    expect(signal).toBe('SIGKILL');
    expect(verdicts()).toEqual(['UNDECLARED']);
    expect(backend.spans).toHaveLength(3);
  });

  it('called twice is called once', async () => {
    const app = write(
      'twice.mjs',
      `import { start } from './index.mjs'; import { answer } from './answer.mjs'; console.log(start() === start()); answer();`,
    );
    const { stdout } = await run(app, { environment: environment() });
    expect(stdout).toBe('true\n');
    expect(verdicts()).toEqual(['UNDECLARED']);
  });

  it.each([
    ['start()', `import { start } from './index.mjs'; console.log(start().mode);`, []],
    ['--import ragspan/register', `console.log('off');`, ['--import', './register.mjs']],
  ])('switched off, %s leaves the application its tracing, unjudged', async (_, first, args) => {
    const app = write(`off-${args.length}.mjs`, `${first} import { answer } from './answer.mjs'; answer();`);
    const { code, stdout, stderr } = await run(app, {
      args,
      environment: { ...environment(), RAGSPAN_ENABLED: 'off' },
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'off\n' });
    expect(stderr).toBe(
      `ragspan: switched off (\`enabled\` or RAGSPAN_ENABLED): nothing is judged; set up the OpenTelemetry SDK ${LINE}.x with OTLP/HTTP export\n`,
    );
    expect(backend.spans.map((span) => span.name).sort()).toEqual(['answer', 'chat', 'retrieval']);
    expect(verdicts()).toEqual([undefined]);
  });

  it('with the whole SDK switched off sets none up', async () => {
    const app = write(
      'disabled.mjs',
      `import { start } from './index.mjs'; import { answer } from './answer.mjs'; console.log(start().mode); answer();`,
    );
    expect(await run(app, { environment: { ...environment(), OTEL_SDK_DISABLED: 'true' } })).toMatchObject({
      code: 0,
      stdout: 'off\n',
    });
    expect(backend.spans).toEqual([]);
  });

  it('respects OTEL_TRACES_EXPORTER=none, and promises no trace', async () => {
    const app = write(
      'none.mjs',
      `import { start } from './index.mjs'; import { answer } from './answer.mjs'; start(); answer();`,
    );
    const { code, stderr } = await run(app, {
      environment: { ...environment(), OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' },
    });
    expect(code).toBe(0);
    expect(stderr).toContain(
      'without an exporter of spans (OTEL_TRACES_EXPORTER=none); verdicts reach metrics and incidents alone',
    );
    expect(backend.spans).toEqual([]);
  });

  it('serves lists of exporters, on standard output too, and says what it does not serve', async () => {
    const app = write(
      'lists.mjs',
      `import { start } from './index.mjs'; import { answer } from './answer.mjs'; start(); answer();`,
    );
    const { stdout, stderr } = await run(app, {
      environment: {
        ...environment(),
        OTEL_TRACES_EXPORTER: 'otlp,console',
        OTEL_METRICS_EXPORTER: 'console,prometheus',
        OTEL_LOGS_EXPORTER: 'none',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/thrift',
      },
    });
    expect(verdicts()).toEqual(['UNDECLARED']);
    expect(stderr).toContain('ragspan: OTLP protocol http/thrift: spans go as http/json');
    expect(stdout).toContain("'ragspan.verdict': 'UNDECLARED'");
    expect(stdout).toContain('ragspan.verdicts');
    expect(backend.metricNames).toEqual(new Set());
    expect(stderr).toContain('ragspan: OTEL_METRICS_EXPORTER: prometheus is not served (otlp, console, none are)');
    expect(stderr).toContain('with OTLP/HTTP export and spans on standard output');
  });

  it('exports over gRPC where that is asked for and installed', async () => {
    const grpc = await grpcReceiver();
    const app = write(
      'grpc.mjs',
      `import { start } from './index.mjs'; import { answer } from './answer.mjs'; start(); answer();`,
    );
    const { code, stderr } = await run(app, {
      environment: {
        ...environment(),
        OTEL_EXPORTER_OTLP_ENDPOINT: grpc.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
        OTEL_METRICS_EXPORTER: 'none',
        OTEL_LOGS_EXPORTER: 'none',
      },
    });
    await grpc.close();
    expect(code).toBe(0);
    expect(stderr).toContain('with OTLP/gRPC export');
    expect(grpc.paths).toEqual(['/opentelemetry.proto.collector.trace.v1.TraceService/Export']);
    expect(grpc.received()).toContain('ragspan.verdict');
  });

  it('injects by the propagators that are asked for', async () => {
    const app = write(
      'propagators.mjs',
      `import { start } from './index.mjs'; import { context, propagation, trace } from '@opentelemetry/api'; start();
       const carrier = {}; const span = trace.getTracer('x').startSpan('a');
       const inside = propagation.setBaggage(trace.setSpan(context.active(), span), propagation.createBaggage({ k: { value: 'v' } }));
       propagation.inject(inside, carrier); console.log(Object.keys(carrier).join());`,
    );
    const injected = async (more: Readonly<Record<string, string>>): Promise<string> =>
      (await run(app, { environment: { ...environment(), OTEL_TRACES_EXPORTER: 'none', ...more } })).stdout.trim();
    expect(await injected({})).toBe('traceparent,baggage');
    expect(await injected({ OTEL_PROPAGATORS: 'tracecontext' })).toBe('traceparent');
    expect(await injected({ OTEL_PROPAGATORS: 'none' })).toBe('');
  });

  it('flushes and ends in time where no backend answers, and says so once', async () => {
    const app = write(
      'no-backend.mjs',
      `import { start } from './index.mjs'; import { answer } from './answer.mjs'; const ragspan = start(); answer();
       const began = performance.now(); await Promise.all([ragspan.forceFlush(), ragspan.shutdown()]);
       console.log(performance.now() - began < 6500 ? 'in time' : 'late'); process.exit();`,
    );
    // Nothing listens on it any more; the exporter tries again for its ten seconds.
    await backend.close();
    const { code, stdout, stderr } = await run(app, { environment: environment() });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'in time\n' });
    expect(
      stderr.split('\n').filter((line) => line.includes('not everything was exported within 5 seconds')),
    ).toHaveLength(1);
    backend = await receiver();
  });

  it('judges what the sampler drops when asked to', async () => {
    const app = write(
      'unsampled.mjs',
      `import { start } from './index.mjs'; import { answer } from './answer.mjs'; start({ judgeUnsampled: true }); answer();`,
    );
    await run(app, { environment: { ...environment(), OTEL_TRACES_SAMPLER: 'always_off' } });
    expect(backend.spans).toEqual([]);
    expect(backend.metricNames).toContain('ragspan.verdicts');
  });
});

describe('--import ragspan/register', () => {
  it('does the same without touching the code', async () => {
    const app = write('plain.mjs', `import { answer } from './answer.mjs'; answer();`);
    const { code } = await run(app, { args: ['--import', './register.mjs'], environment: environment() });
    expect(code).toBe(0);
    expect(verdicts()).toEqual(['UNDECLARED']);
  });

  it('works in a worker thread, each with its own SDK (B4)', async () => {
    write('worker.mjs', `import { answer } from './answer.mjs'; answer();`);
    const app = write(
      'main.mjs',
      `import { Worker } from 'node:worker_threads'; import { answer } from './answer.mjs'; answer(); new Worker('./worker.mjs');`,
    );
    const { code } = await run(app, { args: ['--import', './register.mjs'], environment: environment() });
    expect(code).toBe(0);
    expect(verdicts()).toEqual(['UNDECLARED', 'UNDECLARED']);
  });
});

describe('beside an SDK that is registered', () => {
  it('joins a tracer provider of the SDK, before its exporter, and says so (B9)', async () => {
    const app = write(
      'joined.mjs',
      `import { exporting, register } from './provider.mjs';
       import { start } from './index.mjs'; import { answer } from './answer.mjs';
       const provider = register(exporting());
       const ragspan = start(); console.log(ragspan.mode); answer(); await provider.shutdown();`,
    );
    const { stdout, stderr } = await run(app, { environment: environment() });
    expect(stdout).toBe('joined\n');
    expect(stderr.trim()).toBe(
      `ragspan: joined the registered ${PROVIDER_NAME}; verdicts go out through its exporters`,
    );
    expect(verdicts()).toEqual(['UNDECLARED']);
    expect(backend.spans).toHaveLength(3);
  });

  it('joins a NodeSDK that was set up by the environment alone, whose exporter stays', async () => {
    const app = write(
      'nodesdk.mjs',
      `import { NodeSDK } from '@opentelemetry/sdk-node'; import { start } from './index.mjs'; import { answer } from './answer.mjs';
       const sdk = new NodeSDK(); sdk.start(); start(); answer(); await sdk.shutdown();`,
    );
    await run(app, {
      environment: {
        ...environment(),
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_METRICS_EXPORTER: 'none',
        OTEL_LOGS_EXPORTER: 'none',
      },
    });
    expect(verdicts()).toEqual(['UNDECLARED']);
    expect(backend.spans).toHaveLength(3);
  });

  it('works as one of the span processors of a NodeSDK, beside an exporter', async () => {
    const app = write(
      'nodesdk-processors.mjs',
      `import { NodeSDK } from '@opentelemetry/sdk-node'; import { exporting } from './provider.mjs';
       import { RagspanProcessor } from './index.mjs'; import { answer } from './answer.mjs';
       const sdk = new NodeSDK({ spanProcessors: [new RagspanProcessor(), exporting()] });
       sdk.start(); answer(); await sdk.shutdown();`,
    );
    await run(app, { environment: { ...environment(), OTEL_METRICS_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' } });
    expect(verdicts()).toEqual(['UNDECLARED']);
  });

  it('stands beside auto-instrumentations-node/register', async () => {
    const app = write(
      'auto.mjs',
      `import { answer } from './answer.mjs'; answer(); setTimeout(() => process.kill(process.pid, 'SIGTERM'), 500);`,
    );
    const { stderr } = await run(app, {
      args: ['--import', '@opentelemetry/auto-instrumentations-node/register', '--import', './register.mjs'],
      environment: {
        ...environment(),
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_METRICS_EXPORTER: 'none',
        OTEL_LOGS_EXPORTER: 'none',
        OTEL_NODE_RESOURCE_DETECTORS: 'env',
      },
    });
    expect(stderr).toContain('ragspan: joined the registered');
    expect(verdicts()).toEqual(['UNDECLARED']);
  });

  it('does not attach a second time', async () => {
    const app = write(
      'again.mjs',
      `import { exporting, register } from './provider.mjs';
       import { RagspanProcessor, start } from './index.mjs'; import { answer } from './answer.mjs';
       const provider = register(new RagspanProcessor(), exporting()); start(); answer(); await provider.shutdown();`,
    );
    const { stderr } = await run(app, { environment: environment() });
    expect(stderr).toContain(`attached to the registered ${PROVIDER_NAME} already`);
    expect(verdicts()).toEqual(['UNDECLARED']);
  });
});

describe('switched off', () => {
  it('beside a registered provider it is left alone', async () => {
    const app = write(
      'off-beside.mjs',
      `import { exporting, register } from './provider.mjs';
       import { start } from './index.mjs'; import { answer } from './answer.mjs';
       const provider = register(exporting()); console.log(start({ enabled: false }).mode); answer(); await provider.shutdown();`,
    );
    const { stdout, stderr } = await run(app, { environment: environment() });
    expect(stdout).toBe('off\n');
    expect(stderr).toContain('nothing is judged; the registered tracer provider is left alone');
    expect(verdicts()).toEqual([undefined]);
    expect(backend.spans).toHaveLength(3);
  });
});

describe('beside a provider of another maker', () => {
  it('that takes no span processors says what works, and touches nothing', async () => {
    const app = write(
      'foreign.mjs',
      `import { trace } from '@opentelemetry/api'; import { start } from './index.mjs';
       class VendorTracerProvider { getTracer() { return { startSpan: () => ({ end() {} }) }; } }
       trace.setGlobalTracerProvider(new VendorTracerProvider()); console.log(start().mode);`,
    );
    const { stdout, stderr, code } = await run(app, { environment: environment() });
    expect(code).toBe(0);
    expect(stdout).toBe('foreign\n');
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('the registered tracer provider (VendorTracerProvider) takes no span processors');
  });

  it('that takes them by addSpanProcessor joins, and serves it without onEnding', async () => {
    const app = write(
      'old.mjs',
      `import { trace } from '@opentelemetry/api'; import { start } from './index.mjs';
       class OldProvider { processors = []; addSpanProcessor(one) { this.processors.push(one); } getTracer() { return { startSpan: () => ({ end() {} }) }; } }
       const provider = new OldProvider(); trace.setGlobalTracerProvider(provider); console.log(start().mode, provider.processors.length);`,
    );
    expect((await run(app, { environment: environment() })).stdout).toBe('joined 1\n');
  });
});

describe('without the SDK', () => {
  let empty: string;
  beforeEach(() => {
    empty = mkdtempSync(join(tmpdir(), 'ragspan-empty-'));
    mkdirSync(join(empty, 'node_modules/@opentelemetry'), { recursive: true });
    symlinkSync(apiFolder(), join(empty, 'node_modules/@opentelemetry/api'));
    for (const file of readdirSync(directory))
      if (/^(index|chunk-.*)\.mjs$/.test(file)) copyFileSync(join(directory, file), join(empty, file));
    writeFileSync(join(empty, 'app.mjs'), `import { start } from './index.mjs'; console.log(start().mode);`);
  });
  afterEach(() => rmSync(empty, { recursive: true }));

  it('says exactly what to install, and the application runs on', async () => {
    const { code, stdout, stderr } = await run(join(empty, 'app.mjs'), { cwd: empty });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'missing\n' });
    expect(stderr).toBe(
      'ragspan: the OpenTelemetry SDK is not installed, nothing is judged. To set it up: npm install ' +
        (LINE === 2
          ? '@opentelemetry/sdk-trace-node@2 @opentelemetry/exporter-trace-otlp-http@0.223\n'
          : '@opentelemetry/sdk-trace@3 @opentelemetry/exporter-trace-otlp-http@0.301 @opentelemetry/context-async-hooks@3\n'),
    );
  });

  it('that is there and does not load, says once what is missing of it', async () => {
    mkdirSync(join(empty, 'node_modules/@opentelemetry/sdk-trace-node'));
    writeFileSync(
      join(empty, 'node_modules/@opentelemetry/sdk-trace-node/index.js'),
      `require('@opentelemetry/its-peer');`,
    );
    const { code, stdout, stderr } = await run(join(empty, 'app.mjs'), { cwd: empty });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'missing\n' });
    expect(stderr.trim().split('\n')).toEqual([
      `ragspan: @opentelemetry/sdk-trace-node is installed and does not load: Cannot find module '@opentelemetry/its-peer'`,
      'ragspan: nothing is judged until @opentelemetry/sdk-trace-node can be loaded: install what is missing of it',
    ]);
  });
});

describe('two copies of the API that do not work together (B8)', () => {
  it('are one clear warning; the spans of the application are judged and exported', async () => {
    const app = write(
      'mixed.mjs',
      `import { create, exporting } from './provider.mjs';
       import { start } from './index.mjs'; import { answer } from './answer.mjs'; import { trace } from '@opentelemetry/api';
       const provider = create(exporting());
       globalThis[Symbol.for('opentelemetry.js.api.1')] = { version: '1.0.0', trace: { getDelegate: () => provider } };
       console.log(start().mode);
       trace.getTracer = (name) => provider.getTracer(name);
       answer(); await provider.shutdown();`,
    );
    const { stdout, stderr } = await run(app, { environment: environment() });
    expect(stdout).toBe('joined\n');
    expect(stderr.split('\n').filter((line) => line.includes('two copies of @opentelemetry/api'))).toHaveLength(1);
    expect(verdicts()).toEqual(['UNDECLARED']);
  });
});

describe('the end of the process', () => {
  const midRun = (after: string): string =>
    `import { start } from './index.mjs'; import { answer } from './answer.mjs'; start(); answer();
     answer('open', (root) => { root.end = () => undefined; }); ${after}`;

  it('by SIGTERM in the middle of a run flushes, and the signal still ends it', async () => {
    const app = write('sigterm.mjs', midRun(`setInterval(() => undefined, 1000); console.log('ready');`));
    const { signal, code } = await run(app, {
      environment: environment(),
      on: { text: 'ready', act: (child) => child.kill('SIGTERM') },
    });
    expect({ signal, code }).toEqual({ signal: 'SIGTERM', code: null });
    expect(verdicts()).toEqual(['UNDECLARED']);
    expect(backend.spans.filter((span) => span.name === 'retrieval')).toHaveLength(2);
  });

  it('leaves an application that handles SIGTERM in charge', async () => {
    const app = write(
      'graceful.mjs',
      midRun(`process.once('SIGTERM', () => { console.log('closing'); setTimeout(() => { console.log('closed'); process.exit(7); }, 3000); });
              setInterval(() => undefined, 1000); console.log('ready');`),
    );
    const { code, signal, stdout } = await run(app, {
      environment: environment(),
      on: { text: 'ready', act: (child) => child.kill('SIGTERM') },
    });
    expect({ code, signal }).toEqual({ code: 7, signal: null });
    expect(stdout).toContain('closed');
    expect(verdicts()).toEqual(['UNDECLARED']);
  });

  it('by process.exit keeps its status and throws nothing', async () => {
    const app = write('exit.mjs', midRun('process.exit(3);'));
    const { code, stderr } = await run(app, { environment: environment() });
    expect(code).toBe(3);
    expect(stderr).not.toMatch(/error/i);
  });

  it('comes by itself: nothing of ours keeps it alive', async () => {
    const app = write(
      'natural.mjs',
      `import { start } from './index.mjs'; import { answer } from './answer.mjs'; start(); answer('open', (root) => { root.end = () => undefined; });`,
    );
    const { code } = await run(app, { environment: environment() });
    expect(code).toBe(0);
    expect(backend.spans.filter((span) => span.name === 'retrieval')).toHaveLength(1);
  });

  it('of a bare processor is left to the application', async () => {
    const app = write(
      'bare.mjs',
      `import { RagspanProcessor } from './index.mjs'; new RagspanProcessor(); console.log(process.listenerCount('SIGTERM'));`,
    );
    expect(await run(app)).toMatchObject({ code: 0, stdout: '0\n' });
  });
});

describe('a bundle', () => {
  const SDK = LINE === 2 ? '@opentelemetry/sdk-trace-node' : '@opentelemetry/sdk-trace';
  const source = `import { start } from '../index.mjs'; import { answer } from '../answer.mjs';
     import * as sdk from '${SDK}'; import * as exporter from '@opentelemetry/exporter-trace-otlp-http';
     import * as hooks from '@opentelemetry/context-async-hooks'; import * as core from '@opentelemetry/core'; import * as resources from '@opentelemetry/resources';
     const ragspan = start({ cases: './bundle.cases.yaml', packages: {
       '${SDK}': sdk, '@opentelemetry/exporter-trace-otlp-http': exporter,
       '@opentelemetry/context-async-hooks': hooks, '@opentelemetry/core': core, '@opentelemetry/resources': resources } });
     setTimeout(() => { answer(); void ragspan.forceFlush(); }, 300);`;

  for (const format of ['esm', 'cjs'] as const) {
    it(`of esbuild (${format}) that holds everything judges by its case file (B10)`, async () => {
      write(
        'bundle/bundle.cases.yaml',
        'version: 1\ncases:\n  - id: refunds\n    need: { line: The refund window is 30 days from delivery. }\n    expect: { must: [30 days] }\n',
      );
      const entry = write(`bundle/${format}.mjs`, source);
      const outfile = join(directory, `bundle/out-${format}.${format === 'esm' ? 'mjs' : 'cjs'}`);
      await build({
        entryPoints: [entry],
        bundle: true,
        platform: 'node',
        format,
        outfile,
        logLevel: 'error',
        logOverride: { 'empty-import-meta': 'silent' },
        ...(format === 'esm'
          ? {
              banner: {
                js: "import { createRequire as banner } from 'node:module'; const require = banner(import.meta.url);",
              },
            }
          : {}),
      });
      const { code, stderr } = await run(outfile, { environment: environment(), cwd: join(directory, 'bundle') });
      expect({ code, stderr: stderr.includes('rror') ? stderr : '' }).toEqual({ code: 0, stderr: '' });
      expect(verdicts()).toEqual(['HOLD']);
    });
  }
});
