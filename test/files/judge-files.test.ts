import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { parseCases } from '../../src/cases/index.js';
import { judgeFiles, type JudgeFilesOptions } from '../../src/files/judge-files.js';
import { SourceError } from '../../src/files/read/source-error.js';
import { damageText } from '../../src/files/read/damage.js';
import { readSpanRecords } from '../../src/files/read/span-records.js';
import { bytesSource, fileSource, type TraceSource } from '../../src/files/read/trace-file.js';
import { traceFileBytes } from '../../src/files/write/trace-file.js';
import { verdictJson, VerdictJsonWriter } from '../../src/files/verdict-json.js';
import { textHash } from '../../src/model/digest.js';
import type { CaseBook } from '../../src/model/case.js';
import type { SpanRecord } from '../../src/model/span.js';
import type { RunVerdict } from '../../src/model/verdict.js';

const judging = { acceptForms: [], maxScanBytes: 2 ** 21, refusals: [], retrievalTools: [], hash: textHash() } as const;

async function judge(
  sources: readonly TraceSource[],
  options: Partial<JudgeFilesOptions> = {},
): Promise<{ verdicts: RunVerdict[]; damage: string[] }> {
  const verdicts: RunVerdict[] = [];
  const damage: string[] = [];
  for await (const { verdict } of judgeFiles(sources, {
    judging,
    onDamage: (one) => damage.push(damageText(one)),
    ...options,
  }))
    verdicts.push(verdict);
  return { verdicts, damage };
}

const spans = async (name: string): Promise<readonly SpanRecord[]> =>
  (await readSpanRecords([fileSource(`test/vectors/${name}/trace.json`)])).records;

function book(name: string): CaseBook {
  const parsed = parseCases(readFileSync(`test/vectors/${name}/cases.yaml`, 'utf8'), name);
  if ('problems' in parsed) throw new Error('a vector with a bad case file');
  return parsed.book;
}

/** The spans of one run dealt out to several traces, all of one run id. */
function dealt(records: readonly SpanRecord[], traceIds: readonly string[]): SpanRecord[] {
  return records.map((record, index) => ({
    ...record,
    traceId: traceIds[index % traceIds.length] as string,
    attributes: { ...record.attributes, 'ragspan.run.id': 'joined' },
  }));
}

describe('judgeFiles', () => {
  it('gives the same verdicts however little may be held in memory', async () => {
    const all = (await Promise.all(['canonical-a', 'canonical-b', 'canonical-c', 't0'].map(spans))).flat();
    const sources = [bytesSource('f', traceFileBytes(all, { format: 'otlp_json_lines' }))];
    const whole = await judge(sources, { book: book('canonical-a') });
    expect(whole.verdicts).toHaveLength(4);
    expect(await judge(sources, { book: book('canonical-a'), hold: { maxHeldBytes: 1 } })).toEqual(whole);
  });

  it('judges traces together that a run id joins, wherever they lie, and keeps the order of trace ids', async () => {
    const records = await spans('canonical-b');
    const ids = ['f', '3', '8'].map((digit) => digit.repeat(32));
    const between = (await spans('canonical-a')).map((record) => ({ ...record, traceId: '5'.repeat(32) }));
    const last = (await spans('canonical-c')).map((record) => ({ ...record, traceId: '9'.repeat(32) }));
    const sources = [...dealt(records, ids), ...between, ...last].map((record, index) =>
      bytesSource(`part ${index}`, traceFileBytes([record])),
    );
    const whole = await judge(sources, { book: book('canonical-b') });
    expect(whole.damage).toEqual([]);
    expect(whole.verdicts.map((one) => one.verdict).toSorted()).toEqual(['H1', 'H2', 'H3a']);
    expect(whole.verdicts.find((one) => one.verdict === 'H2')).toMatchObject({ run_id: 'joined', reason: 'cut' });
    const order = whole.verdicts.map((one) => one.trace_id);
    expect(order).toEqual(order.toSorted());
    expect(await judge(sources, { book: book('canonical-b'), hold: { maxHeldBytes: 1 } })).toEqual(whole);
  });

  it('leaves out a trace that is too large to judge, names it, and judges the others', async () => {
    const large = (await spans('canonical-a')).map((record) => ({ ...record, name: 'x'.repeat(50_000) }));
    const { verdicts, damage } = await judge(
      [bytesSource('f', traceFileBytes([...large, ...(await spans('canonical-b'))]))],
      { hold: { maxGroupBytes: 40_000 } },
    );
    expect(verdicts).toHaveLength(1);
    expect(damage).toEqual([
      expect.stringMatching(/^trace [0-9a-f]{32}: holds \d+ bytes of spans: too much to judge at once$/u),
    ]);
  });

  it('goes on with the next source when one cannot be opened or breaks off', async () => {
    const broken: TraceSource = {
      name: 'backend',
      // eslint-disable-next-line require-yield -- a source that fails before its first byte
      async *open() {
        throw new SourceError('HTTP 500');
      },
    };
    const { verdicts, damage } = await judge([
      fileSource('no/such/file'),
      broken,
      fileSource('test/vectors/t0/trace.json'),
    ]);
    expect(verdicts).toHaveLength(1);
    expect(damage).toEqual(['no/such/file: there is no such file: check the path', 'backend: HTTP 500']);
  });

  it('says what to do when more is to be held than fits and there is no room for it', async () => {
    vi.stubEnv('TMPDIR', '/no/such/folder');
    const { verdicts, damage } = await judge([fileSource('test/vectors/t0/trace.json')], { hold: { maxHeldBytes: 1 } });
    vi.unstubAllEnvs();
    expect(verdicts).toEqual([]);
    expect(damage).toEqual([
      expect.stringMatching(/^test\/vectors\/t0\/trace\.json: more is to be held .* or set TMPDIR$/u),
    ]);
  });

  it('holds a case against the time of the trace, not of the reading', async () => {
    const records = await spans('t0');
    const parsed = parseCases(
      `version: 1\ncases:\n  - id: x\n    need: { line: "The refund window is 30 days from delivery." }\n    expect: { must: ["30 days"] }\n    until: 2026-12-31\n`,
      'f',
    );
    if ('problems' in parsed) throw new Error('bad case');
    expect((await judge([bytesSource('f', traceFileBytes(records))], { book: parsed.book })).verdicts[0]?.verdict).toBe(
      'HOLD',
    );
    const later = records.map((record) => ({
      ...record,
      startTimeUnixNano: record.startTimeUnixNano + 10n ** 18n,
      ...(record.endTimeUnixNano === undefined ? {} : { endTimeUnixNano: record.endTimeUnixNano + 10n ** 18n }),
    }));
    expect((await judge([bytesSource('f', traceFileBytes(later))], { book: parsed.book })).verdicts[0]).toMatchObject({
      verdict: 'UNKNOWN',
      reason: 'case_stale',
    });
  });
});

describe('the JSON of verdicts', () => {
  const run: RunVerdict = {
    trace_id: 't',
    verdict: 'UNKNOWN',
    candidates: [],
    explanation: 'e',
    run_id: 'a\u2028b\n',
    evidence: { distractors: [], rank: 1 },
    chunks: { retrieved: 0, distinct: 0 },
  };

  it('has sorted keys, two spaces, one LF at the end, no empty array, and no line separators', () => {
    expect(verdictJson([run])).toBe(`{
  "runs": [
    {
      "chunks": {
        "distinct": 0,
        "retrieved": 0
      },
      "evidence": {
        "rank": 1
      },
      "explanation": "e",
      "run_id": "a\\u2028b\\n",
      "trace_id": "t",
      "verdict": "UNKNOWN"
    }
  ],
  "version": 1
}
`);
  });

  it.each([0, 1, 3])('is the same bytes when %i runs are written one by one', (count) => {
    let text = '';
    const writer = new VerdictJsonWriter((piece) => {
      text += piece;
    });
    const runs = Array.from({ length: count }, () => run);
    for (const one of runs) writer.run(one);
    writer.end();
    expect(text).toBe(verdictJson(runs));
  });
});
