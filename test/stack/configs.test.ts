/** The shipped configurations by the binaries they are for, and the binary under settings of its own. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { startOtlpReceiver } from '../../demo/otlp-receiver.js';
import { choosePorts, startCollector } from '../../scripts/stack/collector.js';
import { temporaryFolder } from '../../scripts/stack/debian.js';
import { judgeInto, pipeline, spansOf, until, verdictsOf } from './sink.js';
import { post, trace, writeCases } from './traces.js';

const programs = inject('programs');
const shipped = join(import.meta.dirname, '../../collector-config/collector');
const files = readdirSync(shipped).filter((name) => name.endsWith('.yaml'));
const folder = temporaryFolder('ragspan-configs');
const cases = writeCases(folder);

function validate(binary: string, config: string): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(binary, ['validate', '--config', config], {
    encoding: 'utf8',
    env: { ...process.env, RAGSPAN_CASES: cases, STORAGE_DIR: join(folder, 'storage') },
  });
  return { status, said: stdout + stderr };
}

describe('the shipped Collector configurations', () => {
  test.each(files)('%s is valid for the distribution that its first lines name', (name) => {
    const text = readFileSync(join(shipped, name), 'utf8');
    const named = /^# Binary: the (default|gateway) distribution/m.exec(text)?.[1];
    expect(named, 'no line "# Binary: the … distribution"').toBeDefined();
    expect(validate(named === 'gateway' ? programs.gateway : programs.collector, join(shipped, name))).toEqual({
      status: 0,
      said: '',
    });
  });

  test('the default distribution suffices where the gateway is not named', () => {
    expect(files.length).toBeGreaterThanOrEqual(6);
    expect(programs.collector).not.toBe(programs.gateway);
  });
});

describe('the built Collector', () => {
  test('names every wrong option with its key and value, all at once', () => {
    const path = join(folder, 'wrong.json');
    const wrong = { attach: 'never', emit: ['smoke'], num_traces: 0, on_late: 'maybe', top_k: -1 };
    writeFileSync(
      path,
      JSON.stringify({
        receivers: { otlp: { protocols: { http: {} } } },
        processors: { ragspan: wrong },
        exporters: { nop: {} },
        service: { pipelines: { traces: { receivers: ['otlp'], processors: ['ragspan'], exporters: ['nop'] } } },
      }),
    );
    const { status, said } = validate(programs.collector, path);
    expect(status).not.toBe(0);
    for (const [key, value] of [
      ['attach', '"never"'],
      ['emit', '"smoke"'],
      ['num_traces', '0'],
      ['on_late', '"maybe"'],
      ['top_k', '-1'],
    ] as const)
      expect(said).toMatch(new RegExp(`${key}\\S*: ${value}`));
  });

  // Which of two consumers comes first is chosen by the Collector as it starts: several starts.
  test(
    'judges with pdata.useProtoPooling on: nothing of a batch is read after it was recycled',
    { repeats: 3 },
    async () => {
      const sink = await startOtlpReceiver();
      const collector = await startCollector({
        binary: programs.collector,
        folder: join(folder, 'pooling'),
        cases,
        config: 'agent.yaml',
        overlay: judgeInto(sink, { decision_wait_after_root_received: '1s' }),
        gates: ['pdata.useProtoPooling'],
      });
      const sent = Array.from({ length: 60 }, (_, n) => trace({ loses: n % 2 === 1 }));
      for (const part of ['retrieval', 'root', 'call'] as const)
        await Promise.all(sent.map(async (one) => expect(await post(collector.url, one.only(part))).toBe(true)));
      await until('a verdict in every trace', 30, () =>
        sent.every((one) => verdictsOf(sink, one.traceId).length > 0) ? true : undefined,
      );
      expect(sent.map((one) => verdictsOf(sink, one.traceId))).toEqual(
        sent.map((_, n) => (n % 2 === 1 ? ['H2 dropped'] : ['HOLD'])),
      );
      expect(await collector.program.stop()).toBe(0);
      await sink.close();
    },
  );

  test('convicts nobody behind a sampler that has lost half a trace (docs: ragspan stands before it)', async () => {
    const sink = await startOtlpReceiver();
    const ports = await choosePorts();
    const collector = await startCollector({
      binary: programs.collector,
      folder: join(folder, 'behind'),
      ports,
      config: pipeline(sink, ports, {
        tail_sampling: { decision_wait: '2s', num_traces: 10, policies: [{ name: 'all', type: 'always_sample' }] },
        ragspan: { cases, decision_wait: '3s', decision_wait_after_root_received: '1s' },
      }),
    });
    // A map of ten, a hundred traces: what comes first is forgotten when the rest comes.
    const sent = Array.from({ length: 100 }, () => trace());
    for (const part of ['retrieval', 'call', 'root'] as const)
      for (const one of sent) await post(collector.url, one.only(part));
    await until('spans behind the sampler', 20, () => (sink.spans.length > 0 ? true : undefined));
    expect(await collector.program.stop()).toBe(0);
    const partial = sent.filter((one) => spansOf(sink, one.traceId).length < 3);
    expect(partial.length).toBeGreaterThan(0);
    const convicted = sent.flatMap((one) => verdictsOf(sink, one.traceId)).filter((verdict) => /^H\d/.test(verdict));
    expect(convicted).toEqual([]);
    await sink.close();
  });
});
