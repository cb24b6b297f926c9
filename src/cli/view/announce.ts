/** What `ragspan view` says when it serves. */
import { hostname } from 'node:os';
import type { Io } from '../io.js';
import { plural } from '../numbers.js';
import type { Problems } from './problem-list.js';
import type { ShownRuns } from './shown-runs.js';

export interface Place {
  readonly host: string;
  readonly port: number;
  readonly token: string | undefined;
  readonly otlp: string | undefined;
}

/** On standard error: where the pages are, and where spans are taken. */
export function announce(io: Io, shown: ShownRuns, problems: Problems, { host, port, token, otlp }: Place): void {
  const query = token === undefined ? '' : `?token=${encodeURIComponent(token)}`;
  const address = (name: string): string => `http://${name.includes(':') ? `[${name}]` : name}:${port}/${query}`;
  const gone = shown.evicted === 0 ? '' : `; ${plural(shown.evicted, 'older run')} let go`;
  const count = otlp === undefined ? `${plural(shown.size, 'run')}${gone}` : 'Runs as they arrive';
  const unread = problems.count === 0 ? '' : `; ${plural(problems.count, 'place')} could not be read`;
  // Every address of this machine is none that another could open: its name is.
  const isEvery = host === '0.0.0.0' || host === '::';
  io.err(`${count}${unread}: ${address(isEvery ? hostname() : host)}\n`);
  if (isEvery) io.err(`On this machine: ${address('localhost')}\n`);
  if (otlp !== undefined) io.err(`Listening on ${otlp} (OTLP/HTTP): set OTEL_EXPORTER_OTLP_ENDPOINT=${otlp}.\n`);
  io.err('Ctrl-C ends it.\n');
}
