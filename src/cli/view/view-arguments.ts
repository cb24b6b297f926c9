/** What the words after `ragspan view` name: paths, a port for spans, an address, a token. */
import { UsageError } from '../io.js';
import { plural } from '../numbers.js';
import { isLoopback } from '../own-host.js';
import { MIN_TOKEN_LENGTH, newToken } from './guard.js';

const MOST_NAMED = 3;

export interface Sources {
  readonly paths: readonly string[];
  readonly otlpPort: number | undefined;
}

export function sourcesOf(positionals: readonly string[]): Sources {
  const ports = positionals.filter((one) => one.startsWith(':'));
  const paths = positionals.filter((one) => !one.startsWith(':'));
  const [port, ...more] = ports;
  if (positionals.length === 0)
    throw new UsageError(
      'nothing to show',
      'Name trace files, incidents or a folder of them, or :4318 to listen for OTLP.',
    );
  if (more.length > 0) throw new UsageError('view listens on one port', 'Leave the others out.');
  if (paths.filter((one) => one === '-').length > 1)
    throw new UsageError('- stands twice: standard input can be read once', 'Leave one out.');
  return { paths, otlpPort: port === undefined ? undefined : portOf(port, port.slice(1)) };
}

/** What is shown, in words: names as they were given, as long as they are few. */
export function sourceName(paths: readonly string[], otlpPort: number | undefined): string {
  const files =
    paths.length > MOST_NAMED
      ? [plural(paths.length, 'path')]
      : paths.map((path) => (path === '-' ? 'standard input' : path));
  return [...files, ...(otlpPort === undefined ? [] : [`OTLP on port ${otlpPort}`])].join(', ');
}

export function portOf(what: string, text: string): number {
  if (/^\d{1,5}$/u.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`${what}: ${JSON.stringify(text)} is no port from 0 to 65535`, 'Write a number, as 4318.');
}

/** Off the loopback address nobody looks without one. */
export function tokenOf(given: string | undefined, host: string): string | undefined {
  if (given === undefined) return isLoopback(host) ? undefined : newToken();
  if (given.length >= MIN_TOKEN_LENGTH && /^[\x21-\x7e]+$/u.test(given)) return given;
  throw new UsageError(
    `--token: ${given.length} characters; it must be ${MIN_TOKEN_LENGTH} or more, ASCII without spaces`,
    'Leave it out: then one is made and printed.',
  );
}
