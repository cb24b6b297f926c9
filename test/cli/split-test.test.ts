/** `ragspan split-test`, as a user runs it: the canonical matrix, and everything that can go wrong on the way. */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseIncident } from '../../src/incidents/index.js';
import { parseSplitTest } from '../../src/ledger/confirm-split-test.js';
import { textHash } from '../../src/model/digest.js';
import type { SplitTestMessage } from '../../src/proto/messages.generated.js';
import { freezeTo, questionOf } from '../support/frozen-incidents.js';
import { buildCommand, type BuiltCommand } from '../support/trial-process.js';
import { run } from './support.js';

const HASH = textHash();
const FERRY = 'When does the ferry leave?';
const FERRY_CASES = JSON.stringify({
  version: 1,
  cases: [{ id: 'ferry', need: { line: 'the ferry leaves at noon' }, expect: { must: ['noon'], must_not: ['seven'] } }],
});
const REPAIRS = `- id: top-k-50
  boundary: retrieval
  changes: {top_k: 50}
  from: {top_k: 5}
- id: budget-16k
  boundary: assembly
  changes: {budget: 16384}
- id: grounded
  boundary: generation
  changes: {template: grounded}
`;
const PAN = `- id: everything
  boundary: retrieval
  changes: {top_k: 50, budget: 16384, template: grounded}
`;

let built: BuiltCommand;
let canonical: string;
let ferry: string;
const at = (name: string): string => join(built.folder, name);
const write = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};

beforeAll(async () => {
  built = await buildCommand();
  canonical = at('incidents');
  for (const letter of ['A', 'B', 'C'] as const) await freezeTo(canonical, letter, built);
  ferry = await freezeTo(at('ferry'), 'A', built, {
    app: join(built.apps, 'variable.mjs'),
    input: FERRY,
    id: 'INC-F',
    cases: FERRY_CASES,
  });
  write('repairs.yaml', REPAIRS);
  write('ferry.yaml', '- {id: top-k-9, boundary: retrieval, changes: {top_k: 9}}\n');
}, 120_000);
afterAll(() => rmSync(built.folder, { recursive: true, force: true }));

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function command(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [built.cli, 'split-test', ...args], {
    cwd: built.folder,
    encoding: 'utf8',
    env: { ...process.env, COLUMNS: '100', ...environment },
  });
  return { status, out: stdout, err: stderr };
}

const ferryTest = (more: readonly string[] = [], environment: NodeJS.ProcessEnv = {}): Ended =>
  command(['--app', 'apps/variable.mjs', '--incidents', ferry, '--repairs', 'ferry.yaml', ...more], environment);
const read = (name: string): SplitTestMessage => parseSplitTest(readFileSync(at(name), 'utf8'), name, HASH);
const matrixOf = ({ matrix = [] }: SplitTestMessage): string[] =>
  matrix.map(({ incident, repair, recovered, trials }) => `${incident} ${repair || 'control'} ${recovered}/${trials}`);
const rulingsOf = ({ rulings = [] }: SplitTestMessage): string[] =>
  rulings.map(({ repair, ruling }) => `${repair} ${ruling}`);

/** A process that has ended and is not waited for counts as ended. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}

describe('the canonical three', () => {
  it('are each recovered by the repair of their own boundary alone, through kill -9 and a pan-repair', async () => {
    write('all.yaml', REPAIRS + PAN);
    const args = ['--app', 'apps/refunds.mjs', '--incidents', 'incidents', '--repairs', 'all.yaml', '--force'];
    const child = spawn(process.execPath, [built.cli, 'split-test', ...args, '--out', 'canonical.json'], {
      cwd: built.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let err = '';
    child.stderr.on('data', (piece: Buffer) => {
      err += piece.toString('utf8');
    });
    for (let waited = 0; err.split('\n').length < 8 && waited < 600; waited += 1) await sleep(100);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
    const before = readFileSync(at('canonical.json.journal'), 'utf8').split('\n').length - 2;
    expect(before).toBeGreaterThanOrEqual(7);
    expect(existsSync(at('canonical.json'))).toBe(false);

    const { status, out, err: rest } = command([...args, '--out', 'canonical.json']);
    expect(status).toBe(0);
    expect(rest).toMatch(new RegExp(`canonical.json.journal: ${before} trials done before`));
    const test = read('canonical.json');
    expect(matrixOf(test)).toEqual([
      'INC-A control 0/3',
      'INC-A top-k-50 3/3',
      'INC-A budget-16k 0/3',
      'INC-A grounded 0/3',
      'INC-A everything 3/3',
      'INC-B control 0/3',
      'INC-B top-k-50 0/3',
      'INC-B budget-16k 3/3',
      'INC-B grounded 0/3',
      'INC-B everything 3/3',
      'INC-C control 0/3',
      'INC-C top-k-50 0/3',
      'INC-C budget-16k 0/3',
      'INC-C grounded 3/3',
      'INC-C everything 3/3',
    ]);
    expect(rulingsOf(test)).toEqual([
      'top-k-50 discriminant',
      'budget-16k discriminant',
      'grounded discriminant',
      'everything confounded',
    ]);
    expect(test.rulings?.[3]?.pan_repair).toBe(true);
    // As told by the specification: rank 47 of 50 at k = 5; cut at 8,192 and planned at 9,104; contradicted.
    const control = (id: string) => test.trials?.find((one) => one.incident === id && one.repair === '')?.verdict;
    expect(control('INC-A')?.evidence).toMatchObject({ rank: 47, candidates_seen: 50, top_k: 5 });
    expect(control('INC-B')?.evidence).toMatchObject({ planned_at: 9104, cut: { at: 8192, unit: 'token' } });
    expect(control('INC-C')).toMatchObject({ verdict: 'H3a', reason: 'contradiction' });
    // Each trial once, each of artifacts of its own.
    expect(test.trials).toHaveLength(45);
    expect(new Set(test.trials?.map((one) => one.triple_sha256)).size).toBe(45);
    expect(out).toContain('INC-B  H2 (cut)             0/3      0/3        3/3         0/3         3/3');
    expect(out).toContain('everything  confounded pan-repair');

    // Nothing is left: no call is made, and the same file comes out.
    const written = readFileSync(at('canonical.json'), 'utf8');
    expect(command([...args, '--out', 'canonical.json'])).toMatchObject({ status: 0, out });
    expect(readFileSync(at('canonical.json'), 'utf8')).toBe(written);
    // The app has changed since: refused, and nothing is touched.
    writeFileSync(join(built.apps, 'refunds.mjs'), '\n', { flag: 'a' });
    const changed = command([...args, '--out', 'canonical.json']);
    expect(changed.status).toBe(2);
    expect(changed.err).toContain('was begun with something else: the application’s module has another content');
  }, 600_000);
});

describe('an application that is not steady', () => {
  it('and recovers two of three times establishes nothing', () => {
    const calls = at('flaky.calls');
    const { status, out } = ferryTest(['--out', 'flaky.json'], { MODE: 'flaky', CALLS: calls });
    expect(status).toBe(0);
    expect(matrixOf(read('flaky.json'))).toEqual(['INC-F control 0/3', 'INC-F top-k-9 2/3']);
    expect(rulingsOf(read('flaky.json'))).toEqual(['top-k-9 not_established']);
    expect(out).toContain('it recovered its own in some trials only: INC-F 2/3');
  });

  it('is told of when ranks vary', () => {
    const { out } = ferryTest(['--out', 'ranks.json'], { MODE: 'ranks', CALLS: at('ranks.calls') });
    expect(out).toContain('INC-F under control: not stable, seen at 5, 6, 7');
    expect(out).toContain('INC-F under top-k-9: not stable, seen at 5, 6, 7');
    const absent = ferryTest([], { MODE: 'absent', CALLS: at('absent.calls') });
    expect(absent.out).toContain('INC-F under top-k-9: not stable, seen at 5, and absent');
  });

  it('and answers another input is not believed', () => {
    const { status, out } = ferryTest([], { MODE: 'another' });
    expect(status).toBe(0);
    expect(out).toContain('INC-F is not established: control 1 failed: the application answered another input');
  });

  it('nor in another configuration than was frozen', () => {
    const { out } = ferryTest([], { MODE: 'drift' });
    expect(out).toContain('INC-F is not established: the control ran with another snapshot than was frozen');
    // Nothing could be concluded: nothing more was called.
    expect(out).toContain('0/3      –');
  });

  it('and moves a second pin is run no further', () => {
    const { out } = ferryTest([], { MODE: 'two-pins' });
    expect(out).toContain('top-k-9  confounded pan-repair');
    expect(out).toContain('0/3      1/1');
  });
});

describe('a split test that is stopped', () => {
  it('by its budget says so, and the same command goes on', () => {
    const first = ferryTest(['--out', 'budget.json', '--max-calls', '4']);
    expect(first.status).toBe(3);
    expect(first.err).toContain(
      'stopped after 4 calls, as asked; 2 trials left; the same command goes on where it stopped',
    );
    expect(first.out).toContain('not complete: 2 trials left');
    expect(read('budget.json')).not.toHaveProperty('ended_at_unix_nano');
    expect(read('budget.json')).not.toHaveProperty('rulings');
    const second = ferryTest(['--out', 'budget.json', '--max-calls', '4']);
    expect(second.status).toBe(0);
    expect(second.err).toContain('[5/6] INC-F  top-k-9  2: HOLD');
    expect(read('budget.json').trials).toHaveLength(6);
  });

  it('by Ctrl-C ends at once, with what is done kept', async () => {
    const args = [
      '--app',
      'apps/variable.mjs',
      '--incidents',
      ferry,
      '--repairs',
      'ferry.yaml',
      '--out',
      'ctrl-c.json',
    ];
    const child = spawn(process.execPath, [built.cli, 'split-test', ...args], {
      cwd: built.folder,
      env: { ...process.env, PAUSE: '400' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let err = '';
    child.stderr.on('data', (piece: Buffer) => {
      err += piece.toString('utf8');
    });
    while (!err.includes('[2/6]')) await sleep(50);
    child.kill('SIGINT');
    const status = await new Promise((resolve) => child.once('close', resolve));
    expect({ status, err }).toEqual({ status: 3, err: expect.stringContaining('stopped by you') as string });
    const kept = read('ctrl-c.json').trials?.length ?? 0;
    expect(kept).toBeGreaterThanOrEqual(2);
    expect(kept).toBeLessThan(6);
  });

  it('by kill -9 again and again comes to the same matrix', async () => {
    const args = [
      '--app',
      'apps/variable.mjs',
      '--incidents',
      ferry,
      '--repairs',
      'ferry.yaml',
      '--out',
      'killed.json',
    ];
    const calls = at('killed.calls');
    for (let start = 0; start < 4; start += 1) {
      const child = spawn(process.execPath, [built.cli, 'split-test', ...args], {
        cwd: built.folder,
        env: { ...process.env, CALLS: calls },
        stdio: 'ignore',
      });
      await sleep(700 + 331 * start);
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('close', resolve));
    }
    expect(ferryTest(['--out', 'killed.json'], { CALLS: calls }).status).toBe(0);
    const test = read('killed.json');
    expect(matrixOf(test)).toEqual(['INC-F control 0/3', 'INC-F top-k-9 3/3']);
    expect(test.trials?.map(({ repair, number }) => `${repair} ${number}`)).toEqual([
      ' 1',
      ' 2',
      ' 3',
      'top-k-9 1',
      'top-k-9 2',
      'top-k-9 3',
    ]);
  });

  it('by kill -9 leaves no application behind, not even one that never gives way', async () => {
    const args = ['--app', 'apps/variable.mjs', '--incidents', ferry, '--repairs', 'ferry.yaml'];
    const child = spawn(process.execPath, [built.cli, 'split-test', ...args], {
      cwd: built.folder,
      env: { ...process.env, MODE: 'spins', CALLS: at('spins') },
      stdio: 'ignore',
    });
    while (!existsSync(at('spins.pid')) || readFileSync(at('spins.pid'), 'utf8') === '') await sleep(50);
    const pid = Number(readFileSync(at('spins.pid'), 'utf8'));
    expect(isRunning(pid)).toBe(true);
    child.kill('SIGKILL');
    for (let waited = 0; isRunning(pid) && waited < 200; waited += 1) await sleep(100);
    expect(isRunning(pid)).toBe(false);
  });

  it('is not run twice at once on one file', async () => {
    const args = ['--app', 'apps/variable.mjs', '--incidents', ferry, '--repairs', 'ferry.yaml', '--out', 'twice.json'];
    const child = spawn(process.execPath, [built.cli, 'split-test', ...args], {
      cwd: built.folder,
      env: { ...process.env, PAUSE: '1500' },
      stdio: 'ignore',
    });
    while (!existsSync(at('twice.json.journal'))) await sleep(50);
    const second = ferryTest(['--out', 'twice.json']);
    expect(second.status).toBe(2);
    expect(second.err).toMatch(/twice\.json\.lock: another process \(process \d+ on /);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
    // Its lock died with it.
    expect(ferryTest(['--out', 'twice.json']).status).toBe(0);
  });

  it('not by a reader that has seen enough', () => {
    const line = `"$NODE" "$CLI" split-test --app apps/variable.mjs --incidents ${ferry} --repairs ferry.yaml --out pipe.json 2>/dev/null | head -c 5; echo " status \${PIPESTATUS[0]}"`;
    const { stdout } = spawnSync('bash', ['--norc', '-c', line], {
      cwd: built.folder,
      encoding: 'utf8',
      env: { ...process.env, NODE: process.execPath, CLI: built.cli },
    });
    expect(stdout).toMatch(/ status 0\n$/);
    expect(rulingsOf(read('pipe.json'))).toEqual(['top-k-9 not_established']);
  });
});

describe('a trial that failed', () => {
  it('is kept, and run again when it is asked for; the result says so', () => {
    const environment = { MODE: 'limited', CALLS: at('limited.calls') };
    const first = ferryTest(['--out', 'limited.json'], environment);
    expect(first.out).toContain('INC-F is not established: control 3 failed: Error: 429: slow down, [redacted:email]');
    expect(first.err).toContain('1 trial failed; the same command with --retry-failed runs such trials again');
    const again = ferryTest(['--out', 'limited.json'], environment);
    expect(again.err).toContain('limited.json.journal: 3 trials done before\n');
    expect(read('limited.json').trials).toHaveLength(3);

    const retried = ferryTest(['--out', 'limited.json', '--retry-failed'], environment);
    expect(retried.err).toMatch(/\[3\/\d\] INC-F {2}control {2}3: H1/);
    expect(retried.err).toContain('INC-F  top-k-9  1: failed: ');
    expect(rulingsOf(read('limited.json'))).toEqual(['top-k-9 not_established']);
    expect(ferryTest(['--out', 'limited.json', '--retry-failed'], environment).status).toBe(0);
    const test = read('limited.json');
    expect(matrixOf(test)).toEqual(['INC-F control 0/3', 'INC-F top-k-9 3/3']);
    expect(test.trials?.map(({ number, error }) => [number, error])).toEqual(
      [1, 2, 3, 1, 2, 3].map((number) => [number, undefined]),
    );
    expect(test.rulings?.[0]?.because).toContain('; 2 failed trials were run again');
    // Nothing failed is left, and without the flag the same comes out.
    const written = readFileSync(at('limited.json'), 'utf8');
    expect(ferryTest(['--out', 'limited.json'], environment).err).toBe('limited.json.journal: 6 trials done before\n');
    expect(readFileSync(at('limited.json'), 'utf8')).toBe(written);
    // All eight calls are in the journal.
    expect(readFileSync(at('limited.json.journal'), 'utf8').match(/"kind":"trial"/gu)).toHaveLength(8);
  });
});

describe('what is printed', () => {
  it('as JSON is the sealed message', () => {
    const { out } = ferryTest(['--format', 'json']);
    expect(matrixOf(parseSplitTest(out, 'out', HASH))).toEqual(['INC-F control 0/3', 'INC-F top-k-9 3/3']);
  });

  it('holds no escape of a hostile application', () => {
    write('hostile.mjs', `export const answer = () => { throw new Error('\\u001b[31mred\\u202e'); };\n`);
    const { out, err } = command(['--app', 'hostile.mjs', '--incidents', ferry, '--repairs', 'ferry.yaml']);
    for (const text of [out, err]) {
      expect(text).toContain('\\u{1b}[31mred\\u{202e}');
      expect(text).not.toContain('\u001b');
    }
  });

  it('goes into the incidents when asked, once', () => {
    mkdirSync(at('recorded'));
    copyFileSync(ferry, at('recorded/INC-F.json'));
    const args = ['--app', 'apps/variable.mjs', '--incidents', 'recorded', '--repairs', 'ferry.yaml', '--record'];
    command([...args, '--out', 'recorded.out']);
    command([...args, '--out', 'recorded.out']);
    const incident = parseIncident(readFileSync(at('recorded/INC-F.json'), 'utf8'), 'INC-F', HASH);
    expect(incident.repairs).toEqual([{ id: 'top-k-9', boundary: 'retrieval', changes: [{ pin: 'top_k', to: '9' }] }]);
    expect(incident.trials).toHaveLength(6);
  });
});

describe('an incident that keeps no text', () => {
  it('is tested with its input given byte for byte, under its key', async () => {
    const environment = { ...process.env, RAGSPAN_HASH_KEY: 'k' };
    const path = await freezeTo(at('bare'), 'A', built, {
      app: join(built.apps, 'variable.mjs'),
      input: FERRY,
      id: 'INC-N',
      cases: FERRY_CASES,
      withText: false,
      environment,
    });
    expect(readFileSync(path, 'utf8')).not.toContain('ferry leave');
    const args = ['--app', 'apps/variable.mjs', '--incidents', 'bare', '--repairs', 'ferry.yaml'];
    const missing = command(args, environment);
    expect(missing.err).toMatch(/INC-N: the text of its input was not kept .*\n.*--input INC-N=FILE/);
    write('other.txt', 'When does the bus leave?');
    expect(command([...args, '--input', 'INC-N=other.txt'], environment).err).toContain('is not the pinned one');
    write('question.txt', `${FERRY}\n`);
    const { status, out } = command([...args, '--input', 'INC-N=question.txt'], environment);
    expect(status).toBe(0);
    expect(out).toContain('3/3');
    // Or by the case file, which has the line as well.
    write(
      'cases.yaml',
      JSON.stringify({ cases: [{ id: 'f', when: { input: FERRY }, need: { line: 'the ferry leaves at noon' } }] }),
    );
    expect(command([...args, '--cases', 'cases.yaml', '--max-calls', '1'], environment).status).toBe(3);
    expect(command([...args, '--input', 'INC-N=question.txt']).err).toContain('was sealed under the key named');
  });
});

describe('a command line that cannot be run', () => {
  const base = (): string[] => [
    '--app',
    join(built.apps, 'variable.mjs'),
    '--incidents',
    canonical,
    '--repairs',
    at('repairs.yaml'),
  ];
  const without = (flag: string): string[] =>
    base().filter((_, index, all) => all[index] !== flag && all[index - 1] !== flag);

  it.each([
    ['--app', '--app is missing'],
    ['--incidents', '--incidents is missing'],
    ['--repairs', '--repairs is missing'],
  ])('without %s', async (flag, words) => {
    const { status, err } = await run(['split-test', ...without(flag)]);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(words) as string });
  });

  it.each<readonly [readonly string[], string]>([
    [['--trials', '2'], 'is no whole number of 3 to 1000\nFewer than three trials prove nothing.'],
    [['--max-calls', '0'], '--max-calls "0" is no whole number of 1 or more'],
    [['--format', 'xml'], 'is not one of text, json'],
    [['--input', 'x'], '--input "x" is not ID=FILE'],
    [['--retry-failed'], '--retry-failed needs --out'],
    [['--input', 'INC-Z=package.json'], '--input is given for "INC-Z", which is not tested'],
    [['--maxcalls', '1'], 'Did you mean --max-calls?'],
  ])('with %j', async (more, words) => {
    const { status, err } = await run(['split-test', ...base(), ...more]);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(words) as string });
  });

  it('with files that are not there, or nothing', async () => {
    mkdirSync(at('empty'), { recursive: true });
    const other = (flag: string, value: string): string[] => [...without(flag), flag, value];
    const errorOf = async (args: readonly string[]): Promise<string> => {
      const { status, err } = await run(['split-test', ...args]);
      expect(status).toBe(2);
      return err;
    };
    expect(await errorOf(other('--incidents', at('empty')))).toContain('there is no incident in the folder');
    expect(await errorOf(other('--incidents', at('absent')))).toContain('no such file');
    expect(await errorOf(other('--incidents', at('repairs.yaml')))).toContain('is no JSON');
    expect(await errorOf(other('--app', at('absent.mjs')))).toContain('there is no such file');
    expect(await errorOf(other('--repairs', at('absent.yaml')))).toContain('--repairs');
    const bad = write('bad.yaml', '- id: a\n  boundary: retrieval\n  change: {top_k: 50}\n');
    expect(await errorOf(other('--repairs', bad))).toContain(
      'bad.yaml:3:3: [0].change: is no known key; did you mean changes?',
    );
    const pan = write('pan.yaml', PAN);
    expect(await errorOf(other('--repairs', pan))).toMatch(/changes top_k, budget, template at once.*\n.*--force/);
    write('there.json', '{}');
    expect(await errorOf([...base(), '--out', at('there.json')])).toContain('is there already');
    expect(readFileSync(at('there.json'), 'utf8')).toBe('{}');
  });

  it('with an incident that was changed, or two of one id', async () => {
    const text = readFileSync(join(canonical, 'INC-A.json'), 'utf8');
    const tampered = write('tampered.json', text.replace('"topK": 5', '"topK": 6'));
    const args = (path: string): string[] => ['split-test', ...without('--incidents'), '--incidents', path];
    expect((await run(args(tampered))).err).toContain('the file was changed after it was sealed');
    mkdirSync(at('second'), { recursive: true });
    const other = await freezeTo(at('second'), 'B', built, { id: 'INC-A' });
    const { status, err } = await run([...args(canonical), '--incidents', other]);
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringContaining('two incidents have the id INC-A') as string,
    });
  });

  it('but the same incident twice counts once', () => {
    const { status, out } = ferryTest(['--incidents', 'ferry', '--max-calls', '1', '--format', 'json']);
    expect(status).toBe(3);
    expect(parseSplitTest(out, 'out', HASH).incidents?.map(({ id }) => id)).toEqual(['INC-F']);
  });

  it('asks of the application the pinned question', () => {
    expect(readFileSync(join(canonical, 'INC-A.json'), 'utf8')).toContain(questionOf('A'));
  });

  it('where the module exports no answer', () => {
    const { status, err } = command(['--app', 'apps/nothing.mjs', '--incidents', ferry, '--repairs', 'ferry.yaml']);
    expect(status).toBe(2);
    expect(err).toContain('it exports no function `answer` (it exports question)');
  });

  it('says how when asked', async () => {
    const { status, out } = await run(['split-test', '--help']);
    expect(status).toBe(0);
    expect(out).toContain('Usage: ragspan split-test');
  });
});
