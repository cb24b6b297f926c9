/** `ragspan doctor --listen --out FILE`: what arrived, as a trace file that every command reads. */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { SpanRecord } from '../../model/span.js';
import { readProblem } from '../../files/judge-files.js';
import { traceFileBytes } from '../../files/write/trace-file.js';
import { UsageError } from '../io.js';

export interface TraceOut {
  /** One trace; log records that belong to its spans are events of theirs. */
  add(records: readonly SpanRecord[]): void;
  close(): void;
}

/** Made before anything is received. Throws a UsageError when the file is there already, or cannot be made. */
export function openTraceOut(path: string): TraceOut {
  const file = attempt(path, () => openSync(path, 'wx', 0o600));
  return {
    add: (records) => {
      const bytes = traceFileBytes(records, { format: 'otlp_json_lines' });
      attempt(path, () => {
        for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      });
    },
    close: () => closeSync(file),
  };
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const fault = error as NodeJS.ErrnoException;
    if (fault.code === 'EEXIST')
      throw new UsageError(`--out: ${path} is there already`, 'Name a new file: no trace is overwritten.');
    throw new UsageError(`--out: ${path}: ${readProblem(fault)}`, 'Give a path that can be written.');
  }
}
