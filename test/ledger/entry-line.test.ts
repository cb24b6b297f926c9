/** One entry as a line, as JSON and as protobuf: what goes in comes out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openLine, sealEntry, type ChainEnd, type EntryContent } from '../../src/ledger/entry-line.js';
import { textHash } from '../../src/model/digest.js';
import { decodeMessage, encodeMessage, messageFromJson, messageToJson } from '../../src/proto/messages.js';
import { PLAIN } from './incidents.js';

const text = fc.string({ unit: 'binary', maxLength: 12 });
const count = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const fields = (always: object, maybe: object): fc.Arbitrary<object> =>
  fc.record({ ...always, ...maybe } as never, { requiredKeys: Object.keys(always) as never });
const change = fields({ pin: text }, { from: text, to: text });
const key = fields(
  { pattern: text, verdict: text, frozen_sha256: text, triple_sha256: text, trace_id: text },
  {
    reason: text,
    top_k: count,
    cut_at: fc.maxSafeNat(),
    cut_unit: text,
    cut_side: text,
    config_sha256: text,
    pins: fields(
      {},
      {
        top_k: count,
        budget: fc.maxSafeNat(),
        snapshot: text,
        parameters: fc.dictionary(text, text, { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
      },
    ),
    output_sha256: text,
    span_id: text,
    run_id: text,
    service: text,
    context_sha256: text,
    retrieval_sha256: text,
  },
);
const content = fields(
  { at_unix_nano: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), kind: text, incident: text },
  {
    other: text,
    key,
    repair: fields({ id: text, boundary: text }, { changes: fc.array(change, { minLength: 1, maxLength: 3 }) }),
    recovered: count,
    trials: count,
    reason: text,
    changes: fc.array(change, { minLength: 1, maxLength: 3 }),
    split_test_sha256: text,
  },
) as fc.Arbitrary<EntryContent>;
const end: fc.Arbitrary<ChainEnd> = fc.oneof(
  fc.constant({ entries: 0 }),
  fc.record({ entries: fc.integer({ min: 1, max: 2 ** 50 }), head: fc.string({ minLength: 1 }) }),
);

describe('an entry', () => {
  it('comes out of its line as it went in, under its key alone', () => {
    const keyed = textHash('secret');
    fc.assert(
      fc.property(content, end, fc.boolean(), (one, where, hasKey) => {
        const hash = hasKey ? keyed : PLAIN;
        const { entry, line } = sealEntry(one, where, hash);
        expect(line).not.toContain('\n');
        expect(openLine(line, where, hash)).toEqual({ entry });
        expect(openLine(line, where, hasKey ? PLAIN : keyed)).toHaveProperty('problem');
        expect(openLine(line, { entries: where.entries + 1, head: entry.sha256 }, hash)).toHaveProperty('problem');
      }),
      { numRuns: 300 },
    );
  });

  it('comes out of proto3 JSON and of protobuf as it went in', () => {
    fc.assert(
      fc.property(content, end, (one, where) => {
        const { entry } = sealEntry(one, where, PLAIN);
        expect(messageFromJson('LedgerEntry', messageToJson('LedgerEntry', entry))).toEqual(entry);
        expect(decodeMessage('LedgerEntry', encodeMessage('LedgerEntry', entry))).toEqual(entry);
      }),
      { numRuns: 300 },
    );
  });

  it('never throws over a line, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json(),
          fc.json().map((one) => `{"version":1,"a":${one}}`),
        ),
        (line) => {
          expect(openLine(line, { entries: 0 }, PLAIN)).toHaveProperty('problem');
        },
      ),
      { numRuns: 500 },
    );
  });
});
