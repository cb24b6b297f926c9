import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { assembly, pack } from '../../src/instrumentation/index.js';
import { wellFormed } from '../../src/model/utf8.js';
import { exportedText, recordSpans } from './support.js';

const recorded = recordSpans();
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const digest = (text: string): string => sha(text).slice(0, 32);
/** A tokenizer in small: words, numbers, runs of white space and single marks. */
const countTokens = (text: string): number => text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu)?.length ?? 0;
const record = (): Record<string, unknown> => recorded.named('assembly').attributes;
const of = (name: string): unknown => record()[`ragspan.assembly.${name}`];

const c1 = 'The refund window is 30 days from delivery.';
const c2 = 'Items over $1,000 need manager approval.';
const c3 = 'Warranty claims close after 24 months.';

describe('an assembly', () => {
  test('records what the callback says of each chunk', async () => {
    const prompt = await assembly(
      { budget: 100, template: 'Context: {context}', templateVersion: 'v3' },
      async (log) => {
        log.chunk(c1, { offset: 9, planned: 2, label: '1' });
        log.chunk(c2, { offset: 54, kept: c2.slice(0, 20), planned: 11, label: '2' });
        log.chunk({ id: 'c', text: c3 }, { kept: false, offset: -1, planned: 22, label: '3' });
        log.cut({ at: 15 });
        log.used(15);
        return 'the prompt';
      },
    );
    expect(prompt).toBe('the prompt');
    expect(record()).toEqual({
      'ragspan.assembly.budget': 100,
      'ragspan.assembly.budget.unit': 'token',
      'ragspan.assembly.template.sha256': sha('Context: {context}'),
      'ragspan.assembly.template.version': 'v3',
      'ragspan.assembly.used': 15,
      'ragspan.assembly.cut.at': 15,
      'ragspan.assembly.cut.side': 'tail',
      'ragspan.assembly.offset.unit': 'byte',
      'ragspan.assembly.chunk.digests': [c1, c2, c3].map(digest),
      'ragspan.assembly.chunk.offsets': [9, 54, -1],
      'ragspan.assembly.chunk.kept': [43, 20, 0],
      'ragspan.assembly.chunk.planned': [2, 11, 22],
      'ragspan.assembly.chunk.labels': ['1', '2', '3'],
      'ragspan.context.sha256': sha('the prompt'),
      'ragspan.context.bytes': 10,
    });
  });

  test('writes offsets whole or not at all', () => {
    assembly({}, (log) => {
      log.chunk(c1, { offset: 9 });
      log.chunk(c2);
      return '';
    });
    expect(of('chunk.offsets')).toBeUndefined();
    expect(of('chunk.kept')).toEqual([43, 40]);
  });

  test('keeps a chunk that it cannot read in the record, unknown', () => {
    assembly({}, (log) => {
      log.chunk({ nothing: 'here' });
      log.chunk(c1);
      return '';
    });
    expect(of('chunk.digests')).toEqual(['', digest(c1)]);
    expect(of('chunk.kept')).toEqual([-1, 43]);
  });

  test('of more chunks than can be written has no record, rather than one that calls the rest dropped', () => {
    assembly({}, (log) => {
      for (let index = 0; index < 1_001; index++) log.chunk(`chunk ${index}`);
      return '';
    });
    expect(of('chunk.digests')).toBeUndefined();
  });

  test('hashes messages as the sent context: their texts, joined by a line feed', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: c1 },
          { type: 'image_url', image_url: { url: 'data:x' } },
          { type: 'text', text: 'Q?' },
        ],
      },
    ];
    expect(assembly({}, () => messages)).toBe(messages);
    expect(record()['ragspan.context.sha256']).toBe(sha(`Be brief.\n${c1}\nQ?`));
  });

  test('that throws passes the error on, with what was recorded', () => {
    const failure = new RangeError('too long: secret');
    expect(() =>
      assembly({}, (log) => {
        log.chunk(c1, { kept: false });
        throw failure;
      }),
    ).toThrow(failure);
    expect(of('chunk.kept')).toEqual([0]);
    expect(exportedText(recorded.named('assembly'))).not.toContain('secret');
  });
});

describe('an assembly given its chunks', () => {
  test('places them itself in the messages', () => {
    assembly({ chunks: [c1, c2, c3] }, () => [
      { role: 'system', content: 'Ünder the rules:' },
      { role: 'user', content: `Context:\n${c1}\n\n${c3}` },
    ]);
    const start = Buffer.byteLength('Ünder the rules:\nContext:\n');
    expect(of('chunk.offsets')).toEqual([start, -1, start + 43 + 2]);
    expect(of('chunk.kept')).toEqual([43, 0, 38]);
    expect(of('chunk.forms')).toEqual(['exact', '', 'exact']);
  });

  test('says nothing of offsets in a text that still goes into a message', () => {
    assembly({ chunks: [c1, c2] }, () => `Context:\n${c1}`);
    expect(of('chunk.offsets')).toBeUndefined();
    expect(of('chunk.kept')).toEqual([43, 0]);
  });

  test('recognises trimmed and JSON forms, and calls what it cannot tell unknown', () => {
    const quoted = 'He said "thirty days" and\nmeant it, in writing, to all of us.';
    assembly({ chunks: [`${c1}\n `, quoted, c2] }, () => `${c1} ${JSON.stringify(quoted)} ${c2.slice(0, 30)}`);
    expect(of('chunk.forms')).toEqual(['trim', 'json', '']);
    expect(of('chunk.kept')).toEqual([45, Buffer.byteLength(quoted), -1]);
  });

  test('stays linear on text made to slow a search down', () => {
    const hostile = `b${'a'.repeat(500_000)}`;
    assembly({ chunks: [hostile] }, () => 'a'.repeat(1_000_000));
    expect(of('chunk.kept')).toEqual([-1]);
  });

  test('leaves it to the callback when that says something', () => {
    assembly({ chunks: [c1, c2] }, (log) => {
      log.chunk(c1);
      return c1;
    });
    expect(of('chunk.digests')).toEqual([digest(c1)]);
  });
});

describe('pack', () => {
  const hits = [
    { id: 'c1', text: c1 },
    { id: 'c2', text: c2 },
    { id: 'c3', text: c3 },
  ];

  test('packs all that fits and places it in the messages that are returned', () => {
    assembly({ budget: 100 }, (log) => {
      const context = pack(hits, log, { count: countTokens });
      expect(context).toBe(`${c1}\n\n${c2}\n\n${c3}`);
      return [{ role: 'user', content: `Context:\n${context}\n\nQ?` }];
    });
    expect(of('chunk.offsets')).toEqual([9, 54, 96]);
    expect(of('chunk.kept')).toEqual([43, 40, 38]);
    expect(of('used')).toBe([c1, `\n\n${c2}`, `\n\n${c3}`].reduce((sum, text) => sum + countTokens(text), 0));
    expect(of('cut.at')).toBeUndefined();
  });

  test('stops at the first chunk that does not fit, and says where the others would have stood', () => {
    const one = countTokens(c1);
    assembly({ budget: one + 3 }, (log) => {
      expect(pack(hits, log, { count: countTokens })).toBe(c1);
      return [];
    });
    expect(of('chunk.kept')).toEqual([43, 0, 0]);
    expect(of('chunk.planned')).toEqual([0, one + 1, one + 1 + countTokens(`\n\n${c2}`) - 1 + 1]);
    expect(of('cut.at')).toBeUndefined();
  });

  test('skips what does not fit when told so', () => {
    const long = { text: 'word '.repeat(200) };
    const context = assembly({ budget: 50 }, (log) =>
      pack([hits[0], long, hits[2]], log, { count: countTokens, overflow: 'skip' }),
    );
    expect(context).toBe(`${c1}\n\n${c3}`);
    expect(of('chunk.kept')).toEqual([43, 0, 38]);
  });

  test.each([
    ['byte', (text: string) => Buffer.byteLength(text)],
    ['char', (text: string) => text.length],
    ['token', countTokens],
  ] as const)('cuts the tail at the budget, counted in %ss', (unit, count) => {
    const texts = [
      'Ein Überblick über 😀😀😀 Erstattungen.',
      'Zweiter Abschnitt: 😀😀😀😀😀😀😀😀😀😀 Ende.',
      'Dritter.',
    ];
    const limit = count(texts[0] ?? '') + Math.ceil(count(`\n\n${texts[1]}`) / 2);
    const context = assembly({ budget: limit, unit }, (log) => pack(texts, log, { count, overflow: 'cut-tail' }));
    expect(texts.join('\n\n').startsWith(context)).toBe(true);
    expect(wellFormed(context)).toBe(context);
    expect(count(texts[0] ?? '') + count(context.slice(texts[0]?.length))).toBeLessThanOrEqual(limit);
    const kept = Buffer.byteLength(context) - Buffer.byteLength(`${texts[0]}\n\n`);
    expect(of('chunk.kept')).toEqual([Buffer.byteLength(texts[0] ?? ''), kept, 0]);
    expect(of('cut.at')).toBe(limit);
    expect(of('cut.side')).toBe('tail');
    const planned = of('chunk.planned') as number[];
    expect(planned[1]).toBeLessThan(limit);
    expect(planned[2]).toBeGreaterThanOrEqual(limit);
  });

  test('cuts the head when told so', () => {
    const context = assembly({ budget: 60, unit: 'byte' }, (log) => pack(hits, log, { overflow: 'cut-head' }));
    expect(`${c1}\n\n${c2}\n\n${c3}`.endsWith(context)).toBe(true);
    expect(Buffer.byteLength(context)).toBe(60);
    expect(of('chunk.kept')).toEqual([0, 20, 38]);
    expect(of('cut.side')).toBe('head');
    expect(of('cut.at')).toBe(125 - 60);
  });

  test('issues labels and counts what stands before and what is kept free', () => {
    const context = assembly({ budget: 120, unit: 'byte' }, (log) =>
      pack(hits, log, { labels: true, before: 'Context:\n', reserve: 10 }),
    );
    expect(context).toBe(`Context:\n[1] ${c1}\n\n[2] ${c2}`);
    expect(of('chunk.labels')).toEqual(['1', '2', '3']);
    expect(of('chunk.planned')).toEqual([13, 13 + 43 + 2 + 4, 13 + 43 + 2 + 4 + 40 + 2 + 4]);
    expect(of('chunk.kept')).toEqual([43, 40, 0]);
  });

  test('does not claim a chunk that its rendering changed', () => {
    assembly({}, (log) => pack(hits, log, { unit: 'char', render: (text: string) => text.toUpperCase() } as never));
    expect(of('chunk.kept')).toEqual([-1, -1, -1]);
  });

  test('leaves out an item it cannot read, and says it does not know it', () => {
    const context = assembly({ unit: 'char' }, (log) => pack([{ title: 'x' }, hits[1]], log));
    expect(context).toBe(c2);
    expect(of('chunk.kept')).toEqual([-1, 40]);
    expect(recorded.warnings.join()).toContain('chunkOf');
  });
});
