/** Repairs that recovered an incident: proven by three of three, offered to what pairs, applied to nothing. */
import { describe, expect, it } from 'vitest';
import { sealedSha256 } from '../../src/incidents/sealed-json.js';
import { confirmRepair, type Confirming } from '../../src/ledger/confirm-repair.js';
import { confirmSplitTest, parseSplitTest } from '../../src/ledger/confirm-split-test.js';
import { expirePair } from '../../src/ledger/expire-pairings.js';
import { pairIncidents } from '../../src/ledger/pair-incidents.js';
import { offersFor, offerWords } from '../../src/ledger/offers.js';
import { readLedger } from '../../src/ledger/read-ledger.js';
import { messageToJson } from '../../src/proto/messages.js';
import type { SplitTestMessage } from '../../src/proto/messages.generated.js';
import { addIncidents, freshLedger, incident, PLAIN } from './incidents.js';

const RAISE_K = { id: 'top-k-50', changes: [{ pin: 'top_k', from: '5', to: '50' }] };

async function ledgerOf(...ids: readonly string[]): Promise<ReturnType<typeof freshLedger>> {
  const ledger = freshLedger();
  await addIncidents(
    ledger,
    ids.map((id) => incident(id)),
  );
  return ledger;
}

async function offered(path: string, id: string): Promise<readonly string[]> {
  const { state } = await readLedger(path, PLAIN);
  const found = state.incidents.get(id);
  return found === undefined ? [] : offersFor(state, found).map(offerWords);
}

const confirming = (changes: Partial<Confirming> = {}): Confirming => ({
  incident: 'INC-114',
  repair: RAISE_K,
  recovered: 3,
  trials: 3,
  ...changes,
});

describe('confirming a repair', () => {
  it('offers it, once three of three recovered, for the next incident that pairs', async () => {
    const ledger = await ledgerOf('INC-114');
    expect(await confirmRepair(ledger, confirming())).toMatchObject({
      kind: 'recorded',
      isProven: true,
      offeredTo: [],
      repair: { id: 'top-k-50', boundary: 'retrieval' },
    });
    const [next, other] = await addIncidents(ledger, [incident('INC-118'), incident('INC-119', { topK: 9 })]);
    expect(next?.kind === 'added' ? next.offers.map(offerWords) : []).toEqual([
      'INC-118 pairs with INC-114: repair top-k-50 recovered it 3/3; not applied',
    ]);
    expect(other).toMatchObject({ kind: 'added', offers: [] });
    // Nothing but the word was recorded: no entry says that anything was applied.
    const { state } = await readLedger(ledger.path, PLAIN);
    expect(state.confirmations('INC-118').size).toBe(0);
  });

  it('names those it is offered for, and offers it not to whoever tried it', async () => {
    const ledger = await ledgerOf('INC-114', 'INC-115', 'INC-118');
    await confirmRepair(ledger, confirming({ incident: 'INC-115', recovered: 0 }));
    expect(await confirmRepair(ledger, confirming())).toMatchObject({ offeredTo: ['INC-118'] });
    expect(await offered(ledger.path, 'INC-114')).toEqual([]);
    expect(await offered(ledger.path, 'INC-115')).toEqual([]);
    expect(await offered(ledger.path, 'INC-118')).toHaveLength(1);
  });

  const unproven: readonly (readonly [what: string, changes: Partial<Confirming>])[] = [
    ['two of three', { recovered: 2 }],
    ['two of two', { recovered: 2, trials: 2 }],
    ['a change of two pins', { repair: { ...RAISE_K, changes: [...RAISE_K.changes, { pin: 'budget', to: '1' }] } }],
    ['what is marked as a pan-repair', { repair: { ...RAISE_K, pan_repair: true } }],
  ];
  it.each(unproven)('keeps %s, and offers nothing', async (_, changes) => {
    const ledger = await ledgerOf('INC-114', 'INC-118');
    expect(await confirmRepair(ledger, confirming(changes))).toMatchObject({ kind: 'recorded', isProven: false });
    expect(await offered(ledger.path, 'INC-118')).toEqual([]);
  });

  it('takes the last word on a repair', async () => {
    const ledger = await ledgerOf('INC-114', 'INC-118');
    await confirmRepair(ledger, confirming());
    await confirmRepair(ledger, confirming({ recovered: 2 }));
    expect(await offered(ledger.path, 'INC-118')).toEqual([]);
    await confirmRepair(ledger, confirming({ recovered: 5, trials: 5 }));
    expect(await offered(ledger.path, 'INC-118')).toEqual([
      'INC-118 pairs with INC-114: repair top-k-50 recovered it 5/5; not applied',
    ]);
  });

  it('offers nothing over a void pairing', async () => {
    const ledger = await ledgerOf('INC-114', 'INC-118');
    await confirmRepair(ledger, confirming());
    await pairIncidents(ledger, 'INC-114', 'INC-118');
    await expirePair(ledger, 'INC-114', 'INC-118', 'the index was rebuilt');
    expect(await offered(ledger.path, 'INC-118')).toEqual([]);
  });

  it('says the same only once', async () => {
    const ledger = await ledgerOf('INC-114');
    await confirmRepair(ledger, confirming());
    expect(await confirmRepair(ledger, confirming())).toMatchObject({ kind: 'known' });
    expect((await readLedger(ledger.path, PLAIN)).state.entries).toBe(2);
  });

  it('refuses numbers that cannot be, repairs without a name, incidents that are not there', async () => {
    const ledger = await ledgerOf('INC-114');
    const refused = (changes: Partial<Confirming>): Promise<unknown> => confirmRepair(ledger, confirming(changes));
    await expect(refused({ recovered: 4 })).rejects.toThrow('recovered 4 of 3 trials cannot be');
    await expect(refused({ recovered: 0, trials: 0 })).rejects.toThrow('cannot be');
    await expect(refused({ recovered: 1.5 })).rejects.toThrow('cannot be');
    await expect(refused({ repair: { id: 'a b' } })).rejects.toThrow('"a b" is no id of a repair');
    await expect(refused({ incident: 'INC-9' })).rejects.toThrow('there is no incident "INC-9"');
  });
});

describe('reading a split test', () => {
  const trial = (id: string, repair: string, number: number, verdict = 'HOLD'): object => ({
    repair,
    number,
    at_unix_nano: 1n,
    verdict: { trace_id: '', verdict, explanation: '' },
    triple_sha256: '',
    config_sha256: '',
    incident: id,
  });
  const three = (id: string, repair: string, last = 'HOLD'): readonly object[] => [
    trial(id, repair, 1),
    trial(id, repair, 2),
    trial(id, repair, 3, last),
  ];
  const pin = (id: string): object => ({ id, boundary: 'retrieval', changes: [{ pin: id, to: '1' }] });
  const ruling = (repair: string, word: string, recovered: readonly string[] = []): object => ({
    repair,
    ruling: word,
    because: `as the trials show for ${repair}`,
    recovered,
  });

  function text(changes: Partial<SplitTestMessage> = {}): string {
    const test = {
      version: 1,
      started_at_unix_nano: 1n,
      app: 'app.mjs',
      trials_per_cell: 3,
      incidents: [{ id: 'INC-114', frozen_sha256: incident('INC-114').frozen_sha256, verdict: 'H1' }],
      repairs: [pin('good'), pin('wide')],
      trials: [...three('INC-114', 'good'), ...three('INC-114', 'wide'), trial('INC-114', '', 1, 'H1')],
      rulings: [ruling('good', 'discriminant', ['INC-114']), ruling('wide', 'confounded', ['INC-114'])],
      sha256: '',
      ...changes,
    } as SplitTestMessage;
    const json = JSON.parse(messageToJson('SplitTest', test)) as Record<string, unknown>;
    return JSON.stringify({ ...json, sha256: sealedSha256(json, ['sha256'], PLAIN) });
  }
  const open = (changes?: Partial<SplitTestMessage>): SplitTestMessage =>
    parseSplitTest(text(changes), 'split-test.json', PLAIN);

  it('takes what was ruled discriminant, counted from the trials, and says what it leaves', async () => {
    const ledger = await ledgerOf('INC-114', 'INC-118');
    const { confirmed, left } = await confirmSplitTest(ledger, open());
    expect(confirmed).toMatchObject([
      {
        kind: 'recorded',
        incident: 'INC-114',
        repair: { id: 'good' },
        recovered: 3,
        trials: 3,
        offeredTo: ['INC-118'],
      },
    ]);
    expect(left).toEqual(['repair wide is confounded: as the trials show for wide']);
    const { state } = await readLedger(ledger.path, PLAIN);
    expect(state.confirmations('INC-114').get('good')?.splitTestSha256).toBe(open().sha256);
    expect((await confirmSplitTest(ledger, open())).confirmed).toMatchObject([{ kind: 'known' }]);
  });

  it('does not prove what its own trials do not', async () => {
    const ledger = await ledgerOf('INC-114', 'INC-118');
    const { confirmed } = await confirmSplitTest(ledger, open({ trials: three('INC-114', 'good', 'H1') as never }));
    expect(confirmed).toMatchObject([{ recovered: 2, trials: 3, isProven: false, offeredTo: [] }]);
    const none = await confirmSplitTest(ledger, open({ trials: [] }));
    expect(none.left[0]).toBe('repair good on INC-114: the file holds no trial of it');
  });

  it('takes nothing of another incident of that name, nor of one that is not in the ledger', async () => {
    const ledger = freshLedger();
    await addIncidents(ledger, [incident('INC-114', { own: 'another' })]);
    const { confirmed, left } = await confirmSplitTest(ledger, open());
    expect(confirmed).toEqual([]);
    expect(left[0]).toContain('their frozen hashes differ');
    const missing = await confirmSplitTest(await ledgerOf('INC-1'), open());
    expect(missing.left[0]).toContain('repair good on INC-114: the incident is not in the ledger');
  });

  it('takes nothing of a test that is not finished, of a pan-repair, of a repair it does not describe', async () => {
    const ledger = await ledgerOf('INC-114');
    const left = async (changes: Partial<SplitTestMessage>): Promise<readonly string[]> =>
      (await confirmSplitTest(ledger, open(changes))).left;
    expect(await left({ rulings: [] })).toEqual(['the split test rules on no repair yet: it is not finished']);
    const pan = { ...ruling('good', 'discriminant', ['INC-114']), pan_repair: true };
    expect((await left({ rulings: [pan] as never }))[0]).toContain('repair good changes more than one pin');
    expect((await left({ repairs: [] }))[0]).toBe('repair good is ruled on, and not described in the file');
    expect((await readLedger(ledger.path, PLAIN)).state.entries).toBe(1);
  });

  it('refuses a file that was touched, and one that is none', () => {
    const touched = text().replace('"confounded"', '"discriminant"');
    const parse = (one: string): unknown => parseSplitTest(one, 'split-test.json', PLAIN);
    expect(() => parse(touched)).toThrow('split-test.json: sha256: the file was changed after it was sealed');
    expect(() => parse('{')).toThrow('split-test.json: is no split test');
    expect(() => parse('[]')).toThrow('split-test.json: is no JSON object');
    expect(() => parse('{"version":2}')).toThrow('split-test.json: version: 2 is no version this ragspan reads');
    expect(() => parse(`{"version":1,"app":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)).toThrow('split-test.json');
  });
});
