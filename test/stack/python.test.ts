/** The second path: a Python application that knows nothing of ragspan, judged by the Collector alone. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startModelServer } from '../../demo/model-server.js';
import { startOtlpReceiver, type OtlpReceiver } from '../../demo/otlp-receiver.js';
import { cacheFolder } from '../../scripts/binary-cache.js';
import { exec } from '../../scripts/exec.js';
import { startCollector, type Collector } from '../../scripts/stack/collector.js';
import { temporaryFolder } from '../../scripts/stack/debian.js';
import { judgeInto, spansOf, until, verdictsOf } from './sink.js';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** A virtual environment, once per content of requirements.txt and version of Python. */
async function pythonWithRequirements(): Promise<string> {
  const requirements = path('python/requirements.txt');
  const { status, output: version } = await exec({ argv: ['python3', '-c', 'import sys; print(sys.version)'] });
  if (status !== 0)
    throw new Error(`python3 3.10 or later is needed, with venv: apt-get install -y python3-venv\n${version}`);
  const hash = createHash('sha256').update(readFileSync(requirements)).update(version).digest('hex').slice(0, 16);
  const home = join(cacheFolder(), 'python');
  const done = join(home, hash);
  if (existsSync(done)) return join(done, 'venv/bin/python');
  mkdirSync(home, { recursive: true });
  const fresh = mkdtempSync(join(home, 'new-'));
  const python = join(fresh, 'venv/bin/python');
  for (const argv of [
    ['python3', '-m', 'venv', join(fresh, 'venv')],
    [python, '-m', 'pip', 'install', '-q', '--no-deps', '-r', requirements],
    [python, '-m', 'pip', 'check'],
  ] as const) {
    const { status, output } = await exec({ argv: [...argv] });
    if (status === 0) continue;
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(`${argv.join(' ')} failed:\n${output}`);
  }
  renameSync(fresh, done);
  return join(done, 'venv/bin/python');
}

const DEPLOYMENTS = ['retrieval', 'assembly', 'generation', 'repaired'] as const;

interface Answer {
  readonly deployment: string;
  readonly trace: string;
  readonly answer: string;
}

let sink: OtlpReceiver;
let collector: Collector;
let answers: readonly Answer[];

beforeAll(async () => {
  const python = await pythonWithRequirements();
  sink = await startOtlpReceiver();
  const model = await startModelServer();
  collector = await startCollector({
    binary: inject('programs').collector,
    folder: temporaryFolder('ragspan-python'),
    cases: path('../../demo/ragspan.cases.yaml'),
    config: 'agent.yaml',
    overlay: judgeInto(sink, { decision_wait_after_root_received: '1s' }),
  });
  const { status, output } = await exec({
    argv: [python, path('python/app.py'), ...DEPLOYMENTS],
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OPENAI_BASE_URL: `${model.url}/v1`,
      CORPUS: path('../../demo/corpus'),
    },
  });
  await model.close();
  if (status !== 0) throw new Error(`the service ended with ${status}\n${output}`);
  answers = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Answer);
  await until('a verdict of every answer', 20, () =>
    answers.every((one) => verdictsOf(sink, one.trace).length > 0) ? true : undefined,
  );
}, 600_000);

afterAll(async () => {
  await collector.program.stop();
  await sink.close();
});

describe('a Python service through the Collector alone', () => {
  test('one wrong answer with three causes, and the repair', () => {
    expect(answers.map(({ deployment, trace }) => [deployment, ...verdictsOf(sink, trace)])).toEqual([
      ['retrieval', 'H1 not_retrieved'],
      ['assembly', 'H2 cut'],
      ['generation', 'H3a contradiction'],
      ['repaired', 'HOLD'],
    ]);
    for (const { answer } of answers.slice(0, 3)) expect(answer).toContain('was processed on September 2');
    expect(answers.at(-1)?.answer).toContain('PENDING');
  });

  test('the verdict stands on the root of the run, with its event, and says that the Collector judged', () => {
    for (const { trace } of answers) {
      const judged = spansOf(sink, trace).filter((span) => span.attributes['ragspan.verdict'] !== undefined);
      expect(judged.map((span) => span.name)).toEqual(['answer']);
      const events = judged.flatMap((span) => span.events).filter((one) => one.name === 'gen_ai.evaluation.result');
      expect(events.map((one) => one.attributes['ragspan.origin'])).toEqual(['collector']);
    }
  });

  test('LangChain and OpenAI spans were read in their own dialect', async () => {
    // A new series is shown at zero first: the second look has the count.
    for (const kind of ['retrieval', 'model']) {
      const line = new RegExp(`^ragspan_spans\\{.*ragspan_dialect="openinference",ragspan_kind="${kind}".*\\} 4$`, 'm');
      await until(`four spans of ${kind}`, 10, async () =>
        line.test(await collector.metrics('own')) ? true : undefined,
      );
    }
  });
});
