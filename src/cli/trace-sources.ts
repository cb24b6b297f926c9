/** Where a command takes traces from: files, standard input, or a backend. */
import { statSync } from 'node:fs';
import { fileSource, type TraceSource } from '../files/read/trace-file.js';
import { backendSource, readBackend, readTraceId } from './backends.js';
import { UsageError, type Io } from './io.js';

export const SOURCE_FLAGS = {
  from: { type: 'string' },
  header: { type: 'string', multiple: true },
} as const;

export interface SourceFlagValues {
  readonly from?: string | undefined;
  readonly header?: readonly string[] | undefined;
}

/** `command` as the user wrote it, for the hints. Throws a UsageError. */
export function traceSources(
  command: string,
  positionals: readonly string[],
  { from, header: headers = [] }: SourceFlagValues,
  io: Io,
): readonly TraceSource[] {
  if (from !== undefined) {
    const backend = readBackend(from, headers);
    if (positionals.length === 0)
      throw new UsageError('--from needs a trace id', `Write ragspan ${command} --from jaeger=URL TRACE_ID.`);
    return positionals.map((one) => backendSource(backend, readTraceId(one)));
  }
  if (headers.length > 0) throw new UsageError('--header goes with --from only', 'Leave it out.');
  if (positionals.length === 0)
    throw new UsageError('no trace file given', 'Name one or more files, or - for standard input.');
  if (positionals.filter((one) => one === '-').length > 1)
    throw new UsageError('- stands twice: standard input can be read once', 'Leave one out.');
  return positionals.map((path) => fileSource(path, io.stdin));
}

/** Undefined when one of them is no regular file. */
export function totalBytes(paths: readonly string[]): number | undefined {
  let total = 0;
  for (const path of paths) {
    const stat = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false });
    if (stat?.isFile() !== true) return undefined;
    total += stat.size;
  }
  return total;
}
