/** What pairs: pattern, verdict, reason, numbers and configuration; never the sentence. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstDifference } from '../../src/ledger/compare-keys.js';
import { incidentPair } from '../../src/ledger/find-incident.js';
import type { LedgerState } from '../../src/ledger/ledger-state.js';
import { ledgerView } from '../../src/ledger/ledger-view.js';
import { pairIncidents } from '../../src/ledger/pair-incidents.js';
import { classOf, pairingKeyOf, unpairable } from '../../src/ledger/pairing-key.js';
import { readLedger } from '../../src/ledger/read-ledger.js';
import { why, type Why } from '../../src/ledger/why.js';
import type { PairingKeyMessage } from '../../src/proto/messages.generated.js';
import { addIncidents, freshLedger, incident, PLAIN, type Facts } from './incidents.js';

async function stateOf(facts: { readonly [id: string]: Facts }): Promise<LedgerState> {
  const ledger = freshLedger();
  await addIncidents(
    ledger,
    Object.entries(facts).map(([id, one]) => incident(id, one)),
  );
  return (await readLedger(ledger.path, PLAIN)).state;
}

async function whyOf(a: Facts, b: Facts): Promise<Why> {
  const state = await stateOf({ A: a, B: b });
  return why(state, ...incidentPair(state, 'A', 'B', 'ledger'));
}

describe('why two incidents pair or do not', () => {
  it('pairs equal patterns, reasons, numbers and configurations, whatever the sentences', async () => {
    const { pairs, sentence } = await whyOf({ sentence: 'one' }, { sentence: 'another' });
    expect(pairs).toBe(true);
    expect(sentence).toMatch(
      /^A and B pair: both are absent\/absent\/fails, H1 below_k, k 5, cut none, configuration [0-9a-f]{8}\.$/,
    );
  });

  const cut = (at: number, unit = 'token', side = 'tail'): Facts => ({
    pattern: 'present/absent/fails',
    verdict: 'H2',
    reason: 'cut',
    cut: { at, unit, side },
  });
  const rows: readonly (readonly [fact: string, a: Facts, b: Facts, because: string])[] = [
    [
      'pattern',
      {},
      { pattern: 'present/absent/fails', verdict: 'H2', reason: 'cut', topK: 9 },
      'pattern absent/absent/fails against present/absent/fails',
    ],
    [
      'verdict',
      { pattern: 'present/present/fails', verdict: 'H3a', reason: 'contradiction' },
      { pattern: 'present/present/fails', verdict: 'H3b', reason: 'contradiction' },
      'verdict H3a against H3b',
    ],
    ['reason', {}, { reason: 'not_retrieved', topK: 9 }, 'reason below_k against not_retrieved'],
    ['k', {}, { topK: 9, pins: { top_k: 9 } }, 'k 5 against 9'],
    ['cut', cut(8192), cut(4096), 'cut at 8192 token (tail) against at 4096 token (tail)'],
    ['cut', cut(8192), cut(8192, 'byte'), 'cut at 8192 token (tail) against at 8192 byte (tail)'],
    ['cut', cut(8192), cut(8192, 'token', 'head'), 'cut at 8192 token (tail) against at 8192 token (head)'],
    ['budget', {}, { pins: { budget: 4096 } }, 'configuration, budget 8192 against 4096'],
    ['snapshot', {}, { pins: { snapshot: 's2' } }, 'configuration, snapshot not logged against "s2"'],
    [
      'template_sha256',
      { pins: { template_sha256: 'aa' } },
      { pins: { template_sha256: 'bb', model: 'other' } },
      'configuration, template_sha256 "aa" against "bb" (and one more pin)',
    ],
    [
      'temperature',
      { pins: { parameters: { seed: '1', temperature: '0' } } },
      { pins: { parameters: { seed: '1', temperature: '0.7' } } },
      'configuration, temperature 0 against 0.7',
    ],
  ];
  it.each(rows)('tells %s as the first fact that differs', async (fact, a, b, because) => {
    const same = await whyOf(a, b);
    expect(same).toMatchObject({ pairs: false, fact, hasSameSentence: true });
    expect(same.sentence).toBe(`A and B do not pair, although their sentence is the same: ${because}.`);
    const other = await whyOf(a, { ...b, sentence: 'another' });
    expect(other.sentence).toBe(`A and B do not pair: ${because}.`);
  });

  it('tells the fingerprints apart where the pin that differs was not kept', () => {
    const key = pairingKeyOf(incident('A'), PLAIN) as PairingKeyMessage;
    expect(firstDifference(key, { ...key, config_sha256: 'f'.repeat(64) })).toEqual({
      fact: 'configuration',
      a: key.config_sha256?.slice(0, 8),
      b: 'ffffffff',
    });
  });

  it('pairs nothing where no boundary is established, or the configuration was not logged', async () => {
    const unknown: Facts = { verdict: 'UNKNOWN', reason: 'content_off', pattern: 'unlogged/absent/fails' };
    expect((await whyOf(unknown, unknown)).sentence).toContain(
      'A is UNKNOWN (content_off): no boundary is established, so there is nothing to pair by.',
    );
    expect((await whyOf({}, { pins: null })).sentence).toContain(
      'B logged nothing of its configuration, so nothing shows that it was the same.',
    );
    expect((await whyOf({ pattern: '', verdict: 'UNDECLARED' }, {})).sentence).toContain('without a pattern');
  });

  it('takes neither one incident twice nor one that is not there', async () => {
    const state = await stateOf({ A: {} });
    expect(() => incidentPair(state, 'A', 'A', 'L')).toThrow('"A" stands twice');
    expect(() => incidentPair(state, 'A', 'INC-9', 'L')).toThrow('L: there is no incident "INC-9" in this ledger');
  });
});

describe('ledger pair', () => {
  it('records what pairs, once, whichever is named first', async () => {
    const ledger = freshLedger();
    await addIncidents(ledger, [incident('A'), incident('B'), incident('C', { topK: 9 })]);
    expect(await pairIncidents(ledger, 'A', 'B')).toMatchObject({ kind: 'recorded', pairing: { sequence: 4 } });
    expect(await pairIncidents(ledger, 'B', 'A')).toMatchObject({ kind: 'known', pairing: { sequence: 4 } });
    expect(await pairIncidents(ledger, 'A', 'C')).toMatchObject({ kind: 'refused', why: { fact: 'k' } });
    const { state } = await readLedger(ledger.path, PLAIN);
    expect(state.entries).toBe(4);
    expect([...state.pairings]).toMatchObject([{ incident: 'A', other: 'B', sequence: 4 }]);
  });
});

const facts: fc.Arbitrary<Facts> = fc.record({
  pattern: fc.constantFrom('absent/absent/fails', 'present/absent/fails', 'present/present/fails', ''),
  verdict: fc.constantFrom('H1', 'H2', 'H3a', 'UNKNOWN'),
  reason: fc.constantFrom('below_k', 'cut'),
  topK: fc.constantFrom(5, 50),
  cut: fc.constantFrom(
    { at: 8192, unit: 'token', side: 'tail' },
    { at: 4096, unit: 'token', side: 'tail' },
    { side: 'tail' },
  ),
  pins: fc.constantFrom(null, {}, { snapshot: 's2' }, { parameters: { temperature: '0.7' } }),
  sentence: fc.constantFrom('one', 'two'),
});
const keys = fc
  .array(facts, { minLength: 1, maxLength: 12 })
  .map((list) => list.map((one, index) => pairingKeyOf(incident(`I${index}`, one), PLAIN) as PairingKeyMessage));
const pairs = (a: PairingKeyMessage, b: PairingKeyMessage): boolean =>
  unpairable(a) === undefined && unpairable(b) === undefined && firstDifference(a, b) === undefined;

describe('laws of pairing', () => {
  it('is an equivalence over what can pair', () => {
    fc.assert(
      fc.property(keys, (list) => {
        for (const a of list) {
          expect(pairs(a, a)).toBe(unpairable(a) === undefined);
          for (const b of list) {
            expect(pairs(a, b)).toBe(pairs(b, a));
            for (const c of list) if (pairs(a, b) && pairs(b, c)) expect(pairs(a, c)).toBe(true);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('finds no difference exactly between keys of one class', () => {
    fc.assert(
      fc.property(keys, (list) => {
        for (const a of list)
          for (const b of list) expect(firstDifference(a, b) === undefined).toBe(classOf(a) === classOf(b));
      }),
      { numRuns: 60 },
    );
  });

  it('never pairs across patterns, and never looks at the sentence', () => {
    fc.assert(
      fc.property(facts, facts, fc.string(), (a, b, sentence) => {
        const [one, other] = [a, b].map((from, index) => pairingKeyOf(incident(`I${index}`, from), PLAIN));
        if (one === undefined || other === undefined) throw new Error('no key');
        if (one.pattern !== other.pattern) expect(pairs(one, other)).toBe(false);
        const retold = pairingKeyOf(incident('I0', { ...a, sentence }), PLAIN) as PairingKeyMessage;
        expect(pairs(retold, other)).toBe(pairs(one, other));
      }),
      { numRuns: 200 },
    );
  });

  it('gives the same classes in whatever order incidents are entered', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(facts, { minLength: 2, maxLength: 8 }).chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.shuffledSubarray(
              list.map((_, index) => index),
              { minLength: list.length, maxLength: list.length },
            ),
          ),
        ),
        async ([list, order]) => {
          const classes = async (indexes: readonly number[]): Promise<unknown> => {
            const ledger = freshLedger();
            await addIncidents(
              ledger,
              indexes.map((index) => incident(`I${index}`, list[index] as Facts)),
            );
            const view = ledgerView((await readLedger(ledger.path, PLAIN)).state);
            return {
              classes: view.classes
                .map(({ incidents }) =>
                  incidents
                    .map(({ id }) => id)
                    .sort()
                    .join(' '),
                )
                .sort(),
              alone: view.unpairable.map((one) => one.incident.id).sort(),
            };
          };
          expect(await classes(order)).toEqual(await classes(list.map((_, index) => index)));
        },
      ),
      { numRuns: 25 },
    );
  });
});
