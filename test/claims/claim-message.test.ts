/** Claims and problems in the form a replay record stores. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditClaims, type Claim, claimMessage, claimProblemMessage } from '../../src/claims/index.js';
import { textHash } from '../../src/model/digest.js';
import { decodeMessage, encodeMessage, messageFromJson, messageToJson } from '../../src/proto/messages.js';
import type { ClaimMessage, ClaimProblemMessage, ReplayRecordMessage } from '../../src/proto/messages.generated.js';

const claim: Claim = {
  id: 'k1',
  text: 'The refund of 12.50 € is pending.',
  chunkIds: ['[7]', 8, ''],
  quote: 'refund PENDING',
  values: {
    amount: 12.5,
    order: 'RB-8814',
    lines: [1, 'x', null],
    due: new Date(0),
    big: 2n ** 60n,
    card: 4111111111111111,
  },
};

const record = (claims: readonly ClaimMessage[], problems: readonly ClaimProblemMessage[]): ReplayRecordMessage => ({
  version: 1,
  request_id: 'r',
  recorded_at_unix_nano: 0n,
  recorded_by: 'test',
  claims,
  problems,
  sha256: '',
});

describe('a stored claim', () => {
  it('is hashes and lengths alone, unless words may be stored', () => {
    const { sha256 } = textHash();
    expect(claimMessage(claim)).toEqual({
      id: 'k1',
      text: { sha256: sha256(claim.text), bytes: 35 },
      chunk_ids: ['7', '8'],
      quote: { sha256: sha256('refund PENDING'), bytes: 14 },
    });
  });

  it('holds redacted words where they may be', () => {
    const stored = claimMessage(claim, {
      text: (text) => ({ sha256: 'h', bytes: text.length, text: text.replace('12.50', '#') }),
      words: (words) => words.replace(/\d{13,}/, '[CARD]'),
    });
    expect(stored.text?.text).toBe('The refund of # € is pending.');
    expect(stored.values).toEqual({
      amount: '12.5',
      order: '"RB-8814"',
      lines: '[1,"x",null]',
      due: '"1970-01-01T00:00:00.000Z"',
      big: '"[CARD]"',
      card: '"[CARD]"',
    });
  });

  it('comes back from both forms of the message', () => {
    const claims = [claimMessage(claim, { words: (words) => words })];
    const problems = auditClaims([claim], [{ id: 7, text: 'x' }], {
      emit: false,
      checks: [{ name: 'own', find: () => ({ expected: 'a', found: 'b', id: 'row 3' }) }],
    }).map((problem) => claimProblemMessage(problem, { words: (words) => words }));
    expect(problems).toEqual([
      { kind: 'unknown-id', claim: 0, chunk_id: '8' },
      { kind: 'misquoted', claim: 0 },
      { kind: 'value', claim: 0, chunk_id: 'row 3', check: 'own', expected: 'a', found: 'b' },
    ]);
    const message = record(claims, problems);
    expect(messageFromJson('ReplayRecord', messageToJson('ReplayRecord', message))).toMatchObject({ claims, problems });
    expect(decodeMessage('ReplayRecord', encodeMessage('ReplayRecord', message))).toMatchObject({ claims, problems });
  });

  it('of anything can be written', () => {
    const words = (text: string): string => text;
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.anything(),
            fc.record({
              id: fc.string(),
              text: fc.string({ unit: 'binary' }),
              ids: fc.array(fc.anything()),
              quote: fc.string({ unit: 'binary' }),
              values: fc.dictionary(fc.string(), fc.anything()),
            }),
          ),
        ),
        (claims) => {
          const problems = auditClaims(claims as Claim[], [], { emit: false });
          const message = record(
            claims.map((one) => claimMessage(one as Claim, { words })),
            problems.map((problem) => claimProblemMessage(problem, { words })),
          );
          expect(() => messageToJson('ReplayRecord', message)).not.toThrow();
          expect(() => encodeMessage('ReplayRecord', message)).not.toThrow();
        },
      ),
      { numRuns: 300 },
    );
  });
});
