/** `ragspan view` as a server: what it serves, to whom, and what it refuses. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { incidentText } from '../../src/incidents/incident-file.js';
import type { Io } from '../../src/cli/io.js';
import { announce } from '../../src/cli/view/announce.js';
import { viewPage } from '../../src/cli/view/view-pages.js';
import { listedPart } from '../../src/cli/view/list-query.js';
import { isLoopback } from '../../src/cli/own-host.js';
import { Guard } from '../../src/cli/view/guard.js';
import { FILE_LIMITS, LIVE_LIMITS } from '../../src/cli/view/limits.js';
import { ProblemList } from '../../src/cli/view/problem-list.js';
import { RunShelf, type ShelvedRun } from '../../src/cli/view/run-shelf.js';
import { SEARCHED_LENGTH, shelvedIncident } from '../../src/cli/view/shelved-run.js';
import { ShownRuns } from '../../src/cli/view/shown-runs.js';
import { LiveRuns } from '../../src/cli/view/live-runs.js';
import type { TextMessage } from '../../src/proto/messages.generated.js';
import { frozen, HASH, practised, vector } from '../page/support.js';
import { CASES, hostileTrace, longTrace } from '../page/traces.js';
import { HELD, hashedTrace } from './hashed-trace.js';
import { run } from './support.js';
import { events, send, view, type Viewed } from './view-support.js';
import { cpuClock } from '../support/cpu-time.js';

const folder = mkdtempSync(join(tmpdir(), 'ragspan-view-test-'));
const cases = join(folder, 'cases.yaml');
writeFileSync(cases, CASES);
const open: Viewed[] = [];
afterAll(async () => {
  await Promise.all(open.map((one) => one.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function started(args: readonly string[]): Promise<Viewed> {
  const viewed = await view(args);
  open.push(viewed);
  return viewed;
}

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** With headers that `fetch` does not let one set. */
function get(url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET', body = ''): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const canonical = ['a', 'b', 'c'].map((name) => `test/vectors/canonical-${name}/trace.json`);
const three = [...canonical, '--cases', 'test/vectors/canonical-a/cases.yaml'];
const verdicts = (body: string): string[] =>
  [...body.matchAll(/<td class="verdict">\s*<span class="badge \w+">(\w+)</gu)]
    .map(([, verdict = '']) => verdict)
    .sort();

describe('ragspan view', () => {
  it('judges trace files as attribute does, and ends well on Ctrl-C', async () => {
    const viewed = await view(three);
    expect(viewed.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/u);
    expect(viewed.err()).toContain('3 runs: http');
    const { status, body } = await get(viewed.url);
    expect(status).toBe(200);
    expect(verdicts(body)).toEqual(['H1', 'H2', 'H3a']);
    const href = /href="(\/run\/[^"]+)"/u.exec(body)?.[1] ?? '';
    expect((await get(new URL(href, viewed.url).href)).body).toContain('The triple');
    expect((await viewed.stop()).status).toBe(0);
    await expect(get(viewed.url)).rejects.toThrow(/ECONNREFUSED/u);
  });

  it('takes a case from flags, and traces from standard input', async () => {
    const viewed = await started([...canonical, '--line', 'shipped on time', '--must', 'PENDING']);
    expect(verdicts((await get(viewed.url)).body)).toEqual(['H3', 'H3', 'H3']);
  });

  it('shows runs of which the trace holds hashes alone, with what the process had found', async () => {
    const path = join(folder, 'hashes.json');
    writeFileSync(path, hashedTrace(HELD));
    const { url } = await started([path]);
    const { body } = await get(url);
    expect(body).toContain('in process: <b>HOLD · case bar-hours · rank 3/5 within k=3');
    const href = /href="(\/run\/[^"]+)"/u.exec(body)?.[1] ?? '';
    const page = (await get(new URL(href, url).href)).body;
    expect(page).toContain('Judged in the process, where the texts were: <b>HOLD · case bar-hours');
  });

  it('reads a folder of incidents and traces, and says what of it cannot be read', async () => {
    const dir = mkdtempSync(join(folder, 'both-'));
    const text = incidentText(practised(await frozen(vector('canonical-b'), { id: 'INC-1' })), HASH);
    writeFileSync(join(dir, 'INC-1.json'), text);
    writeFileSync(join(dir, 'copy.json'), text);
    writeFileSync(join(dir, 'INC-2.json'), text.replace('PENDING', 'PAID'));
    writeFileSync(join(dir, 'trace.json'), vector('canonical-c').trace);
    writeFileSync(join(dir, 'broken.json'), '{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"zz"}]}]}');
    writeFileSync(join(dir, 'ledger.jsonl'), '{"atUnixNano":"1","incident":"INC-1","kind":"add","sequence":"1"}\n');
    writeFileSync(join(dir, 'notes.md'), '# nothing of ours');
    mkdirSync(join(dir, 'deeper.json'));
    symlinkSync(join(dir, 'INC-1.json'), join(dir, 'link.json'));
    const { url, err } = await started([dir]);
    const { body } = await get(url);
    expect(body).toContain('href="/incident/INC-1"');
    expect(body).toMatch(/href="\/run\/[0-9a-f]{32}-0000000000000001"/u);
    expect(body).toContain('INC-2.json: sha256: the file was changed after it was sealed');
    expect(body).toContain('another file has the id INC-1 too');
    expect(err()).toContain('broken.json');
    expect(err()).not.toMatch(/ledger|notes\.md|deeper/u);
    expect((await get(`${url}incident/INC-1`)).body).toContain('Predictions against the diff');
    // An incident is none of the runs, and the other way about.
    expect((await get(`${url}run/INC-1`)).status).toBe(404);
  });

  it('links incidents that pair, from the ledger', async () => {
    const dir = mkdtempSync(join(folder, 'paired-'));
    const { trace, cases: book } = vector('canonical-b');
    // Another run: a trace of its own, and a root of its own.
    const again = trace
      .replaceAll(/("traceId": ?")01/g, '$102')
      .replaceAll(/(pan[iI]d": ?")0{15}1"/g, '$1a000000000000001"');
    const files: string[] = [];
    for (const [id, text] of [
      ['INC-7', trace],
      ['INC-8', again],
    ] as const) {
      const path = join(dir, `${id}.json`);
      writeFileSync(
        path,
        incidentText(await frozen({ trace: text, ...(book === undefined ? {} : { cases: book }) }, { id }), HASH),
      );
      files.push(path);
    }
    const ledger = join(dir, 'ledger.jsonl');
    expect((await run(['ledger', 'add', ...files, '--ledger', ledger])).status).toBe(0);
    expect((await run(['ledger', 'pair', 'INC-7', 'INC-8', '--ledger', ledger])).status).toBe(0);
    const { url } = await started([dir, '--ledger', ledger]);
    expect((await get(`${url}incident/INC-7`)).body).toContain('<a href="/incident/INC-8"><b>INC-8</b></a>');
  });

  it('masks what is asked for in runs of traces', async () => {
    const path = join(folder, 'long.json');
    writeFileSync(path, longTrace({ isCut: false }).trace);
    const plain = await started([path, '--cases', cases]);
    const masked = await started([path, '--cases', cases, '--redact', 'email']);
    const page = async ({ url }: Viewed): Promise<string> => {
      const href = /href="(\/run\/[^"]+)"/u.exec((await get(url)).body)?.[1] ?? '';
      return (await get(new URL(href, url).href)).body;
    };
    expect(await page(plain)).toContain('jane.doe@example.com');
    const shown = await page(masked);
    expect(shown).not.toContain('jane.doe');
    expect(shown).toContain('redacted: email');
    expect(shown).toContain('+44 20');
  });

  it.each([
    [[], 'nothing to show'],
    [['nowhere.json'], 'nowhere.json: there is no such file or folder'],
    [[':1', ':2'], 'listens on one port'],
    [[':banana'], '":banana": "banana" is no port'.replace('":banana": ', ':banana: ')],
    [[':0', '--port', '70000'], '--port: "70000" is no port'],
    [[':0', '--token', 'short'], '--token: 5 characters'],
    [[':0', '--token', 'long enough but with spaces'], 'ASCII without spaces'],
    [[':0', '--host', '203.0.113.77'], '203.0.113.77:'],
    [['-', '-'], '- stands twice'],
    [[':0', '--ledger', 'nowhere.jsonl'], 'nowhere.jsonl'],
    [[':0', '--redact', 'names'], '"names" is no built-in redactor'],
  ])('is 2 for wrong usage: %j', async (args, words) => {
    const { status, err } = await run(['view', ...args, ...(args.includes('--port') ? [] : ['--port', '0'])]);
    expect(err).toContain(words);
    expect(status).toBe(2);
  });

  it('is 2 when nothing of a file can be read, and says what', async () => {
    const path = join(folder, 'noise.json');
    writeFileSync(path, 'this is no trace');
    const { status, err } = await run(['view', path, '--port', '0']);
    expect(status).toBe(2);
    expect(err).toContain('is none of OTLP JSON');
  });

  it('says whose port it is', async () => {
    const { url } = await started([':0']);
    const { status, err } = await run(['view', ':0', '--port', new URL(url).port]);
    expect(status).toBe(2);
    expect(err).toMatch(/cannot be had: .*EADDRINUSE/u);
    expect(err).toContain('--port N');
  });
});

describe('what it answers', () => {
  it('sends a strict policy and no CORS with every answer, whatever is asked', async () => {
    const viewed = await started([...three, '--token', 'a-token-of-our-own']);
    const url = viewed.url.replace(/\?.*/u, '');
    const token = { authorization: 'Bearer a-token-of-our-own', origin: 'http://evil.example' };
    const replies = [
      await get(url, token),
      await get(`${url}run/nothing`, token),
      await get(url),
      await get(url, token, 'POST'),
      await get(url, { ...token, host: 'evil.example' }),
      await get(`${url}nowhere`, token),
      await get(url, token, 'OPTIONS'),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 401, 405, 421, 404, 405]);
    for (const { headers } of replies) {
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'/u);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|data:|http/u);
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cache-control']).toBe('no-store');
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('has no inline handler, style or script but the one that its policy names', async () => {
    const { url } = await started([':0']);
    const { body, headers } = await get(url);
    expect(body.match(/<script>/gu)).toHaveLength(1);
    expect(body).not.toMatch(/<[^>]+\s(?:style|on\w+)=/u);
    expect(headers['content-security-policy']).toMatch(/script-src 'sha256-[^']+'; connect-src 'self'/u);
    expect(body).not.toContain('innerHTML');
  });

  it.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.0.0.1',
    'a b',
    '[::1',
    '127.0.0.1:80:80',
  ])('refuses the name %j: a page that rebinds its name to us gets nothing', async (host) => {
    const { url } = shared ?? (shared = await started(three));
    const { status, body } = await get(url, { host });
    expect(status).toBe(421);
    expect(body).not.toContain('refund');
  });
  let shared: Viewed | undefined;

  it.each(['127.0.0.1', 'localhost', 'LOCALHOST:4319', 'localhost.', '[::1]:4319', '127.0.0.2'])(
    'answers to %j',
    async (host) => {
      const { url } = shared ?? (shared = await started(three));
      expect((await get(url, { host })).status).toBe(200);
    },
  );

  it.each([
    '//evil.example/',
    '/run/../../etc/passwd',
    '/run/%00',
    '/%',
    '/incident/<b>',
    '/run/constructor',
    '/run/__proto__',
    '/favicon.ico',
    `/run/${'a'.repeat(5000)}`,
  ])('has no page for %j', async (path) => {
    const { url } = shared ?? (shared = await started(three));
    const { port } = new URL(url);
    const status = await raw(Number(port), `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(status).toMatch(/^HTTP\/1\.1 40[04]/u);
  });

  it('lives through what is no request at all', async () => {
    const { url } = shared ?? (shared = await started(three));
    const { port } = new URL(url);
    await raw(Number(port), '\0\0\0\0\r\n\r\n');
    // Without a name nobody is ours.
    expect(await raw(Number(port), 'GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 421/u);
    await raw(Number(port), `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`);
    await raw(Number(port), 'POST /token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\nx', 300);
    expect((await get(url)).status).toBe(200);
  });
});

/** What came back to these bytes, until the other side ends or so many milliseconds are over. */
function raw(port: number, bytes: string, millis = 2000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    const end = (): void => {
      socket.destroy();
      resolve(text);
    };
    socket.on('data', (piece) => (text += piece.toString('latin1')));
    socket.on('close', end);
    socket.on('error', end);
    socket.setTimeout(millis, end);
  });
}

describe('the token', () => {
  it('is made and printed for any address but the loopback one, and never asked for there', async () => {
    const everywhere = await started([...three, '--host', '0.0.0.0']);
    const token = new URL(everywhere.url).searchParams.get('token') ?? '';
    expect(token.length).toBeGreaterThan(30);
    // No other machine can open `0.0.0.0`.
    expect(new URL(everywhere.url).hostname).toBe(hostname().toLowerCase());
    expect(everywhere.err()).toContain(
      `On this machine: http://localhost:${new URL(everywhere.url).port}/?token=${token}`,
    );
    const url = `http://127.0.0.1:${new URL(everywhere.url).port}/`;
    expect((await get(url)).status).toBe(401);
    expect((await get(url)).body).not.toContain('refund');
    expect((await get(url, { authorization: `Bearer ${token}` })).status).toBe(200);
    expect(new URL((await started(three)).url).search).toBe('');
  });

  it('moves from the address into a cookie that no script reads, and opens nothing when it is wrong', async () => {
    const { url } = await started([...three, '--token', 'a-token-of-our-own']);
    const bare = url.replace(/\?.*/u, '');
    const first = await get(`${bare}?verdict=H2&token=a-token-of-our-own`);
    expect([first.status, first.headers.location]).toEqual([303, '/?verdict=H2']);
    const cookie = first.headers['set-cookie']?.[0] ?? '';
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/u);
    expect(verdicts((await get(`${bare}?verdict=H2`, { cookie: cookie.split(';')[0] ?? '' })).body)).toEqual(['H2']);
    for (const wrong of ['', 'a-token-of-our-ow', 'a-token-of-our-owN', 'a-token-of-our-own2', '%FF']) {
      expect((await get(`${bare}?token=${wrong}`)).status).toBe(401);
      expect((await get(bare, { cookie: `${cookie.split('=')[0]}=${wrong}` })).status).toBe(401);
      expect((await get(bare, { authorization: `Bearer ${wrong}` })).status).toBe(401);
    }
    expect((await get(`${bare}token`, {}, 'POST', 'token=wrong')).status).toBe(401);
    expect((await get(`${bare}token`, {}, 'POST', 'x'.repeat(10_000))).status).toBe(413);
    expect((await get(`${bare}token`, {}, 'POST', 'token=a-token-of-our-own')).status).toBe(303);
  });

  it('guards every path, the stream of changes too', async () => {
    const { url } = await started([':0', '--token', 'a-token-of-our-own']);
    const bare = url.replace(/\?.*/u, '');
    for (const path of ['', 'events', 'run/x', 'incident/x', 'token'])
      expect((await get(bare + path)).status).toBe(401);
  });

  it('knows the loopback addresses, and other names only when they are told', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', 'localhost'].map(isLoopback)).toEqual([true, true, true, true]);
    expect(['0.0.0.0', '::', '192.168.1.5', 'example.com', '127.0.0.1.example'].map(isLoopback)).toEqual(
      Array.from({ length: 5 }, () => false),
    );
    const guard = new Guard({ token: 'x'.repeat(16), host: '0.0.0.0', names: ['Docs.Example'] });
    expect(guard.isOurHost('docs.example:4319')).toBe(true);
    expect(guard.isOurHost('192.168.1.5:4319')).toBe(true);
    expect(guard.isOurHost('other.example')).toBe(false);
    expect(guard.isOurHost(undefined)).toBe(false);
  });
});

describe('live', () => {
  it('judges what arrives, keeps the list up to date, and tells open pages', async () => {
    const { url, otlp } = await started([':0', '--cases', cases]);
    const controller = new AbortController();
    const stream = await fetch(`${url}events`, { signal: controller.signal });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    expect(decoder.decode((await reader.read()).value)).toMatch(/data: 0\n\n/u);
    expect(await send(otlp, longTrace({ isCut: true }).trace)).toBe(200);
    expect(decoder.decode((await reader.read()).value)).toMatch(/data: [1-9]\d*\n\n/u);
    expect(verdicts((await get(url)).body)).toEqual(['H2']);
    controller.abort();
  });

  it('tells open pages of spans that make no run, and of what could not be read', async () => {
    const { url, otlp } = await started([':0']);
    const page = await events(url);
    const first = await page.next();
    await send(otlp, 'no trace at all');
    const second = await page.next();
    const span = { traceId: '1'.repeat(32), spanId: '2'.repeat(16), name: 'GET', startTimeUnixNano: '1' };
    await send(otlp, JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }));
    const third = await page.next();
    expect([first, second, third]).toEqual(['0', '1', '2']);
    const { body } = await get(url);
    expect(body).toContain('1 span so far');
    expect(body).toContain('1 place could not be read');
    await page.close();
  });

  it('has every choice in the page from the start, hidden while there is none', async () => {
    const { url, otlp } = await started([':0', '--cases', cases]);
    expect((await get(url)).body.match(/<label hidden\s*>\w+<select/gu)).toHaveLength(3);
    await send(otlp, longTrace({ isCut: true }).trace);
    await expect.poll(async () => verdicts((await get(url)).body), { timeout: 20_000 }).toEqual(['H2']);
    expect((await get(url)).body).toMatch(/<label\s*>verdict<select/u);
  });

  it('refuses what is no trace, and says so on the page', async () => {
    const { url, otlp } = await started([':0']);
    expect(await send(otlp, 'no trace at all')).toBe(400);
    expect(await send(otlp, '{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"zz"}]}]}]}')).toBe(400);
    expect((await get(url)).status).toBe(200);
    expect((await get(url)).body).toContain('2 places could not be read');
  });

  it('lives through hostile spans', async () => {
    const hostile = hostileTrace(300_000);
    const file = join(folder, 'hostile.yaml');
    writeFileSync(file, hostile.cases ?? '');
    const { url, otlp } = await started([':0', '--cases', file]);
    await send(otlp, hostile.trace);
    await expect.poll(async () => verdicts((await get(url)).body), { timeout: 20_000 }).toEqual(['H3']);
    expect((await get(url)).body).not.toMatch(/<(?:img|svg|iframe|script) (?!class)/u);
  });
});

const judging = { acceptForms: [], maxScanBytes: 2 ** 21, refusals: [], retrievalTools: [], hash: HASH } as const;

describe('live runs', () => {
  const limits = { maxRuns: 3, maxHeldBytes: 2 ** 30, spills: false, goesFirst: 'first_come' } as const;
  function live(shelf: RunShelf, maxRequestBytes = 2 ** 30): LiveRuns {
    return new LiveRuns({
      shelf,
      problems: new ProblemList(),
      book: undefined,
      judging,
      redactors: [],
      maxRequestBytes,
    });
  }
  const trace = (seed: string): Buffer => Buffer.from(longTrace({ isCut: false, seed }).trace);

  it('let the oldest go beyond a number, and beyond so many bytes', async () => {
    const byCount = new RunShelf(limits);
    const runs = live(byCount);
    for (const seed of ['1', '2', '3', '4', '5']) {
      await runs.receive(trace(seed));
      await runs.settle();
    }
    expect([byCount.size, byCount.evicted]).toEqual([3, 2]);
    const byBytes = new RunShelf({ ...limits, maxRuns: 100, maxHeldBytes: 60_000 });
    const more = live(byBytes);
    for (const seed of ['1', '2', '3', '4', '5', '6', '7']) {
      await more.receive(trace(seed));
      await more.settle();
    }
    expect(byBytes.size).toBeLessThan(7);
    expect(byBytes.evicted + byBytes.size).toBe(7);
  });

  it('forget requests beyond so many bytes, and keep what was found in them', async () => {
    const shelf = new RunShelf({ ...limits, maxRuns: 100 });
    const runs = live(shelf, trace('1').length * 2);
    for (const seed of ['1', '2', '3', '4']) {
      await runs.receive(trace(seed));
      await runs.settle();
    }
    expect(shelf.size).toBe(4);
    // The rest of a trace whose beginning is gone does not unmake what was seen of it.
    const before = shelf.all().map(({ listed }) => listed.verdict);
    const whole = JSON.parse(trace('4').toString()) as { resourceSpans: { scopeSpans: { spans: object[] }[] }[] };
    const rest = structuredClone(whole);
    for (const { spans } of rest.resourceSpans[0]?.scopeSpans ?? []) spans.splice(0, spans.length - 1);
    await runs.receive(trace('5'));
    await runs.receive(Buffer.from(JSON.stringify(rest)));
    await runs.receive(trace('6'));
    await runs.settle();
    expect(shelf.all().filter(({ listed }) => listed.verdict !== before[0])).toEqual([]);
  });

  it('are joined by run ids in linear time, however long the chain', async () => {
    const spans = Array.from({ length: 6000 }, (_, index) => ({
      // Each trace shares a run id with the one before it.
      traceId: (6000 - (index >> 1) + (index % 2)).toString(16).padStart(32, '0'),
      spanId: (index + 1).toString(16).padStart(16, '0'),
      name: 'step',
      startTimeUnixNano: '1',
      endTimeUnixNano: '2',
      attributes: [{ key: 'ragspan.run.id', value: { stringValue: `run ${index >> 1}` } }],
    }));
    const shelf = new RunShelf(limits);
    const runs = live(shelf);
    const cpuMillis = cpuClock();
    await runs.receive(Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })));
    await runs.settle();
    expect(cpuMillis()).toBeLessThan(30_000);
  });

  it('are the same whether their spans come at once, in parts or twice', async () => {
    const whole = JSON.parse(trace('parts').toString()) as {
      resourceSpans: { scopeSpans: { scope: object; spans: object[] }[] }[];
    };
    const [resource] = whole.resourceSpans;
    const spans = resource?.scopeSpans[0]?.spans ?? [];
    const single = (span: object): Buffer =>
      Buffer.from(JSON.stringify({ resourceSpans: [{ ...resource, scopeSpans: [{ scope: {}, spans: [span] }] }] }));
    const atOnce = new RunShelf(limits);
    const first = live(atOnce);
    await first.receive(trace('parts'));
    await first.settle();
    const inParts = new RunShelf(limits);
    const second = live(inParts);
    for (const span of [...spans].reverse()) {
      await second.receive(single(span));
      await second.settle();
    }
    await second.receive(trace('parts'));
    await second.settle();
    const shown = (shelf: RunShelf): unknown => shelf.all().map(({ listed }) => ({ ...listed, version: 0 }));
    expect(shown(inParts)).toEqual(shown(atOnce));
    expect(inParts.size).toBe(1);
  });
});

describe('the shelf', () => {
  it('lets the oldest go of what files hold, whatever their order, and says how many', async () => {
    const orders = [
      [1, 2, 3, 4, 5, 6],
      [6, 5, 4, 3, 2, 1],
      [3, 6, 1, 5, 2, 4],
    ];
    for (const order of orders) {
      const shelf = new RunShelf({ ...FILE_LIMITS, maxRuns: 3 });
      for (const at of order) shelf.put(await shelved(`run-${at}`, BigInt(at)));
      expect([shelf.all().map(({ listed }) => listed.key), shelf.evicted]).toEqual([['run-6', 'run-5', 'run-4'], 3]);
    }
  });

  it('lets no incident go, however many runs there are beside it', async () => {
    const shown = new ShownRuns();
    shown.incidents.put(shelvedIncident(await frozen(vector('canonical-a'), { id: 'INC-1' })));
    const { triple: _none, verdict: _neither, ...small } = await frozen(vector('canonical-a'));
    const run = { ...(await shelved('run', 1n)), incident: small };
    for (let index = 0; index <= LIVE_LIMITS.maxRuns; index += 1)
      shown.live.put({ ...run, listed: { ...run.listed, key: `run-${index}` } });
    const files = new RunShelf({ ...FILE_LIMITS, maxRuns: 2 });
    for (const at of [1, 2, 3]) files.put(await shelved(`file-${at}`, BigInt(at)));
    shown.replaceFiles(files);
    expect([shown.size, shown.evicted]).toEqual([1 + LIVE_LIMITS.maxRuns + 2, 2]);
    expect(shown.entry('INC-1', true)?.listed.isIncident).toBe(true);
    expect(shown.entry('INC-1', false)).toBeUndefined();
    expect([shown.entry('run-0', false), shown.entry('file-1', false)]).toEqual([undefined, undefined]);
    shown.close();
  });

  it('says on the page and in the terminal what was let go', async () => {
    const shown = new ShownRuns();
    const files = new RunShelf({ ...FILE_LIMITS, maxRuns: 1 });
    for (const at of [1, 2, 3]) files.put(await shelved(`run-${at}`, BigInt(at)));
    shown.replaceFiles(files);
    const problems = new ProblemList();
    const pages = {
      shown,
      problems: () => problems,
      source: 'x',
      ledger: () => undefined,
      live: undefined,
      madeBy: 'x',
    };
    expect(viewPage(pages, '/', new URLSearchParams())?.html).toContain('2 older runs let go: the list is full.');
    let said = '';
    const io = { err: (text: string) => (said += text) } as unknown as Io;
    announce(io, shown, problems, { host: '127.0.0.1', port: 1, token: undefined, otlp: undefined });
    expect(said).toContain('1 run; 2 older runs let go: http://127.0.0.1:1/\n');
    shown.close();
  });

  it('shows a run once that is in a file and arrives too', async () => {
    const shown = new ShownRuns();
    const files = new RunShelf(FILE_LIMITS);
    files.put(await shelved('both', 1n));
    files.put(await shelved('file', 1n));
    shown.replaceFiles(files);
    shown.live.put(await shelved('both', 1n));
    expect(shown.all().map(({ listed }) => listed.key)).toEqual(['both', 'file']);
    shown.close();
  });

  async function shelved(key: string, at: bigint): Promise<ShelvedRun> {
    const incident = await frozen(vector('canonical-a'));
    return {
      listed: { key, isIncident: false, verdict: 'H1', explanation: '', atUnixNano: at },
      haystack: key,
      incident: { ...incident, id: key },
    };
  }

  it('keeps what does not fit in memory in a file, and gives it back', async () => {
    const shelf = new RunShelf({ ...FILE_LIMITS, maxRuns: 100, maxHeldBytes: 20_000 });
    for (let index = 0; index < 20; index += 1) shelf.put(await shelved(`run-${index}`, BigInt(index)));
    expect([shelf.size, shelf.evicted]).toEqual([20, 0]);
    for (let index = 0; index < 20; index += 1) expect(shelf.incident(`run-${index}`)?.id).toBe(`run-${index}`);
    expect(shelf.incident('nothing')).toBeUndefined();
    shelf.close();
  });

  it('lists the newest first, counts a version up only when something changed', async () => {
    const shelf = new RunShelf({ ...LIVE_LIMITS, maxRuns: 100 });
    for (const [key, at] of [
      ['a', 1n],
      ['c', 3n],
      ['b', 2n],
    ] as const)
      shelf.put(await shelved(key, at));
    expect(shelf.all().map(({ listed }) => listed.key)).toEqual(['c', 'b', 'a']);
    const before = shelf.version;
    shelf.put(await shelved('a', 1n));
    expect(shelf.version).toBe(before);
    const changed = await shelved('a', 1n);
    shelf.put({ ...changed, incident: { ...changed.incident, service: 'another' } });
    expect(shelf.version).toBeGreaterThan(before);
    expect(shelf.entry('a')?.listed.version).toBe(2);
  });
});

describe('the search', () => {
  it('sees every id, and the words of a question and an answer, of a run with much of all', async () => {
    const incident = await frozen(longTrace({ isCut: true }), { id: 'INC-1' });
    const items = Array.from({ length: 300 }, (_, index) => ({
      rank: index + 1,
      id: `doc-${index}/${'x'.repeat(24)}`,
    }));
    const text = (words: string): TextMessage => ({ sha256: '', bytes: 0, text: words });
    const { haystack } = shelvedIncident({
      ...incident,
      triple: {
        trace_id: '1',
        input: text(`${'q '.repeat(600)}LASTQUESTION`),
        output: { text: text(`${'a '.repeat(600)}LASTANSWER`) },
        retrieval: {
          items: [...items, { rank: 301, id: 'THE-NEEDED', digest: incident.verdict?.evidence?.digest ?? '' }],
        },
      },
    });
    for (const word of ['lastquestion', 'lastanswer', 'doc-0/', 'doc-49/', 'the-needed'])
      expect(haystack).toContain(word);
    // The list may hold many runs: what one holds of each is bounded.
    const long = text('z'.repeat(100_000));
    const hostile = { ...incident, triple: { trace_id: '1', input: long, output: { text: long } } };
    expect(shelvedIncident(hostile).haystack.length).toBeLessThan(8 * SEARCHED_LENGTH);
  });
});

describe('the query of a list', () => {
  const entry = (index: number, verdict: string): Parameters<typeof listedPart>[0][number] => ({
    listed: {
      key: `k${index}`,
      isIncident: false,
      verdict,
      explanation: '',
      service: index % 2 === 0 ? 'even' : 'odd',
      atUnixNano: 0n,
      version: 1,
    },
    haystack: `key k${index} where is my refund`,
  });
  const entries = Array.from({ length: 120 }, (_, index) => entry(index, index < 10 ? 'H2' : 'HOLD'));
  const part = (query: string): ReturnType<typeof listedPart> => listedPart(entries, new URLSearchParams(query));

  it.each([
    ['', 120, 50],
    ['page=3', 120, 20],
    ['page=99', 120, 20],
    ['page=-1', 120, 50],
    ['page=1e9', 120, 50],
    ['verdict=wrong', 10, 10],
    ['verdict=HOLD&service=odd', 55, 50],
    ['q=REFUND+k7', 11, 11],
    ['q=refund+nothing', 0, 0],
    [`q=${'x'.repeat(10_000)}`, 0, 0],
    ['verdict=constructor', 0, 0],
    ['page=1&page=2&q=refund&q=nothing', 120, 50],
  ])('%j finds %i and shows %i', (query, matching, shown) => {
    expect([part(query).matching, part(query).rows.length]).toEqual([matching, shown]);
  });

  it('counts what there is to choose from', () => {
    expect(part('verdict=H2').verdicts).toEqual([
      { value: 'H2', count: 10 },
      { value: 'HOLD', count: 110 },
    ]);
    expect(part('').services).toEqual([
      { value: 'even', count: 60 },
      { value: 'odd', count: 60 },
    ]);
  });
});

describe('the script of the list', () => {
  it('is valid on its own, and writes no markup', async () => {
    const { LIVE_SCRIPT } = await import('../../src/page/live-script.js');
    const { status, stderr } = spawnSync(process.execPath, ['--check', '-'], { input: LIVE_SCRIPT, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(LIVE_SCRIPT).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|Function|<\/script/u);
  });
});
