/** Pages that are told when something changed (server-sent events). */
import type { ServerResponse } from 'node:http';

const MAX_STREAMS = 64;
const BEAT_MILLIS = 20_000;

export class EventStreams {
  readonly #open = new Set<ServerResponse>();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    // Keeps connections that nothing is sent on from being closed on the way.
    this.#timer = setInterval(() => {
      for (const response of this.#open) response.write(': still here\n\n');
    }, BEAT_MILLIS);
    this.#timer.unref();
  }

  /** False: there are as many as we serve; the page asks now and then instead. */
  add(response: ServerResponse, headers: Readonly<Record<string, string>>, version: number): boolean {
    if (this.#open.size >= MAX_STREAMS) return false;
    response.writeHead(200, { ...headers, 'content-type': 'text/event-stream; charset=utf-8' });
    response.write(`retry: 2000\ndata: ${version}\n\n`);
    this.#open.add(response);
    response.on('close', () => this.#open.delete(response));
    return true;
  }

  tell(version: number): void {
    for (const response of this.#open) response.write(`data: ${version}\n\n`);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const response of this.#open) response.end();
    this.#open.clear();
  }
}
