/** Cases from the field, as far as items and needs in sent contexts decide them. Numbers are theirs. */
import { describe, expect, it } from 'vitest';
import type { AssembledChunk } from '../../src/model/assembly-record.js';
import { C1, C2, C3, T0, fatesOf, hash, hashed, item, message, record, scan, scanCall, sent } from '../support/sent.js';

const all = [item(C1), item(C2), item(C3)];
const chunk = (text: string, more: Partial<AssembledChunk>): AssembledChunk => ({ digest: hash.digest(text), ...more });

describe('cases from the field', () => {
  it('B20: one text fills several slots, and is sent once', () => {
    const judged = scan([sent(`Context:\n${C1}`)], [item(C1), item(C1), item(C1)]);
    expect(fatesOf(judged)).toEqual(['sent', 'sent', 'sent']);
    expect(judged.ofDigest(hash.digest(C2))).toEqual({ state: 'out' });
    expect(judged.ofLine(C2)).toEqual({ state: 'out' });
    const withoutAny = { lossy: true, invalid: false };
    expect(fatesOf(scan([sent(C1)], [item(C1), withoutAny, withoutAny]))).toEqual(['sent', 'unknown', 'unknown']);
  });

  it('B22: a template engine escapes HTML', () => {
    const raw = `Ben & Jerry's "30-day" <rule>`;
    const escaped = 'Ben &amp; Jerry&#39;s &quot;30-day&quot; &lt;rule&gt;';
    expect(hash.digest(raw).slice(0, 12)).toBe('565d731ce097');
    const judged = scan([sent(`Context:\n${escaped}`)], [item(raw)]);
    expect(judged.ofItem(0)).toMatchObject({ state: 'out', fate: 'altered', form: 'html' });
    expect(judged.ofLine(raw, 0)).toMatchObject({ state: 'out', form: 'html' });
    expect(scan([sent(`Context:\n${escaped}`)], [item(raw)], { acceptForms: ['html'] }).ofLine(raw, 0)).toMatchObject({
      state: 'in',
      form: 'html',
      offset: 9,
    });
  });

  it('B24: a data URI of 1.2 MB stands before the chunk', () => {
    const uri = `data:image/png;base64,${'iVBORw0KGgo'.repeat(110_000)}`;
    expect(fatesOf(scan([sent(`${uri}\n${C1}`)], [item(C1)]))).toEqual(['sent']);
    const redacted = {
      role: 'user',
      parts: [
        { kind: 'other' as const, leaves: [], lossy: true },
        { kind: 'text' as const, leaves: [C1], lossy: false },
      ],
    };
    expect(scan([scanCall([redacted])], all).ofItem(0)).toMatchObject({ state: 'in', part: 1 });
    expect(scan([scanCall([redacted])], all).ofItem(1)).toMatchObject({ state: 'out' });
  });

  it('B28: history trimming drops the documents; the end of a prompt is cut', () => {
    expect(fatesOf(scan([sent('How long is the refund window?')], all))).toEqual(['dropped', 'dropped', 'dropped']);
    const cutAt96 = {
      record: record([chunk(C1, { plannedAt: 9 }), chunk(C2, { plannedAt: 54 }), chunk(C3, { plannedAt: 96 })], {
        cutAt: 96,
        cutSide: 'tail',
        unit: 'byte',
      }),
    };
    const judged = scan([sent(T0.slice(0, 96), cutAt96)], all);
    expect(judged.ofItem(2)).toMatchObject({
      state: 'out',
      fate: 'cut',
      cut: { at: 96, unit: 'byte', side: 'tail' },
      plannedAt: 96,
      keptBytes: 0,
    });
    expect(judged.ofItem(0)).toMatchObject({ state: 'in', fate: 'sent', offset: 9 });
    expect(fatesOf(scan([sent('')], all))).toEqual(['dropped', 'dropped', 'dropped']);
  });

  it('B29: refine splits a node, a summariser shortens each, a merged source keeps the text', () => {
    const refine = scan([sent(C1.slice(0, 20)), sent(`So far: thirty days.\n${C1.slice(20)}\n${C2}\n${C3}`)], all);
    expect(refine.ofItem(0)).toMatchObject({ state: 'out', split: true });
    const words = [C1, C2, C3].map((text) => text.split(' ').slice(0, 4).join(' '));
    expect(fatesOf(scan([sent(words.join('\n'))], all))).toEqual(['clipped', 'clipped', 'clipped']);
    expect(
      fatesOf(
        scan([sent(`${C1}\n${C2}\n${C3}`)], [item(C1, { id: 'n1' }), item(C2, { id: 'n2' }), item(C3, { id: 'n3' })]),
      ),
    ).toEqual(['sent', 'sent', 'sent']);
  });

  it('B31: a compressor rewrites a chunk; another that fails open does not', () => {
    const rewritten = scan([sent(T0.replace(C1, 'Refunds: 30d after delivery'))], all);
    expect(rewritten.ofLine(C1, 0)).toMatchObject({ state: 'out' });
    expect(rewritten.ofItem(0)).toMatchObject({ fate: 'deselected' });
    expect(scan([sent(T0)], all).ofLine(C1, 0)).toMatchObject({ state: 'in' });
  });

  it('B32: order is not a boundary', () => {
    expect(fatesOf(scan([sent(`Context:\n${C1}\n\n${C3}\n\n${C2}`)], all))).toEqual(['sent', 'sent', 'sent']);
  });

  it('B44: another chunk repeats the sentence; by hashes alone the chunk is missing', () => {
    const other = `Shipping is free. ${C1}`;
    const log = [item(C1), item(other)];
    expect(scan([sent(other)], log).ofItem(0)).toMatchObject({ state: 'in', offset: 18 });
    expect(scan([sent(other)], log).ofLine(C1, 0)).toMatchObject({ state: 'in' });
    const byHash = scan(
      [scanCall(undefined, { record: record([chunk(other, { keptBytes: other.length })]) })],
      [hashed(C1), hashed(other)],
    );
    expect(byHash.ofItem(0)).toMatchObject({ state: 'out', fate: 'deselected' });
  });

  it('B45: the parent is sent', () => {
    const parent = `Returns.\n${C1}\nExceptions apply.`;
    expect(
      scan(
        [sent(parent, { record: record([chunk(parent, { offset: 0, keptBytes: parent.length })]) })],
        [item(C1)],
      ).ofItem(0),
    ).toMatchObject({ state: 'in', offset: 9 });
    const byHash = scan(
      [scanCall(undefined, { record: record([chunk(parent, { keptBytes: parent.length })]) })],
      [hashed(C1)],
    );
    expect(byHash.ofItem(0)).toMatchObject({ state: 'unknown', reason: 'offset_unproven' });
  });

  it('B46: a near-duplicate is not presence', () => {
    const near = C1.replace('30', '14');
    const judged = scan([sent(`${near}\n${near}\n${near}`)], [item(near), item(near), item(near)]);
    expect(fatesOf(judged)).toEqual(['sent', 'sent', 'sent']);
    expect(judged.ofLine(C1)).toEqual({ state: 'out' });
    expect(scan([sent(near)], [item(C1), item(near)]).ofItem(0)).toMatchObject({ state: 'out', fate: 'deselected' });
  });

  it('B53: composed in the log, decomposed in the context', () => {
    const text = 'Café refunds: 30 days';
    const context = [sent(`é ${text.normalize('NFD')}`)];
    expect(scan(context, [item(text)]).ofItem(0)).toMatchObject({ state: 'out', fate: 'altered', form: 'nfc' });
    expect(scan(context, [item(text)], { acceptForms: ['nfc'] }).ofItem(0)).toMatchObject({
      state: 'in',
      form: 'nfc',
      offset: 3,
    });
  });

  it('B54: CRLF in the context, LF in the log; offsets count real bytes', () => {
    const text = 'The refund window\nis 30 days.';
    const context = [sent(`Rules:\r\n${text.replace('\n', '\r\n')}\r\n`)];
    expect(scan(context, [item(text)]).ofItem(0)).toMatchObject({ state: 'out', fate: 'altered', form: 'crlf' });
    expect(scan(context, [item(text)], { acceptForms: ['crlf'] }).ofItem(0)).toMatchObject({ state: 'in', offset: 8 });
    expect(scan(context, [item(text)]).ofLine('is 30 days.', 0)).toMatchObject({ state: 'in', offset: 27 });
  });

  it('B55: offsets in UTF-16 units', () => {
    const claimed = { record: record([chunk(C1, { offset: 5, keptBytes: 43 })], { offsetUnit: 'utf16' }) };
    expect(scan([sent(`😀😀 ${C1}`, claimed)], [hashed(C1)]).ofItem(0)).toMatchObject({ state: 'in', offset: 9 });
  });

  it('B56: a template strips edges; a chunker injects a newline into both', () => {
    expect(scan([sent(T0)], [item(`${C1}\n  `)]).ofItem(0)).toMatchObject({ state: 'in', form: 'trim', offset: 9 });
    const injected = C1.replace('window ', 'window\n');
    expect(scan([scanCall([message('user', `Context:\n${injected}`)])], [item(injected)]).ofItem(0)).toMatchObject({
      state: 'in',
      form: 'exact',
      offset: 9,
    });
  });
});
