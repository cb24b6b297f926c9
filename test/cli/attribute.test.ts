import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readSpanRecords } from '../../src/files/read/span-records.js';
import { fileSource } from '../../src/files/read/trace-file.js';
import { traceFileBytes, type TraceFormat } from '../../src/files/write/trace-file.js';
import { file, run, vector } from './support.js';

const CANONICAL = ['a', 'b', 'c'].flatMap((name) =>
  ['', '-gen-ai', '-openinference'].map((dialect) => `canonical-${name}${dialect}`),
);
const expected = (name: string): string => readFileSync(vector(name, 'verdict.json'), 'utf8');
const cases = (name: string): string => vector(name, 'cases.yaml');

describe('ragspan attribute --format json', () => {
  it.each(CANONICAL)('prints the verdict of %s from a file, from standard input and gzipped', async (name) => {
    const trace = readFileSync(vector(name));
    const packed = file(`${name}.json.gz`, gzipSync(trace));
    for (const [path, stdin] of [
      [vector(name), ''],
      ['-', trace],
      ['-', gzipSync(trace)],
      [packed, ''],
    ] as const) {
      const { status, out, err } = await run(['attribute', '--cases', cases(name), '--format', 'json', path], {
        stdin,
      });
      expect({ status, out, err }).toEqual({ status: 0, out: expected(name), err: '' });
    }
  });

  it.each<TraceFormat>(['otlp_json_lines', 'otlp_protobuf', 'otlp_protobuf_length_prefixed', 'jaeger_json'])(
    'prints the same from %s',
    async (format) => {
      for (const name of CANONICAL) {
        const { records } = await readSpanRecords([fileSource(vector(name))]);
        const { out } = await run(['attribute', '--cases', cases(name), '--format', 'json', '-'], {
          stdin: traceFileBytes(records, { format }),
        });
        expect(out).toBe(expected(name));
      }
    },
  );

  it('joins a trace that lies in several files, whatever their order', async () => {
    const { records } = await readSpanRecords([fileSource(vector('canonical-b'))]);
    const paths = records.map((record, index) => file(`part-${index}.json`, traceFileBytes([record])));
    for (const order of [paths, paths.toReversed()]) {
      const { out } = await run(['attribute', '--cases', cases('canonical-b'), '--format', 'json', ...order]);
      expect(out).toBe(expected('canonical-b'));
    }
  });

  it('prints runs in order of trace ids, from however many files', async () => {
    const { out } = await run([
      'attribute',
      '--cases',
      cases('canonical-a'),
      '--format',
      'json',
      vector('canonical-c'),
      vector('canonical-a'),
      vector('canonical-b'),
    ]);
    const { runs } = JSON.parse(out) as { runs: { trace_id: string; verdict: string }[] };
    expect(runs.map((one) => one.trace_id)).toEqual(runs.map((one) => one.trace_id).toSorted());
    expect(runs.map((one) => one.verdict).toSorted()).toEqual(['H1', 'H2', 'H3a']);
  });

  it('prints an object without runs where there are none', async () => {
    const { status, out } = await run(['attribute', '--format', 'json', '-'], { stdin: '{"resourceSpans":[]}' });
    expect({ status, out }).toEqual({ status: 0, out: '{\n  "version": 1\n}\n' });
  });
});

describe('ragspan attribute: the case', () => {
  it('can be made of flags, which mean what a case file means', async () => {
    const flags = [
      '--line',
      'refund PENDING, no reference issued',
      '--line-is',
      'correct',
      '--must',
      'PENDING',
      '--must-not',
      'was processed',
      '--must-not',
      'reference RB-8814',
      '--allow',
      '/has not been processed/',
    ];
    const { out } = await run(['attribute', ...flags, '--format', 'json', vector('canonical-c')]);
    expect(out).toBe(expected('canonical-c').replace('"case": "refund-status"', '"case": "command-line"'));
  });

  it('is not needed to count losses', async () => {
    const { status, out } = await run(['attribute', vector('canonical-b')]);
    expect(status).toBe(0);
    expect(out).toContain('UNDECLARED loss cut');
    expect(out).toContain('No case file: only losses are counted.');
  });

  it('is refused with its line and key when it is bad, and nothing is judged', async () => {
    const bad = file('bad.yaml', 'version: 1\ncases:\n  - id: x\n    nead: 1\n');
    const { status, out, err } = await run(['attribute', '--cases', bad, vector('canonical-b')]);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/bad\.yaml:4:\d+: cases\[0\]\.nead/u);
  });

  it('takes options that change a verdict from flags before the environment', async () => {
    const h2 = await run(['attribute', '--cases', cases('h2-altered-ws'), '--format', 'json', vector('h2-altered-ws')]);
    expect(h2.out).toContain('"H2"');
    const hold = await run(
      [
        'attribute',
        '--cases',
        cases('h2-altered-ws'),
        '--format',
        'json',
        '--accept-forms',
        'ws',
        vector('h2-altered-ws'),
      ],
      { env: { RAGSPAN_ACCEPT_FORMS: 'html' } },
    );
    expect(hold.out).toContain('"HOLD"');
  });
});

/** Of the first chunk that a vector's run retrieved. */
function digestOf(name: string): string {
  const [found] =
    /"ragspan\.retrieval\.chunk\.digests".*?([0-9a-f]{32})/su.exec(readFileSync(vector(name), 'utf8'))?.slice(1) ?? [];
  return found ?? '';
}

describe('ragspan attribute: the exit status', () => {
  it('is 1 when a verdict of --fail-on occurs, and H3 means the whole family', async () => {
    expect(
      (await run(['attribute', '--cases', cases('canonical-c'), '--fail-on', 'H1,h2', vector('canonical-c')])).status,
    ).toBe(0);
    expect(
      (await run(['attribute', '--cases', cases('canonical-c'), '--fail-on', 'H1,H3', vector('canonical-c')])).status,
    ).toBe(1);
    expect(
      (await run(['attribute', '--cases', cases('canonical-b'), '--fail-on', 'H2', vector('canonical-b')])).status,
    ).toBe(1);
  });

  it('is 1 when any of several --fail-on names it', async () => {
    const args = ['attribute', '--cases', cases('canonical-b'), '--fail-on', 'H2', '--fail-on', 'H1'];
    expect((await run([...args, vector('canonical-b')])).status).toBe(1);
  });

  it('is 2 when --fail-on could not tell: no run, or none that any case applied to', async () => {
    const nothing = file('no-spans.json', '{"resourceSpans":[]}');
    const gate = ['attribute', '--fail-on', 'H1,H2,H3'];
    expect(await run([...gate, nothing])).toMatchObject({
      status: 2,
      err: 'ragspan: --fail-on: nothing was measured: no run was seen\n',
    });
    expect(await run([...gate, vector('canonical-a'), vector('canonical-b')])).toMatchObject({
      status: 2,
      err: 'ragspan: --fail-on: nothing was measured: 2 runs without a case\n',
    });
    // Asked for, it is what was found; beside a run that was measured it is told.
    expect((await run([...gate, '--fail-on', 'undeclared', vector('canonical-a')])).status).toBe(1);
    // It applies to one of two runs.
    const own = file(
      'of-one.yaml',
      `cases: [{id: b, when: {retrieved: ["${digestOf('canonical-b')}"]}, need: {line: x}}]`,
    );
    expect(await run([...gate, '--cases', own, vector('canonical-b'), vector('b48-undeclared')])).toMatchObject({
      status: 1,
    });
    expect(
      await run(['attribute', '--fail-on', 'H3', '--cases', own, vector('canonical-b'), vector('b48-undeclared')]),
    ).toMatchObject({ status: 0, err: 'ragspan: --fail-on: not measured: 1 run without a case\n' });
    expect((await run(['attribute', nothing])).status).toBe(0);
  });

  it('is 2 when every run is an UNKNOWN that may be a verdict of --fail-on, and 0 where it cannot be', async () => {
    const unchecked = ['--line', 'refund PENDING, no reference issued', vector('canonical-c')];
    const { out } = await run(['attribute', '--format', 'json', ...unchecked]);
    expect(JSON.parse(out)).toMatchObject({ runs: [{ verdict: 'UNKNOWN', candidates: ['H3', 'HOLD'] }] });
    expect(await run(['attribute', '--fail-on', 'H3', ...unchecked])).toMatchObject({
      status: 2,
      err: 'ragspan: --fail-on: nothing was measured: 1 run UNKNOWN\n',
    });
    expect(await run(['attribute', '--fail-on', 'H1,H2', ...unchecked])).toMatchObject({ status: 0, err: '' });
    expect((await run(['attribute', '--fail-on', 'H1,UNKNOWN', ...unchecked])).status).toBe(1);
  });

  it('is found out to the end though nobody reads on; without --fail-on nothing more is judged', async () => {
    const files = [vector('canonical-a'), vector('canonical-b'), vector('canonical-c')];
    const own = ['attribute', '--cases', cases('canonical-a'), ...files];
    const verdicts = ['H1', 'H2', 'H3'].map(async (name) => run([...own, '--fail-on', name], { closesAfter: 1 }));
    expect((await Promise.all(verdicts)).map(({ status }) => status)).toEqual([1, 1, 1]);
    const stopped = await run(own, { closesAfter: 1 });
    expect([stopped.status, stopped.out.match(/^H\d/gmu)?.length]).toEqual([0, 1]);
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'the file is empty'],
    ['nothing, gzipped', gzipSync(''), 'the file is empty'],
    ['half a gzip header', Buffer.from([0x1f, 0x8b]), 'the gzip file is cut short'],
    ['a broken gzip', Buffer.from('\u001f\u008b\u0008\u0000junkjunkjunk', 'latin1'), 'the gzip file is corrupt'],
    ['gzipped junk', gzipSync(Buffer.from([0xfa, 0xce, 0, 1, 2, 3, 0xff])), 'is none of OTLP JSON'],
    ['gzip in gzip', gzipSync(gzipSync('{"resourceSpans":[]}')), 'is none of OTLP JSON'],
    ['zeros', Buffer.alloc(100_000), 'is none of OTLP JSON'],
    ['a byte order mark', Buffer.from('\ufeff'), 'is none of OTLP JSON'],
  ])('is 2 for %s, which is named by its place', async (name, stdin, problem) => {
    const path = file(`${name}.bin`, stdin);
    for (const [given, shown] of [
      [path, path],
      ['-', 'standard input'],
    ] as const) {
      const { status, out, err } = await run(['attribute', '--format', 'json', given], { stdin });
      expect({ status, out }).toEqual({ status: 2, out: '{\n  "version": 1\n}\n' });
      expect(err).toContain(`ragspan: ${shown}, byte 0: ${problem}`);
      expect(err).toContain('ragspan: 1 place could not be read; no run was found beside it\n');
    }
  });

  it('is 2 for damage, which is named, while the rest is judged and printed', async () => {
    const whole = readFileSync(vector('canonical-b'), 'utf8');
    const damaged = file(
      'damaged.jsonl',
      `${JSON.stringify(JSON.parse(whole))}\n{"resourceSpans":[{"scopeSpans":[{"spans":[{"tr\n`,
    );
    const { status, out, err } = await run([
      'attribute',
      '--cases',
      cases('canonical-b'),
      '--format',
      'json',
      '--fail-on',
      'H2',
      damaged,
      'no/such/file',
    ]);
    expect(status).toBe(2);
    expect(out).toBe(expected('canonical-b'));
    expect(err).toMatch(/damaged\.jsonl, line 2, byte \d+, resourceSpans\[0\]\.scopeSpans\[0\]\.spans\[0\]: /u);
    expect(err).toContain('no/such/file: there is no such file: check the path\n');
    expect(err).toContain('ragspan: 2 places could not be read; 1 run beside it was judged\n');
  });

  it.each([
    [['attribute'], 'no trace file given'],
    [['attribute', '-', '-'], '- stands twice'],
    [['attribute', '--format', 'xml', 'x'], '"xml" is neither text nor json'],
    [['attribute', '--fail-on', 'H4', 'x'], '"H4" is no verdict'],
    [['attribute', '--fail-on', '', 'x'], '--fail-on names no verdict'],
    [['attribute', '--fail-on', ' , ', 'x'], '--fail-on names no verdict'],
    [['attribute', '--caess', 'x', 'y'], 'Did you mean --cases?'],
    [['attribute', '-x', 'y'], 'there is no option -x\nSee `ragspan attribute --help`.'],
    [['attribute', '--must', 'x', 'y'], 'need the evidence beside them'],
    [['attribute', '--cases', 'a', '--line', 'b', 'c'], 'cannot both apply'],
    [['attribute', '--max-scan-bytes', '-1', 'x'], 'one that begins with a dash\nWrite --max-scan-bytes=VALUE'],
    [['attribute', 'x', '--top-k'], '--top-k has no value\nSee `ragspan attribute --help`.'],
    [['attribute', '--help=x'], '--help takes no value\nWrite --help alone.'],
    [['attribute', '--top-k', 'many', 'x'], '--top-k is not a whole number'],
    [['attribute', '--corpus-manifest', 'nowhere', 'x'], 'corpus manifest nowhere'],
    [['attribute', '--cases', 'nowhere.yaml', 'x'], 'the case file nowhere.yaml: there is no such file'],
    [['attribute', '--from', 'zipkin=http://x', '1'], '"zipkin" is no backend'],
    [['attribute', '--from', 'jaeger=file:///etc/passwd', '1'], 'only http and https'],
    [['attribute', '--from', 'jaeger=http://x'], '--from needs a trace id'],
    [['attribute', '--from', 'jaeger=http://x', 'xyz'], '"xyz" is no trace id'],
    [['attribute', '--header', 'a: b', 'x'], '--header goes with --from'],
    [['attribute', '--from', 'tempo=http://x', '--header', 'a b: c', '1'], '"a b" cannot be sent'],
    [['attribute', '--from', 'tempo=http://x', '--header', 'a: \u202e', '1'], '"a" cannot be sent'],
    [['atribute', 'x'], 'Did you mean `ragspan attribute`?'],
    [['__proto__'], 'there is no command'],
  ])('is 2 for wrong usage, with what to do: %j', async (args, message) => {
    const { status, out, err } = await run(args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain(message);
  });
});

describe('ragspan attribute --from', () => {
  const serve = async (
    answer: (url: string, headers: NodeJS.Dict<string | string[]>) => { status: number; body: Buffer | string },
  ): Promise<{ url: string; close: () => void }> => {
    const server = createServer((request, response) => {
      const { status, body } = answer(request.url ?? '', request.headers);
      response.writeHead(status).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
  };

  it('asks Jaeger for the trace, and Tempo with the headers given', async () => {
    const { records } = await readSpanRecords([fileSource(vector('canonical-b'))]);
    const traceId = records[0]?.traceId ?? '';
    const asked: string[] = [];
    const jaeger = await serve((url) => {
      asked.push(url);
      return { status: 200, body: traceFileBytes(records, { format: 'jaeger_json' }) };
    });
    const tempo = await serve((url, headers) => {
      asked.push(`${url} ${String(headers['x-scope-orgid'])} ${String(headers['authorization'])}`);
      return { status: 200, body: traceFileBytes(records, { format: 'otlp_protobuf' }) };
    });
    const own = ['--cases', cases('canonical-b'), '--format', 'json'];
    expect((await run(['attribute', '--from', `jaeger=${jaeger.url}/ui/`, ...own, traceId.toUpperCase()])).out).toBe(
      expected('canonical-b'),
    );
    const address = tempo.url.replace('http://', 'http://me:secret@');
    expect(
      (await run(['attribute', '--from', `tempo=${address}`, '--header', 'X-Scope-OrgID: team', ...own, traceId])).out,
    ).toBe(expected('canonical-b'));
    expect(asked).toEqual([
      `/ui/api/traces/${traceId}`,
      `/api/traces/${traceId} team Basic ${Buffer.from('me:secret').toString('base64')}`,
    ]);
    jaeger.close();
    tempo.close();
  });

  it('says what the backend said, without credentials', async () => {
    const backend = await serve(() => ({ status: 404, body: 'trace not found' }));
    const { status, err } = await run([
      'attribute',
      '--from',
      `jaeger=${backend.url.replace('http://', 'http://me:secret@')}`,
      'abc',
    ]);
    expect(status).toBe(2);
    expect(err).toContain('jaeger has no trace 00000000000000000000000000000abc (HTTP 404)');
    expect(err).not.toContain('secret');
    backend.close();
    const gone = await run(['attribute', '--from', `tempo=${backend.url}`, 'abc']);
    expect(gone.err).toContain('is tempo running there?');
  });
});
