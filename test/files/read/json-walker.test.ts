import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Place } from '../../../src/files/read/damage.js';
import type { Walk } from '../../../src/files/read/json-frames.js';
import { JsonWalker } from '../../../src/files/read/json-walker.js';

/** The documents, built again from the values that were kept. */
function rebuild(text: string, size: number): { values: unknown[]; damage: string[] } {
  const values: unknown[] = [];
  const damage: string[] = [];
  const document = (): Walk => {
    const entries: [string | number, unknown][] = [];
    return {
      child: (key) => ({ keep: (bytes) => entries.push([key, JSON.parse(bytes.toString())]) }),
      end: () => values.push(Object.fromEntries(entries)),
    };
  };
  const walker = new JsonWalker({ document, damage: (_place, problem) => damage.push(problem) });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) walker.push(bytes.subarray(at, at + size));
  walker.end();
  return { values, damage };
}

const record = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true, minKeys: 1 });

describe('JsonWalker', () => {
  it('finds every value of an object, in pieces of any size and in any layout', () => {
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(undefined, 2),
        (documents, size, indent) => {
          const text = documents.map((one) => JSON.stringify(one, undefined, indent)).join('\n');
          const { values, damage } = rebuild(text, size);
          expect(damage).toEqual([]);
          expect(values).toEqual(documents.map((one) => JSON.parse(JSON.stringify(one)) as unknown));
        },
      ),
      { numRuns: 300, interruptAfterTimeLimit: 6_000 },
    );
  });

  it('says where a value is that is too large, and goes on behind it', () => {
    const kept: string[] = [];
    const damage: Place[] = [];
    const walker = new JsonWalker({
      document: () => ({ child: () => ({ keep: (bytes) => kept.push(bytes.toString()) }) }),
      damage: (place) => damage.push(place),
      maxValueBytes: 10,
    });
    for (const byte of Buffer.from('{"a": 1,\n "b": "01234567890", "c": 3}')) walker.push(Buffer.from([byte]));
    walker.end();
    expect(kept).toEqual(['1', '3']);
    expect(damage).toEqual([{ offset: 15, line: 2, path: 'b' }]);
  });

  it('tells long integers from other digits', () => {
    const seen: boolean[] = [];
    const walker = new JsonWalker({
      document: () => ({ child: () => ({ keep: (_bytes, _place, hasLongInteger) => seen.push(hasLongInteger) }) }),
      damage: () => undefined,
    });
    walker.push(Buffer.from('[1234567890123456, 123456789012345, "1234567890123456", {"a":[1234567890123456]}, 1]'));
    walker.end();
    expect(seen).toEqual([true, false, false, true, false]);
  });
});
