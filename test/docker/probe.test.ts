/** The program that the health checks of the stack call. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'ragspan-probe-'));
const program = join(folder, 'probe');
let server: Server;
let address: string;

beforeAll(async () => {
  execFileSync('go', ['build', '-o', program, '.'], { cwd: 'docker/probe', env: { ...process.env, CGO_ENABLED: '0' } });
  server = createServer((request, response) => {
    response.writeHead(request.url === '/ready' ? 200 : 503).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 120_000);

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const probe = (...args: string[]): Promise<{ status: number; said: string }> =>
  new Promise((done) => {
    execFile(program, args, (error, stdout, stderr) => {
      done({ status: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
    });
  });

describe('the probe', () => {
  it('succeeds when the address answers 2xx', async () => {
    expect(await probe(`${address}/ready`)).toEqual({ status: 0, said: '' });
  });

  it('fails, and says what the answer was, when it is another', async () => {
    expect(await probe(`${address}/starting`)).toEqual({
      status: 1,
      said: `${address}/starting answers 503 Service Unavailable\n`,
    });
  });

  it('fails when nobody listens', async () => {
    const { status, said } = await probe('http://127.0.0.1:1/');
    expect(status).toBe(1);
    expect(said).toContain('connection refused');
  });

  it('says what it is for, without an address: so the service that carries it ends well', async () => {
    const { status, said } = await probe();
    expect(status).toBe(0);
    expect(said).toContain('usage: probe URL');
  });
});
