import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readSpanRecords } from '../../src/files/read/span-records.js';
import { fileSource } from '../../src/files/read/trace-file.js';
import { traceFileBytes } from '../../src/files/write/trace-file.js';
import { HELD, hashedTrace } from './hashed-trace.js';
import { file, run, vector } from './support.js';

describe('ragspan doctor', () => {
  it('says what was seen per kind and dialect, and that nothing is missing', async () => {
    const { status, out } = await run(['doctor', vector('canonical-b')]);
    expect(status).toBe(0);
    expect(out).toMatch(/retrieval +1 {2}ragspan 1/u);
    expect(out).toMatch(/model +1 {2}OpenTelemetry GenAI 1/u);
    expect(out).toContain('Everything that a verdict needs is there.');
    const other = await run(['doctor', vector('canonical-b-openinference')]);
    expect(other.out).toContain('OpenInference');
  });

  it.each([
    ['unknown-content-off-retrieval', 'log chunks with neither text nor digest'],
    ['unknown-content-off-context', 'log neither messages nor a hash of the context'],
    ['unknown-output-unlogged', 'log no output'],
    ['unknown-retrieval-unlogged', 'no retrieval span: H1 and H2 cannot be told'],
    ['unknown-context-unlogged', 'no model span: H2 and H3 cannot be told'],
    ['log-tool-undeclared', 'declare it: `retrieval_tools`'],
    ['log-k-observed', 'do not log k'],
    ['unknown-dropped-attributes-context', 'telemetry may have changed'],
    ['unknown-hash-mismatch', 'made with another key'],
    ['b26-provider-held', 'held by the provider'],
  ])('says of %s what is missing and what to do', async (name, words) => {
    const { out } = await run(['doctor', vector(name)]);
    expect(out.replaceAll(/\s+/gu, ' ')).toContain(words);
    expect(out).toContain('→');
  });

  it('shows the verdicts of the process, and asks for no output text where hashes are all there is', async () => {
    const { status, out } = await run(['doctor', '-'], { stdin: hashedTrace(HELD) });
    expect(status).toBe(0);
    expect(out).toMatch(/Verdicts on these spans\n HOLD {2}case bar-hours · run support\n {3}rank 3\/5 within k=3/u);
    expect(out).toContain('outputs are hashes');
    expect(out).toContain('Everything that a verdict needs is there.');
  });

  it('says where to judge when hashes are all there is and nothing was judged', async () => {
    const { out } = await run(['doctor', '-'], { stdin: hashedTrace({}) });
    expect(out.replaceAll(/\s+/gu, ' ')).toContain('log the output as a hash only');
    expect(out).toContain('RagspanProcessor');
  });

  it('says that no case matched when every verdict is UNDECLARED', async () => {
    const { out } = await run(['doctor', '-'], { stdin: hashedTrace({ 'ragspan.verdict': 'UNDECLARED' }) });
    expect(out).toContain('every verdict is UNDECLARED: no case matched');
  });

  it('names run() where retrieval and model call stand in two traces', async () => {
    const { out } = await run(['doctor', '-'], { stdin: hashedTrace({}, '2') });
    const words = out.replaceAll(/\s+/gu, ' ');
    expect(words).toContain('a retrieval without a model call in 1 trace, a model call without a retrieval in 1');
    expect(words).toContain('wrap the request in `run()` so that one trace holds both');
  });

  it('has nothing to report on where no file could be read', async () => {
    const { out } = await run(['doctor', 'nowhere']);
    expect(out).toBe('');
  });

  it('says so when nothing arrived', async () => {
    const { status, out } = await run(['doctor', '-'], { stdin: '{"resourceSpans":[]}' });
    expect(status).toBe(0);
    expect(out).toContain('Nothing arrived');
  });

  it('receives spans over OTLP/HTTP, as JSON and protobuf, until it is stopped', async () => {
    const trace = readFileSync(vector('canonical-b'));
    const { records } = await readSpanRecords([fileSource(vector('canonical-a'))]);
    let stop = (): void => undefined;
    const interrupted = new Promise<void>((resolve) => {
      stop = resolve;
    });
    let heard: (url: string) => void = () => undefined;
    const listening = new Promise<string>((resolve) => {
      heard = resolve;
    });
    const kept = join(dirname(file('kept', '')), `kept-${process.pid}.jsonl`);
    const doctor = run(['doctor', '--listen', '0', '--out', kept], {
      interrupted,
      onErr: (text) => {
        const url = /http:\/\/127\.0\.0\.1:\d+/u.exec(text)?.[0];
        if (url !== undefined) heard(url);
      },
    });
    const url = await listening;
    const json = await fetch(`${url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(trace),
    });
    expect([json.status, await json.text()]).toEqual([200, '{}']);
    const proto = await fetch(`${url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-protobuf' },
      body: new Uint8Array(traceFileBytes(records, { format: 'otlp_protobuf' })),
    });
    expect([proto.status, (await proto.arrayBuffer()).byteLength]).toEqual([200, 0]);
    stop();
    const { status, out } = await doctor;
    expect(status).toBe(0);
    expect(out).toContain('2 traces');
    // What arrived is judged as the files are from which it was sent.
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    const args = ['--cases', vector('canonical-a', 'cases.yaml'), '--format', 'json'];
    const judged = await run(['attribute', ...args, kept]);
    expect(judged).toEqual(await run(['attribute', ...args, vector('canonical-a'), vector('canonical-b')]));
    expect(JSON.parse(judged.out)).toMatchObject({ runs: [{ verdict: 'H1' }, { verdict: 'H2' }] });
    const again = await run(['doctor', '--listen', '0', '--for', '0', '--out', kept]);
    expect(again).toMatchObject({
      status: 2,
      err: expect.stringContaining(`--out: ${kept} is there already\nName a new`),
    });
  });

  it('says to the exporter and to the user what of a request it could not read', async () => {
    let stop = (): void => undefined;
    const interrupted = new Promise<void>((resolve) => {
      stop = resolve;
    });
    let heard: (url: string) => void = () => undefined;
    const listening = new Promise<string>((resolve) => {
      heard = resolve;
    });
    const doctor = run(['doctor', '--listen', '0'], {
      interrupted,
      onErr: (text) => heard(/http:\/\/127\.0\.0\.1:\d+/u.exec(text)?.[0] ?? ''),
    });
    const url = await listening;
    const answered = await fetch(`${url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'garbage',
    });
    expect([answered.status, await answered.json()]).toEqual([
      400,
      { message: expect.stringContaining('is none of OTLP JSON') },
    ]);
    stop();
    const { status, err } = await doctor;
    expect(status).toBe(2);
    expect(err).toContain('request 1, byte 0: is none of OTLP JSON');
  });

  it('stops by itself after --for seconds', async () => {
    expect((await run(['doctor', '--listen', '0', '--for', '0'])).status).toBe(0);
  });

  it.each([
    [['doctor'], 'no trace file given'],
    [['doctor', '--listen', '1', 'file'], 'reads files or listens'],
    [['doctor', '--out', 'x', 'file'], '--out keeps what --listen receives'],
    [['doctor', '--listen', '0', '--out', 'no/such/folder/x'], '--out: no/such/folder/x: '],
    [['doctor', '--listen', 'here'], '"here" is no number'],
    [['doctor', 'nowhere'], 'nowhere: there is no such file: check the path\n'],
  ])('is 2 for wrong usage: %j', async (args, message) => {
    const { status, err } = await run(args);
    expect(status).toBe(2);
    expect(err).toContain(message);
  });
});
