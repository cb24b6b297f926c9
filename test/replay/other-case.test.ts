/** A case is another by what it declares, never by what a record keeps of it. */
import { describe, expect, it } from 'vitest';
import { parseCases } from '../../src/cases/index.js';
import { judgeRun } from '../../src/joining/judge-trace.js';
import type { JudgedRun } from '../../src/joining/judge-trace.js';
import type { Redactor } from '../../src/model/redactor.js';
import { isOtherCase } from '../../src/replay/other-case.js';
import { replayRecordOf, type ReplayRecordOptions } from '../../src/replay/replay-record.js';
import { canonicalRun } from './support.js';

const MAIL = 'mail/jo@example.com';
const LINE = 'refund PENDING, no reference issued';
const own: Redactor = {
  rule: 'own',
  find: (text) => (text.startsWith('doc/') ? [{ start: 0, end: text.length }] : []),
};

/** The run with `id` on its item at `place`, judged by a case with these needs. */
async function judgedBy(need: object, expect_: object = { must: ['PENDING'] }, place = 1): Promise<JudgedRun> {
  const { run, basis } = await canonicalRun('c');
  const retrievals = run.retrievals.map((retrieval) => ({
    ...retrieval,
    list: {
      ...retrieval.list,
      items: retrieval.list.items?.map((item, index) => (index === place ? { ...item, id: MAIL } : item)),
    },
  }));
  const parsed = parseCases(JSON.stringify({ version: '1', cases: [{ id: 'x', need, expect: expect_ }] }), 'x');
  if (!('book' in parsed)) throw new Error('no book');
  const judged = judgeRun({ ...run, retrievals } as never, parsed.book, basis.options);
  if (judged === undefined) throw new Error('not judged');
  return judged;
}

describe('the case of a replay', () => {
  it.each<[string, object, ReplayRecordOptions]>([
    ['an id that redactors object to', { id: [MAIL] }, {}],
    ['the same, recorded without redactors', { id: [MAIL] }, { redactors: [] }],
    ['an id that only redactors of the record objected to', { id: ['doc/7', MAIL] }, { redactors: [own] }],
    ['a line, without text', { line: LINE }, {}],
    ['a line, with text', { line: LINE }, { withText: true }],
    ['a line and an id, without text', [{ line: LINE, id: [MAIL, 'a'] }], {}],
  ])('is the one of the record whatever was retrieved and kept: %s', async (_name, need, options) => {
    const record = replayRecordOf(await judgedBy(need), options);
    for (const place of [1, 2, 0]) expect(isOtherCase(record, await judgedBy(need, undefined, place))).toBe(false);
  });

  it.each<[string, object, object]>([
    ['another id', { id: ['a'] }, { id: ['b'] }],
    ['one more id', { id: ['a'] }, { id: ['a', 'b'] }],
    ['an id fewer', { id: ['a', MAIL] }, { id: ['a'] }],
    ['another order of ids', { id: ['a', 'b'] }, { id: ['b', 'a'] }],
    ['another line', { line: LINE }, { line: 'refund PAID' }],
    ['one more need', [{ line: LINE }], [{ line: LINE }, { id: ['a'] }]],
    ['one more chunk', { chunk: ['0'.repeat(32)] }, { chunk: ['0'.repeat(32), '1'.repeat(32)] }],
    ['what its line is', { line: LINE }, { line: LINE, line_is: 'incorrect' }],
  ])('is another with %s', async (_name, before, after) => {
    for (const withText of [true, false])
      expect(isOtherCase(replayRecordOf(await judgedBy(before), { withText }), await judgedBy(after))).toBe(true);
  });

  it('is another with another expectation', async () => {
    const record = replayRecordOf(await judgedBy({ line: LINE }));
    expect(isOtherCase(record, await judgedBy({ line: LINE }, { must: ['PAID'] }))).toBe(true);
  });
});
