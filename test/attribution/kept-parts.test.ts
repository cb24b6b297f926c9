import { describe, expect, it } from 'vitest';
import { C1, C2, C3, fatesOf, item, scan, sent } from '../support/sent.js';

const A = 'Alpha chunk speaks of refunds and of nothing else at all, ending here.';
const B = 'Beta chunk is about warranties, which last for twenty-four long months!';
const items = (...texts: readonly string[]): ReturnType<typeof item>[] => texts.map((text) => item(text));
/** Fate, form and kept bytes of the first item. */
function first(
  context: string | readonly string[],
  texts: readonly string[],
  more: Parameters<typeof scan>[2] & { question?: string } = {},
): unknown[] {
  const { question, ...rest } = more;
  const { fate, form, keptBytes } = scan(
    [sent(context, question === undefined ? {} : { question })],
    items(...texts),
    rest,
  ).ofItem(0);
  return [fate, form, keptBytes];
}

describe('a kept prefix or suffix', () => {
  it('counts from 16 bytes on', () => {
    expect(first(`[${A.slice(0, 16)}] ${B}`, [A, B])).toEqual(['clipped', undefined, 16]);
    expect(first(`[${A.slice(0, 15)}] ${B}`, [A, B])).toEqual(['deselected', undefined, 0]);
    expect(first(`${B} [${A.slice(-16)}]`, [A, B])).toEqual(['clipped', undefined, 16]);
    expect(first(`${B} [${A.slice(-15)}]`, [A, B])).toEqual(['deselected', undefined, 0]);
  });

  it('ends and starts on code point borders', () => {
    const text = '漢字漢語漢文漢詩漢方漢音';
    expect(first(`${B} [${text.slice(0, 6)}]`, [text, B])).toEqual(['clipped', undefined, 18]);
    // é and è share their first byte, and the last bytes of their neighbours.
    expect(first(`${B} 0123456789abcdeè`, ['0123456789abcdeé and so on', B])).toEqual(['deselected', undefined, 0]);
    expect(first(`${B} 0123456789abcdexè`, ['0123456789abcdexé and so on', B])).toEqual(['clipped', undefined, 16]);
  });

  it('is 16 bytes longer than any start it shares with another item, handed on or not', () => {
    const header = 'Title: Terms of service. ';
    const [one, two] = [header + A, header + B];
    const shared = header.length;
    expect(first(`[${one.slice(0, shared + 16)}] ${C2}`, [one, two, C2])).toEqual(['clipped', undefined, shared + 16]);
    // Not kept, then; but 32 bytes that are its own do stand.
    expect(first(`[${one.slice(0, shared + 15)}] ${C2}`, [one, two, C2])).toEqual(['altered', 'edited', 0]);
    expect(first(`[${one.slice(0, shared + 15)}] ${C2}`, [one, C2], { otherItems: items(two) })).toEqual([
      'altered',
      'edited',
      0,
    ]);
    expect(first(`[${one.slice(0, shared + 15)}] ${C2}`, [one, C2])).toEqual(['clipped', undefined, shared + 15]);
    expect(first(`[${one.slice(0, shared)}] ${C2}`, [one, two, C2])).toEqual(['deselected', undefined, 0]);
  });

  it('is 16 bytes longer than any end it shares with another item', () => {
    const [one, two] = [`${A}(c) 2026`, `${B}(c) 2026`];
    expect(first(`${C2} [${one.slice(-24)}]`, [one, two, C2])).toEqual(['clipped', undefined, 24]);
    expect(first(`${C2} [${one.slice(-23)}]`, [one, two, C2])).toEqual(['deselected', undefined, 0]);
  });

  it('is both when the suffix stands after the prefix in the same segment', () => {
    const both = `${A.slice(0, 20)}…${A.slice(-25)}`;
    expect(first(`${B} ${both}`, [A, B])).toEqual(['clipped', undefined, 45]);
    expect(first([B, A.slice(0, 20), A.slice(-25)], [A, B])).toEqual(['clipped', undefined, 25]);
    expect(first(`${B}|${A.slice(-25)}…${A.slice(0, 20)}`, [A, B])).toEqual(['clipped', undefined, 25]);
  });

  it('is not taken from the bytes of an item that stands whole', () => {
    const overlap = 'the sentence that both of them hold in common.';
    const [one, two] = [`${A} ${overlap}`, `${overlap} ${B}`];
    expect(first(`Context: ${one}`, [two, one])).toEqual(['deselected', undefined, 0]);
  });

  it('is found in decoded text, and counted in bytes of the item', () => {
    const text = 'Line one says "30 days".\nLine two says "60 days".\nLine three is lost.';
    const escaped = JSON.stringify(text).slice(1, -1);
    const cut = escaped.slice(0, escaped.indexOf('\\nLine three'));
    expect(first([B, cut], [text, B])).toEqual([
      'clipped',
      undefined,
      Buffer.byteLength(text.slice(0, text.indexOf('\nLine three'))),
    ]);
  });

  it('includes the white space of the item at that edge where it stands', () => {
    const padded = `\n\n${A}`;
    expect(first(`${B}\n\n${A.slice(0, 20)}`, [padded, B])).toEqual(['clipped', undefined, 22]);
    expect(first(`${B}: ${A.slice(0, 20)}`, [padded, B])).toEqual(['clipped', undefined, 20]);
  });

  it('belongs to the longest of those that claim it', () => {
    // The end of one is the beginning of the other; what stands is longer as the end.
    const overlap = 'the sentence that both of them hold in common.';
    const [one, two] = [`${A} ${overlap}`, `${overlap} ${B}`];
    const judged = scan([sent(`… ${one.slice(20)} …`)], items(one, two));
    expect(judged.fates.map(({ fate, keptBytes }) => [fate, keptBytes])).toEqual([
      ['cut', one.length - 20],
      ['packed_out', 0],
    ]);
  });
});

describe('the question', () => {
  const question = 'What does Alpha chunk speak of?';
  const answer = `${question} It speaks of refunds, of returns and of nothing else at all.`;

  it('keeps its own bytes, so that an item which repeats it is not kept in part', () => {
    expect(first(`${B}\n\nQuestion: ${question}`, [answer, B], { question })).toEqual(['deselected', undefined, 0]);
  });

  it('gives them up to a stretch that reaches 16 bytes beyond them', () => {
    const kept = answer.slice(0, question.length + 16);
    expect(first(`${B}\n\n${kept}`, [answer, B], { question })).toEqual(['clipped', undefined, kept.length]);
    expect(first(`${B}\n\n${kept.slice(0, -1)}`, [answer, B], { question })).toEqual(['deselected', undefined, 0]);
    expect(first(`${B}\n\n${kept.slice(0, -1)}`, [answer, B])).toEqual(['clipped', undefined, kept.length - 1]);
  });

  it('does not make an item edited that begins with it', () => {
    const long = `${question.slice(0, -1)} in all of the documents?`;
    expect(first(`${B}\n\nQuestion: ${long}`, [`FAQ: ${long} Refunds.`, B], { question: long })).toEqual([
      'deselected',
      undefined,
      0,
    ]);
  });
});

describe('an edited item', () => {
  it('is one of which 32 consecutive bytes of its rest stand outside all claims', () => {
    const thinned = A.slice(20, 52);
    expect(first(`${B} – ${thinned} –`, [A, B])).toEqual(['altered', 'edited', 0]);
    expect(first(`${B} – ${A.slice(20, 51)} –`, [A, B])).toEqual(['deselected', undefined, 0]);
    expect(first(`${A.slice(0, 18)}; ${A.slice(24, 56)}; ${B}`, [A, B])).toEqual(['altered', 'edited', 18]);
  });

  it('is not one whose bytes another item of the log holds', () => {
    const near = A.replace('refunds', 'returns');
    expect(first(`… ${A.slice(34, 68)} …`, [A, near])).toEqual(['dropped', undefined, 0]);
    expect(first(`… ${A.slice(34, 68)} …`, [A], { otherItems: items(near) })).toEqual(['dropped', undefined, 0]);
  });

  it('is one that lacks less than 16 bytes though the context goes on with another item', () => {
    expect(first(`${A.slice(0, -15)}\n${B}`, [A, B])).toEqual(['altered', 'edited', A.length - 15]);
    expect(first(`${A.slice(0, -16)}\n${B}`, [A, B])).toEqual(['clipped', undefined, A.length - 16]);
    expect(first(`${B}\n${A.slice(0, -15)}`, [A, B])).toEqual(['clipped', undefined, A.length - 15]);
    expect(first(`${B}\n${A.slice(15)}`, [A, B])).toEqual(['altered', 'edited', A.length - 15]);
    expect(first([A.slice(0, -15), B], [A, B])).toEqual(['clipped', undefined, A.length - 15]);
  });

  it('is one all of whose bytes stand with something put between them', () => {
    expect(first(`${A.slice(0, 30)}[1]${A.slice(30)}`, [A])).toEqual(['altered', 'edited', A.length]);
  });
});

describe('recognised forms', () => {
  it('are looked for outside the bytes of whole items, in order, uncombined', () => {
    const [plain, spaced] = ['one two three four', 'one two  three four'];
    expect(fatesOf(scan([sent(spaced)], items(plain, spaced)))).toEqual(['deselected', 'sent']);
    expect(fatesOf(scan([sent(`${spaced}\none  two three four`)], items(plain, spaced)))).toEqual(['altered', 'sent']);
  });

  it('win over bytes kept in part', () => {
    expect(first(C1.replace(/ /gu, '  ').replace('The  refund  window', 'The refund window'), [C1])).toEqual([
      'altered',
      'ws',
      undefined,
    ]);
  });

  it('own their bytes: the next chunk is not kept in part by what overlaps', () => {
    const overlap = 'the sentence that both of them hold in common.';
    const [one, two] = [`Alpha  chunk. ${overlap}`, `${overlap} ${B}`];
    expect(scan([sent(one.replace('  ', ' '))], items(one, two)).fates.map(({ fate, form }) => [fate, form])).toEqual([
      ['altered', 'ws'],
      ['packed_out', undefined],
    ]);
  });

  it('are presence where they are accepted, with the raw offset', () => {
    const judged = scan([sent('é Ben &amp; Jerry')], items('Ben & Jerry'), { acceptForms: ['html'] });
    expect(judged.ofItem(0)).toMatchObject({ fate: 'sent', state: 'in', form: 'html', offset: 3, keptBytes: 11 });
    expect(judged.ofLine('& J')).toMatchObject({ state: 'in', form: 'html', offset: 7 });
    expect(
      scan([sent('Ben &amp; Jerry')], items('Ben & Jerry'), { acceptForms: ['ws', 'nfc', 'crlf'] }).ofItem(0),
    ).toMatchObject({ fate: 'altered', state: 'out', form: 'html' });
  });

  it.each([
    ['ws', 'a b c', 'x a\n\n b \u3000c', 2],
    ['crlf', 'one\ntwo', '\r\none\r\ntwo', 2],
    ['nfc', 'ö and é', '\u00e9 o\u0308 and e\u0301', 3],
  ] as const)('%s is accepted with the raw offset', (form, text, context, offset) => {
    expect(scan([sent(context)], items(text), { acceptForms: [form] }).ofItem(0)).toMatchObject({
      state: 'in',
      form,
      offset,
    });
  });
});

it('whole chunks of C1 to C3 in any order are sent', () => {
  expect(fatesOf(scan([sent(`${C3} ${C1} ${C2}`)], items(C1, C2, C3)))).toEqual(['sent', 'sent', 'sent']);
});
