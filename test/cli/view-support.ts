/** `ragspan view` in this process: started, looked at, ended as Ctrl-C ends it. */
import { run, type Ran } from './support.js';

export interface Viewed {
  /** As it was printed, with a token when there is one. */
  readonly url: string;
  /** Of OTLP; undefined when it does not listen. */
  readonly otlp: string | undefined;
  readonly err: () => string;
  /** Ctrl-C. */
  stop(): Promise<Ran>;
}

/** Rejects when the command ends before it serves. */
export async function view(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Viewed> {
  let stop = (): void => undefined;
  const interrupted = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let err = '';
  let heard = (): void => undefined;
  const serving = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const ran = run(['view', ...args, '--port', '0'], {
    env,
    interrupted,
    onErr: (text) => {
      err += text;
      if (err.includes('Ctrl-C ends it.')) heard();
    },
  });
  const ended = ran.then(({ err: said, status }) => {
    throw new Error(`view ended with ${status}: ${said}`);
  });
  ended.catch(() => undefined);
  await Promise.race([serving, ended]);
  return {
    url: /(http:\S+)\n/u.exec(err)?.[1] ?? '',
    otlp: /Listening on (http:\S+) /u.exec(err)?.[1],
    err: () => err,
    stop: () => {
      stop();
      return ran;
    },
  };
}

/** Sends a trace as an exporter does. */
export async function send(otlp: string | undefined, trace: string): Promise<number> {
  const response = await fetch(`${otlp}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: trace,
  });
  await response.text();
  return response.status;
}

export interface EventReader {
  /** The next that the page is told: the version of what it shows. */
  next(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** As an open page listens. */
export async function events(url: string): Promise<EventReader> {
  const response = await fetch(new URL('/events', url));
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  return {
    next: async () => /data: (\d+)\n\n/u.exec(decoder.decode((await reader.read()).value))?.[1],
    close: () => reader.cancel(),
  };
}
