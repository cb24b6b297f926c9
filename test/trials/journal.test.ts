/** The journal: a test goes on wherever it was stopped, and what was changed is refused. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { IncidentError } from '../../src/incidents/incident-error.js';
import { textHash } from '../../src/model/digest.js';
import type { TrialMessage } from '../../src/proto/messages.generated.js';
import { journalHead, type HeadOptions } from '../../src/trials/journal/journal-head.js';
import { openJournal, type Journal } from '../../src/trials/journal/journal.js';
import { runSplitTest } from '../../src/trials/run-split-test.js';
import { sealSplitTest, splitTestMessage } from '../../src/trials/split-test-message.js';
import type { PlannedTrial, SplitTestPlan } from '../../src/trials/split-test-plan.js';
import { HASH, incidentOf, planOf, PINS, repairOf, trialOf, type Given } from './support.js';

const folder = mkdtempSync(join(tmpdir(), 'ragspan-journal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const newPath = (): string => join(folder, `${(count += 1)}.journal`);

const A = incidentOf('INC-A', 'retrieval');
const B = incidentOf('INC-B', 'assembly');
const plan = planOf([A, B], [repairOf('k', 'retrieval', { top_k: 50 }), repairOf('b', 'assembly', { budget: 9 })]);
const OPTIONS: HeadOptions = { appPath: '/app.mjs', testedBy: 'ragspan test', judging: { topK: 3 }, hash: HASH };
const head = (of: SplitTestPlan = plan, more: Partial<HeadOptions> = {}) => journalHead(of, { ...OPTIONS, ...more });
const open = (path: string, of: SplitTestPlan = plan, more: Partial<HeadOptions> = {}): Promise<Journal> =>
  openJournal(path, head(of, more), 7n, more.hash ?? HASH);

const aims: { readonly [id: string]: string } = { 'INC-A': 'k', 'INC-B': 'b' };
const ask = async (planned: PlannedTrial): Promise<TrialMessage> => {
  const { incident, repair } = planned;
  const isHold = repair !== undefined && aims[incident.incident.id] === repair.id;
  const pins = { ...PINS, ...(repair?.overrides as object | undefined) };
  return trialOf(planned, isHold ? 'HOLD' : (incident.incident.verdict?.verdict as Given), pins, isHold ? 2 : 47);
};

/** One start of the command: at most so many calls, then the result as it would be written. */
async function start(path: string, maxCalls?: number): Promise<{ text: string; calls: number; stopped: boolean }> {
  const journal = await open(path);
  try {
    const { trials, calls, stopped } = await runSplitTest({
      plan,
      done: journal.trials,
      ask,
      keep: (trial) => journal.append(trial),
      maxCalls,
    });
    const ended = stopped === undefined ? { endedAtUnixNano: 9n } : {};
    const times = { startedAtUnixNano: journal.startedAtUnixNano, testedBy: 'ragspan test', ...ended };
    const { text } = sealSplitTest(splitTestMessage({ plan, trials }, times), HASH);
    return { text, calls, stopped: stopped !== undefined };
  } finally {
    await journal.close();
  }
}

async function problemOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
  } catch (error) {
    expect(error).toBeInstanceOf(IncidentError);
    return (error as IncidentError).message;
  }
  throw new Error('nothing was thrown');
}

const uninterrupted = await start(newPath());

describe('a split test goes on', () => {
  it('after any number of calls, to the same result', async () => {
    expect(uninterrupted).toMatchObject({ calls: 18, stopped: false });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 6 }), async (budgets) => {
        const path = newPath();
        let calls = 0;
        for (const budget of budgets) calls += (await start(path, budget)).calls;
        const last = await start(path);
        expect(last.text).toBe(uninterrupted.text);
        expect(calls + last.calls).toBe(18);
      }),
      { numRuns: 30 },
    );
  });

  it('after a kill at any byte of the journal: what is torn is run again', async () => {
    const path = newPath();
    await start(path);
    const whole = readFileSync(path);
    const lineEnds = [...whole.keys()].filter((at) => whole[at] === 0x0a);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length }), async (size) => {
        writeFileSync(path, whole);
        truncateSync(path, size);
        const kept = Math.max(0, lineEnds.filter((at) => at < size).length - 1);
        const { text, calls } = await start(path);
        expect(calls).toBe(18 - kept);
        expect(text).toBe(uninterrupted.text);
        expect(readFileSync(path)).toEqual(whole);
      }),
      { numRuns: 60, examples: [[0], [1], [lineEnds[0] as number], [(lineEnds[0] as number) + 1], [whole.length - 1]] },
    );
  });

  it('after zeros where the last line was to be (a power cut)', async () => {
    const path = newPath();
    await start(path, 4);
    appendFileSync(path, Buffer.alloc(300));
    expect((await start(path)).text).toBe(uninterrupted.text);
  });

  it('and says that a line was torn', async () => {
    const path = newPath();
    await start(path, 4);
    appendFileSync(path, '{"kind":"trial","tri');
    const journal = await open(path);
    expect(journal).toMatchObject({ wasTorn: true, startedAtUnixNano: 7n });
    expect(journal.trials).toHaveLength(4);
    await journal.close();
  });
});

describe('a journal is refused', () => {
  const lines = async (): Promise<{ path: string; lines: string[] }> => {
    const path = newPath();
    await start(path);
    return { path, lines: readFileSync(path, 'utf8').trimEnd().split('\n') };
  };

  it('when a line in the middle is torn, changed, taken away, moved or put in', async () => {
    const { path, lines: good } = await lines();
    const broken: readonly (readonly string[])[] = [
      good.map((line, index) => (index === 5 ? line.slice(0, 40) : line)),
      good.map((line, index) => (index === 5 ? line.replace('"HOLD"', '"H1"') : line)),
      good.map((line, index) => (index === 5 ? '' : line)),
      good.filter((_, index) => index !== 5),
      [...good.slice(0, 5), good[6] as string, good[5] as string, ...good.slice(7)],
      [...good.slice(0, 6), ...good.slice(5)],
    ];
    for (const one of broken) {
      writeFileSync(path, `${one.join('\n')}\n`);
      expect(await problemOf(() => open(path))).toMatch(/:[67]: the line is damaged, was changed/);
    }
  });

  it('when it is another file', async () => {
    const path = newPath();
    writeFileSync(path, '{"hello": "world"}\n');
    expect(await problemOf(() => open(path))).toContain(':1: the line is damaged');
    expect(readFileSync(path, 'utf8')).toBe('{"hello": "world"}\n');
  });

  it('when it was sealed under another key', async () => {
    const { path } = await lines();
    expect(await problemOf(() => open(path, plan, { hash: textHash('k') }))).toContain(
      'another key (RAGSPAN_HASH_KEY, --hash-key)',
    );
  });

  const other = incidentOf('INC-A', 'retrieval');
  it.each<readonly [string, SplitTestPlan, Partial<HeadOptions>, string]>([
    ['application', { ...plan, appSha256: 'f'.repeat(64) }, {}, 'the application’s module has another content'],
    ['path of the application', plan, { appPath: '/b.mjs' }, 'the application is /b.mjs, it was /app.mjs'],
    ['number of trials', { ...plan, trials: 5 }, {}, '--trials is 5, it was 3'],
    ['options', plan, { judging: { topK: 4 } }, 'an option that changes verdicts has another value'],
    ['version', plan, { testedBy: 'ragspan 9' }, 'this is ragspan 9, it was ragspan test'],
    ['repairs', { ...plan, repairs: plan.repairs.slice(1) }, {}, 'repair k is missing'],
    [
      'change of a repair',
      { ...plan, repairs: [repairOf('k', 'retrieval', { top_k: 40 }), ...plan.repairs.slice(1)] },
      {},
      'repair k has changed',
    ],
    [
      'incidents',
      { ...plan, incidents: [...plan.incidents, incidentOf('INC-X', 'assembly')] },
      {},
      'incident INC-X was not there',
    ],
    [
      'frozen incident',
      { ...plan, incidents: [{ ...other, incident: { ...other.incident, frozen_sha256: 'x' } }, B] },
      {},
      'incident INC-A has changed',
    ],
    ['input', { ...plan, incidents: [{ ...A, input: 'other' }, B] }, {}, 'incident INC-A has changed'],
    ['order', { ...plan, incidents: [B, A] }, {}, 'the incidents come in another order'],
  ])('when it was begun with another %s, which it names', async (_, changed, more, words) => {
    const { path } = await lines();
    expect(await problemOf(() => open(path, changed, more))).toBe(`${path}: was begun with something else: ${words}`);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(20);
  });

  it('but not for what changed before anything was run', async () => {
    const path = newPath();
    await (await open(path)).close();
    const journal = await open(path, { ...plan, trials: 5 });
    expect(journal.trials).toEqual([]);
    await journal.close();
  });

  it('where it cannot be written', async () => {
    expect(await problemOf(() => open(join(folder, 'absent', 'x.journal')))).toContain(
      'there is no such file or folder',
    );
  });
});
