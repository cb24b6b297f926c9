import { describe, expect, it } from 'vitest';
import type { AssembledChunk, AssemblyRecord } from '../../src/model/assembly-record.js';
import { C1, C2, C3, T0, fatesOf, hash, hashed, item, message, record, scan, scanCall, sent } from '../support/sent.js';

const chunk = (text: string, more: Partial<AssembledChunk>): AssembledChunk => ({ digest: hash.digest(text), ...more });
const all = [item(C1), item(C2), item(C3)];
const hashes = [hashed(C1), hashed(C2), hashed(C3)];
const onlyRecord = (
  chunks: readonly AssembledChunk[],
  more: Partial<AssemblyRecord> = {},
): ReturnType<typeof scanCall> => scanCall(undefined, { record: record(chunks, more) });

describe('by record alone', () => {
  it('kept = length is present, kept 0 absent, and no offset is proved', () => {
    const judged = scan(
      [
        onlyRecord([
          chunk(C1, { offset: 9, keptBytes: 43 }),
          chunk(C2, { offset: -1, keptBytes: 0 }),
          chunk(C3, { offset: 52, keptBytes: 38, form: 'trim' }),
        ]),
      ],
      hashes,
    );
    expect(fatesOf(judged)).toEqual(['sent', 'deselected', 'sent']);
    expect(judged.ofItem(0)).toEqual({ state: 'in', fate: 'sent', call: 0, keptBytes: 43 });
    expect(judged.ofItem(1)).toEqual({ state: 'out', fate: 'deselected', keptBytes: 0 });
    expect(judged.ofItem(2)).toMatchObject({ form: 'trim' });
  });

  it('an item that is listed is there unless its place says absent', () => {
    expect(
      fatesOf(scan([onlyRecord([chunk(C1, { offset: 9 }), chunk(C2, {}), chunk(C3, { offset: -1 })])], hashes)),
    ).toEqual(['sent', 'sent', 'packed_out']);
  });

  it('a part holds a line whose range is kept, and is else not proved', () => {
    const judged = scan(
      [
        onlyRecord([
          chunk(C1, { offset: 9, keptBytes: 24 }),
          chunk(C2, { keptBytes: 40 }),
          chunk(C3, { keptBytes: 38 }),
        ]),
      ],
      all,
    );
    expect(judged.ofItem(0)).toMatchObject({
      state: 'unknown',
      reason: 'offset_unproven',
      fate: 'clipped',
      keptBytes: 24,
    });
    expect(judged.ofLine('refund window', 0)).toMatchObject({ state: 'in' });
    expect(judged.ofLine('30 days', 0)).toMatchObject({ state: 'unknown', reason: 'offset_unproven' });
  });

  it('a part that a cut at the head left is the end', () => {
    const judged = scan(
      [onlyRecord([chunk(C1, { keptBytes: 24, plannedAt: 0 })], { cutAt: 19, cutSide: 'head' })],
      [item(C1)],
    );
    expect(judged.ofItem(0)).toMatchObject({ fate: 'cut', cut: { at: 19, side: 'head' }, keptBytes: 24 });
    expect(judged.ofLine('from delivery.', 0)).toMatchObject({ state: 'in' });
    expect(judged.ofLine('refund window', 0)).toMatchObject({ state: 'unknown' });
    const middle = scan([onlyRecord([chunk(C1, { keptBytes: 24 })], { cutAt: 12, cutSide: 'middle' })], [item(C1)]);
    expect(middle.ofLine('The', 0)).toMatchObject({ state: 'unknown', reason: 'offset_unproven' });
  });

  it('an item missing from the record is absent when all recorded digests are in the log', () => {
    expect(fatesOf(scan([onlyRecord([chunk(C1, { keptBytes: 43 })])], hashes))).toEqual([
      'sent',
      'packed_out',
      'packed_out',
    ]);
    const judged = scan(
      [onlyRecord([chunk(C1, { keptBytes: 43 }), chunk('A parent of something.', { keptBytes: 22 })])],
      hashes,
    );
    expect(judged.ofItem(1)).toMatchObject({ fate: 'unknown', reason: 'offset_unproven' });
    expect(
      fatesOf(scan([onlyRecord([chunk(C1, { keptBytes: 43 })])], hashes.slice(1), { otherItems: [hashed(C1)] })),
    ).toEqual(['dropped', 'dropped']);
  });

  it('a line that no text at hand holds may stand in a chunk known by its hash alone', () => {
    const kept = [chunk(C1, { keptBytes: 43 }), chunk(C2, { keptBytes: 42 }), chunk(C3, { keptBytes: 38 })];
    expect(scan([onlyRecord(kept)], hashes).ofLine('30 days')).toMatchObject({
      state: 'unknown',
      reason: 'offset_unproven',
    });
    expect(scan([onlyRecord(kept)], [item(C1), hashed(C2), item(C3)]).ofLine('manager')).toMatchObject({
      state: 'unknown',
    });
    expect(scan([onlyRecord(kept)], all).ofLine('60 days')).toEqual({ state: 'out' });
  });

  it('the same holds for a needed digest that is found nowhere', () => {
    const digest = hash.digest('Needed, never retrieved.');
    expect(scan([onlyRecord([chunk(C1, { keptBytes: 43 })])], hashes).ofDigest(digest)).toEqual({ state: 'out' });
    expect(scan([onlyRecord([{ digest, keptBytes: 24 }])], hashes).ofDigest(digest)).toMatchObject({
      state: 'unknown',
      reason: 'offset_unproven',
    });
    expect(scan([onlyRecord([{ digest }])], hashes).ofDigest(digest)).toMatchObject({ state: 'in' });
    expect(scan([sent(T0)], hashes).ofDigest(digest)).toEqual({ state: 'out' });
  });

  it('a lossy record, or one of another key, proves no absence', () => {
    expect(scan([onlyRecord([chunk(C1, { keptBytes: 43 })], { lossy: true })], hashes).ofItem(1).reason).toBe(
      'lossy_capture',
    );
    expect(
      scan([onlyRecord([{ digest: 'f'.repeat(32), keptBytes: 43 }], { foreignHash: true })], hashes).ofItem(0).reason,
    ).toBe('hash_mismatch');
  });

  it('a recognised form counts as absent and altered unless accepted', () => {
    const call = onlyRecord([chunk(C1, { keptBytes: 43, form: 'html' })]);
    expect(scan([call], [hashed(C1)]).ofItem(0)).toMatchObject({ state: 'out', fate: 'altered', form: 'html' });
    expect(scan([call], [hashed(C1)], { acceptForms: ['html'] }).ofItem(0)).toMatchObject({
      state: 'in',
      fate: 'sent',
      form: 'html',
    });
    expect(scan([onlyRecord([chunk(C1, { keptBytes: 20, form: 'edited' })])], [hashed(C1)]).ofItem(0)).toMatchObject({
      fate: 'altered',
      form: 'edited',
      keptBytes: 20,
    });
  });

  it('is asked only where bytes cannot tell', () => {
    expect(
      fatesOf(scan([sent('nothing', { record: record([chunk(C1, { offset: 0, keptBytes: 43 })]) })], [item(C1)])),
    ).toEqual(['dropped']);
    const lossy = {
      call: { contextLossy: true },
      record: record([chunk(C1, { offset: 9, keptBytes: 43 }), chunk(C2, { offset: -1, keptBytes: 0 })]),
    };
    const judged = scan([sent('Context: [cut', lossy)], all);
    expect(fatesOf(judged)).toEqual(['sent', 'packed_out', 'packed_out']);
    expect(judged.ofLine('30 days', 0)).toMatchObject({ state: 'in', call: 0 });
    expect(judged.ofLine('manager', 1)).toMatchObject({ state: 'out' });
  });

  it('never proves an absence from a context that the provider holds', () => {
    expect(
      scan(
        [scanCall(undefined, { call: { providerHeld: true }, record: record([chunk(C1, { keptBytes: 0 })]) })],
        hashes,
      ).ofItem(0),
    ).toMatchObject({ state: 'unknown', reason: 'context_unlogged' });
  });

  it('shows a cut where one part ends and every later rank is gone', () => {
    expect(
      fatesOf(
        scan(
          [onlyRecord([chunk(C1, { keptBytes: 43 }), chunk(C2, { keptBytes: 12 }), chunk(C3, { keptBytes: 0 })])],
          hashes,
        ),
      ),
    ).toEqual(['sent', 'cut', 'cut']);
  });
});

describe('a claimed offset', () => {
  const at = (offset: number, more: Partial<AssemblyRecord> = {}): { record: AssemblyRecord } => ({
    record: record([chunk(C1, { offset, keptBytes: 43 })], more),
  });

  it('that fits is proof even without the text', () => {
    const judged = scan([sent(T0, at(9))], [hashed(C1)]);
    expect(judged.ofItem(0)).toEqual({
      state: 'in',
      fate: 'sent',
      call: 0,
      offset: 9,
      message: 0,
      part: 0,
      form: 'exact',
      keptBytes: 43,
    });
    expect(scan([sent(T0, at(9))], [item(C1)]).ofItem(0).offsetMismatch).toBeUndefined();
  });

  it('that does not fit is a mismatch; the verdict follows the bytes (B44)', () => {
    expect(scan([sent(T0, at(10))], [item(C1)]).ofItem(0)).toMatchObject({
      state: 'in',
      fate: 'sent',
      offset: 9,
      offsetMismatch: true,
    });
    expect(scan([sent(T0, at(10))], [hashed(C1)]).ofItem(0)).toMatchObject({
      state: 'unknown',
      fate: 'unknown',
      reason: 'offset_unproven',
    });
    expect(scan([sent('nothing', at(0))], [item(C1)]).ofItem(0)).toMatchObject({
      state: 'out',
      fate: 'dropped',
      offsetMismatch: true,
    });
  });

  it('is tried in the other units (B55)', () => {
    const emoji = `😀😀 ${C1}`;
    for (const known of [item(C1), hashed(C1)]) {
      expect(scan([sent(emoji, at(5, { offsetUnit: 'utf16' }))], [known]).ofItem(0)).toMatchObject({
        state: 'in',
        offset: 9,
      });
      expect(scan([sent(emoji, at(5, { offsetUnit: 'utf16' }))], [known]).ofItem(0).offsetMismatch).toBeUndefined();
      expect(
        scan([sent(emoji, at(3, { offsetUnit: 'code_point' }))], [known]).ofItem(0).offsetMismatch,
      ).toBeUndefined();
      expect(scan([sent(emoji, at(5))], [known]).ofItem(0)).toMatchObject({
        state: 'in',
        offset: 9,
        offsetMismatch: true,
      });
      expect(scan([sent(emoji, at(9))], [known]).ofItem(0).offsetMismatch).toBeUndefined();
    }
  });

  it('counts through all segments, or from the start of the one that the assembly made', () => {
    const calls = [scanCall([message('system', 'Be brief.'), message('user', T0)], at(19))];
    expect(scan(calls, [hashed(C1)]).ofItem(0)).toMatchObject({ state: 'in', offset: 19, message: 1 });
    const made = [scanCall([message('system', 'Be brief.'), message('user', T0)], at(9, { contextBytes: 134 }))];
    expect(scan(made, [item(C1)]).ofItem(0).offsetMismatch).toBeUndefined();
    expect(scan(made, [hashed(C1)]).ofItem(0)).toMatchObject({ state: 'in', offset: 19 });
    expect(
      scan([scanCall([message('system', 'Be brief.'), message('user', T0)], at(9))], [item(C1)]).ofItem(0)
        .offsetMismatch,
    ).toBe(true);
  });

  it('of a kept part fits where the part stands', () => {
    const part = (offset: number): { record: AssemblyRecord } => ({
      record: record([chunk(C1, { offset, keptBytes: 20 })]),
    });
    expect(scan([sent(`Context: ${C1.slice(0, 20)}`, part(9))], [item(C1)]).ofItem(0).offsetMismatch).toBeUndefined();
    expect(scan([sent(`Context: ${C1.slice(0, 20)}`, part(8))], [item(C1)]).ofItem(0).offsetMismatch).toBe(true);
  });

  it('is no proof in what the assistant said', () => {
    const judged = scan([scanCall([message('assistant', T0)], at(9))], [hashed(C1)]);
    expect(judged.ofItem(0)).toMatchObject({ state: 'unknown', reason: 'offset_unproven' });
  });
});

describe('a digest without text', () => {
  it('is there as a segment of its own', () => {
    expect(scan([sent(['x', C1])], [hashed(C1)]).ofItem(0)).toMatchObject({
      state: 'in',
      fate: 'sent',
      offset: 2,
      message: 1,
      form: 'exact',
    });
    expect(scan([sent(['x', C1])], []).ofDigest(hash.digest(C1))).toMatchObject({ state: 'in', offset: 2 });
  });

  it('takes its text from another item of the log', () => {
    expect(fatesOf(scan([sent(T0)], [hashed(C1)], { otherItems: [item(C1)] }))).toEqual(['sent']);
    expect(scan([sent(T0)], [hashed(C1)], { otherItems: [item(C1)] }).ofDigest(hash.digest(C1))).toMatchObject({
      state: 'in',
      offset: 9,
    });
  });
});
