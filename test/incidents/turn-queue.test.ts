import { describe, expect, it } from 'vitest';
import { TurnQueue } from '../../src/incidents/turn-queue.js';

describe('a queue of turns', () => {
  it('never works in the call that pushes, and does one piece at a time, in order', async () => {
    const seen: string[] = [];
    const queue = new TurnQueue<string>({
      mostWaiting: 10,
      work: async (piece) => {
        seen.push(`${piece} begins`);
        await Promise.resolve();
        seen.push(`${piece} ends`);
      },
      onFailed: () => undefined,
    });
    expect(queue.push('a')).toBe(true);
    expect(queue.push('b')).toBe(true);
    expect(seen).toEqual([]);
    await queue.drained();
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    queue.push('c');
    await queue.drained();
    expect(seen).toHaveLength(6);
  });

  it('refuses what does not fit, tells what fails, and goes on whatever it is told', async () => {
    const failed: unknown[] = [];
    let done = 0;
    const queue = new TurnQueue<number>({
      mostWaiting: 3,
      work: async (piece) => {
        if (piece === 1) throw new Error('one');
        done += 1;
      },
      onFailed: (error) => {
        failed.push(error);
        throw new Error('nobody listens');
      },
    });
    expect([0, 1, 2, 3].map((piece) => queue.push(piece))).toEqual([true, true, true, false]);
    await queue.drained();
    expect(done).toBe(2);
    expect(failed).toEqual([new Error('one')]);
  });

  it('gives up what waits when the process ends, and says how much that is', async () => {
    let release = (): void => undefined;
    const queue = new TurnQueue<number>({
      mostWaiting: 3,
      work: () => new Promise((resolve) => (release = resolve)),
      onFailed: () => undefined,
    });
    for (const piece of [0, 1, 2]) queue.push(piece);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(queue.giveUp()).toBe(3);
    release();
    await queue.drained();
    expect(queue.giveUp()).toBe(0);
  });
});
