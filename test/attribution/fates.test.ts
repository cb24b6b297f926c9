import { describe, expect, it } from 'vitest';
import type { AssembledChunk, AssemblyRecord } from '../../src/model/assembly-record.js';
import { C1, C2, C3, T0, fatesOf, hash, hashed, item, message, record, scan, scanCall, sent } from '../support/sent.js';

const all = [item(C1), item(C2), item(C3)];
const chunk = (text: string, more: Partial<AssembledChunk>): AssembledChunk => ({ digest: hash.digest(text), ...more });
const planned = (...places: readonly (number | undefined)[]): AssembledChunk[] =>
  [C1, C2, C3].map((text, index) =>
    chunk(text, places[index] === undefined ? {} : { plannedAt: places[index] as number }),
  );
const withRecord = (context: string, chunks: readonly AssembledChunk[], more: Partial<AssemblyRecord>): string[] =>
  fatesOf(scan([sent(context, { record: record(chunks, more) })], all));

describe('sent', () => {
  it('is every item of T0', () => {
    expect(fatesOf(scan([sent(T0)], all))).toEqual(['sent', 'sent', 'sent']);
  });

  it('is an item that any contributing call holds', () => {
    const judged = scan([sent(C1), sent(`x ${C3}`)], all);
    expect(fatesOf(judged)).toEqual(['sent', 'deselected', 'sent']);
    expect(judged.ofItem(2)).toMatchObject({
      state: 'in',
      call: 1,
      offset: 2,
      message: 0,
      part: 0,
      form: 'exact',
      keptBytes: 38,
    });
  });

  it('is shared by equal texts, of which one is enough', () => {
    expect(fatesOf(scan([sent(C1)], [item(C1), item(C1, { id: '2' }), item(C1)]))).toEqual(['sent', 'sent', 'sent']);
    expect(fatesOf(scan([sent(C2)], [item(C1), item(C2), item(C1)]))).toEqual(['deselected', 'sent', 'deselected']);
  });

  it('does not count an item that is empty after trimming', () => {
    const judged = scan(
      [sent(C1)],
      [item(C1), item(' \n'), item(''), hashed(''), { length: 0, lossy: false, invalid: false }],
    );
    expect(judged.fates.map(({ counted }) => counted)).toEqual([undefined, false, false, false, false]);
  });
});

describe('a visible cut', () => {
  it('is one item kept as a prefix, every later rank gone, and no item after it', () => {
    const judged = scan([sent(`Context:\n${C1}\n\n${C2.slice(0, 25)}\n\nAnswer the question.`)], all);
    expect(fatesOf(judged)).toEqual(['sent', 'cut', 'cut']);
    expect(judged.ofItem(1)).toMatchObject({ state: 'out', keptBytes: 25, cut: { side: 'tail' } });
    expect(judged.ofItem(2)).toMatchObject({ state: 'out', keptBytes: 0, cut: { side: 'tail' } });
    expect(judged.ofItem(1).offset).toBeUndefined();
  });

  it('is none when a later rank is there, whole or in part', () => {
    expect(fatesOf(scan([sent(`${C1} ${C3} ${C2.slice(0, 25)}`)], all))).toEqual(['sent', 'clipped', 'sent']);
    expect(fatesOf(scan([sent(`${C1} ${C2.slice(0, 22)}|${C3.slice(0, 20)}`)], all))).toEqual([
      'sent',
      'clipped',
      'clipped',
    ]);
  });

  it('is none when an item stands after it, of whatever rank', () => {
    expect(fatesOf(scan([sent(`${C2.slice(0, 22)}\n${C1}`)], all))).toEqual(['sent', 'clipped', 'packed_out']);
    expect(fatesOf(scan([sent([C2.slice(0, 22), C1])], all))).toEqual(['sent', 'clipped', 'packed_out']);
    expect(fatesOf(scan([sent([C1, C2.slice(0, 22)])], all))).toEqual(['sent', 'cut', 'cut']);
  });

  it('is none by a candidate that was not handed on but stands after it', () => {
    expect(
      fatesOf(scan([sent(`${C2.slice(0, 22)}\n${C1}`)], [item(C2), item(C3)], { otherItems: [item(C1)] })),
    ).toEqual(['clipped', 'packed_out']);
  });

  it('is mirrored at the head', () => {
    const judged = scan([sent(`${C2.slice(-24)}\n\n${C3}`)], all);
    expect(fatesOf(judged)).toEqual(['cut', 'cut', 'sent']);
    expect(judged.ofItem(1)).toMatchObject({ keptBytes: 24, cut: { side: 'head' } });
    expect(fatesOf(scan([sent(`${C3}\n\n${C2.slice(-24)}`)], all))).toEqual(['deselected', 'clipped', 'sent']);
  });

  it('lies in the middle between a prefix and a later suffix with nothing between', () => {
    const judged = scan([sent(`${C1.slice(0, 22)} […] ${C3.slice(-20)}`)], all);
    expect(judged.fates.map(({ fate, cut, keptBytes }) => [fate, cut, keptBytes])).toEqual([
      ['cut', { side: 'middle' }, 22],
      ['cut', { side: 'middle' }, 0],
      ['cut', { side: 'middle' }, 20],
    ]);
    expect(fatesOf(scan([sent(`${C1.slice(0, 22)} ${C2} ${C3.slice(-20)}`)], all))).toEqual([
      'clipped',
      'sent',
      'clipped',
    ]);
    expect(fatesOf(scan([sent(`${C3.slice(-20)} ${C1.slice(0, 22)}`)], all))).toEqual([
      'clipped',
      'deselected',
      'clipped',
    ]);
  });

  it('is none where both ends of one item are kept', () => {
    expect(fatesOf(scan([sent(`${C1.slice(0, 17)}…${C1.slice(-17)}`)], [item(C1)]))).toEqual(['clipped']);
  });

  it('proves nothing at the end of a text that a value limit may have cut', () => {
    const call = scanCall([
      {
        role: 'user',
        parts: [{ kind: 'text', leaves: [`${C1} ${C2.slice(0, 25)}`], lossy: false, endUnproven: true }],
      },
    ]);
    const judged = scan([call], all);
    expect(fatesOf(judged)).toEqual(['sent', 'unknown', 'unknown']);
    expect(judged.ofItem(1)).toMatchObject({ state: 'unknown', reason: 'lossy_capture' });
    expect(judged.ofLine('need manager approval', 1)).toEqual({ state: 'unknown', reason: 'lossy_capture' });
    const further = scanCall([
      {
        role: 'user',
        parts: [{ kind: 'text', leaves: [`${C1} ${C2.slice(0, 25)}\nAnswer.`], lossy: false, endUnproven: true }],
      },
    ]);
    expect(fatesOf(scan([further], all))).toEqual(['sent', 'cut', 'cut']);
  });
});

describe('a recorded cut', () => {
  it('takes what was planned at or beyond it', () => {
    const judged = scan(
      [sent(C1, { record: record(planned(10, 50, 90), { cutAt: 50, cutSide: 'tail', unit: 'token' }) })],
      all,
    );
    expect(fatesOf(judged)).toEqual(['sent', 'cut', 'cut']);
    expect(judged.ofItem(2)).toMatchObject({
      plannedAt: 90,
      keptBytes: 0,
      cut: { at: 50, unit: 'token', side: 'tail' },
    });
    expect(judged.ofItem(0)).toMatchObject({ fate: 'sent', plannedAt: 10 });
    expect(withRecord(C1, planned(10, 49, 90), { cutAt: 50 })).toEqual(['sent', 'packed_out', 'cut']);
  });

  it('takes, where nothing was planned, what no later rank outlives', () => {
    expect(withRecord(C1, [], { cutAt: 44 })).toEqual(['sent', 'cut', 'cut']);
    expect(withRecord(C2, [], { cutAt: 44 })).toEqual(['deselected', 'sent', 'cut']);
    expect(withRecord('', [], { cutAt: 0 })).toEqual(['cut', 'cut', 'cut']);
  });

  it('takes the item that it falls into', () => {
    const judged = scan(
      [
        sent(`${C1} ${C2.slice(0, 20)} Now answer. ${C3.slice(0, 1)}`, {
          record: record(planned(10, 49, 90), { cutAt: 60, unit: 'byte' }),
        }),
      ],
      all,
    );
    expect(fatesOf(judged)).toEqual(['sent', 'cut', 'cut']);
    expect(judged.ofItem(1)).toMatchObject({
      keptBytes: 20,
      plannedAt: 49,
      cut: { at: 60, unit: 'byte', side: 'tail' },
    });
  });

  it('at the head takes what was planned before it', () => {
    expect(withRecord(`${C2.slice(-20)} ${C3}`, planned(0, 43, 90), { cutAt: 63, cutSide: 'head' })).toEqual([
      'cut',
      'cut',
      'sent',
    ]);
    expect(withRecord(C3, [], { cutAt: 63, cutSide: 'head' })).toEqual(['cut', 'cut', 'sent']);
  });

  it('in the middle takes what was planned in the hole', () => {
    expect(withRecord(`${C1} … ${C3}`, planned(0, 43, 90), { cutAt: 43, cutSide: 'middle' })).toEqual([
      'sent',
      'cut',
      'sent',
    ]);
    expect(withRecord(`${C1} … ${C3}`, [], { cutAt: 43, cutSide: 'middle' })).toEqual(['sent', 'cut', 'sent']);
    expect(withRecord(`${C1} …`, [], { cutAt: 43, cutSide: 'middle' })).toEqual(['sent', 'packed_out', 'packed_out']);
  });

  it('does not touch what stands whole or altered', () => {
    expect(withRecord(`${C1} ${C2} ${C3.replaceAll(' ', '  ')}`, planned(0, 44, 90), { cutAt: 10 })).toEqual([
      'sent',
      'sent',
      'altered',
    ]);
  });
});

describe('items that are gone', () => {
  it('were packed out when all that is missing ranks below all that is there', () => {
    expect(fatesOf(scan([sent(C1)], all))).toEqual(['sent', 'packed_out', 'packed_out']);
    expect(fatesOf(scan([sent(`${C1.slice(0, 20)} and ${C2.slice(0, 20)} and so on`)], all))).toEqual([
      'clipped',
      'clipped',
      'packed_out',
    ]);
  });

  it('were deselected when a lower rank is there and no record planned them', () => {
    expect(fatesOf(scan([sent(C2)], all))).toEqual(['deselected', 'sent', 'dropped']);
    expect(withRecord(C2, planned(undefined, 0, undefined), {})).toEqual(['deselected', 'sent', 'dropped']);
  });

  it('were dropped when a record planned them, or nothing of the log is there', () => {
    expect(withRecord(C2, planned(0, 44, undefined), {})).toEqual(['dropped', 'sent', 'dropped']);
    expect(
      withRecord(C2, [chunk(C1, { offset: 9, keptBytes: 43 }), chunk(C2, { offset: 0, keptBytes: 40 })], {}),
    ).toEqual(['dropped', 'sent', 'dropped']);
    expect(fatesOf(scan([sent('nothing')], all))).toEqual(['dropped', 'dropped', 'dropped']);
    expect(fatesOf(scan([scanCall([])], all))).toEqual(['dropped', 'dropped', 'dropped']);
  });

  it('count a duplicate by its first rank alone', () => {
    expect(fatesOf(scan([sent(C1)], [item(C1), item(C2), item(C1)]))).toEqual(['sent', 'packed_out', 'sent']);
    expect(fatesOf(scan([sent(`${C1} ${C2.slice(0, 20)}`)], [item(C1), item(C2), item(C1)]))).toEqual([
      'sent',
      'cut',
      'sent',
    ]);
  });
});

describe('a fate is unknown', () => {
  it.each([
    ['context_unlogged', scan([], all)],
    ['content_off', scan([scanCall(undefined)], all)],
    ['offset_unproven', scan([scanCall(undefined, { call: { contextSha256: 'a'.repeat(64) } })], all)],
    ['context_unlogged', scan([sent('x', { call: { providerHeld: true } })], all)],
    ['lossy_capture', scan([sent('x', { call: { contextLossy: true } })], all)],
    ['invalid_text', scan([sent('The refund win\uFFFDow')], all)],
    ['invalid_text', scan([sent('x')], [item('The refund win\uFFFDow')])],
    ['lossy_capture', scan([sent('x')], [item(C1, { lossy: true })])],
    ['lossy_capture', scan([sent('x')], [{ lossy: true, invalid: false }])],
    ['offset_unproven', scan([sent('x')], [hashed(C1)])],
    ['content_off', scan([sent('x'), scanCall(undefined)], all)],
  ])('as %s', (reason, judged) => {
    expect(judged.ofItem(0)).toMatchObject({ fate: 'unknown', state: 'unknown', reason });
    expect(judged.fates[0]).toMatchObject({ fate: 'unknown' });
  });

  it('of the first reason in the order of the specification', () => {
    expect(scan([sent('x\uFFFDy', { call: { contextLossy: true } })], all).ofItem(0).reason).toBe('invalid_text');
    expect(scan([sent('x', { call: { contextLossy: true, providerHeld: true } })], all).ofItem(0).reason).toBe(
      'context_unlogged',
    );
  });

  it('never where the item stands', () => {
    const judged = scan(
      [sent(`${C1}\uFFFD`, { call: { contextLossy: true, providerHeld: true } }), scanCall(undefined)],
      [item(C1, { lossy: true }), item(C2)],
    );
    expect(fatesOf(judged)).toEqual(['sent', 'unknown']);
  });

  it('for all items beyond the bound of the scan, but not for the item of a need', () => {
    const judged = scan([sent(`${C1} ${C2.slice(0, 25)}`)], all, { maxScanBytes: 100 });
    expect(fatesOf(judged)).toEqual(['unknown', 'unknown', 'unknown']);
    expect(judged.ofItem(0)).toMatchObject({ fate: 'sent', offset: 0 });
    expect(judged.ofItem(1)).toMatchObject({ fate: 'cut', keptBytes: 25 });
    expect(judged.ofLine('30 days', 0)).toMatchObject({ state: 'in', offset: 21 });
  });

  it('counts bytes of contexts and log, each distinct text once', () => {
    const texts = [item('é'.repeat(40)), item('é'.repeat(40))];
    const context = 'ü'.repeat(60);
    const calls = [sent(context), sent([context, context])];
    expect(fatesOf(scan(calls, texts, { maxScanBytes: 200 }))).toEqual(['dropped', 'dropped']);
    expect(fatesOf(scan(calls, texts, { maxScanBytes: 199 }))).toEqual(['unknown', 'unknown']);
  });
});

describe('several calls', () => {
  it('split an item that one begins and another ends', () => {
    const judged = scan([sent(`Notes: ${C1.slice(0, 20)}`), sent(`${C1.slice(20)} ${C2} ${C3}`)], all);
    expect(fatesOf(judged)).toEqual(['clipped', 'sent', 'sent']);
    expect(judged.ofItem(0)).toMatchObject({ state: 'out', split: true, keptBytes: 23 });
    expect(judged.ofLine(C1, 0)).toMatchObject({ state: 'out', split: true });
    expect(judged.ofLine('refund window', 0)).toMatchObject({ state: 'in', call: 0 });
  });

  it('do not when bytes between are missing, or one call holds both ends', () => {
    expect(scan([sent(C1.slice(0, 20)), sent(C1.slice(21))], all).ofItem(0).split).toBeUndefined();
    expect(scan([sent([C1.slice(0, 20), C1.slice(20)])], all).ofItem(0).split).toBeUndefined();
  });

  it('make a cut that one of them shows', () => {
    expect(fatesOf(scan([sent(C1), sent(`${C1} ${C2.slice(0, 25)}`)], all))).toEqual(['sent', 'cut', 'cut']);
  });

  it('know a need only the assistant repeats as a self-report', () => {
    const judged = scan([scanCall([message('user', C2), message('assistant', C1)])], all);
    expect(judged.ofItem(0)).toMatchObject({ state: 'out', fate: 'deselected', selfReport: true });
    expect(judged.ofLine('30 days', 0)).toEqual({ state: 'out', selfReport: true });
    expect(judged.ofText(C1)).toEqual({ state: 'out', selfReport: true });
    expect(judged.ofItem(2).selfReport).toBeUndefined();
  });

  it('report the first that holds the need, and the first place in it', () => {
    const judged = scan([sent('x'), sent(['y', `zz${C1}${C1}`]), sent(C1)], all);
    expect(judged.ofLine(C1, 0)).toEqual({ state: 'in', call: 1, offset: 4, message: 1, part: 0, form: 'exact' });
    expect(judged.ofText('zz')).toMatchObject({ state: 'in', call: 1 });
  });
});
