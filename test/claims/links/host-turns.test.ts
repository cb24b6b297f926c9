import { describe, expect, it } from 'vitest';
import { HostTurns, type TurnClock } from '../../../src/claims/links/host-turns.js';
import { Slots } from '../../../src/claims/links/slots.js';

/** Time passes only where somebody waits. */
function clock(): TurnClock & { readonly waits: number[] } {
  let now = 1_000;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    wait: async (millis) => {
      waits.push(millis);
      now += millis;
    },
  };
}

const never = new AbortController().signal;

describe('turns at a host', () => {
  it('are one at a time, in order, with the gap between them', async () => {
    const time = clock();
    const turns = new HostTurns(time);
    const log: string[] = [];
    let running = 0;
    const visit = (name: string) => (): Promise<void> => {
      running += 1;
      expect(running).toBe(1);
      log.push(name);
      return Promise.resolve().then(() => {
        running -= 1;
      });
    };
    await Promise.all(['a', 'b', 'c'].map((name) => turns.take('h', 500, never, visit(name))));
    expect(log).toEqual(['a', 'b', 'c']);
    expect(time.waits).toEqual([500, 500]);
  });

  it('of other hosts do not wait', async () => {
    const time = clock();
    const turns = new HostTurns(time);
    await Promise.all(['a', 'b', 'c'].map((name) => turns.take(name, 500, never, async () => undefined)));
    expect(time.waits).toEqual([]);
  });

  it('go on when one fails, and when one gives up waiting', async () => {
    const turns = new HostTurns(clock());
    let finish = (): void => undefined;
    const first = turns.take('h', 0, never, () => new Promise<void>((resolve) => (finish = resolve)));
    const gaveUp = new AbortController();
    const second = turns.take('h', 0, gaveUp.signal, async () => expect.unreachable());
    let isThirdDone = false;
    const third = turns.take('h', 0, never, async () => {
      isThirdDone = true;
      throw new Error('third');
    });
    const fourth = turns.take('h', 0, never, async () => 4);
    gaveUp.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    // The first still has the host: nobody comes in between.
    expect(isThirdDone).toBe(false);
    finish();
    await first;
    await expect(third).rejects.toThrow('third');
    expect(await fourth).toBe(4);
  });

  it('hosts are forgotten once nobody waits and the gap is over', async () => {
    const turns = new HostTurns(clock());
    for (let host = 0; host < 2_500; host += 1) await turns.take(`h${host}`, 0, never, async () => undefined);
    expect(turns.size).toBeLessThanOrEqual(1_000);
  });
});

describe('slots', () => {
  it('are so many at once, and one that gave up waiting keeps none', async () => {
    const slots = new Slots(2);
    const finish: (() => void)[] = [];
    const hold = (): Promise<void> => new Promise((resolve) => finish.push(resolve));
    const held = [slots.use(never, hold), slots.use(never, hold)];
    const gaveUp = new AbortController();
    const waiting = slots.use(gaveUp.signal, async () => expect.unreachable());
    const last = slots.use(never, async () => 'last');
    expect(finish).toHaveLength(2);
    gaveUp.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    finish[0]?.();
    expect(await last).toBe('last');
    finish[1]?.();
    await Promise.all(held);
    expect(await Promise.all([1, 2, 3].map((one) => slots.use(never, async () => one)))).toEqual([1, 2, 3]);
  });
});
