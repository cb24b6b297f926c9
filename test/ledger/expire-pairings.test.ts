/** Voiding on the operator's word. */
import { describe, expect, it } from 'vitest';
import { incidentText } from '../../src/incidents/incident-file.js';
import { expireByPins, expirePair } from '../../src/ledger/expire-pairings.js';
import { pairIncidents } from '../../src/ledger/pair-incidents.js';
import { readPins } from '../../src/ledger/pins-file.js';
import { readLedger } from '../../src/ledger/read-ledger.js';
import { voidWords } from '../../src/ledger/void-words.js';
import { addIncidents, freshLedger, incident, PLAIN } from './incidents.js';

async function twoPairings(): Promise<ReturnType<typeof freshLedger>> {
  const ledger = freshLedger();
  const other = { service: 'other', topK: 9, pins: { top_k: 9, snapshot: 's1' } };
  await addIncidents(ledger, [
    incident('A'),
    incident('B'),
    incident('C', other),
    incident('D', other),
    incident('E', { pattern: 'present/present/fails', verdict: 'H3a', reason: 'contradiction' }),
  ]);
  await pairIncidents(ledger, 'A', 'B');
  await pairIncidents(ledger, 'C', 'D');
  return ledger;
}

describe('expire A B', () => {
  it('voids that pairing alone, with the words of the operator', async () => {
    const ledger = await twoPairings();
    const voided = await expirePair(ledger, 'B', 'A', ' the index was rebuilt ');
    expect(voided).toMatchObject({
      incident: 'A',
      other: 'B',
      voided: { because: 'the index was rebuilt', changes: [] },
    });
    expect(voided.voided === undefined ? '' : voidWords(voided.voided)).toBe(
      'void since entry 8: the index was rebuilt',
    );
    const { state } = await readLedger(ledger.path, PLAIN);
    expect([...state.openPairings()]).toMatchObject([{ incident: 'C', other: 'D' }]);
  });

  it('refuses what is not paired, what is void already, and an empty or endless reason', async () => {
    const ledger = await twoPairings();
    await expect(expirePair(ledger, 'A', 'C', 'x')).rejects.toThrow('A and C are not paired');
    await expirePair(ledger, 'A', 'B', 'first');
    await expect(expirePair(ledger, 'A', 'B', 'second')).rejects.toThrow('void since entry 8: first');
    await expect(expirePair(ledger, 'C', 'D', ' \n ')).rejects.toThrow('the reason is empty');
    await expect(expirePair(ledger, 'C', 'D', 'x'.repeat(2001))).rejects.toThrow('longer than 2000 bytes');
    expect((await readLedger(ledger.path, PLAIN)).state.entries).toBe(8);
  });
});

describe('expire by pins', () => {
  it('voids every open pairing that is under another value, and writes from and to', async () => {
    const ledger = await twoPairings();
    const voided = await expireByPins(ledger, { pins: { top_k: 9 } }, 'k raised');
    expect(voided).toMatchObject([
      { incident: 'A', other: 'B', voided: { because: 'k raised', changes: [{ pin: 'top_k', from: '5', to: '9' }] } },
    ]);
    expect(await expireByPins(ledger, { pins: { top_k: 9 } }, 'k raised')).toEqual([]);
    expect((await readLedger(ledger.path, PLAIN)).state.entries).toBe(8);
  });

  it('voids what was never shown to be under the value named', async () => {
    const ledger = await twoPairings();
    const voided = await expireByPins(ledger, { pins: { snapshot: 's1' } }, 'rebuilt');
    expect(voided).toMatchObject([{ incident: 'A', voided: { changes: [{ pin: 'snapshot', to: '"s1"' }] } }]);
    expect(voidWords(voided[0]?.voided ?? { sequence: 0, atUnixNano: 0n, because: '', changes: [] })).toBe(
      'void since entry 8: snapshot went from not logged to "s1"; rebuilt',
    );
  });

  it('keeps to the service that is named', async () => {
    const ledger = await twoPairings();
    const voided = await expireByPins(ledger, { pins: { budget: 1 }, service: 'other' }, 'smaller');
    expect(voided).toMatchObject([{ incident: 'C', other: 'D' }]);
    expect(await expireByPins(ledger, { pins: { budget: 2 }, service: 'nobody' }, 'smaller')).toEqual([]);
  });
});

describe('a file of pins', () => {
  const read = (text: string): unknown =>
    readPins(text, 'pins.json', () => {
      throw new Error('no incident');
    });

  it('takes either spelling of the names, and reads over the pins that void nothing', () => {
    expect(read('{"topK":50,"snapshot":"s2","model":"m"}')).toEqual({ top_k: 50, snapshot: 's2' });
    expect(read('{"top_k":50,"budget":"4096","budget_unit":"token"}')).toEqual({
      top_k: 50,
      budget: 4096,
      budget_unit: 'token',
    });
  });

  it('takes those of an incident, once it is verified', () => {
    const text = incidentText(incident('A', { pins: { snapshot: 's3' } }), PLAIN);
    const opened: string[] = [];
    const pins = readPins(text, 'A.json', (_, name) => {
      opened.push(name);
      return incident('A', { pins: { snapshot: 's3' } });
    });
    expect(opened).toEqual(['A.json']);
    expect(pins).toEqual({ top_k: 5, budget: 8192, budget_unit: 'token', snapshot: 's3' });
  });

  it.each([
    ['{"topk":50}', 'pins.json: "topk" is no pin'],
    ['[]', 'pins.json: is no JSON object'],
    ['top_k: 50', 'pins.json: is no JSON'],
    ['{"top_k":"many"}', 'pins.json: '],
    ['{"model":"m"}', 'pins.json: names none of the pins that void a pairing'],
    ['{}', 'pins.json: names none'],
  ])('refuses %s', (text, problem) => {
    expect(() => read(text)).toThrow(problem);
  });
});
