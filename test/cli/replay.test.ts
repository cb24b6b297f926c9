/** `ragspan replay` as a user runs it: the built command, an application of its own process, the real SDK. */
import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIncident } from '../../src/incidents/incident-file.js';
import { freezeIncident } from '../../src/incidents/freeze-incident.js';
import { textHash } from '../../src/model/digest.js';
import { messageFromJson } from '../../src/proto/messages.js';
import type { ReplayReportMessage } from '../../src/proto/messages.generated.js';
import { readReplayRecord, replayRecordText, writeReplayRecord } from '../../src/replay/record-file.js';
import { replayRecordOf, type ReplayRecordOptions } from '../../src/replay/replay-record.js';
import { runApp } from '../../src/trials/run-app.js';
import { buildCommand, type BuiltCommand } from '../support/trial-process.js';
import { run as runInProcess, vector } from './support.js';

const QUESTION = 'Where is my refund?';
const CASES = JSON.stringify({
  version: 1,
  cases: [
    {
      id: 'refund',
      need: { line: 'refund PENDING, no reference issued', line_is: 'correct' },
      expect: { must: ['PENDING'], must_not: ['was processed'] },
    },
  ],
});
const PERMISSION = 'say that you do not know';
const HASH = textHash();

const folder = mkdtempSync(join(tmpdir(), 'ragspan-replay-cli-'));
let built: BuiltCommand;
let APP = '';
let NO_ANSWER = '';
beforeAll(async () => {
  built = await buildCommand();
  // Where they find ragspan as a package, built from these sources.
  const apps = join(built.folder, 'replay-apps');
  cpSync(join(import.meta.dirname, '../replay/apps'), apps, { recursive: true });
  APP = join(apps, 'refunds.mjs');
  NO_ANSWER = join(apps, 'no-answer.mjs');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(built.folder, { recursive: true, force: true });
});

let next = 0;
const newName = (): string => `r${(next += 1)}`;

function environmentOf(behaviour: object): Record<string, string | undefined> {
  const path = join(folder, `${newName()}.json`);
  writeFileSync(path, JSON.stringify(behaviour));
  const { RAGSPAN_HASH_KEY: _key, ...rest } = process.env;
  return { ...rest, REFUNDS_BEHAVIOUR: path, REFUNDS_COUNT: `${path}.count` };
}

/** Runs the application once and records it. */
async function record(behaviour: object, options: ReplayRecordOptions = { withText: true }): Promise<string> {
  const { judged, error } = await runApp({
    app: APP,
    input: QUESTION,
    cases: CASES,
    environment: environmentOf(behaviour),
    trialProcess: built.trialProcess,
  });
  if (judged === undefined) throw new Error(error?.message);
  return writeReplayRecord(folder, replayRecordOf(judged, { requestId: newName(), ...options }), HASH);
}

interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

function replay(args: readonly string[], behaviour: object = {}, environment: object = {}): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [built.cli, 'replay', ...args],
      { env: { ...environmentOf(behaviour), ...environment }, cwd: folder, maxBuffer: 64 * 1024 * 1024 },
      (error, out, err) => resolve({ status: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

async function report(args: readonly string[], behaviour: object = {}): Promise<ReplayReportMessage> {
  const { out, err } = await replay([...args, '--format', 'json'], behaviour);
  if (out === '') throw new Error(err);
  return messageFromJson('ReplayReport', out);
}

const flat = (text: string): string => text.replace(/\s+/gu, ' ');

describe('a replay', () => {
  let path = '';
  beforeAll(async () => {
    path = await record({});
  });

  it('of the same application is the same at every boundary', async () => {
    const { status, out, err } = await replay([path, '--app', APP, '--fail-on', 'changed,pins,verdict']);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/^SAME/mu);
    expect(flat(out)).toContain('judged by the case refund of the record');
    expect(out).toContain('the same configuration');
    expect(out.match(/✔ same/gu)).toHaveLength(3);
  });

  it('names retrieval when ranks change, and suspends the rest; scores are shown and rule nothing', async () => {
    const { status, out } = await replay([path, '--app', APP, '--fail-on', 'changed'], {
      order: [1, 0, 2],
      scoreShift: 0.25,
    });
    expect(status).toBe(1);
    expect(out).toMatch(/^CHANGED at retrieval/mu);
    expect(flat(out)).toContain('moved: ledger/2007 from rank 1 to 2 (score 0.91 →');
    expect(out.match(/· suspended/gu)).toHaveLength(2);
    const scores = await replay([path, '--app', APP, '--fail-on', 'changed'], { scoreShift: 0.25 });
    expect(scores.status).toBe(0);
    expect(flat(scores.out)).toContain('3 scores differ (shown, never compared)');
  });

  it('says nothing of scores that one side did not log', async () => {
    const { out } = await replay([await record({ isScored: false }), '--app', APP], { scoreShift: 0.25 });
    expect(out).toMatch(/^SAME/mu);
    expect(flat(out)).not.toContain('differ (shown');
  });

  it('names assembly with the first differing byte and the chunks whose fate changed', async () => {
    const { out } = await replay([path, '--app', APP], { cut: 150 });
    expect(out).toMatch(/^CHANGED at assembly/mu);
    expect(flat(out)).toContain('the first byte that differs is byte 150 (message 0, system)');
    expect(out).toContain('ledger/8814: sent → cut');
    expect(flat(out)).toContain('verdict H3a contradiction → H2 cut');
  });

  it('names generation with the verdict', async () => {
    const { status, out } = await replay([path, '--app', APP, '--fail-on', 'verdict'], { says: ['right'] });
    expect(status).toBe(1);
    expect(out).toMatch(/^CHANGED at generation/mu);
    expect(flat(out)).toContain('verdict H3a contradiction → HOLD');
    expect(out).toContain('now  “Your refund is PENDING');
  });

  it('names pins that differ first: it is not the same configuration', async () => {
    const { status, out } = await replay([path, '--app', APP, '--fail-on', 'pins'], { topK: 5, temperature: 0 });
    expect(status).toBe(1);
    expect(out).toMatch(/^SAME, not the same configuration/mu);
    expect(out).toContain('top_k: 3 → 5');
    expect(out).toContain('temperature: 0.7 → 0');
    expect(out.indexOf('top_k: 3 → 5')).toBeLessThan(out.indexOf('retrieval '));
  });

  it('says when the application answers another question', async () => {
    const { out } = await replay([path, '--app', APP], { question: 'Something else?' });
    expect(out).toContain('not the same question');
    expect((await report([path, '--app', APP], { question: 'Something else?' })).replays?.[0]?.pins?.[0]?.pin).toBe(
      'input_sha256',
    );
  });

  it('as JSON holds numbers and hashes, and no text of the run', async () => {
    const { out } = await replay([path, '--app', APP, '--format', 'json'], { cut: 150 });
    const read = messageFromJson('ReplayReport', out);
    expect(read).toMatchObject({
      version: 1,
      times: 1,
      record_sha256: (await readReplayRecord(path, HASH)).sha256,
      replays: [{ number: 1, changed: 'assembly' }],
      bucket: { bucket: 'not_established' },
    });
    for (const words of ['PENDING', 'processed', 'ledger records', QUESTION]) expect(out, words).not.toContain(words);
  });

  it('works from hashes alone, with the question given and known by its hash', async () => {
    const hashes = await record({}, { withText: false });
    expect(readFileSync(hashes, 'utf8')).not.toContain(QUESTION);
    const without = await replay([hashes, '--app', APP]);
    expect(without).toMatchObject({ status: 2, out: '' });
    expect(without.err).toContain('keeps no text of the question');
    const other = await replay([hashes, '--app', APP, '--input', 'Where is my rebate?']);
    expect(other.err).toContain('is not the recorded question');
    const { out } = await replay([hashes, '--app', APP, '--input', QUESTION], { cut: 150, says: ['right'] });
    expect(flat(out)).toContain('differs somewhere in the part that begins at byte 0');
    expect(out).not.toContain('“');
    expect(out).toContain('hashes only');
  });

  it('asks no redacted question', async () => {
    const redactors = [{ rule: 'all', find: () => [{ start: 0, end: 5 }] }];
    const redacted = await record({}, { withText: true, redactors });
    expect((await replay([redacted, '--app', APP])).err).toContain('redacted');
    const { status, out } = await replay([redacted, '--app', APP, '--input', QUESTION], { says: ['right'] });
    expect(status).toBe(0);
    expect(flat(out)).toContain('or in redacted bytes before it');
    // What the record keeps out is not printed of it.
    expect(out).not.toContain('then “');
  });

  it('is judged by the case file where that holds the case', async () => {
    const cases = join(folder, 'own.yaml');
    writeFileSync(cases, 'version: 1\ncases:\n  - id: refund\n    need: { line: nowhere to be found }\n');
    const { out } = await replay([path, '--app', APP, '--cases', cases]);
    expect(flat(out)).toContain(`judged by ${flat(cases)}`);
    expect(flat(out)).toContain('verdict H3a contradiction → H1 not_retrieved');
    expect(flat(out)).toContain('its case is not the one in the record');
    writeFileSync(cases, 'version: 2\n');
    expect((await replay([path, '--app', APP, '--cases', cases])).status).toBe(2);
  });

  it('says that the case has changed, and finds no noise in it', async () => {
    const cases = join(folder, 'then.yaml');
    const of = async (text: string, kept: string): Promise<{ readonly out: string; readonly err: string }> => {
      writeFileSync(cases, text);
      return replay([kept, '--app', APP, '--cases', cases, '--times', '3', '--input', QUESTION]);
    };
    const hashes = await record({}, { withText: false });
    for (const kept of [path, hashes]) {
      const same = await of(CASES, kept);
      expect(flat(same.out)).not.toContain('not the one in the record');
      const edited = await of(
        CASES.replace('was processed', 'was never processed').replace('PENDING"]', 'processed"]'),
        kept,
      );
      expect(flat(edited.out)).toContain('its case is not the one in the record');
      expect(flat(edited.out)).toContain('bucket not_established: the replays agree with each other (HOLD answered');
    }
  });

  it('of a word that can be no path finds no record', async () => {
    const { status, err } = await replay(['x'.repeat(300), '--app', APP]);
    expect(status).toBe(2);
    expect(err).toMatch(/^ragspan: there is no record "x+": neither a file of that name/u);
  });

  it('of an incident reads it as a record', async () => {
    const { judged } = await runApp({
      app: APP,
      input: QUESTION,
      cases: CASES,
      environment: environmentOf({}),
      trialProcess: built.trialProcess,
    });
    if (judged === undefined) throw new Error('no run');
    const incident = freezeIncident(judged, { id: 'INC-114', withText: true, nowUnixNano: 1n });
    await createIncident(join(folder, 'incidents'), incident, HASH);
    // A folder of that name, as one for its notes.
    mkdirSync(join(folder, 'INC-114'));
    const { status, out } = await replay(['INC-114', '--app', APP]);
    expect(status).toBe(0);
    expect(out).toContain('replay of INC-114');
    expect(out).toMatch(/^SAME/mu);
  });
});

describe('what a replay prints', () => {
  it('fits a narrow terminal, and finds a record by its request id', async () => {
    const path = await record({}, { withText: true, requestId: 'req-narrow' });
    const args = ['req-narrow', '--dir', folder, '--app', APP];
    const { out } = await replay(args, { cut: 150 }, { COLUMNS: '44' });
    expect(path).toBe(join(folder, 'req-narrow.replay.json'));
    expect(out).toContain('CHANGED at assembly');
    for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(44);
  });
});

describe('the buckets, from real runs', () => {
  const bucketOf = async (behaviour: object, args: readonly string[] = [], replays = behaviour): Promise<any> => {
    const path = await record(behaviour);
    return (await report([path, '--app', APP, '--times', '3', ...args], replays)).bucket;
  };

  it('missing refusal: nothing was retrieved, and the application answered', async () => {
    expect(await bucketOf({ order: [] })).toMatchObject({ bucket: 'missing_refusal', replays: 3 });
  });

  it('retrieval miss: the evidence was not retrieved, and the application refused', async () => {
    expect(await bucketOf({ order: [0, 2], says: ['refusal'] })).toMatchObject({ bucket: 'retrieval_miss' });
  });

  it('retrieval miss: the evidence was retrieved and cut', async () => {
    expect(await bucketOf({ cut: 150 })).toMatchObject({
      bucket: 'retrieval_miss',
      because: expect.stringContaining('cut'),
    });
  });

  it('sampler noise: the same bytes sent, another outcome', async () => {
    expect(await bucketOf({}, [], { says: ['wrong', 'right', 'wrong'] })).toMatchObject({
      bucket: 'sampler_noise',
      replays: 3,
      distinct_outputs: 2,
      temperature: '0.7',
    });
  });

  it('prompt pressure: stable, and no permission to refuse by the declared words', async () => {
    const declared = ['--refusal-permission', PERMISSION];
    expect(await bucketOf({}, declared)).toMatchObject({ bucket: 'prompt_pressure', replays: 3, distinct_outputs: 1 });
    const permits = { frame: `Answer from these records. If they do not say it, ${PERMISSION}.` };
    expect(await bucketOf(permits, declared)).toMatchObject({
      bucket: 'not_established',
      because: expect.stringContaining('permits a refusal'),
    });
    // Nothing declared: nothing is said of it.
    expect(await bucketOf({})).toMatchObject({ bucket: 'not_established' });
  });

  it('none of them from one run', async () => {
    const path = await record({});
    const view = await report([path, '--app', APP, '--refusal-permission', PERMISSION]);
    expect(view.bucket).toMatchObject({ bucket: 'not_established', replays: 1 });
  });
});

describe('a replay under attack', () => {
  let path = '';
  beforeAll(async () => {
    path = await record({});
  });

  it('refuses a record that was changed after it was sealed', async () => {
    const touched = join(folder, 'touched.json');
    writeFileSync(touched, readFileSync(path, 'utf8').replace('"topK": 3', '"topK": 4'));
    const { status, out, err } = await replay([touched, '--app', APP]);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain('changed after it was sealed');
  });

  it('refuses what is no record, in words', async () => {
    const other = join(folder, 'other.json');
    for (const text of ['', '[]', '{"version":1}', '{"frozenSha256":1}', '['.repeat(100_000)]) {
      writeFileSync(other, text);
      const { status, err } = await replay([other, '--app', APP]);
      expect(status, text.slice(0, 20)).toBe(2);
      expect(err).toMatch(/^ragspan: .+\n.+\n$/u);
    }
    const nowhere = await replay(['nowhere', '--app', APP]);
    expect(nowhere.err).toContain(
      'neither a file of that name nor replays/nowhere.replay.json nor incidents/nowhere.json',
    );
    expect((await replay(['nowhere.json', '--app', APP])).err).toContain('no such file');
  });

  it('says what is wrong with an application that does not load, and asks it once', async () => {
    const wrong = await replay([path, '--app', NO_ANSWER, '--times', '5']);
    expect(wrong.status).toBe(2);
    expect(wrong.err).toContain('exports no function `answer`');
    expect(wrong.out).toMatch(/^NOT REPLAYED/mu);
    expect(wrong.out.match(/replay \d/gu)).toEqual(['replay 1']);
    const missing = await replay([path, '--app', join(folder, 'no-such.mjs')]);
    expect(missing).toMatchObject({ status: 2, err: expect.stringContaining('there is no file') });
  });

  it('ends an application that hangs, and tells', async () => {
    const begun = performance.now();
    const { status, out } = await replay([path, '--app', APP, '--timeout', '1', '--times', '2'], { wait: 600_000 });
    expect(status).toBe(2);
    expect(out.match(/did not answer within 1000 ms/gu)).toHaveLength(2);
    expect(performance.now() - begun).toBeLessThan(40_000);
  });

  it('stops when asked to, and says what it has', async () => {
    const { status, out, err } = await new Promise<Ran>((resolve) => {
      const env = environmentOf({ wait: 300 });
      const child = spawn(process.execPath, [built.cli, 'replay', path, '--app', APP, '--times', '50'], {
        cwd: folder,
        env: env as NodeJS.ProcessEnv,
      });
      // Once the application is being asked.
      const watch = setInterval(() => {
        if (!existsSync(env['REFUNDS_COUNT'] ?? '')) return;
        clearInterval(watch);
        child.kill('SIGINT');
      }, 20);
      let [printed, said] = ['', ''];
      child.stdout.on('data', (piece: Buffer) => (printed += piece.toString()));
      child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
      child.on('close', (code) => resolve({ status: code ?? -1, out: printed, err: said }));
    });
    expect(status).toBe(2);
    expect(err).toMatch(/stopped after \d+ of 50 replays/u);
    expect(out).toContain('replay of ');
  });

  it('passes no gate with a replay that gave no answer', async () => {
    const { status, err } = await replay([path, '--app', APP, '--fail-on', 'changed'], { throws: 'index is down' });
    expect(status).toBe(2);
    expect(err).toContain('index is down');
  });

  it('lets nothing of a run or an error write to the terminal', async () => {
    const escape = '\u001b]0;owned\u0007\u001b[31m\u202e';
    const thrown = await replay([path, '--app', APP], { throws: `down${escape}` });
    const hostile = { name: escape, says: [`Your refund was processed${escape}`], more: escape };
    const recorded = await record(hostile, { withText: true, requestId: `req${escape}` });
    const shown = await replay([recorded, '--app', APP, '--times', '2'], { ...hostile, order: [2, 1, 0] });
    const output = await replay([recorded, '--app', APP], { ...hostile, says: [`Your refund was lost${escape}`] });
    const asked = await replay([recorded, '--app', APP, '--input', `x${escape}`]);
    for (const { out, err } of [thrown, shown, output, asked]) {
      for (const control of ['\u001b', '\u0007', '\u202e']) expect(out + err).not.toContain(control);
      expect(out + err).not.toBe('');
    }
    expect(shown.out).toContain('\\u{1b}');
    // The name of the file is a plain one, whatever the request id.
    expect(recorded).toMatch(/\/req[_0-9a-zA-Z-]+\.replay\.json$/u);
  });

  it('takes a long record and a long prompt in its stride', async () => {
    const more = 'all is quiet on the pier today. '.repeat(60_000);
    const long = await record({ more });
    const begun = performance.now();
    const { out } = await replay([long, '--app', APP], { more: `${more}!` });
    expect(flat(out)).toContain('the first byte that differs is byte 1,920,2');
    expect(performance.now() - begun).toBeLessThan(40_000);
  });

  it('refuses wrong usage with what to do', async () => {
    const wrong: [readonly string[], string][] = [
      [[], 'no record given'],
      [[path], 'no application given'],
      [[path, path, '--app', APP], 'takes one record'],
      [[path, '--app', APP, '--times', '0'], '--times'],
      [[path, '--app', APP, '--times', '1e3'], '--times'],
      [[path, '--app', APP, '--timeout', '-1'], '--timeout'],
      [[path, '--app', APP, '--fail-on', 'H1'], '--fail-on'],
      [[path, '--app', APP, '--fail-on', ','], '--fail-on'],
      [[path, '--app', APP, '--format', 'xml'], '--format'],
      [[path, '--app', APP, '--tims', '3'], 'Did you mean --times?'],
    ];
    for (const [args, words] of wrong) {
      const { status, err } = await runInProcess(['replay', ...args]);
      expect({ args, status }).toEqual({ args, status: 2 });
      expect(err).toContain(words);
    }
    expect((await runInProcess(['replay', '--help'])).out).toContain('Usage: ragspan replay');
    expect((await runInProcess(['replay', 'record', '--help'])).out).toContain('Usage: ragspan replay record');
  });

  it('under a key reads what was recorded under it, and nothing else', async () => {
    const { err, status } = await replay([path, '--app', APP], {}, { RAGSPAN_HASH_KEY: 'k' });
    expect(status).toBe(2);
    expect(err).toContain('recorded without a key');
    const { judged } = await runApp({
      app: APP,
      input: QUESTION,
      cases: CASES,
      environment: { ...environmentOf({}), RAGSPAN_HASH_KEY: 'k' },
      trialProcess: built.trialProcess,
    });
    if (judged === undefined) throw new Error('no run');
    const keyed = replayRecordOf(judged, { requestId: newName(), withText: true });
    const keyedPath = await writeReplayRecord(folder, keyed, judged.basis.options.hash);
    const same = await replay([keyedPath, '--app', APP], {}, { RAGSPAN_HASH_KEY: 'k' });
    expect(same.out).toMatch(/^SAME/mu);
    expect((await replay([keyedPath, '--app', APP, '--hash-key', 'k'])).out).toMatch(/^SAME/mu);
    expect((await replay([keyedPath, '--app', APP])).err).toContain('under the key named');
  });
});

describe('ragspan replay record', () => {
  it('writes a record of a run in a trace file, and never twice', async () => {
    const dir = join(folder, 'from-trace');
    const args = ['replay', 'record', vector('canonical-b'), '--cases', vector('canonical-b', 'cases.yaml')];
    const { status, out, err } = await runInProcess([...args, '--request-id', 'req-9', '--out', dir]);
    expect({ status, out }).toEqual({ status: 0, out: `${join(dir, 'req-9.replay.json')}\n` });
    expect(err).toContain('req-9 recorded: H2 cut, hashes only, sha256 ');
    const record = await readReplayRecord(join(dir, 'req-9.replay.json'), HASH);
    expect(record).toMatchObject({ request_id: 'req-9', verdict: { verdict: 'H2' } });
    expect(replayRecordText(record, HASH)).not.toContain('no reference issued');
    const again = await runInProcess([...args, '--request-id', 'req-9', '--out', dir]);
    expect(again).toMatchObject({ status: 2, out: '' });
    expect(again.err).toContain('not overwritten');
    expect((await runInProcess([...args, '--out', dir, '--with-text'])).status).toBe(0);
    expect(readdirSync(dir)).toHaveLength(2);
  });

  it('asks which run is meant, and finds it by the beginning of its id', async () => {
    const trace = [vector('canonical-a'), vector('canonical-c')];
    const dir = join(folder, 'which');
    const args = ['replay', 'record', ...trace, '--cases', vector('canonical-c', 'cases.yaml'), '--out', dir];
    const many = await runInProcess(args);
    expect(many.status).toBe(2);
    const [first = ''] = /(?<=--run )\S+/u.exec(many.err) ?? [];
    expect(first).not.toBe('');
    expect((await runInProcess([...args, '--run', 'zzz'])).err).toContain('no run is named "zzz"');
    expect((await runInProcess([...args, '--run', first])).status).toBe(0);
    expect((await runInProcess(['replay', 'record'])).err).toContain('no trace file given');
  });
});
