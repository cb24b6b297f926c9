/** Real servers on loopback, let through by `allowHosts`; the rules themselves with a resolver of the test's own. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  deadUrls,
  type DeadUrlOptions,
  type HostAddress,
  UrlCache,
  type UrlProblem,
} from '../../../src/claims/index.js';

let server: Server;
let base = '';
const hits: string[] = [];
let running = 0;
let mostRunning = 0;

function answer(request: IncomingMessage, response: ServerResponse): void {
  hits.push(`${request.headers.host} ${request.url}`);
  const { pathname, searchParams } = new URL(request.url ?? '/', base);
  const [, kind, value = ''] = pathname.split('/');
  switch (kind ?? '') {
    case 'status':
      response.writeHead(Number(value)).end('body');
      return;
    case 'to':
      response.writeHead(302, { location: Buffer.from(searchParams.get('url') ?? '').toString('latin1') }).end();
      return;
    case 'hop':
      response.writeHead(308, { location: value === '0' ? '/status/200' : `/hop/${Number(value) - 1}` }).end();
      return;
    case 'lost':
      response.writeHead(301).end();
      return;
    case 'slow':
      return;
    case 'short':
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      setTimeout(() => {
        // Before the other side can know of it.
        running -= 1;
        response.end('ok');
      }, 30);
      return;
    case 'endless': {
      response.writeHead(200);
      const chunk = Buffer.alloc(65_536);
      const pump = (): void => {
        while (response.write(chunk));
        response.once('drain', pump);
      };
      pump();
      response.on('close', () => hits.push('endless closed'));
      return;
    }
    default:
      response.end(request.headers['user-agent']);
  }
}

beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Each call on its own: no gap, no memory. */
async function check(markdown: string, options: DeadUrlOptions = {}): Promise<UrlProblem[]> {
  return deadUrls(markdown, { hostGapMillis: 0, cache: false, allowHosts: [new URL(base).host], ...options });
}

const short = (problems: readonly UrlProblem[]): string[] => problems.map(({ kind, reason }) => `${kind} ${reason}`);

/** Every name is at the address given for it, else nowhere. */
const resolver =
  (names: Readonly<Record<string, readonly string[]>>) =>
  async (name: string): Promise<HostAddress[]> => {
    const found = names[name];
    if (found === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };

describe('dead links', () => {
  it('answer with 400 or more, and say so', async () => {
    const markdown = `[a](${base}/status/200)\n\n[b](${base}/status/404) and <${base}/status/500>\n![c](${base}/status/404)`;
    expect(await check(markdown)).toEqual([
      {
        url: `${base}/status/404`,
        line: 3,
        link: 'link',
        count: 2,
        kind: 'dead',
        reason: 'status',
        status: 404,
        detail: 'answered 404',
      },
      {
        url: `${base}/status/500`,
        line: 3,
        link: 'autolink',
        count: 1,
        kind: 'dead',
        reason: 'status',
        status: 500,
        detail: 'answered 500',
      },
    ]);
  });

  it.each([200, 204, 206, 300, 304, 399])('%i is alive', async (status) => {
    expect(await check(`${base}/status/${status}`)).toEqual([]);
  });

  it.each([400, 401, 403, 410, 418, 429, 451, 503])('%i is dead', async (status) => {
    expect(await check(`${base}/status/${status}`)).toMatchObject([{ kind: 'dead', reason: 'status', status }]);
  });

  it('are those without name, connection or HTTP', async () => {
    const noHttp: TcpServer = createTcpServer((socket) => socket.end('hello\r\n\r\n'));
    const closing: TcpServer = createTcpServer((socket) => socket.destroy());
    const closed = createTcpServer();
    const ports = await Promise.all(
      [noHttp, closing, closed].map(async (one) => {
        await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
        return (one.address() as AddressInfo).port;
      }),
    );
    await new Promise((resolve) => closed.close(resolve));
    const problems = await check(
      [
        ...ports.map((port) => `http://127.0.0.1:${port}/`),
        'http://nowhere.example/',
        'https://[::g]/ http://a..b/',
      ].join(' '),
      { allowHosts: ['127.0.0.1'], resolve: resolver({}) },
    );
    noHttp.close();
    closing.close();
    expect(short(problems)).toEqual([
      'dead protocol',
      'dead connect',
      'dead connect',
      'dead dns',
      'dead invalid_url',
      'dead dns',
    ]);
    expect(problems[2]?.detail).toContain('ECONNREFUSED');
  });

  it('TLS that cannot be agreed on is dead for that', async () => {
    const problems = await check(base.replace('http:', 'https:'));
    expect(short(problems)).toEqual(['dead tls']);
  });

  it('no answer in time is dead; no time for the whole is not known', async () => {
    expect(await check(`${base}/slow`, { timeoutMillis: 40 })).toMatchObject([
      { kind: 'dead', reason: 'timeout', detail: expect.stringContaining('no answer within 40 ms') as string },
    ]);
    const links = `${base}/status/404 ${base}/slow ${base}/status/200`;
    expect(short(await check(links, { totalMillis: 250, concurrency: 1 }))).toEqual([
      'dead status',
      'unchecked budget',
      'unchecked budget',
    ]);
    const neverResolves = (): Promise<HostAddress[]> => new Promise(() => undefined);
    expect(short(await check('http://hangs.example', { timeoutMillis: 30, resolve: neverResolves }))).toEqual([
      'dead timeout',
    ]);
  });

  it('redirects are followed to their end, and no further than allowed', async () => {
    expect(await check(`${base}/hop/4`)).toEqual([]);
    expect(await check(`${base}/hop/5`)).toMatchObject([
      { kind: 'dead', reason: 'too_many_redirects', redirectedTo: `${base}/hop/0` },
    ]);
    expect(await check(`${base}/hop/0`, { maxRedirects: 0 })).toMatchObject([{ reason: 'too_many_redirects' }]);
    expect(await check(`${base}/to/?url=/status/404`)).toMatchObject([
      { kind: 'dead', status: 404, url: `${base}/to/?url=/status/404`, redirectedTo: `${base}/status/404` },
    ]);
    expect(await check(`${base}/to/?url=/to/%3Furl=/status/200`)).toEqual([]);
    expect(short(await check(`${base}/lost`))).toEqual(['dead redirect']);
    expect(short(await check(`${base}/to/?url=http://%5B`))).toEqual(['dead redirect']);
    hits.length = 0;
    expect(await check(`${base}/to/?url=/caf%C3%A9`)).toEqual([]);
    expect(hits.at(-1)).toContain('/caf%C3%A9');
  });

  it('a body is not read, however long it is', async () => {
    hits.length = 0;
    expect(await check(`${base}/endless`)).toEqual([]);
    await expect.poll(() => hits).toContain('endless closed');
  });

  it('other schemes and relative links are left alone; `//` is https', async () => {
    hits.length = 0;
    expect(await check('[a](mailto:a@b.example) [b](/docs) [c](#top) [d](ftp://a.example/) [e](javascript:x)')).toEqual(
      [],
    );
    expect(hits).toEqual([]);
    expect(short(await check('[a](//127.0.0.1:81/)'))).toEqual(['blocked port']);
  });

  it('one request for links that differ in their fragment', async () => {
    hits.length = 0;
    await check(`${base}/x#a ${base}/x#b ${base}/x`);
    expect(hits).toHaveLength(1);
  });

  it('beyond maxUrls they are unchecked, never dropped in silence', async () => {
    const links = Array.from({ length: 5 }, (_, index) => `${base}/n${index}`).join(' ');
    expect(short(await check(links, { maxUrls: 3 }))).toEqual(['unchecked too_many_urls', 'unchecked too_many_urls']);
    expect(short(await check(`[a](${base}/${'x'.repeat(9_000)})`))).toEqual(['unchecked too_long']);
  });

  it('the signal ends the call with its reason', async () => {
    const gone = new AbortController();
    const checking = check(`${base}/slow`, { signal: gone.signal });
    setTimeout(() => gone.abort(new Error('enough')), 20);
    await expect(checking).rejects.toThrow('enough');
    await expect(check(`${base}/`, { signal: gone.signal })).rejects.toThrow('enough');
  });

  it.each([
    [{ timeoutMillis: 0 }, 'timeoutMillis is 0'],
    [{ concurrency: 1.5 }, 'concurrency is 1.5'],
    [{ ports: [0] }, 'ports is 0'],
    [{ maxUrls: -1 }, 'maxUrls is -1'],
  ])('bad options are named: %j', async (options, message) => {
    await expect(deadUrls('', options)).rejects.toThrow(message);
  });

  it('refuses what is too long to be an answer', async () => {
    await expect(deadUrls('x'.repeat(1_048_577))).rejects.toThrow('check it in parts');
  });
});

describe('politeness', () => {
  it('one request at a time to a host, with the gap, whichever call asks', async () => {
    mostRunning = 0;
    hits.length = 0;
    const started = performance.now();
    await Promise.all(
      [1, 2].map((call) => check(`${base}/short/${call} ${base}/short/b${call}`, { hostGapMillis: 50 })),
    );
    expect(mostRunning).toBe(1);
    // A request of another test may come late.
    expect(hits.filter((hit) => hit.includes('/short/'))).toHaveLength(4);
    expect(performance.now() - started).toBeGreaterThan(3 * 50);
  });

  it('several hosts at once, up to `concurrency`', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.test`);
    const { port } = new URL(base);
    const options = {
      allowHosts: ['*.test'],
      resolve: resolver(Object.fromEntries(names.map((name) => [name, ['127.0.0.1']]))),
    };
    const links = names.map((name) => `http://${name}:${port}/short/x`).join(' ');
    mostRunning = 0;
    expect(await check(links, { ...options, concurrency: 3 })).toEqual([]);
    expect(mostRunning).toBe(3);
  });

  it('says who asks', async () => {
    const agents: (string | undefined)[] = [];
    server.once('request', ({ headers }: IncomingMessage) => agents.push(headers['user-agent'], headers.cookie));
    await check(`${base}/`);
    expect(agents[0]).toMatch(/^ragspan\/\d/);
    expect(agents[1]).toBeUndefined();
  });

  it('remembers results, under the same rules alone', async () => {
    const cache = new UrlCache();
    hits.length = 0;
    const links = `${base}/status/404 ${base}/ok`;
    const first = await check(links, { cache });
    expect(await check(links, { cache })).toEqual(first);
    expect(hits).toHaveLength(2);
    expect(short(await check(links, { cache, allowHosts: [], ports: [Number(new URL(base).port)] }))).toEqual([
      'blocked address',
      'blocked address',
    ]);
    await check(links, { cache, timeoutMillis: 9_000 });
    await check(links, { cache, userAgent: 'another' });
    expect(hits).toHaveLength(6);
  });

  it('forgets at once that no server was reached, and asks each resolver for itself', async () => {
    const cache = new UrlCache();
    const { port } = new URL(base);
    const link = `http://wiki.test:${port}/ok`;
    const rules = { cache, allowHosts: [`wiki.test:${port}`] };
    const found = async (): Promise<readonly HostAddress[]> => [{ address: '127.0.0.1', family: 4 }];
    let isDown = true;
    const flaky = (): Promise<readonly HostAddress[]> => (isDown ? Promise.reject(new Error('EAI_AGAIN')) : found());
    expect(short(await check(link, { ...rules, resolve: flaky }))).toEqual(['dead dns']);
    isDown = false;
    expect(await check(link, { ...rules, resolve: flaky })).toEqual([]);
    isDown = true;
    expect(await check(link, { ...rules, resolve: flaky })).toEqual([]);
    hits.length = 0;
    expect(await check(link, { ...rules, resolve: found })).toEqual([]);
    expect(hits).toHaveLength(1);
    expect(short(await check(`${base}/slow`, { cache, timeoutMillis: 50 }))).toEqual(['dead timeout']);
    expect(cache.size).toBe(2);
  });
});

describe('what is never asked for', () => {
  const toPort = (): number => Number(new URL(base).port);

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0x7f.0.0.0x1/',
    'http://127.0.0.1./',
    'http://①②⑦.0.0.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'http://10.0.0.1/',
  ])('%s', async (url) => {
    const problems = await deadUrls(`<${url}>`, { cache: false, hostGapMillis: 0 });
    expect(short(problems)).toEqual(['blocked address']);
  });

  it('a name that resolves to such an address, or to one among others', async () => {
    const resolve = resolver({
      'loop.example': ['127.0.0.1'],
      'mixed.example': ['93.184.216.34', '10.0.0.7'],
      'mapped.example': ['::ffff:10.0.0.7'],
      'zone.example': ['fe80::1%eth0'],
      'odd.example': ['not an address'],
    });
    const links = ['loop', 'mixed', 'mapped', 'zone', 'odd'].map((name) => `http://${name}.example/`).join(' ');
    const problems = await check(links, { resolve, ports: [80] });
    expect(short(problems)).toEqual([
      'blocked address',
      'blocked address',
      'blocked address',
      'blocked address',
      'dead dns',
    ]);
    expect(problems[1]?.detail).toBe('mixed.example is at 10.0.0.7: private');
  });

  it('localhost, by the system’s own resolver', async () => {
    expect(short(await deadUrls('http://localhost/', { cache: false, hostGapMillis: 0 }))).toEqual(['blocked address']);
  });

  it.each([
    ['http://169.254.169.254/', 'blocked address'],
    ['http://[::1]/', 'blocked address'],
    ['http://0x7f.1/', 'blocked address'],
    ['http://inside.example/', 'blocked address'],
    ['http://93.184.216.34:22/', 'blocked port'],
    ['http://user:secret@93.184.216.34/', 'blocked credentials'],
    ['file:///etc/passwd', 'blocked scheme'],
    ['gopher://93.184.216.34/', 'blocked scheme'],
    ['data:text/html,x', 'blocked scheme'],
  ])('a redirect to %s', async (target, expected) => {
    const link = `${base}/to/?url=${encodeURIComponent(target)}`;
    const problems = await check(link, { resolve: resolver({ 'inside.example': ['192.168.1.1'] }) });
    expect(short(problems)).toEqual([expected]);
    expect(JSON.stringify(problems.map(({ redirectedTo, detail }) => [redirectedTo, detail]))).not.toContain('secret');
  });

  it('ports and credentials, before any name is looked up', async () => {
    const asked: string[] = [];
    const resolve = async (name: string): Promise<HostAddress[]> => {
      asked.push(name);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const problems = await check(
      'http://a.example:22/ http://b.example:6379/ http://u:p@c.example/ <http://u@d.example/>',
      { resolve },
    );
    expect(short(problems)).toEqual(['blocked port', 'blocked port', 'blocked credentials', 'blocked credentials']);
    expect(asked).toEqual([]);
  });

  it('the connection goes to the address that was checked, whatever the name says a moment later', async () => {
    let asked = 0;
    // A public address first, loopback ever after: what a rebinding name does.
    const resolve = async (): Promise<HostAddress[]> => {
      asked += 1;
      return [{ address: asked === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }];
    };
    hits.length = 0;
    const problems = await check(`http://rebind.example:${toPort()}/`, {
      resolve,
      ports: [toPort()],
      timeoutMillis: 300,
    });
    expect(short(problems)).toEqual(['blocked address']);
    expect(asked).toBe(1);
    expect(hits).toEqual([]);
  });

  it('an allowed host is looked up once, and that address is the one that is asked', async () => {
    let asked = 0;
    const resolve = async (): Promise<HostAddress[]> => {
      asked += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    };
    hits.length = 0;
    // No such name exists: only the address that the resolver gave can answer.
    const url = `http://rebind.invalid:${toPort()}/`;
    expect(await check(url, { resolve, allowHosts: ['rebind.invalid'] })).toEqual([]);
    expect(asked).toBe(1);
    expect(hits).toEqual([`rebind.invalid:${toPort()} /`]);
  });

  it('allowHosts lets through what it names, and nothing else', async () => {
    const port = toPort();
    const resolve = resolver({ 'a.corp.example': ['127.0.0.1'], 'corp.example': ['127.0.0.1'] });
    const url = (host: string): string => `http://${host}:${port}/`;
    expect(await check(url('a.corp.example'), { resolve, allowHosts: ['*.Corp.Example'] })).toEqual([]);
    expect(short(await check(url('corp.example'), { resolve, allowHosts: ['*.corp.example'] }))).toEqual([
      'blocked port',
    ]);
    expect(await check(url('127.0.0.1'), { allowHosts: [`127.0.0.1:${port}`] })).toEqual([]);
    expect(short(await check(url('127.0.0.1'), { allowHosts: ['127.0.0.1:1'] }))).toEqual(['blocked port']);
  });
});
