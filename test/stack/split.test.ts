/** One trace over two Collectors: no conviction from half of it; behind a tier that routes by trace id it is whole. */
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { startOtlpReceiver, type OtlpReceiver } from '../../demo/otlp-receiver.js';
import { startCollector, type Collector, type CollectorOptions } from '../../scripts/stack/collector.js';
import { temporaryFolder } from '../../scripts/stack/debian.js';
import { judgeInto, spansOf, until, verdictsOf } from './sink.js';
import { post, trace, writeCases } from './traces.js';

const { collector: binary, gateway } = inject('programs');
const waits = { decision_wait: '4s', decision_wait_after_root_received: '1s' };
const running: Collector[] = [];
let sink: OtlpReceiver;

beforeEach(async () => {
  sink = await startOtlpReceiver();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.program.stop()));
  await sink.close();
});

async function start(options: Omit<CollectorOptions, 'folder' | 'cases'>): Promise<Collector> {
  const folder = temporaryFolder('ragspan-split');
  const one = await startCollector({ ...options, folder, cases: writeCases(folder) });
  running.push(one);
  return one;
}

describe('a trace split over two Collectors', () => {
  test('is UNKNOWN where its call is, and convicts nobody on either side', async () => {
    const options = { binary, config: 'agent.yaml', overlay: judgeInto(sink, waits) };
    const [one, two] = [await start(options), await start(options)];
    const sent = [trace(), trace({ loses: true })];
    for (const each of sent) {
      expect(await post(one.url, each.only('retrieval'))).toBe(true);
      expect(await post(two.url, each.only('call', 'root'))).toBe(true);
    }
    await until('three spans of each', 20, () =>
      sent.every((each) => spansOf(sink, each.traceId).length === 3) ? true : undefined,
    );
    // Longer than any wait: whoever wanted to judge has done so.
    await until('the waits to be over', 20, async () =>
      /^ragspan_pending\S* 0$/m.test(await one.metrics('own')) ? true : undefined,
    );
    expect(sent.map((each) => verdictsOf(sink, each.traceId))).toEqual([
      ['UNKNOWN retrieval_unlogged'],
      ['UNKNOWN retrieval_unlogged'],
    ]);
    for (const each of [one, two]) {
      const counted = [...(await each.metrics('own')).matchAll(/^ragspan_verdicts\{.*\} [1-9]\d*$/gm)].map(
        ([line]) => line,
      );
      expect(counted.filter((line) => /ragspan_verdict="H\d/.test(line))).toEqual([]);
    }
  });

  test('is judged whole behind a first tier that routes by trace id', async () => {
    const second = { binary: gateway, config: 'two-tier-gateway.yaml', overlay: judgeInto(sink, waits) };
    const tier = [await start(second), await start(second)];
    const first = await start({
      binary: gateway,
      config: 'two-tier-agent.yaml',
      overlay: {
        exporters: {
          load_balancing: {
            resolver: { dns: null, static: { hostnames: tier.map(({ ports }) => `127.0.0.1:${ports.grpc}`) } },
          },
        },
      },
    });
    const sent = Array.from({ length: 12 }, (_, n) => trace({ loses: n % 2 === 1 }));
    for (const part of ['retrieval', 'call', 'root'] as const)
      for (const each of sent) expect(await post(first.url, each.only(part))).toBe(true);
    await until('a verdict in every trace', 30, () =>
      sent.every((each) => verdictsOf(sink, each.traceId).length > 0) ? true : undefined,
    );
    expect(sent.map((each) => verdictsOf(sink, each.traceId))).toEqual(
      sent.map((_, n) => (n % 2 === 1 ? ['H2 dropped'] : ['HOLD'])),
    );
    // Both had their share: twelve ids fall on one of two once in two thousand times.
    const shares = await Promise.all(
      tier.map(async (one) => Number(/^ragspan_context_size_count\{.*\} (\d+)$/m.exec(await one.metrics('own'))?.[1])),
    );
    for (const share of shares) expect(share).toBeGreaterThan(0);
    expect(shares.reduce((sum, share) => sum + share)).toBe(12);
  });
});
