/** On each line: installed into an empty project, imported, required, typed, and one verdict through a real exporter. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bin, exec } from '../../scripts/exec.ts';
import { LINES, projectWith, type Project } from './project.ts';
import { startReceiver, type Receiver } from './receiver.ts';

const SUBPATHS = [
  'ragspan',
  'ragspan/processor',
  'ragspan/instrumentation',
  'ragspan/cases',
  'ragspan/claims',
  'ragspan/files',
  'ragspan/replay',
  'ragspan/semconv',
  'ragspan/vitest',
];

describe.each(LINES)('$name', ({ node, sdk }) => {
  let project: Project;
  let backend: Receiver;

  beforeAll(async () => {
    backend = await startReceiver();
    project = await projectWith(node, [...sdk, '@types/node@24.19.4']);
  });
  beforeEach(() => backend.clear());
  afterAll(async () => {
    await backend.close();
    project.remove();
  });

  /** Runs it to its end and returns what the backend stored of the run. */
  async function verdictOf(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const { status, output } = await project.node(args, {
      OTEL_EXPORTER_OTLP_ENDPOINT: backend.url,
      OTEL_SERVICE_NAME: 'refund-bot',
      ...env,
    });
    expect(output).toContain('Your refund was processed.');
    expect(status).toBe(0);
    return backend.verdicts().map(({ attributes, events }) => ({
      verdict: attributes['ragspan.verdict'],
      reason: attributes['ragspan.reason'],
      events: events.filter(({ name }) => name === 'gen_ai.evaluation.result').length,
    }));
  }
  const H2 = [{ verdict: 'H2', reason: 'packed_out', events: 1 }];

  it('imports every entry', async () => {
    const script = `for (const name of ${JSON.stringify(SUBPATHS)}) console.log(name, Object.keys(await import(name)).length > 0)`;
    const { output, status } = await project.node(['--input-type=module', '-e', script]);
    expect([status, output.trim().split('\n')]).toEqual([0, SUBPATHS.map((name) => `${name} true`)]);
  });

  it('requires every entry', async () => {
    const script = `for (const name of ${JSON.stringify(SUBPATHS)}) console.log(name, Object.keys(require(name)).length > 0)`;
    const { output, status } = await project.node(['-e', script]);
    expect([status, output.trim().split('\n')]).toEqual([0, SUBPATHS.map((name) => `${name} true`)]);
  });

  it.each([
    ['ESM and CommonJS', ['--module', 'nodenext', '--types', '', 'types.mts', 'types.cts']],
    ['bundlers', ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', '', 'types.mts']],
    ["ragspan/files, with Node's own", ['--module', 'nodenext', '--types', 'node', 'types-files.mts']],
  ])('has types for %s, checked without skipLibCheck', async (_, args) => {
    const { output, status } = await exec({
      argv: [...bin('typescript', 'bin/tsc'), '--noEmit', '--strict', '--target', 'es2022', ...args],
      cwd: project.folder,
    });
    expect(status === 0 ? 'checked' : output).toBe('checked');
  });

  it('gives a verdict with start()', async () => {
    expect(await verdictOf(['started.mjs'])).toEqual(H2);
  });

  it('gives a verdict with start() in CommonJS', async () => {
    expect(await verdictOf(['started.cjs'])).toEqual(H2);
  });

  it('gives a verdict with --import ragspan/register', async () => {
    expect(await verdictOf(['--import', 'ragspan/register', 'registered.mjs'])).toEqual(H2);
  });

  it('gives a verdict with RagspanProcessor beside an exporter', async () => {
    expect(await verdictOf(['beside.mjs'])).toEqual(H2);
  });

  it('gives a verdict in a worker thread', async () => {
    expect(await verdictOf(['worker.mjs'])).toEqual(H2);
  });

  it('runs the commands', async () => {
    const { output, status } = await project.node(['node_modules/.bin/ragspan', 'demo'], { NO_COLOR: '1' });
    expect([status, ...['H1', 'H2', 'H3a'].filter((verdict) => !output.includes(verdict))]).toEqual([0]);
  });
});
