/** The ways an application may be put together, on both lines of the SDK: each needs the line docs/setup.md gives. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyProject, LINES, projectWith, type Project } from './project.ts';
import { startReceiver, type Receiver } from './receiver.ts';

const H2 = { verdict: 'H2', reason: 'packed_out' };

describe.each(LINES.filter(({ node }) => node === 'current'))('$name', ({ node, sdk, whole }) => {
  let project: Project;
  let backend: Receiver;

  beforeAll(async () => {
    backend = await startReceiver();
    project = await projectWith(node, [...sdk, ...whole]);
  });
  beforeEach(() => backend.clear());
  afterAll(async () => {
    await backend.close();
    project.remove();
  });

  const environment = (): Record<string, string> => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: backend.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'refund-bot',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'none',
    OTEL_NODE_RESOURCE_DETECTORS: 'none',
  });

  async function verdicts(args: readonly string[], inside: Project = project, status = 0): Promise<unknown[]> {
    const ended = await inside.node(args, environment());
    expect(ended.output).toContain('Your refund was processed.');
    expect(ended.status).toBe(status);
    return backend.verdicts().map(({ attributes }) => ({
      verdict: attributes['ragspan.verdict'],
      reason: attributes['ragspan.reason'],
    }));
  }

  it('NodeSDK without spanProcessors, and start() after it', async () => {
    expect(await verdicts(['nodesdk-without.mjs'])).toEqual([H2]);
  });

  it('auto-instrumentations-node/register, and ragspan/register after it', async () => {
    const auto = ['--import', '@opentelemetry/auto-instrumentations-node/register'];
    expect(await verdicts([...auto, '--import', 'ragspan/register', 'registered.mjs'])).toEqual([H2]);
  });

  it.each(['esm', 'cjs'] as const)('a bundle by esbuild, %s, away from node_modules', async (format) => {
    const away = await emptyProject(node);
    const outfile = `app.${format === 'esm' ? 'mjs' : 'cjs'}`;
    await build({
      entryPoints: [join(project.folder, 'bundled.mjs')],
      outfile: join(away.folder, outfile),
      bundle: true,
      platform: 'node',
      target: 'node20',
      format,
      // CommonJS packages in an ESM bundle look for `require`.
      ...(format === 'esm'
        ? {
            banner: {
              js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
            },
          }
        : {}),
      logLevel: 'error',
    });
    away.write('ragspan.cases.yaml', CASES);
    expect(await verdicts([outfile], away)).toEqual([H2]);
    away.remove();
  });

  it('a serverless handler that is frozen after its one forceFlush', async () => {
    expect(await verdicts(['serverless.mjs'], project, -1)).toEqual([H2, H2]);
  });

  it('two copies of the package: each run is judged once', async () => {
    const ended = await project.node(['copies.mjs'], environment());
    expect(ended).toMatchObject({ status: 0 });
    expect(backend.verdicts().map(({ attributes }) => attributes['ragspan.verdict'])).toEqual(['H2', 'H2']);
  });

  it('without the SDK it says what to install, and the application runs on', async () => {
    const bare = await projectWith(node, []);
    const ended = await bare.node(['started.mjs'], environment());
    expect(ended.status).toBe(0);
    expect(ended.output).toContain('Your refund was processed.');
    expect(ended.output).toMatch(/^ragspan: .*npm install @opentelemetry\/sdk-trace/m);
    bare.remove();
  });
});

const CASES = `version: 1
cases:
  - id: refund-status
    need: { line: "refund PENDING, no reference issued" }
    expect: { must: ["PENDING"], must_not: ["was processed"] }
`;
