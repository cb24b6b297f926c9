import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SortedStore } from '../../../src/files/hold/sorted-store.js';

const key = fc
  .constantFrom('00', '01', '7f', 'ff')
  .chain((head) => fc.constantFrom('0', '1').map((tail) => (head + tail.repeat(30)).padEnd(32, '0')));
const entries = fc.array(fc.tuple(key, fc.nat(255), fc.nat(2 ** 32 - 1), fc.uint8Array({ maxLength: 40 })), {
  maxLength: 60,
});

describe('SortedStore', () => {
  it('gives records back by key, in the order they came, however little it may hold', () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: 1, max: 500 }), (given, maxHeldBytes) => {
        const store = new SortedStore({ maxHeldBytes });
        for (const [own, tag, reference, bytes] of given) store.add(own, tag, reference, Buffer.from(bytes));
        const expected = [...new Set(given.map(([own]) => own))].toSorted().map((own) => ({
          key: own,
          records: given
            .filter(([other]) => other === own)
            .map(([, tag, reference, bytes]) => ({ key: own, tag, reference, bytes: Buffer.from(bytes) })),
        }));
        // Twice: traces that a run id joins need a pass of their own.
        expect([...store.groups()]).toEqual(expected);
        expect([...store.groups()]).toEqual(expected);
        store.close();
      }),
      { numRuns: 200, interruptAfterTimeLimit: 8_000 },
    );
  });

  it('holds small input in memory and writes large input to disk', () => {
    const small = new SortedStore({ maxHeldBytes: 1000 });
    small.add('0'.repeat(32), 0, 0, Buffer.alloc(100));
    expect(small.isSpilled).toBe(false);
    small.add('0'.repeat(32), 0, 0, Buffer.alloc(1000));
    expect(small.isSpilled).toBe(true);
    small.close();
  });

  it('says how large a group is that is too large, instead of giving it', () => {
    for (const maxHeldBytes of [10, 1_000_000]) {
      const store = new SortedStore({ maxHeldBytes, maxGroupBytes: 250 });
      for (let index = 0; index < 3; index += 1) store.add('aa'.padEnd(32, '0'), 0, 0, Buffer.alloc(100));
      store.add('bb'.padEnd(32, '0'), 0, 0, Buffer.alloc(100));
      expect([...store.groups()]).toMatchObject([{ records: [], excessBytes: 300 }, { records: [{ tag: 0 }] }]);
      store.close();
    }
  });
});
