/** What auditClaims() finds, whatever shape its input comes in. */
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  auditClaims,
  type Claim,
  type ClaimProblem,
  describeClaimProblem,
  numberCheck,
  type Packed,
} from '../../src/claims/index.js';
import { assembly, pack } from '../../src/instrumentation/index.js';
import { textHash } from '../../src/model/digest.js';
import { cpuClock } from '../support/cpu-time.js';

const c1 = { id: 'c1', text: 'The refund window is 30 days from delivery.' };
const c2 = { id: 'c2', text: 'Items over $1,000 need manager approval.' };
const c3 = { id: 'c3', text: 'Warranty claims close after 24 months.' };
const all = [c1, c2, c3];
const sent: Packed = { sent: [c1, c2], candidates: all };

function audit(claims: readonly unknown[], packed: Packed = sent): readonly (readonly unknown[])[] {
  return auditClaims(claims as Claim[], packed, { emit: false }).map(told);
}

const told = (problem: ClaimProblem): readonly unknown[] => [
  problem.index,
  problem.kind,
  ...('id' in problem ? [problem.id] : []),
];

describe('ids', () => {
  it('none at all is unsupported, in whatever way they are missing', () => {
    const none = [{ text: 'a' }, { text: 'a', chunkIds: [] }, { text: 'a', ids: ['', 'None', null, undefined] }];
    expect(audit(none)).toEqual([
      [0, 'unsupported'],
      [1, 'unsupported'],
      [2, 'unsupported'],
    ]);
  });

  it('never retrieved and retrieved but not sent are two things', () => {
    expect(audit([{ text: 'a', chunkIds: ['c1', 'c3', 'c9', 'c9'] }])).toEqual([
      [0, 'not-sent', 'c3'],
      [0, 'unknown-id', 'c9'],
    ]);
  });

  it('are read under each spelling of structured claims, as numbers, and in brackets', () => {
    const packed = [{ id: 7, text: 'x' }];
    expect(
      audit(
        [
          { text: 'a', chunk_ids: ['[7]'] },
          { text: 'a', ids: [7] },
          { text: 'a', chunkIds: 7n },
        ],
        packed,
      ),
    ).toEqual([]);
  });

  it('may look like a mark, where the chunk is called so', () => {
    const packed = [
      { id: 'ID:7', text: 'x' },
      { id: '[doc]', text: 'y' },
      { id: '^8', text: 'z' },
    ];
    const chunkIds = ['ID:7', '[ID:7]', '[doc]', '[[doc]]', '^8'];
    expect(audit([{ text: 'a', chunkIds }], packed)).toEqual([]);
    expect(audit([{ text: 'a', chunkIds: ['7', '[7]', 'doc'] }], packed)).toEqual([
      [0, 'unknown-id', '7'],
      [0, 'unknown-id', 'doc'],
    ]);
  });

  it('that are numbers are no ranks where the chunks have ids', () => {
    expect(audit([{ text: 'a', chunkIds: ['1'] }])).toEqual([[0, 'unknown-id', '1']]);
    expect(
      audit(
        [{ text: 'a', chunkIds: ['1', '4'] }],
        all.map(({ text }) => text),
      ),
    ).toEqual([[0, 'unknown-id', '4']]);
  });

  it('may be digests of the chunks', () => {
    const digest = textHash().digest(c1.text);
    expect(audit([{ text: 'a', chunkIds: [digest] }])).toEqual([]);
    expect(audit([{ text: 'a', chunkIds: [digest] }], [{ digest }])).toEqual([]);
    expect(audit([{ text: 'a', chunkIds: [digest] }], [c2])).toEqual([[0, 'unknown-id', digest]]);
  });

  it('that several chunks share are sent when one of them is', () => {
    const twice = { sent: [{ id: 'd', text: 'one' }], candidates: [{ id: 'd', text: 'two' }] };
    expect(audit([{ text: 'a', chunkIds: ['d'] }], twice)).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is an id as any other', (id) => {
    expect(audit([{ text: 'a', chunkIds: [id] }])).toEqual([[0, 'unknown-id', id]]);
    expect(audit([{ text: 'a', chunkIds: [id] }], [{ id, text: 'x' }])).toEqual([]);
  });
});

describe('labels', () => {
  const cited = [{ text: 'a', chunkIds: ['1', '[2]', '3', '4'] }];

  it('number the chunks handed to pack()', () => {
    expect(audit(cited, { ...sent, labels: true })).toEqual([
      [0, 'unknown-id', '3'],
      [0, 'unknown-id', '4'],
    ]);
  });

  it('come from the function that pack() was given', () => {
    const labels = (_item: unknown, index: number): string => String.fromCharCode(97 + index);
    expect(audit([{ text: 'a', chunkIds: ['a', 'b', 'c'] }], { ...sent, labels })).toEqual([[0, 'unknown-id', 'c']]);
  });

  it('come as a map or record of ids', () => {
    const claims = [{ text: 'a', chunkIds: ['S1', 'S2', 'S3'] }];
    const labels = { S1: 'c1', S2: 'c3' };
    const expected = [
      [0, 'not-sent', 'S2'],
      [0, 'unknown-id', 'S3'],
    ];
    expect(audit(claims, { ...sent, labels })).toEqual(expected);
    expect(audit(claims, { ...sent, labels: new Map(Object.entries(labels)) })).toEqual(expected);
  });

  it('are not shifted by a 0 that nobody issued', () => {
    expect(audit([{ text: 'a', chunkIds: ['0', '1'] }], { sent: [c1], labels: true })).toEqual([
      [0, 'unknown-id', '0'],
    ]);
  });
});

describe('what was sent', () => {
  const claims = all.map(({ id }) => ({ text: 'a', chunkIds: [id] }));
  const notSent = [[2, 'not-sent', 'c3']];
  const joined = `Context:\n${c1.text}\n\n${c2.text}`;

  it.each<readonly [string, Packed]>([
    ['lists', sent],
    ['maps', { sent: new Map([c1, c2].map((chunk) => [chunk.id, chunk])), candidates: new Map([['c3', c3]]) }],
    ['a map of texts', { sent: new Map([c1, c2].map(({ id, text }) => [id, text])), candidates: new Set([c3]) }],
    ['ids alone', { sent: [{ id: 'c1' }, { id: 'c2' }], candidates: [{ id: 'c3' }] }],
    ['a prompt text', { chunks: all, context: joined }],
    ['messages', { chunks: all, context: [{ role: 'user', content: joined }] }],
    [
      'a request',
      { chunks: all, context: { model: 'm', system: c1.text, messages: [{ role: 'user', content: c2.text }] } },
    ],
    [
      'a tool result, escaped',
      { chunks: all, context: [{ role: 'tool', content: JSON.stringify({ hits: [c1, c2] }) }] },
    ],
    ['what pack() returned', { chunks: all, context: assembly({ budget: 90, unit: 'byte' }, (log) => pack(all, log)) }],
    ['bytes against a list that says otherwise', { sent: all, context: joined }],
  ])('is told from %s', (_name, packed) => {
    expect(audit(claims, packed)).toEqual(notSent);
  });

  it('without candidates nothing else is known', () => {
    expect(audit(claims, [c1, c2])).toEqual([[2, 'unknown-id', 'c3']]);
    expect(audit(claims, new Map([c1, c2].map((chunk) => [chunk.id, chunk])))).toEqual([[2, 'unknown-id', 'c3']]);
    expect(audit([{ text: 'a', chunkIds: ['c1'] }], joined)).toEqual([[0, 'unknown-id', 'c1']]);
  });

  it('a chunk that stands only in what the assistant said before was not sent as evidence', () => {
    const context = [
      { role: 'model', content: c3.text },
      { role: 'user', content: joined },
    ];
    expect(audit(claims, { chunks: all, context })).toEqual(notSent);
  });

  it('a chunk that was cut was sent in part, and one that is blank never was', () => {
    const long = { id: 'l', text: 'A long paragraph about parcels that were lost in transit and came back.' };
    const packed = { chunks: [long, { id: 'b', text: ' ' }], context: long.text.slice(0, 40) };
    expect(audit([{ text: 'a', chunkIds: ['l', 'b'] }], packed)).toEqual([[0, 'not-sent', 'b']]);
  });

  it('what the provider holds may have held the chunk: nothing is "not sent"', () => {
    expect(audit(claims, { chunks: all, context: { input: joined, previous_response_id: 'r' } })).toEqual([]);
  });
});

describe('quotes', () => {
  const quoting = (quote: string, chunkIds: readonly string[] = ['c1'], packed: Packed = sent): unknown =>
    audit([{ text: 'a', chunkIds, quote }], packed).filter(([, kind]) => kind === 'misquoted');
  const wrong = [[0, 'misquoted', 'c1']];

  it('are compared after folding, as the audit of every run does it', () => {
    expect(quoting('the  refund window\nis **30 days**.')).toEqual([]);
    expect(quoting('The refund window is 14 days')).toEqual(wrong);
    expect(quoting('30 days,')).toEqual([]);
  });

  it('stand in the chunk that is named, not in another', () => {
    expect(quoting('need manager approval')).toEqual(wrong);
    expect(quoting('need manager approval', ['c1', 'c2'])).toEqual([]);
    expect(quoting('need manager approval', [])).toEqual([]);
    expect(quoting('need a notary', [])).toEqual([[0, 'misquoted']]);
  });

  it('stand in what was sent of it', () => {
    const packed = { chunks: all, context: 'Context: The refund window is 30 da' };
    expect(quoting('The refund window', ['c1'], packed)).toEqual([]);
    expect(quoting('30 days from delivery', ['c1'], packed)).toEqual(wrong);
    const question = 'Is it 30 days from delivery?';
    const asked = { ...packed, context: `${packed.context}\n\nQuestion: ${question}`, question };
    expect(quoting('30 days from delivery', ['c1'], asked)).toEqual(wrong);
    expect(quoting('Warranty claims close', ['c3'])).toEqual([[0, 'misquoted', 'c3']]);
  });

  it('are found through the escapes of a tool result', () => {
    const text = 'He said "no refunds after 30 days" twice.';
    const packed = { chunks: [{ id: 'c1', text }], context: [{ role: 'tool', content: JSON.stringify({ text }) }] };
    expect(quoting('“no refunds after 30 days”', ['c1'], packed)).toEqual([]);
  });

  it('cannot be found wrong where no text is at hand', () => {
    expect(quoting('anything', ['c1'], [{ id: 'c1' }])).toEqual([]);
  });

  it('that are blank are none', () => {
    expect(quoting(' \n')).toEqual([]);
  });
});

describe('a problem', () => {
  it('keeps the type of the claim, whatever the application has in it', () => {
    interface Values {
      readonly total: number;
    }
    interface OwnClaim {
      readonly text: string;
      readonly chunkIds: string[];
      readonly values: Values;
      readonly page: number;
    }
    const claims: OwnClaim[] = [{ text: 'a', chunkIds: [], values: { total: 3 }, page: 7 }];
    const problems = auditClaims(claims, all, { emit: false, checks: [numberCheck('total', 4)] });
    expectTypeOf(problems).toEqualTypeOf<readonly ClaimProblem<OwnClaim>[]>();
    expect(problems.map(({ kind, claim }) => [kind, claim.page])).toEqual([
      ['unsupported', 7],
      ['value', 7],
    ]);
  });

  it('is described in one line that no terminal obeys', () => {
    const claims = [{ text: 'a', chunkIds: ['x\n\u001b[31m\u202e'], quote: 'no\u009bwhere' }];
    const lines = auditClaims(claims, all, { emit: false }).map(describeClaimProblem);
    expect(lines).toEqual([
      'claim 1 names x\\u000a\\u001b[31m\\u202e, which was never retrieved',
      'claim 1 quotes what x\\u000a\\u001b[31m\\u202e does not say: "no\\u009bwhere"',
    ]);
  });
});

describe('anything', () => {
  const throwing = new Proxy(
    {},
    {
      get: () => {
        throw new Error('no');
      },
      ownKeys: () => {
        throw new Error('no');
      },
    },
  );

  it('that is no claim is unsupported', () => {
    const claims = [null, undefined, 3, 'text', [], {}, throwing, () => 1];
    expect(audit(claims)).toEqual(claims.map((_, index) => [index, 'unsupported']));
    expect(audit(undefined as never)).toEqual([[0, 'unsupported']]);
    expect(audit('{"claims":' as never)).toEqual([[0, 'unsupported']]);
  });

  it('that is nothing packed holds no id', () => {
    for (const packed of [null, 3, {}, throwing, [throwing, null, 4]])
      expect(audit([{ text: 'a', chunkIds: ['c1'] }], packed as never).map(([, kind]) => kind)).toEqual([
        packed === throwing ? 'unsupported' : 'unknown-id',
      ]);
  });

  it('never throws, and a claim whose ids are all of sent chunks has no problem with them', () => {
    const id = fc.oneof(
      fc.string(),
      fc.constantFrom('c1', 'c2', '0', '1', '__proto__'),
      fc.integer(),
      fc.constant(null),
    );
    const chunk = fc.record({ id, text: fc.oneof(fc.string(), fc.constant('the same text')) }, { requiredKeys: [] });
    fc.assert(
      fc.property(
        fc.array(chunk),
        fc.array(chunk),
        fc.array(fc.anything()),
        fc.string(),
        (sent, candidates, junk, quote) => {
          const claims = [
            ...sent.map((one) => ({ text: 'a', chunkIds: [one.id], quote: one.text })),
            ...junk,
            { text: '', quote },
          ];
          const problems = auditClaims(claims as Claim[], { sent, candidates } as Packed, { emit: false });
          for (const problem of problems) {
            expect(describeClaimProblem(problem)).not.toBe('');
            if (problem.index < sent.length) expect(['unsupported', 'misquoted']).toContain(problem.kind);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('takes linear time on hostile claims', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({
      id: `c${index}`,
      text: `${'ab'.repeat(20)}${index}`,
    }));
    const claims = many.map(({ id }) => ({ text: 'a', chunkIds: [id], quote: 'ab'.repeat(19) }));
    const context = 'ab'.repeat(50_000);
    const cpuMillis = cpuClock();
    auditClaims(
      [...claims, { text: 'a', chunkIds: many.map(({ id }) => id), quote: 'x' }],
      { chunks: many, context },
      { emit: false },
    );
    expect(cpuMillis()).toBeLessThan(10_000);
  });
});
