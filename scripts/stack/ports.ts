/** Ports of this machine: the usual one when it is free, else any. */
import { createServer } from 'node:net';

/** Ports already given out: two programs that have not started yet must not get the same. */
const given = new Set<number>();

export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && !given.has(preferred) && (await bound(preferred)) !== undefined) {
    given.add(preferred);
    return preferred;
  }
  for (;;) {
    const port = await bound(0);
    if (port !== undefined && !given.has(port)) {
      given.add(port);
      return port;
    }
  }
}

function bound(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const got = typeof address === 'object' && address !== null ? address.port : undefined;
      server.close(() => resolve(got));
    });
  });
}
