import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeMessage,
  encodeMessage,
  messageFromJson,
  messageToJson,
  type MessageName,
} from '../../src/proto/messages.js';
import type { VerdictMessage } from '../../src/proto/messages.generated.js';
import type { RunVerdict } from '../../src/model/verdict.js';

const text = fc.string({ unit: 'binary', maxLength: 12 });
const small = fc.nat();
const large = fc.maxSafeNat();
const time = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });

/** Optional keys that are absent, never undefined, and no empty list or false flag: the normal form. */
type Fields = { readonly [key: string]: fc.Arbitrary<unknown> };
const record = (always: Fields, maybe: Fields): fc.Arbitrary<unknown> =>
  fc.record({ ...always, ...maybe }, { requiredKeys: Object.keys(always) });
const list = (one: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.array(one, { minLength: 1, maxLength: 3 });

const artifactText = record(
  { sha256: text, bytes: large },
  {
    text,
    lossy: fc.constant(true),
    redactions: list(record({ offset: large, bytes: large, stored_bytes: large, rule: text }, {})),
  },
);
const verdict = record(
  { trace_id: text, verdict: text, explanation: text },
  {
    span_id: text,
    run_id: text,
    reason: text,
    candidates: list(text),
    case: text,
    cases_matched: small,
    revision: small,
    evidence: record(
      {},
      {
        offset: fc.oneof(large, fc.constant(-1)),
        rank: small,
        kept_bytes: large,
        offset_mismatch: fc.constant(true),
        cut: record({ side: text }, { at: large, unit: text }),
        quote: record({ offset: large, length: large }, {}),
        distractors: list(text),
      },
    ),
    chunks: record({ retrieved: small, distinct: small }, { sent: small, packed_out: small }),
    sha256: record({}, { input: text, config: text }),
  },
);
const triple = record(
  { trace_id: text },
  {
    span_id: text,
    hash_key: text,
    input: artifactText,
    retrieval: record(
      {},
      {
        items: list(
          record(
            { rank: small },
            {
              digest: text,
              score: fc.double({ noNaN: true }).map((value) => value + 0),
              text: artifactText,
              urls: list(text),
            },
          ),
        ),
        failed: fc.constant(true),
        top_k: small,
      },
    ),
    assembly: record(
      {},
      { chunks: list(record({}, { offset: fc.oneof(large, fc.constant(-1)), planned_at: large })), cut_at: large },
    ),
    context: record(
      { sha256: text, bytes: large },
      {
        segments: list(
          record(
            { message: small, part: small, role: text, offset: large },
            { text: artifactText, is_evidence: fc.constant(true) },
          ),
        ),
      },
    ),
    output: record({}, { text: artifactText, finish_reasons: list(text) }),
  },
);
const pattern = fc.oneof(record({}, { text }), record({}, { re2: text }));
const kase = record(
  { id: text },
  {
    when: record({}, { input: text, attributes: fc.dictionary(text, text, { minKeys: 1, maxKeys: 3 }) }),
    needs: list(record({}, { line: text, chunks: list(text), line_bytes: large })),
    expect: record(
      {},
      { must: list(record({}, { patterns: list(pattern) })), allow: list(pattern), case_sensitive: fc.constant(true) },
    ),
  },
);
const incident = record(
  { version: small, id: text, frozen_at_unix_nano: time, frozen_by: text, frozen_sha256: text, sha256: text },
  {
    with_text: fc.constant(true),
    case: kase,
    triple,
    verdict,
    pins: record(
      {},
      { top_k: small, budget: large, parameters: fc.dictionary(text, text, { minKeys: 1, maxKeys: 2 }) },
    ),
    predictions: record(
      { sealed_at_unix_nano: time, sha256: text },
      {
        rows: list(record({ boundary: text, hypothesis: text, measure: text, relation: text }, { limit: large })),
      },
    ),
    diff: list(record({ boundary: text, state: text }, { measured: fc.maxSafeInteger(), fits: list(text) })),
    trials: list(
      record(
        { repair: text, number: small, at_unix_nano: time, triple_sha256: text, config_sha256: text, incident: text },
        { verdict, error: text },
      ),
    ),
  },
);

const samples: readonly (readonly [MessageName, fc.Arbitrary<unknown>])[] = [
  ['Verdict', verdict],
  ['Triple', triple],
  ['Case', kase],
  ['Incident', incident],
];

describe('messages of proto/ragspan/v1', () => {
  it.each(samples)('%s comes back from binary as it was', (name, sample) => {
    fc.assert(
      fc.property(sample, (value) => {
        expect(decodeMessage(name, encodeMessage(name, value as never))).toEqual(value);
      }),
      { numRuns: 200, interruptAfterTimeLimit: 5_000 },
    );
  });

  it.each(samples)('%s comes back from JSON as it was', (name, sample) => {
    fc.assert(
      fc.property(sample, (value) => {
        expect(messageFromJson(name, messageToJson(name, value as never))).toEqual(value);
      }),
      { numRuns: 200, interruptAfterTimeLimit: 5_000 },
    );
  });

  it.each(samples)('%s never hangs or crashes on bytes that are something else', (name) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          decodeMessage(name, bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
      { numRuns: 300, interruptAfterTimeLimit: 5_000 },
    );
  });

  it('takes the run object of the JSON output as it stands', () => {
    const run: RunVerdict = {
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      span_id: '00f067aa0ba902b7',
      verdict: 'H2',
      reason: 'cut',
      boundary: 'assembly',
      case: 'refund-status',
      cases_matched: 1,
      pattern: 'present/absent/fails',
      outcome: 'answered',
      loss: 'cut',
      explanation: 'rank 3/50 within k=5; cut at 8192 token, chunk at 9104',
      evidence: {
        length: 35,
        rank: 3,
        offset: -1,
        kept_bytes: 0,
        planned_at: 9104,
        cut: { at: 8192, unit: 'token', side: 'tail' },
        quote: { offset: 16, length: 9 },
      },
      chunks: { retrieved: 5, distinct: 5, sent: 2, cut: 3 },
      sha256: { input: 'ab' },
    };
    expect(decodeMessage('Verdict', encodeMessage('Verdict', run))).toEqual(run);
    expect(JSON.parse(messageToJson('Verdict', run))).toMatchObject({
      traceId: run.trace_id,
      casesMatched: 1,
      evidence: { offset: '-1', keptBytes: '0', plannedAt: '9104', rank: 3 },
    });
  });

  it('writes the bytes that the protobuf encoding rules give', () => {
    // Derived by hand: tag = field number << 3 | wire type (0 varint, 2 length-delimited).
    // 1 "ab" · 2 "c" · 5 "H2" · 10 = 1 · 15 "e" · 16 { 3 = 3, 8 = -1 (ten bytes), 15 { 1 = 8192, 3 "tail" } }
    const expected =
      '0a026162' +
      '120163' +
      '2a024832' +
      '5001' +
      '7a0165' +
      '8201' +
      '18' +
      '1803' +
      '40ffffffffffffffffff01' +
      '7a09' +
      '088040' +
      '1a047461696c';
    const value: VerdictMessage = {
      trace_id: 'ab',
      span_id: 'c',
      verdict: 'H2',
      cases_matched: 1,
      explanation: 'e',
      evidence: { rank: 3, offset: -1, cut: { at: 8192, side: 'tail' } },
    };
    expect(Buffer.from(encodeMessage('Verdict', value)).toString('hex')).toBe(expected);
    expect(decodeMessage('Verdict', Buffer.from(expected, 'hex'))).toEqual(value);
  });

  it('writes a map entry, a oneof, a double and a time as the rules give them', () => {
    // Case: 1 "x" · 2 { 4 { 1 "k" 2 "v" } } · 4 { 1 { 1 { 2 "a" } } }
    expect(
      Buffer.from(
        encodeMessage('Case', {
          id: 'x',
          when: { attributes: { k: 'v' } },
          expect: { must: [{ patterns: [{ re2: 'a' }] }] },
        }),
      ).toString('hex'),
    ).toBe('0a0178' + '1208' + '2206' + '0a016b' + '120176' + '2207' + '0a05' + '0a03' + '120161');
    // Triple: 7 { 1 { 1 = 1, 5 = 0.5 } }
    expect(
      Buffer.from(encodeMessage('Triple', { trace_id: '', retrieval: { items: [{ rank: 1, score: 0.5 }] } })).toString(
        'hex',
      ),
    ).toBe('3a0d' + '0a0b' + '0801' + '29000000000000e03f');
    // Incident: 3 = 2^60 (varint of nine bytes)
    expect(
      Buffer.from(
        encodeMessage('Incident', {
          version: 0,
          id: '',
          frozen_at_unix_nano: 2n ** 60n,
          frozen_by: '',
          frozen_sha256: '',
          sha256: '',
        }),
      ).toString('hex'),
    ).toBe('18808080808080808010');
  });

  it('reads names as written in the .proto, 64-bit integers as strings or numbers, and skips what it does not know', () => {
    const read = messageFromJson(
      'Verdict',
      '{"trace_id":"t","spanId":"s","verdict":"H1","cases_matched":2,"evidence":{"kept_bytes":"7","plannedAt":9},"later":{"x":1}}',
    );
    expect(read).toEqual({
      trace_id: 't',
      span_id: 's',
      verdict: 'H1',
      explanation: '',
      cases_matched: 2,
      evidence: { kept_bytes: 7, planned_at: 9 },
    });
  });

  it('names the field that does not fit', () => {
    const whole: VerdictMessage = { trace_id: '', verdict: 'H1', explanation: '' };
    expect(() => encodeMessage('Verdict', { ...whole, cases_matched: -1 })).toThrow(/Verdict\.cases_matched/);
    expect(() => encodeMessage('Verdict', { ...whole, evidence: { offset: 0.5 } })).toThrow(
      /Verdict\.evidence\.offset/,
    );
    expect(() => encodeMessage('Verdict', { ...whole, run_id: '\ud800' })).toThrow(/Verdict\.run_id/);
    expect(() => messageFromJson('Verdict', '{"evidence":{"keptBytes":"18446744073709551615"}}')).toThrow(
      /Verdict\.evidence\.kept_bytes/,
    );
    expect(() => messageFromJson('Verdict', '{"casesMatched":"many"}')).toThrow(/cases_matched/);
  });

  it('is compiled from the .proto files as they stand', () => {
    expect(() => execFileSync(process.execPath, ['scripts/compile-proto.mjs', '--check'])).not.toThrow();
  });
});
