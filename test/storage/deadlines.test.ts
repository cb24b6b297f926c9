import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Deadlines } from '../../src/storage/deadlines.js';

describe('deadlines', () => {
  it('come up in order of time', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 })), (times) => {
        const deadlines = new Deadlines<number>();
        for (const [index, at] of times.entries()) deadlines.add(index, at);
        const taken: number[] = [];
        for (let due = deadlines.takeDue(100); due !== undefined; due = deadlines.takeDue(100))
          taken.push(due.atMillis);
        expect(taken).toEqual([...times].sort((a, b) => a - b));
        expect(deadlines.nextMillis).toBeUndefined();
      }),
    );
  });

  it('stay until they are due', () => {
    const deadlines = new Deadlines<string>();
    deadlines.add('late', 20);
    deadlines.add('soon', 10);
    expect(deadlines.takeDue(9)).toBeUndefined();
    expect(deadlines.nextMillis).toBe(10);
    expect(deadlines.takeDue(10)?.item).toBe('soon');
    expect(deadlines.takeDue(10)).toBeUndefined();
    deadlines.clear();
    expect(deadlines.size).toBe(0);
  });
});
