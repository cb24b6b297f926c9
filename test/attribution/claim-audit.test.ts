import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AuditInput,
  auditClaims,
  type AuditItem,
  type SourcePresence,
} from '../../src/attribution/audit/claim-audit.js';
import type { Audit } from '../../src/model/verdict.js';

const c1 = 'The refund window is 30 days from delivery.';
const c2 = 'Items over $1,000 need manager approval.';
const c3 = 'Warranty claims close after 24 months.';
const context = `Context:\n${c1}\n\n${c2}\n\n${c3}`;

function item(rank: number, id: string, presence: SourcePresence = 'sent'): AuditItem {
  return { rank, id, digest: `d${rank}`, presence: () => presence };
}

const items = [item(1, 'ledger/c1'), item(2, 'c2', 'not_sent'), item(3, 'c3')];
const labels = [1, 2, 3].map((n) => ({ label: String(n), digest: `d${n}` }));

function audit(output: string, input: Partial<AuditInput> = {}): Audit {
  return auditClaims({
    output,
    segments: [context],
    isContextWhole: true,
    isOutputWhole: true,
    items,
    labels: [],
    urls: [],
    ...input,
  });
}

describe('citations', () => {
  it('are audited only where the assembly issued labels', () => {
    expect(audit('30 days [9]')).toEqual({});
    expect(audit('30 days [9]', { labels })).toEqual({ unknown_id: 1 });
  });

  it('B49: labels 1–3 were issued, so [9], [5] and [6c] are unknown; [1] and [ID:0] are not', () => {
    expect(audit('30 days [1]', { labels })).toEqual({});
    expect(audit('30 days [ID:0]', { labels })).toEqual({});
    expect(audit('30 days [5][6c]', { labels })).toEqual({ unknown_id: 2 });
    expect(audit('30 days [9]', { labels })).toEqual({ unknown_id: 1 });
  });

  it('count once each, however often and in whatever mark', () => {
    expect(audit('30 days [9], [ID:9] and [^9], not [8]', { labels })).toEqual({ unknown_id: 2 });
  });

  it('of an item that was not sent are told', () => {
    expect(audit('see [2] and [c2]', { labels })).toEqual({ not_sent: 2 });
    expect(audit('see [2]', { labels, items: [item(2, 'c2', 'unknown')] })).toEqual({});
  });

  it('are no links, no indexes and no words', () => {
    expect(
      audit('[9](https://x.test) list[9] [1234] [a1] [12ab]', { labels, segments: [`${context} https://x.test`] }),
    ).toEqual({ no_citation: 1 });
  });

  it('may name an id that the log issued', () => {
    expect(audit('30 days [ledger/c1]', { labels })).toEqual({});
    expect(audit('30 days [ledger/c9]', { labels })).toEqual({ no_citation: 1 });
  });

  it('are missing once where labels were issued and nothing is cited', () => {
    expect(audit('30 days', { labels })).toEqual({ no_citation: 1 });
    expect(audit('30 days', { labels, isOutputWhole: false })).toEqual({});
  });

  it('count from 0 when 0 occurs', () => {
    expect(audit('[0] and [1]', { labels })).toEqual({ not_sent: 1 });
    expect(audit('[0] and [3]', { labels })).toEqual({ unknown_id: 1 });
    const own = [0, 1, 2].map((n) => ({ label: `[${n}]`, digest: `d${n + 1}` }));
    expect(audit('[1]', { labels: own })).toEqual({ not_sent: 1 });
    expect(audit('[3]', { labels: own })).toEqual({ unknown_id: 1 });
  });

  it('take labels of any shape from the assembly', () => {
    expect(audit('30 days [doc-A]', { labels: [{ label: 'doc-A', digest: 'd2' }] })).toEqual({ not_sent: 1 });
    expect(audit('30 days [6c]', { labels: [{ label: '6c', digest: 'd1' }] })).toEqual({});
    expect(audit('30 days [1]', { labels: [{ label: '1', digest: 'of-no-item' }, { label: '2' }] })).toEqual({});
  });

  it('of structured claims are ids, digests, or ranks of the log', () => {
    const claims = (list: unknown): string => JSON.stringify({ answer: 'x', claims: list });
    expect(audit(claims([{ chunkIds: ['ledger/c1', 'd3'] }]))).toEqual({});
    expect(audit(claims([{ chunk_ids: ['c2', 'c9'] }, { ids: [] }, { text: 'no list' }]))).toEqual({
      unknown_id: 1,
      not_sent: 1,
      no_citation: 2,
    });
    expect(audit(claims([{ ids: [1, 2, 4] }]))).toEqual({ unknown_id: 1, not_sent: 1 });
    expect(audit(claims([{ ids: [0, 3] }]))).toEqual({ unknown_id: 1 });
    expect(audit(claims([{ ids: '3' }, { ids: [null, '', 'None'] }]))).toEqual({ no_citation: 1 });
    expect(audit(claims([{ text: 'no list at all' }]))).toEqual({});
    expect(audit('{"scores":[7],"claims":[{"ids":["c3"]}]}')).toEqual({});
  });
});

describe('quotations', () => {
  it('B51: an invented quotation is misquoted, an unquoted paraphrase is none', () => {
    expect(audit('The policy says "refunds are guaranteed for 30 business days".')).toEqual({ misquoted: 1 });
    expect(audit('The policy gives you 30 days from delivery.')).toEqual({});
  });

  it('are found in every kind of marks', () => {
    for (const [open, close] of ['""', '“”', '„“', '«»']) {
      expect(audit(`It says ${open}refunds are guaranteed for ever${close}.`)).toEqual({ misquoted: 1 });
      expect(audit(`It says ${open}The refund window is 30 days from delivery.${close}`)).toEqual({});
    }
  });

  it('of 20 code points and more count, on one line', () => {
    expect(audit('"1234567890123456789"')).toEqual({});
    expect(audit('"12345678901234567890"')).toEqual({ misquoted: 1 });
    expect(audit('"😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀"')).toEqual({});
    expect(audit('"refunds are guaranteed\nfor 30 business days"')).toEqual({});
  });

  it('are compared without case, white space, emphasis, curly quotes and the last stop', () => {
    const said = [
      '"the REFUND  window is **30 days** from `delivery`,"',
      '«\u00a0The refund window is 30 days from delivery.\u00a0»',
      '"_The refund window is 30 days._"',
    ];
    expect(said.filter((output) => audit(output).misquoted !== undefined)).toEqual([]);
    const quoting = { segments: ['He said “it’s *not* refundable after 30 days”, twice'] };
    expect(audit("“it's not refundable after 30 days.”", quoting)).toEqual({});
    expect(audit('"said "it\'s not refundable after 30 days"', quoting)).toEqual({});
  });

  it('match within one segment only', () => {
    expect(audit('"refund window is 30 days"', { segments: ['The refund window', 'is 30 days'] })).toEqual({
      misquoted: 1,
    });
  });

  it('know decomposed letters from composed ones, and whole ones from parts', () => {
    const segments = ['Le café décaféiné coûte cher'.normalize('NFD')];
    expect(audit('"café décaféiné coûte"', { segments })).toEqual({});
    expect(audit('"xxxxxxxxxxxxxxxxxxcafe"', { segments: ['xxxxxxxxxxxxxxxxxxcafe\u0301'] })).toEqual({ misquoted: 1 });
  });

  it('see through the JSON escapes of a tool result', () => {
    const segments = [
      JSON.stringify({ text: 'Refunds are "final" after\n30 days. https://x.test/a' }).replaceAll('/', '\\/'),
    ];
    expect(audit('“Refunds are "final" after 30 days”, see https://x.test/a', { segments })).toEqual({});
  });

  it('in code are skipped, code in quotations is not', () => {
    expect(audit('`"refunds are guaranteed for ever"` and ``"refunds ` are guaranteed for ever"``')).toEqual({});
    expect(
      audit('```json\n{"policy": "refunds are guaranteed for ever"}\n```\n"refunds are guaranteed for ever"'),
    ).toEqual({ misquoted: 1 });
    expect(audit('~~~\n"refunds are guaranteed for ever"')).toEqual({});
    expect(audit('"refunds `are` guaranteed for ever"')).toEqual({ misquoted: 1 });
    expect(audit('a ` tick, then "refunds are guaranteed for ever"')).toEqual({ misquoted: 1 });
  });

  it('pair up in order: what stands between two of them is none', () => {
    expect(audit('"short" and much longer text in between "short"')).toEqual({});
  });

  it('of a JSON document are those in its strings', () => {
    expect(audit('{"answer": "refunds are guaranteed for ever", "more": "a b c d e f g h i j k l"}')).toEqual({});
    expect(audit('{"answer": "It says “refunds are guaranteed for ever”"}')).toEqual({ misquoted: 1 });
  });

  it('count once each, and many are searched as few are', () => {
    const invented = Array.from({ length: 40 }, (_, n) => `"an invented sentence with number ${n}"`);
    expect(audit([...invented, ...invented, `"${c1}"`, `"${c2}"`].join('\n'))).toEqual({ misquoted: 40 });
  });
});

describe('URLs', () => {
  it('are unknown in neither the sent context nor metadata', () => {
    const output = 'See https://shop.test/refunds. Or (http://other.test/x), https://shop.test/refunds!';
    expect(audit(output)).toEqual({ unknown_url: 2 });
    expect(audit(output, { segments: ['at https://shop.test/refunds'] })).toEqual({ unknown_url: 1 });
    expect(audit(output, { urls: ['http://other.test/x', 'https://shop.test/refunds'] })).toEqual({});
  });

  it('end before what cannot be theirs', () => {
    const segments = ['https://a.test/b'];
    for (const end of [
      ' ',
      '\u3000',
      '<',
      '>',
      '"',
      "'",
      ')',
      ']',
      '}',
      '.',
      ',',
      ';',
      ':',
      '!',
      '?',
      '.,;:!?',
      '.)',
    ]) {
      expect(audit(`https://a.test/b${end}`, { segments })).toEqual({});
    }
    expect(audit('https:// http://.. httpx://a https', { segments })).toEqual({});
  });
});

describe('the audit', () => {
  it('says nothing when the context has no text', () => {
    for (const segments of [[], ['', '']])
      expect(audit('"refunds are guaranteed for ever" [9] https://x.test', { segments, labels })).toEqual({});
  });

  it('calls nothing absent where telemetry may have changed the bytes on either side', () => {
    for (const changed of [{ isContextWhole: false }, { isOutputWhole: false }]) {
      expect(audit('"refunds are guaranteed for ever" https://x.test [9]', { ...changed, labels })).toEqual({
        unknown_id: 1,
      });
    }
  });

  it('never throws, and never counts a quotation of the context itself', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        'a',
        'B',
        ' ',
        '\n',
        '"',
        '“',
        '”',
        '„',
        '«',
        '»',
        '`',
        '*',
        '[',
        ']',
        '1',
        '(',
        'é',
        '\u0301',
        '\\',
        'http://',
        '.',
      ),
      maxLength: 80,
    });
    fc.assert(
      fc.property(text, text, (output, sent) => {
        audit(output, { segments: [sent], labels });
        const quotable = sent.replace(/["“”„«»`\n\r]/g, '');
        const result = audit(`«${quotable}»`, { segments: [quotable] });
        expect(result.misquoted).toBe(undefined);
      }),
      { interruptAfterTimeLimit: 3_000 },
    );
  });

  it('answers on hostile text', () => {
    const hostile = [
      '«'.repeat(300_000),
      '"'.repeat(300_000),
      '['.repeat(300_000),
      ']'.repeat(300_000),
      '`'.repeat(300_000),
      Array.from({ length: 1200 }, (_, n) => '`'.repeat(n)).join(' '),
      'http://'.repeat(100_000),
      '[1]'.repeat(100_000),
      `"${'a'.repeat(50)}" `.repeat(10_000),
    ];
    for (const output of hostile)
      expect(audit(output, { labels, segments: [hostile[1] as string, 'a'.repeat(200_000)] })).toBeTypeOf('object');
  });
});
