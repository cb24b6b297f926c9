import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assembly, generation, pack, retrieval, run } from '../../src/instrumentation/index.js';
import { isInvalidText } from '../../src/model/text.js';
import { utf8Length, wellFormed } from '../../src/model/utf8.js';
import { recordSpans } from './support.js';

const recorded = recordSpans();
const timeBox = { interruptAfterTimeLimit: 4_000, numRuns: 300 };
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Values of any shape, among them the ones clients use, bent. */
const anything = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
    withNullPrototype: true,
  }),
  fc.record(
    {
      choices: fc.anything(),
      message: fc.anything(),
      text: fc.anything(),
      content: fc.anything(),
      output: fc.anything(),
    },
    { requiredKeys: [] },
  ),
  fc.array(
    fc.record(
      { role: fc.anything(), content: fc.oneof(fc.string(), fc.array(fc.anything())), parts: fc.anything() },
      { requiredKeys: [] },
    ),
  ),
);

test('no value of any shape makes a wrapper throw, or comes back as another', () => {
  fc.assert(
    fc.property(anything, anything, (given, returned) => {
      const isThenable = typeof (returned as { then?: unknown } | null | undefined)?.then === 'function';
      fc.pre(!isThenable);
      const values = [
        retrieval(
          { query: given as string, topK: given as number },
          (log) => (log.candidates(given as []), log.handedOn(given as []), returned),
        ),
        retrieval({}, () => returned),
        assembly(
          { budget: given as number, template: given as string, chunks: given as [] },
          (log) => (log.chunk(given, given as object), returned),
        ),
        generation(
          { model: given, messages: given, temperature: given, stop: given },
          (log) => (log.sent(given), returned),
        ),
        run({ input: given as string, attributes: { given: given as string } }, () => returned),
      ];
      for (const value of values) expect(Object.is(value, returned)).toBe(true);
      recorded.exporter.reset();
    }),
    timeBox,
  );
});

test('a stream of any items gives exactly these items, and ends its span', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anything), async (items) => {
      const seen: unknown[] = [];
      const plain = items.filter((item) => typeof (item as { then?: unknown } | null | undefined)?.then !== 'function');
      const stream = generation({ messages: 'Q' }, async function* () {
        for (const item of plain) yield item;
      });
      for await (const item of stream) seen.push(item);
      expect(seen.length).toBe(plain.length);
      expect(seen.every((item, index) => Object.is(item, plain[index]))).toBe(true);
      expect(recorded.spans()).toHaveLength(1);
      recorded.exporter.reset();
    }),
    { ...timeBox, numRuns: 150 },
  );
});

const texts = fc.array(
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => wellFormed(text) === text && !isInvalidText(text)),
  { minLength: 1, maxLength: 8 },
);

test('what pack() records is what it packed, byte for byte', () => {
  const overflow = fc.constantFrom('stop', 'skip', 'cut-tail', 'cut-head') as fc.Arbitrary<
    'stop' | 'skip' | 'cut-tail' | 'cut-head'
  >;
  fc.assert(
    fc.property(
      texts,
      fc.nat(200),
      overflow,
      fc.boolean(),
      fc.string({ maxLength: 8 }),
      (chunks, budget, how, labels, before) => {
        const packed: string[] = [];
        assembly({ budget, unit: 'byte' }, (log) => {
          packed.push(pack(chunks, log, { overflow: how, labels, before }));
          return [{ role: 'user', content: `Context: ${packed[0]}` }];
        });
        const { attributes } = recorded.named('assembly');
        recorded.exporter.reset();
        const kept = attributes['ragspan.assembly.chunk.kept'] as number[];
        const offsets = attributes['ragspan.assembly.chunk.offsets'] as number[] | undefined;
        const context = Buffer.from(`Context: ${packed[0]}`);
        if (utf8Length(before) <= budget) expect(utf8Length(packed[0] ?? '')).toBeLessThanOrEqual(budget);
        expect(attributes['ragspan.assembly.chunk.digests']).toEqual(chunks.map(digest));
        for (const [index, chunk] of chunks.entries()) {
          const bytes = Buffer.from(chunk);
          const count = kept[index] ?? -1;
          if (count <= 0 || offsets === undefined) continue;
          const at = offsets[index] ?? -1;
          const found = context.subarray(at, at + count);
          const whole = how === 'cut-head' ? bytes.subarray(bytes.length - count) : bytes.subarray(0, count);
          // A chunk can be cut on both sides only where the budget is smaller than it.
          expect(found.equals(whole) || bytes.includes(found)).toBe(true);
        }
      },
    ),
    timeBox,
  );
});
