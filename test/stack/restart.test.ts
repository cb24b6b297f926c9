/** The built Collector is killed, and ended, in the middle of its work. */
import { afterEach, describe, expect, inject, test } from 'vitest';
import { startOtlpReceiver } from '../../demo/otlp-receiver.js';
import { startCollector, type Collector, type CollectorOptions } from '../../scripts/stack/collector.js';
import { temporaryFolder } from '../../scripts/stack/debian.js';
import { judgeInto, spansOf, until, verdictsOf } from './sink.js';
import { post, trace, writeCases, type SentTrace } from './traces.js';

const { collector: binary } = inject('programs');
const running: Collector[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.program.kill()));
});

async function start(options: CollectorOptions): Promise<Collector> {
  const one = await startCollector(options);
  running.push(one);
  return one;
}

describe('kill -9', () => {
  test('pending runs are judged once, by the Collector that follows with the same storage', async () => {
    const sink = await startOtlpReceiver();
    const folder = temporaryFolder('ragspan-kill');
    const cases = writeCases(folder);
    const overlay = judgeInto(sink, { decision_wait: '60s', decision_wait_after_root_received: '3s' });
    const first = await start({ binary, folder, cases, overlay, config: 'agent.yaml' });

    const begun = Array.from({ length: 20 }, (_, n) => trace({ loses: n % 2 === 1 }));
    for (const [n, one] of begun.entries()) {
      // Half of them have their root, held back for the verdict; of the others it has not come yet.
      expect(
        await post(first.url, n < 10 ? one.only('retrieval', 'call', 'root') : one.only('retrieval', 'call')),
      ).toBe(true);
    }
    await first.program.kill();
    expect(begun.flatMap((one) => verdictsOf(sink, one.traceId))).toEqual([]);

    const second = await start({ binary, folder, cases, overlay, config: 'agent.yaml', ports: first.ports });
    for (const one of begun.slice(10)) expect(await post(second.url, one.only('root'))).toBe(true);
    await until('a verdict in every trace', 30, () =>
      begun.every((one) => verdictsOf(sink, one.traceId).length > 0) ? true : undefined,
    );
    expect(begun.map((one) => verdictsOf(sink, one.traceId))).toEqual(
      begun.map((_, n) => (n % 2 === 1 ? ['H2 dropped'] : ['HOLD'])),
    );
    for (const one of begun) expect(new Set(spansOf(sink, one.traceId).map((span) => span.spanId)).size).toBe(3);

    // A new series is shown at zero first: the second look has the count.
    const counted = async (): Promise<number> =>
      [...(await second.metrics('own')).matchAll(/^ragspan_verdicts\{.*\} (\d+)/gm)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      );
    await until('twenty counted', 10, async () => ((await counted()) >= 20 ? true : undefined));
    expect(await counted()).toBe(20);
    expect(await second.program.stop()).toBe(0);
    await sink.close();
  });
});

describe('SIGTERM under load', () => {
  test('no span that was accepted is lost, none is doubled', async () => {
    const sink = await startOtlpReceiver();
    const folder = temporaryFolder('ragspan-term');
    const collector = await start({
      binary,
      folder,
      cases: writeCases(folder),
      overlay: judgeInto(sink, { decision_wait: '60s', decision_wait_after_root_received: '1s' }),
      config: 'agent.yaml',
    });
    const accepted: { one: SentTrace; isWhole: boolean }[] = [];
    let isLoading = true;
    const load = async (): Promise<void> => {
      while (isLoading) {
        const one = trace();
        // Every third run has no root yet when the end comes.
        const isWhole = accepted.length % 3 !== 0;
        const parts = isWhole ? (['retrieval', 'call', 'root'] as const) : (['retrieval', 'call'] as const);
        if (await post(collector.url, one.only(...parts))) accepted.push({ one, isWhole });
        else isLoading = false;
      }
    };
    const loads = Promise.all([load(), load(), load(), load()]);
    await until('some load', 30, () => (accepted.length > 300 ? true : undefined));
    const status = await collector.program.stop();
    await loads;
    expect(status).toBe(0);
    const bySpan = new Map<string, number>();
    for (const { traceId, spanId } of sink.spans) {
      const key = `${traceId} ${spanId}`;
      bySpan.set(key, (bySpan.get(key) ?? 0) + 1);
    }
    expect([...bySpan.values()].filter((count) => count !== 1)).toEqual([]);
    const arrived = new Map<string, number>();
    for (const { traceId } of sink.spans) arrived.set(traceId, (arrived.get(traceId) ?? 0) + 1);
    const lost = accepted.filter(({ one, isWhole }) => arrived.get(one.traceId) !== (isWhole ? 3 : 2));
    expect(lost.map(({ one }) => one.traceId)).toEqual([]);
    const unjudged = accepted.filter(({ one, isWhole }) => isWhole && verdictsOf(sink, one.traceId).length !== 1);
    expect(unjudged.map(({ one }) => one.traceId)).toEqual([]);
    await sink.close();
  });
});
