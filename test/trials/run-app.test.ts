/** One trial of an application: its run comes back judged, and whatever it does ends its own process alone. */
import { execFileSync, fork, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeRun } from '../../src/joining/judge-trace.js';
import { runApp, type AppRun, type RunAppOptions } from '../../src/trials/run-app.js';
import { buildCommand, type BuiltCommand } from '../support/trial-process.js';

const INPUT = 'What colour is the sky?';
const CASES = JSON.stringify({
  version: 1,
  cases: [{ id: 'sky', need: { line: 'the sky over the harbour is blue today' }, expect: { must: ['blue'] } }],
});

let built: BuiltCommand;
beforeAll(async () => {
  built = await buildCommand();
});
afterAll(() => rmSync(built.folder, { recursive: true, force: true }));

const trial = (app: string, options: Partial<RunAppOptions> = {}): Promise<AppRun> =>
  runApp({
    app: join(built.apps, app),
    input: INPUT,
    cases: CASES,
    environment: process.env,
    trialProcess: built.trialProcess,
    ...options,
  });
const misbehaves = (how: string, options: Partial<RunAppOptions> = {}, more: object = {}): Promise<AppRun> =>
  trial('misbehaving.mjs', { overrides: { how, ...more }, ...options });

describe('the run of a trial', () => {
  it('comes back as it was decided in its own process', async () => {
    const { judged, answer, error, notes } = await misbehaves('answers');
    expect({ error, notes }).toEqual({ error: undefined, notes: [] });
    expect(answer).toBe('It is blue: the sky over the harbour is blue today.');
    expect(judged?.verdict).toMatchObject({ verdict: 'HOLD', case: 'sky', pattern: 'present/present/passes' });
    // Judged here once more, from the same spans, cases and options.
    const again = judged === undefined ? undefined : judgeRun(judged.run, judged.basis.book, judged.basis.options);
    expect(again?.verdict).toEqual(judged?.verdict);
    expect(again?.contextBytes).toBe(judged?.contextBytes);
  });

  it('is judged without a case where none is given', async () => {
    const { judged } = await misbehaves('answers', { cases: undefined });
    expect(judged?.verdict.verdict).toBe('UNDECLARED');
  });

  it('is judged under the hash key of the environment', async () => {
    const plain = await misbehaves('answers');
    const keyed = await misbehaves('answers', { environment: { ...process.env, RAGSPAN_HASH_KEY: 'k' } });
    expect(keyed.judged?.verdict.sha256?.input).not.toBe(plain.judged?.verdict.sha256?.input);
    expect(keyed.judged?.basis.options.hash.keyName).toMatch(/^[0-9a-f]{8}$/);
  });

  it('is frozen by nobody, whatever the environment asks of production', async () => {
    const dir = join(built.folder, 'frozen');
    const cases = JSON.stringify({ cases: [{ id: 'sea', need: { line: 'the sea is green' } }] });
    const { judged } = await misbehaves('answers', { cases, environment: { ...process.env, RAGSPAN_INCIDENTS: dir } });
    expect(judged?.verdict.verdict).toBe('H1');
    expect(existsSync(dir)).toBe(false);
  });

  it('comes from ESM, CommonJS and TypeScript alike', async () => {
    const cases = JSON.stringify({ cases: [{ id: 'tide', need: { line: 'the tide is' } }] });
    // Node 20 runs no TypeScript by itself.
    const isTyped = 'typescript' in process.features && process.features.typescript !== false;
    for (const app of ['common.cjs', ...(isTyped ? ['typed.ts'] : [])]) {
      const { judged, answer, error } = await trial(app, { cases });
      expect({ app, error, verdict: judged?.verdict.pattern }).toMatchObject({ app, error: undefined });
      expect(answer).toMatch(/^It says: the tide is/);
    }
  });

  it('sees the overrides, and nothing of the trial before', async () => {
    const { answer } = await trial('common.cjs', { overrides: { text: 'another tide' } });
    expect(answer).toBe('It says: another tide');
    expect((await misbehaves('counts')).answer).toBe('call 1');
    expect((await misbehaves('counts')).answer).toBe('call 1');
  });

  it('ends with a stream that the application returns', async () => {
    const { answer, judged } = await misbehaves('streams');
    expect(answer).toBe('It is blue: the sky over the harbour is blue today.');
    expect(judged?.verdict.verdict).toBe('HOLD');
  });

  it.each(['streamsChunks', 'streamsResult'])('ends with a stream of a model’s own kind: %s', async (how) => {
    const { answer, judged } = await misbehaves(how);
    expect([judged?.verdict.verdict, judged?.verdict.reason]).toEqual(['HOLD', undefined]);
    expect(answer).toBe('It is blue: the sky over the harbour is blue today.');
  });

  it('is not confused by messages and output of the application', async () => {
    expect((await misbehaves('sends')).judged?.verdict.verdict).toBe('HOLD');
    expect((await misbehaves('prints')).judged?.verdict.verdict).toBe('HOLD');
    expect(await misbehaves('answersNumber')).toMatchObject({ answer: expect.stringContaining('blue') as string });
  });
});

describe('an application that misbehaves is told of', () => {
  it.each([
    ['throws', 'threw', /^RangeError: no index here/],
    ['throwsText', 'threw', /plain words was thrown/],
    ['throwsApart', 'threw', /in a timer/],
    ['rejectsApart', 'threw', /nobody waits/],
    ['exits', 'ended', /status 7.*going now/],
    ['kills', 'ended', /SIGKILL/],
    ['idles', 'ended', /waits for something that can never come/],
    ['records', 'no_run', /no run was seen: record the hand-offs/],
    ['answersTwice', 'several_runs', /2 runs answered this input/],
    ['nothingLikeIt', 'threw', /TypeError/],
  ])('%s', async (how, kind, message) => {
    const { error, judged } = await misbehaves(how);
    expect(error).toMatchObject({ kind, message: expect.stringMatching(message) as string });
    expect(judged).toBeUndefined();
  });

  it.each(['hangs', 'spins'])('%s', async (how) => {
    const begun = performance.now();
    const { error } = await misbehaves(how, { timeoutMillis: 1_500 });
    expect(error).toEqual({ kind: 'timeout', message: 'it did not answer within 1500 ms, and was stopped' });
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it.each([
    ['throwsWords', 'threw', 'the application threw an error'],
    ['exitsWith', 'ended', 'the application ended the process (status 7) before it answered'],
  ])('in words that are redacted, and once more without them: %s', async (how, kind, withoutWords) => {
    const said = 'no user jane.doe@example.com at +49 30 90182 2200';
    const { error } = await misbehaves(
      how,
      {},
      { words: how === 'exitsWith' ? `${'x'.repeat(5_000)}\n${said}` : said },
    );
    expect(error).toMatchObject({ kind, withoutWords });
    expect(error?.message).toContain('no user [redacted:email] at [redacted:phone]');
    expect(error?.message).not.toContain('xx');
  });

  it('with its run, when it throws after it', async () => {
    const { error, judged } = await misbehaves('throwsAfter');
    expect(error?.message).toBe('Error: too late');
    expect(judged?.verdict.verdict).toBe('HOLD');
  });

  it('when it leaves handles open', async () => {
    const { notes, judged } = await misbehaves('opens');
    expect(notes).toEqual(['the application left open: 1 Timeout']);
    expect(judged?.verdict.verdict).toBe('HOLD');
  });

  it('and what it starts ends with it', async () => {
    const mark = `ragspan-trial-${process.pid}`;
    await misbehaves('spawns', {}, { mark });
    await sleep(200);
    const running = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    expect(running.split('\n').filter((line) => line.includes(mark) && line.includes('setInterval'))).toEqual([]);
  });

  it('when it answers another input: the run has another hash', async () => {
    const { judged } = await misbehaves('answersAnother');
    const asked = await misbehaves('answers');
    expect(judged?.verdict.sha256?.input).not.toBe(asked.judged?.verdict.sha256?.input);
  });

  it('when it is not there, or exports nothing of the name', async () => {
    expect((await trial('absent.mjs')).error).toMatchObject({
      kind: 'load',
      message: expect.stringContaining('there is no file') as string,
    });
    expect((await trial('nothing.mjs')).error?.kind).toBe('load');
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const begun = performance.now();
    setTimeout(() => stop.abort(), 500);
    const { error } = await misbehaves('hangs', { signal: stop.signal });
    expect(error?.message).toBe('the trial was stopped');
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

describe('the process of a trial', () => {
  it('ends when the one that asked was gone before it could look', async () => {
    const { pid: gone } = spawnSync(process.execPath, ['-e', '']);
    const child = fork(built.trialProcess, [String(gone)], { execArgv: [], stdio: 'ignore' });
    const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)));
    expect(signal).toBe('SIGKILL');
  });
});

describe('an application with a provider of its own', () => {
  it('is judged, and exports nothing', async () => {
    const cases = JSON.stringify({ cases: [{ id: 'pier', need: { line: 'all quiet on the pier' } }] });
    const { judged, answer, error } = await trial('own-provider.mjs', { cases });
    expect({ error, answer }).toEqual({ error: undefined, answer: 'all quiet on the pier; exported 0' });
    expect(judged?.verdict.case).toBe('pier');
  });

  it('that it writes to directly is told what to do', async () => {
    const { error } = await trial('own-provider.mjs', { overrides: { direct: true } });
    expect(error).toEqual({
      kind: 'no_run',
      message: expect.stringContaining('sets up a tracer provider of its own') as string,
    });
  });
});
