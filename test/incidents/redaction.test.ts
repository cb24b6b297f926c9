import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCases } from '../../src/cases/index.js';
import { diffIncident } from '../../src/incidents/diff.js';
import { freezeIncident } from '../../src/incidents/freeze-incident.js';
import { goldenCase } from '../../src/incidents/golden-case.js';
import { incidentText } from '../../src/incidents/incident-file.js';
import { predictIncident } from '../../src/incidents/predict.js';
import { BUILT_IN_REDACTORS, builtInRedactors } from '../../src/incidents/redaction/built-in-redactors.js';
import { patternRedactor } from '../../src/incidents/redaction/pattern-redactor.js';
import { redactText } from '../../src/incidents/redaction/redact-text.js';
import { originalRange, quoteOf } from '../../src/incidents/show/quote.js';
import { judgeRun } from '../../src/joining/judge-trace.js';
import { textHash } from '../../src/model/digest.js';
import { TextKeeper } from '../../src/incidents/triple/kept-text.js';
import type { Redactor } from '../../src/model/redactor.js';
import { utf8Length } from '../../src/model/utf8.js';
import { vectorRuns } from '../support/judge-vector.js';
import { cpuClock } from '../support/cpu-time.js';

const redacted = (text: string): string => redactText(text, builtInRedactors).text;

describe('built-in redactors', () => {
  it.each([
    ['write to jane.doe+x@mail.example.co.uk, please', 'write to [redacted:email], please'],
    ['<jane@example.test>', '<[redacted:email]>'],
    ['call +49 (0)30 901820-12 now', 'call [redacted:phone] now'],
    ['call 555-123-4567.', 'call [redacted:phone].'],
    ['call 030 901820 12', 'call [redacted:phone]'],
    ['card 4111 1111 1111 1111 ok', 'card [redacted:card] ok'],
    ['card 5500005555555559', 'card [redacted:card]'],
    ['key sk-proj-abcdefghijklmnop1234 end', 'key [redacted:key] end'],
    ['AKIAIOSFODNN7EXAMPLE', '[redacted:key]'],
    ['ghp_0123456789abcdefghij0123456789abcdef', '[redacted:key]'],
    ['api_key = "a1b2c3d4e5f6"', 'api_key = "[redacted:key]"'],
    ['Authorization: Bearer abc.def-ghi_123456', 'Authorization: Bearer [redacted:key]'],
    ['card 4111 1111 1111 1111 12/27 please', 'card [redacted:card] 12/27 please'],
    ['4111111111111111 123', '[redacted:card] 123'],
    ['1 4111 1111 1111 1111', '1 [redacted:card]'],
    ['3782 822463 10005 12', '[redacted:card] 12'],
    ['ref-4111111111111111', 'ref-[redacted:card]'],
    ['no.4111111111111111', 'no.[redacted:card]'],
    ['Jane,4111111111111111,1227', 'Jane,[redacted:card],1227'],
    ['4111\u00a01111\u00a01111\u00a01111', '[redacted:card]'],
    ['call 555-123-4567 2 times', 'call [redacted:phone] 2 times'],
    ['call 555-123-4567 9 to 5', 'call [redacted:phone] 9 to 5'],
    ['since 2026-09-02 555-123-4567', 'since 2026-09-02 [redacted:phone]'],
    ['tel.(555) 123-4567 or 555.123.4568', 'tel.[redacted:phone] or [redacted:phone]'],
    ['1-555-123-4567/555-123-4568', '[redacted:phone]/[redacted:phone]'],
    [`${'555-123-4567 '.repeat(4)}.`, `${'[redacted:phone] '.repeat(4)}.`],
    ['+33.1.23.45.67.89', '[redacted:phone]'],
    ['max@müller.de, jürgen@example.com', '[redacted:email], [redacted:email]'],
    ["'o’x', 'o'brien@example.ie'", "'o’x', '[redacted:email]'"],
    ['info@пример.xn--p1ai', '[redacted:email]'],
    ['иван@почта.рф', '[redacted:email]'],
    ['max@firma.de请联系我们的客服部门以获得更多的帮助', '[redacted:email]请联系我们的客服部门以获得更多的帮助'],
    ['宛先 max@example.comまでご連絡ください', '宛先 [redacted:email]までご連絡ください'],
    [`用户@例子.中国${'请'.repeat(30)}`, `[redacted:email]${'请'.repeat(8)}`],
    ['拨打+86 138 1234 5678咨询', '拨打[redacted:phone]咨询'],
    ['電話は03-1234-5678です', '電話は[redacted:phone]です'],
    ['전화 010-1234-5678로', '전화 [redacted:phone]로'],
    ['โทร +66 81 234 5678ครับ', 'โทร [redacted:phone]ครับ'],
    ['555-123-4567é', '[redacted:phone]é'],
    ['00 49 170 1234567', '[redacted:phone]'],
    ['dial(0049 170 1234567)', 'dial[redacted:phone])'],
    ['aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'aws_secret_access_key = [redacted:key]'],
    ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG', 'AWS_SECRET_ACCESS_KEY=[redacted:key]'],
    ['secret_key: a1b2c3d4e5', 'secret_key: [redacted:key]'],
    ['private_key=a1b2c3d4e5', 'private_key=[redacted:key]'],
    ['{"token": "a1b2c3d4e5f6"}', '{"token": "[redacted:key]"}'],
    ['{\\"apiKey\\": \\"a1b2c3d4e5f6\\"}', '{\\"apiKey\\": \\"[redacted:key]\\"}'],
    ['password: hunter2', 'password: [redacted:key]'],
    ['userPassword=p@ss!word&x=1', 'userPassword=[redacted:key]&x=1'],
    ['authorization: Basic dXNlcjpwYXNzd29yZA==', 'authorization: Basic [redacted:key]'],
    [`sk-${'a1'.repeat(120)} end`, '[redacted:key] end'],
    ['x -----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- y', 'x [redacted:key] y'],
  ])('take out what they are for: %s', (text, expected) => {
    expect(redacted(text)).toBe(expected);
  });

  it.each([
    'refund PENDING, no reference issued',
    'Your refund was processed on September 2; reference RB-8814.',
    'version 1.2.3, 2026-09-02, 09.02.2026, 12:30:45',
    'order 20117 of 1234567 items costs 19.99',
    'pi is 3.14159265358979',
    'The refund window is 30 days from delivery.',
    'the secret sauce of the password manager',
    'ISBN 978-3-16-148410-0 has thirteen digits',
    'commit 4bf92f3577b34da6a3ce929d0e0e4736',
    '@mention and user@localhost',
    'order RB-0123 456 789, order 4711-0815-2342-1, item 0-306-40615-2',
    'id 4f9c1a2e-4111-4111-8111-111111111111, 41111111-1111-1111-1111-111111111111',
    'sha256 4111111111111111aa1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f6071',
    'at 1790000000000 ms, 1790000000000000000 ns, 1790000000000003 us',
    '192.168.001.001, 010.000.000.012, v0.10.2026-1234, 2026-09-02T08:33:54.059Z',
    'ranks 1 4 12 47 50 3 8 9 10 22 31 40 4 1 1 1 5 5 0 0 0 0 7 9',
    'budget 8192 token: 9104 planned, tokens=12000000, token: 123456789',
    'a 2048-bit private key 2048-bit, password: required, PWD=/home/jane/2026',
    'the ratio is 0.4111111111111111',
  ])('leave alone what looks like it: %s', (text) => {
    expect(redacted(text)).toBe(text);
  });

  it.each([
    ['one letter', 'a'.repeat(200_000)],
    ['at signs', '@'.repeat(200_000)],
    ['dots and letters', 'a.'.repeat(100_000)],
    ['an endless address', `${'a@'.repeat(60_000)}b`],
    ['digits', '1'.repeat(200_000)],
    ['digits and blanks', '1 '.repeat(100_000)],
    ['keys that never end', 'sk-'.repeat(60_000)],
    ['tokens that never end', 'eyJ'.repeat(60_000)],
    ['begins without end', '-----BEGIN '.repeat(20_000)],
    ['keys that begin without end', '-----BEGIN PRIVATE KEY'.repeat(10_000)],
    ['keys of another kind', '-----BEGIN PRIVATE KEY----- -----END PRIVATE KEY-----'.repeat(4_000)],
    ['secrets', 'secret: '.repeat(20_000)],
    ['passwords', 'password='.repeat(20_000)],
    ['one endless key', `sk-${'a'.repeat(2_000_000)}`],
    ['web tokens that break off', `.eyJ${'a'.repeat(50)}`.repeat(4_000)],
    ['groups as of a card', '4111 '.repeat(40_000)],
    ['groups as of a phone', '555-123-'.repeat(20_000)],
    ['dates', '2026-09-02 '.repeat(20_000)],
    ['brackets', '(0'.repeat(60_000)],
    ['letters of any script', `${'ü'.repeat(100_000)}@${'ü'.repeat(100_000)}`],
    ['astral letters', `${'\u{1d400}'.repeat(60_000)}@`],
  ])('take linear time on %s', (_name, text) => {
    const timeOf = (one: string): number => {
      const cpuMillis = cpuClock();
      redactText(one, builtInRedactors);
      return cpuMillis();
    };
    timeOf(text.slice(0, 1000));
    // Generous: a quadratic one takes seconds here.
    expect(timeOf(text)).toBeLessThan(2_000);
  });
});

describe('redactText', () => {
  const rules: Redactor[] = [
    {
      rule: 'even',
      find: (text) => Array.from({ length: Math.floor(text.length / 4) }, (_, n) => ({ start: 4 * n, end: 4 * n + 2 })),
    },
    {
      rule: 'b',
      find: (text) =>
        [...text.matchAll(/b+/g)].map((match) => ({ start: match.index, end: match.index + match[0].length })),
    },
  ];

  it('keeps every offset explainable', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '😀', '\n') }), (text) => {
        const { text: stored, redactions } = redactText(text, rules);
        const original = Buffer.from(text);
        const kept = Buffer.from(stored);
        let at = 0;
        let storedAt = 0;
        for (const one of redactions) {
          const same = one.offset - at;
          expect(kept.subarray(storedAt, storedAt + same)).toEqual(original.subarray(at, one.offset));
          storedAt += same;
          expect(kept.subarray(storedAt, storedAt + one.stored_bytes).toString()).toBe(`[redacted:${one.rule}]`);
          at = one.offset + one.bytes;
          storedAt += one.stored_bytes;
        }
        expect(kept.subarray(storedAt)).toEqual(original.subarray(at));
        // Whatever of the original is asked for is either what stood there, or known to be gone.
        const message = {
          sha256: '',
          bytes: original.length,
          text: stored,
          ...(redactions.length > 0 ? { redactions } : {}),
        };
        for (let offset = 0; offset < original.length; offset += 3) {
          const range = originalRange(message, offset, 1);
          const isGone = redactions.some((one) => one.offset <= offset && offset < one.offset + one.bytes);
          if (isGone) expect(range).toBeUndefined();
          else expect(range).toBe(original.subarray(offset, offset + 1).toString());
        }
      }),
      { numRuns: 300, interruptAfterTimeLimit: 5_000 },
    );
  });

  it('takes ranges as they come: overlapping, backwards, outside, inside a pair', () => {
    const odd: Redactor = {
      rule: 'odd',
      find: () => [
        { start: 5, end: 3 },
        { start: -9, end: -1 },
        { start: 4, end: 6 },
        { start: 5, end: 8 },
        { start: 1, end: 2 },
        { start: 99, end: 120 },
      ],
    };
    const { text, redactions } = redactText('😀bcdefgh', [odd]);
    expect(text).toBe('[redacted:odd]bc[redacted:odd]h');
    expect(redactions).toHaveLength(2);
  });

  it('covers what a range that reaches beyond the text covers of it', () => {
    const off: Redactor = { rule: 'off', find: (text) => [{ start: text.indexOf('secret'), end: text.length + 1 }] };
    expect(redactText('a secret', [off]).text).toBe('a [redacted:off]');
    const before: Redactor = { rule: 'off', find: () => [{ start: -1, end: 1 }] };
    expect(redactText('a secret', [before]).text).toBe('[redacted:off] secret');
  });

  it.each([
    ['a promise', async () => Promise.resolve([{ start: 0, end: 1 }])],
    ['a promise that is rejected', async () => Promise.reject(new Error('no'))],
    ['nothing', () => undefined],
    ['numbers that are none', () => [{ start: Number.NaN, end: 2 }]],
    ['members that are none', () => [null]],
    [
      'ranges without end',
      function* endless() {
        for (;;) yield { start: 0, end: 1 };
      },
    ],
  ])('takes %s for a rule that failed', async (_name, find) => {
    expect(redactText('a secret', [{ rule: 'odd', find: find as never }])).toEqual({
      text: 'a secret',
      redactions: [],
      failed: ['odd'],
    });
    // An unhandled rejection would end the process: it fails this test run.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('keeps neither line nor question that redactors find something in, and the case that was declared whole', async () => {
    const [run] = await vectorRuns('test/vectors/canonical-c');
    if (run === undefined) throw new Error('no run');
    const words: Redactor = {
      rule: 'words',
      find: (text) =>
        [...text.matchAll(/refund|processed/giu)].map(({ 0: found, index }) => ({
          start: index,
          end: index + found.length,
        })),
    };
    const incident = freezeIncident(run, {
      id: 'INC-1',
      withText: true,
      redactors: [words],
      nowUnixNano: 1_790_000_000_000_000_000n,
    });
    const { verdict: _verdict, ...file } = JSON.parse(incidentText(incident, textHash())) as Record<string, unknown>;
    const { expect: expectation, ...needed } = file['case'] as Record<string, unknown>;
    expect(JSON.stringify(needed)).not.toMatch(/refund P|Where is|processed/u);
    expect(JSON.stringify(expectation)).toContain('was processed');
    expect(incident.notes).toContain(
      'must_not[0][0] of the case is kept as declared, although the redactor words finds something in it',
    );
    expect(JSON.stringify(file['triple'])).not.toMatch(/refund PENDING|was processed/u);
    expect(incident.case?.needs?.[0]?.line).toBeUndefined();
    expect(incident.case?.when?.input).toBeUndefined();
    // It still diffs, and the case still needs what held the line.
    const diffed = diffIncident(predictIncident(incident, 1_790_000_000_000_000_001n, textHash()), textHash());
    expect(diffed.diff?.map(({ state }) => state)).toEqual(['holds', 'holds', 'diverges']);
    expect(quoteOf(diffed)).toBeUndefined();
    expect(incident.case?.needs?.[0]?.chunks).toHaveLength(1);
  });

  it('keeps no words of the run without consent, and redacts labels and sources', async () => {
    const [run] = await vectorRuns('test/vectors/canonical-b');
    if (run === undefined) throw new Error('no run');
    const secret = 'jane@example.test';
    const marked = JSON.parse(
      JSON.stringify({ retrievals: run.run.retrievals, assemblies: run.run.assemblies }, (_key, value: unknown) =>
        typeof value === 'bigint' ? Number(value) : value,
      ),
    ) as { retrievals: { list: { source?: string } }[]; assemblies: { assembly: { chunks: { label?: string }[] } }[] };
    for (const { list } of marked.retrievals) list.source = `crm of ${secret}`;
    for (const { assembly } of marked.assemblies) for (const chunk of assembly.chunks) chunk.label = `by ${secret}`;
    const calls = run.run.calls.map((call) => ({
      ...call,
      model: { ...call.model, pins: { ...call.model.pins, stop: ['Goodbye Jane'], temperature: 0, seed: '7' } },
    }));
    const incidentOf = (withText: boolean) =>
      freezeIncident(
        { ...run, run: { ...run.run, ...marked, calls } as never },
        {
          id: 'INC-1',
          withText,
          nowUnixNano: 1_790_000_000_000_000_000n,
        },
      );
    for (const withText of [true, false]) {
      const { triple, pins } = incidentOf(withText);
      expect(triple?.retrieval?.sources).toEqual(['crm of [redacted:email]']);
      expect(triple?.assembly?.chunks?.[0]?.label).toBe('by [redacted:email]');
      // Words are pinned by their hash, with text as well: the two are compared.
      expect(pins?.parameters).toMatchObject({
        stop: JSON.stringify(`sha256:${textHash().sha256('["Goodbye Jane"]')}`),
        temperature: '0',
        seed: '"7"',
      });
      expect(incidentText(incidentOf(withText), textHash())).not.toMatch(/jane@|Goodbye/u);
    }
  });

  it('leaves nothing that redactors find in ids or in what is needed', async () => {
    const secret = 'jane@example.test';
    const [run] = await vectorRuns('test/vectors/canonical-b');
    if (run === undefined) throw new Error('no run');
    const [first] = run.run.retrievals;
    const digest = first?.list.items?.[2]?.digest;
    const list = {
      ...first?.list,
      items: first?.list.items?.map((item, index) => (index === 2 ? { ...item, id: `crm/${secret}` } : item)),
    };
    const parsed = parseCases(
      JSON.stringify({
        version: '1',
        cases: [{ id: 'x', need: { id: [`crm/${secret}`] }, expect: { must: ['PENDING'] } }],
      }),
      'x',
    );
    if (!('book' in parsed)) throw new Error('no book');
    const judged = judgeRun({ ...run.run, retrievals: [{ ...first, list }] as never }, parsed.book, run.basis.options);
    if (judged === undefined) throw new Error('not judged');
    for (const withText of [true, false]) {
      const incident = freezeIncident(judged, { id: 'INC-1', withText, nowUnixNano: 1_790_000_000_000_000_000n });
      expect(incidentText(incident, textHash())).not.toContain(secret);
      expect(incident.triple?.retrieval?.items?.[2]?.id).toBe('crm/[redacted:email]');
      // What the id named is needed by its digest instead.
      expect(incident.case?.needs).toMatchObject([{ chunks: [digest] }]);
      expect(incident.case?.needs?.[0]?.ids).toBeUndefined();
      const diffed = diffIncident(predictIncident(incident, 1_790_000_000_000_000_001n, textHash()), textHash());
      expect(diffed.diff?.map(({ state }) => state)).toEqual(['holds', 'diverges', 'suspended']);
      expect(goldenCase(diffed, { hash: textHash() }).item).toContain(digest);
    }
  });

  it('never keeps a text that a redactor could not look through', () => {
    const broken: Redactor = {
      rule: 'broken',
      find: () => {
        throw new Error('no');
      },
    };
    const keeper = new TextKeeper({ withText: true, redactors: [broken], hash: textHash() });
    expect(keeper.keep('a secret', false)).toEqual({ sha256: textHash().sha256('a secret'), bytes: 8 });
    expect(keeper.notes).toEqual(['the redactor broken failed: texts it could not look through were not kept']);
  });

  it('finds the operator’s own patterns as case files do, on the raw text', () => {
    const order = patternRedactor('order', '/rb-[0-9]+/');
    expect(redactText('Reference RB-8814, rb-1.', [order])).toMatchObject({
      text: 'Reference [redacted:order], [redacted:order].',
      redactions: [
        { offset: 10, bytes: 7, stored_bytes: 16, rule: 'order' },
        { offset: 19, bytes: 4, stored_bytes: 16, rule: 'order' },
      ],
    });
    expect(() => patternRedactor('order', '/(/')).toThrow(/order.*RE2/u);
    expect(() => patternRedactor('Bad Name', 'x')).toThrow(/no name/u);
  });

  it('counts the bytes of the original, not of what is kept', () => {
    const text = 'ä jane@example.test ß';
    const keeper = new TextKeeper({
      withText: true,
      redactors: [BUILT_IN_REDACTORS['email'] as Redactor],
      hash: textHash(),
    });
    expect(keeper.keep(text, false)).toEqual({
      sha256: textHash().sha256(text),
      bytes: utf8Length(text),
      text: 'ä [redacted:email] ß',
      redactions: [{ offset: 3, bytes: 17, stored_bytes: 16, rule: 'email' }],
    });
  });
});
