/** What a record holds of a run, and what it never holds. */
import { describe, expect, it } from 'vitest';
import { freezeIncident } from '../../src/incidents/freeze-incident.js';
import { isWellFormed } from '../../src/model/utf8.js';
import { packedIds } from '../../src/replay/packed-ids.js';
import { parseReplayRecord, replayRecordText } from '../../src/replay/record-file.js';
import { replayedRun } from '../../src/replay/replayed-run.js';
import { compareRuns } from '../../src/replay/compare/compare-runs.js';
import { replayRecordOf } from '../../src/replay/replay-record.js';
import type { Claim } from '../../src/claims/claim.js';
import { canonicalRun, HASH } from './support.js';

const NOW = 1_790_000_000_000_000_000n;
const LINE = 'refund PENDING, no reference issued';
const MAIL = 'jo@example.com';

describe('a replay record', () => {
  it('holds everything needed to build the prompt again', async () => {
    const run = await canonicalRun('c');
    const record = replayRecordOf(run, {
      requestId: 'req-7',
      withText: true,
      nowUnixNano: NOW,
      pathOf: ({ digest }) => `ledger.db#${digest}`,
    });
    expect(record).toMatchObject({
      version: 1,
      request_id: 'req-7',
      recorded_at_unix_nano: NOW,
      with_text: true,
      pins: { top_k: 5, budget: 8192, budget_unit: 'token' },
      verdict: { verdict: 'H3a', reason: 'contradiction' },
      case: { id: 'refund-status', needs: [{ line: LINE }] },
      triple: { input: { text: 'Where is my refund?' }, output: { outcome: 'answered' } },
    });
    const [, second] = record.triple?.retrieval?.items ?? [];
    const digest = HASH.digest(LINE);
    expect(second).toMatchObject({ rank: 2, digest, path: `ledger.db#${digest}`, text: { text: LINE } });
    // Without ids the chunks are named by their digests.
    expect(record.packed_ids?.[1]).toBe(digest);
    const prompt = (record.triple?.context?.segments ?? []).map(({ text }) => text?.text).join('\n');
    expect(HASH.sha256(prompt)).toBe(record.triple?.context?.sha256);
  });

  it('is the same run as the one it was made of', async () => {
    for (const name of ['a', 'b', 'c'] as const) {
      const run = await canonicalRun(name);
      for (const withText of [true, false]) {
        const comparison = compareRuns(replayRecordOf(run, { withText }), replayedRun(run));
        expect(comparison.pins).toEqual([]);
        expect(comparison.boundaries.map(({ state }) => state)).toEqual(['same', 'same', 'same']);
      }
    }
  });

  it('names the run by its own id where the application gives none', async () => {
    const run = await canonicalRun('a');
    expect(replayRecordOf(run).request_id).toBe(run.run.runId ?? run.run.traceId);
    const long = replayRecordOf(run, { requestId: `\ud800${'😀'.repeat(400)}` }).request_id;
    expect(isWellFormed(long)).toBe(true);
    expect(long.length).toBeLessThanOrEqual(512);
  });

  it('holds no text without consent: not of chunks, prompt, output, question, claims or paths of redacted kind', async () => {
    const run = await canonicalRun('c');
    const claims: Claim[] = [
      {
        id: 'c1',
        text: 'It was processed.',
        ids: ['ledger/8814'],
        quote: 'was processed',
        values: { date: 'September 2' },
      },
    ];
    const problems = [
      { kind: 'value' as const, claim: claims[0], index: 0, check: 'date', expected: 'none', found: 'September 2' },
    ];
    const text = replayRecordText(replayRecordOf(run, { claims, problems, pathOf: () => MAIL }), HASH);
    for (const words of [
      LINE,
      'It was processed',
      'Your refund',
      'September',
      'Where is my refund',
      'Answer from',
      MAIL,
    ])
      expect(text, words).not.toContain(words);
    expect(text).toContain(HASH.sha256('It was processed.'));
  });

  it('holds claims and what was found wrong with them', async () => {
    const claims: Claim[] = [
      {
        id: 'c1',
        text: 'It was processed.',
        chunkIds: ['ledger/8814'],
        quote: 'was processed',
        values: { amount: 12.5 },
      },
    ];
    const problems = [
      { kind: 'misquoted' as const, claim: claims[0], index: 0, quote: 'was processed', id: 'ledger/8814' },
      { kind: 'value' as const, claim: claims[0], index: 0, check: 'amount', expected: '12', found: '12.5' },
    ];
    const record = replayRecordOf(await canonicalRun('c'), { withText: true, claims, problems });
    expect(record.claims).toMatchObject([
      { id: 'c1', text: { text: 'It was processed.' }, chunk_ids: ['ledger/8814'], values: { amount: '12.5' } },
    ]);
    expect(record.problems).toEqual([
      { kind: 'misquoted', claim: 0, chunk_id: 'ledger/8814' },
      { kind: 'value', claim: 0, check: 'amount', expected: '12', found: '12.5' },
    ]);
    expect(parseReplayRecord(replayRecordText(record, HASH), 'r', HASH)).toEqual(record);
  });

  it('is redacted before it is written, claims and problems too, and says where', async () => {
    const claims: Claim[] = [{ text: `Write to ${MAIL}.`, quote: MAIL, values: { to: MAIL } }];
    const problems = [{ kind: 'value' as const, claim: claims[0], index: 0, check: 'to', found: MAIL }];
    const redactors = [
      {
        rule: 'question',
        find: (text: string) => {
          const start = text.indexOf('my refund');
          return start < 0 ? [] : [{ start, end: start + 9 }];
        },
      },
      {
        rule: 'mail',
        find: (text: string) => {
          const start = text.indexOf(MAIL);
          return start < 0 ? [] : [{ start, end: start + MAIL.length }];
        },
      },
    ];
    const record = replayRecordOf(await canonicalRun('c'), { withText: true, claims, problems, redactors });
    const text = replayRecordText(record, HASH);
    expect(text).not.toContain(MAIL);
    expect(text).not.toContain('my refund');
    expect(record.triple?.input?.redactions).toEqual([{ offset: 9, bytes: 9, stored_bytes: 19, rule: 'question' }]);
    expect(record.triple?.input?.sha256).toBe(HASH.sha256('Where is my refund?'));
  });

  it('keeps the run id as it was given, and says where a redactor finds something', async () => {
    const run = await canonicalRun('c');
    const named = { ...run, run: { ...run.run, runId: MAIL }, verdict: { ...run.verdict, run_id: MAIL } };
    const runNote = 'the run id is kept as it was given, although the redactor email finds something in it';
    const record = replayRecordOf(named);
    expect([record.request_id, record.triple?.run_id, record.verdict?.run_id]).toEqual([MAIL, MAIL, MAIL]);
    expect(record.notes).toEqual([runNote]);
    expect(freezeIncident(named, { nowUnixNano: NOW }).notes).toContain(runNote);
    // Another id of the request joins nothing: the trace id stands for it.
    expect(replayRecordText(replayRecordOf(run, { requestId: MAIL }), HASH)).not.toContain(MAIL);
  });

  it('keeps no text that a redactor could not look through', async () => {
    const redactors = [
      {
        rule: 'broken',
        find: (): never => {
          throw new Error('no');
        },
      },
    ];
    const record = replayRecordOf(await canonicalRun('c'), { withText: true, redactors });
    expect(replayRecordText(record, HASH)).not.toContain(LINE);
    expect(record.notes?.join()).toContain('the redactor broken failed');
  });

  it('survives what the application says of paths', async () => {
    const run = await canonicalRun('c');
    const throws = (): never => {
      throw new Error('no');
    };
    for (const pathOf of [throws, () => undefined, () => 7 as never, () => '\ud800'])
      expect(() => replayRecordText(replayRecordOf(run, { pathOf }), HASH)).not.toThrow();
  });
});

describe('packed ids', () => {
  const items = [
    { rank: 1, digest: 'd1', id: 'one', fate: 'sent' },
    { rank: 2, digest: 'd2', fate: 'clipped' },
    { rank: 3, digest: 'd3', id: 'three', fate: 'cut' },
    { rank: 4, digest: 'd4', id: 'four' },
  ];

  it('stand in the order packed, by the assembly record', () => {
    const chunks = [
      { digest: 'd1', offset: 90, kept_bytes: 5 },
      { digest: 'd3', offset: 10, kept_bytes: 5 },
      { digest: 'd2', offset: -1, kept_bytes: 0 },
      { digest: 'd9', offset: 50 },
      { offset: 70 },
    ];
    expect(packedIds({ trace_id: '', retrieval: { items }, assembly: { chunks } })).toEqual(['three', 'd9', 'one']);
  });

  it('without one are those of which something was sent, in rank order, by digest where there is no id', () => {
    expect(packedIds({ trace_id: '', retrieval: { items } })).toEqual(['one', 'd2']);
    expect(packedIds({ trace_id: '' })).toEqual([]);
  });
});
