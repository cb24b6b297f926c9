/** The recorder beside a real processor: every decided run becomes a file, and the application never notices. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trace } from '@opentelemetry/api';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generation, retrieval, run } from '../../src/instrumentation/index.js';
import { RagspanProcessor } from '../../src/processor/index.js';
import { readReplayRecord } from '../../src/replay/record-file.js';
import { ReplayRecorder, type RecorderOptions } from '../../src/replay/replay-recorder.js';
import { disableGlobals, enableContext, testProvider, type TestProvider } from '../support/sdk.js';
import { canonicalRun, HASH } from './support.js';

const folder = mkdtempSync(join(tmpdir(), 'ragspan-recorder-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let next = 0;
const newDir = (): string => join(folder, String((next += 1)));

let provider: TestProvider | undefined;
beforeEach(() => enableContext());
afterEach(async () => {
  await provider?.provider.shutdown();
  disableGlobals();
});

function recording(options: Partial<RecorderOptions> = {}): { recorder: ReplayRecorder; dir: string; said: string[] } {
  const dir = options.dir ?? newDir();
  const said: string[] = [];
  const recorder = new ReplayRecorder({ dir, say: (line) => said.push(line), ...options });
  provider = testProvider((batched) => [
    new RagspanProcessor({ cases: false, log: 'off' }, { decided: recorder.decided }),
    batched,
  ]);
  trace.setGlobalTracerProvider(provider.provider);
  return { recorder, dir, said };
}

const ask = (id: string, inside: () => void = () => undefined): string =>
  run({ id, input: 'What is open?' }, () => {
    const [hit] = retrieval({ query: 'What is open?', topK: 1 }, () => [{ id: 'doc/1', text: 'the pier is open' }]);
    const said = generation(
      { model: 'm', messages: [{ role: 'user', content: `${hit?.text}\n\nWhat is open?` }] },
      () => 'The pier.',
    );
    inside();
    return said;
  });

describe('the recorder', () => {
  it('writes one record a run, with what the application knows of the request', async () => {
    const { recorder, dir } = recording({ withText: true, pathOf: ({ id }) => `kb/${id}` });
    ask('run-1', () => {
      recorder.note('run-1', { requestId: 'req-1' });
      recorder.note('run-1', { claims: [{ text: 'The pier is open.', ids: ['doc/1'] }], problems: [] });
    });
    // Nothing is written in the application's own call.
    expect(recorder.counts.written).toBe(0);
    await recorder.flush();
    expect(recorder.counts).toEqual({ written: 1, dropped: 0 });
    const record = await readReplayRecord(join(dir, 'req-1.replay.json'), HASH);
    expect(record).toMatchObject({
      request_id: 'req-1',
      claims: [{ text: { text: 'The pier is open.' }, chunk_ids: ['doc/1'] }],
      packed_ids: ['doc/1'],
      triple: { run_id: 'run-1', retrieval: { items: [{ path: 'kb/doc/1' }] } },
    });
  });

  it('keeps requests that overlap apart', async () => {
    const { recorder, dir } = recording();
    ask('run-1', () => {
      recorder.note('run-2', { requestId: 'second' });
      recorder.note('run-1', { requestId: 'first' });
    });
    ask('run-2');
    await recorder.flush();
    expect(readdirSync(dir).sort()).toEqual(['first.replay.json', 'second.replay.json']);
    expect((await readReplayRecord(join(dir, 'second.replay.json'), HASH)).triple?.run_id).toBe('run-2');
  });

  it('writes each run of one request, also when another process wrote the first', async () => {
    const { recorder, dir } = recording();
    for (const id of ['run-1', 'run-2', 'run-3']) ask(id, () => recorder.note(id, { requestId: 'req-1' }));
    await recorder.flush();
    expect(recorder.counts).toEqual({ written: 3, dropped: 0 });
    const names = readdirSync(dir).sort();
    expect(names).toEqual([
      expect.stringMatching(/^req-1-[0-9a-f]{16}\.replay\.json$/u),
      expect.stringMatching(/^req-1-[0-9a-f]{16}\.replay\.json$/u),
      'req-1.replay.json',
    ]);
    const records = await Promise.all(names.map((name) => readReplayRecord(join(dir, name), HASH)));
    expect(records.map((record) => record.request_id)).toEqual(['req-1', 'req-1', 'req-1']);
    expect(new Set(records.map((record) => record.triple?.run_id)).size).toBe(3);
    // A file of that name that is no record of ours.
    writeFileSync(join(dir, 'run-4.replay.json'), 'x');
    ask('run-4');
    await recorder.flush();
    expect(recorder.counts).toEqual({ written: 4, dropped: 0 });
  });

  it('does not keep a request id in which a redactor finds something', async () => {
    const { recorder, dir } = recording();
    ask('run-1', () => recorder.note('run-1', { requestId: 'jane.doe@example.com' }));
    await recorder.flush();
    const [name = ''] = readdirSync(dir);
    const record = await readReplayRecord(join(dir, name), HASH);
    expect(record.request_id).toBe(record.triple?.trace_id);
    expect(record.notes).toContainEqual(expect.stringContaining('the request id was not kept'));
    expect(readFileSync(join(dir, name), 'utf8') + name).not.toContain('jane');
  });

  it('leaves a record that is there already as it is', async () => {
    const [dir, said] = [newDir(), [] as string[]];
    const one = await canonicalRun('a');
    // Decided again, and by another process.
    for (const again of [new ReplayRecorder({ dir, say: (line) => said.push(line) }), new ReplayRecorder({ dir })]) {
      again.decided(one);
      again.decided(one);
      await again.flush();
      expect(again.counts.dropped).toBe(0);
    }
    expect(said).toEqual([]);
    expect(readdirSync(dir)).toHaveLength(1);
  });

  it('writes what it is asked to, and no more files than allowed', async () => {
    const { recorder, dir, said } = recording({ maxFiles: 2, when: ({ run: { runId } }) => runId !== 'run-0' });
    for (let index = 0; index < 5; index += 1) ask(`run-${index}`);
    await recorder.flush();
    expect(readdirSync(dir).sort()).toEqual(['run-1.replay.json', 'run-2.replay.json']);
    expect(recorder.counts).toEqual({ written: 2, dropped: 2 });
    expect(said).toEqual([expect.stringContaining('holds 2 replay records')]);
  });

  it('counts what the folder holds now, and goes on when it was emptied', async () => {
    const { recorder, dir } = recording({ maxFiles: 1 });
    for (const run of ['run-1', 'run-2']) {
      ask(run);
      await recorder.flush();
    }
    expect(recorder.counts).toEqual({ written: 1, dropped: 1 });
    rmSync(dir, { recursive: true });
    ask('run-3');
    await recorder.flush();
    expect(readdirSync(dir)).toEqual(['run-3.replay.json']);
    // Another process writes one, too.
    writeFileSync(join(dir, 'other.replay.json'), '');
    rmSync(join(dir, 'run-3.replay.json'));
    ask('run-4');
    await recorder.flush();
    expect(recorder.counts).toEqual({ written: 2, dropped: 2 });
  });

  it('holds no more runs than its queue, and says so once', async () => {
    const said: string[] = [];
    const recorder = new ReplayRecorder({ dir: newDir(), say: (line) => said.push(line) });
    const one = await canonicalRun('a');
    for (let index = 0; index < 200; index += 1)
      recorder.decided({ ...one, run: { ...one.run, runId: `run-${index}` } });
    await recorder.flush();
    expect(recorder.counts.written + recorder.counts.dropped).toBe(200);
    expect(recorder.counts.written).toBe(50);
    expect(said).toHaveLength(1);
  });

  it('forgets notes of runs that were never decided', async () => {
    const dir = newDir();
    const recorder = new ReplayRecorder({ dir });
    recorder.note('old', { requestId: 'forgotten' });
    for (let index = 0; index < 1_000; index += 1) recorder.note(`run-${index}`, { requestId: `r-${index}` });
    const one = await canonicalRun('a');
    recorder.decided({ ...one, run: { ...one.run, runId: 'old' } });
    recorder.decided({ ...one, run: { ...one.run, runId: 'run-999' } });
    await recorder.flush();
    expect(readdirSync(dir).sort()).toEqual(['old.replay.json', 'r-999.replay.json']);
  });

  it('never throws into the application, whatever fails', async () => {
    const blocked = newDir();
    writeFileSync(blocked, 'a file, no folder');
    const { recorder, said } = recording({ dir: blocked });
    expect(ask('run-1')).toBe('The pier.');
    await recorder.flush();
    expect(recorder.counts).toEqual({ written: 0, dropped: 1 });
    expect(said).toHaveLength(1);

    const one = await canonicalRun('a');
    const throws = (): never => {
      throw new Error('no');
    };
    const worse = new ReplayRecorder({ dir: newDir(), when: throws, say: throws });
    expect(() => worse.decided(one)).not.toThrow();
    expect(() => worse.decided({} as never)).not.toThrow();
    await worse.flush();
    expect(worse.counts.written).toBe(0);
  });
});
