/** Trace files → verdicts in the order of spec §14, whatever their number, size and order of spans. */
import type { CaseBook } from '../model/case.js';
import type { JudgedRun } from '../joining/judge-trace.js';
import type { SpanFacts } from '../model/span-facts.js';
import { TraceHold, type HeldTrace } from './hold/trace-hold.js';
import type { SortedStoreOptions } from './hold/sorted-store.js';
import { judgeRecords, type FileJudgingOptions, type JudgedTrace } from './judge-records.js';
import type { Damage } from './read/damage.js';
import { SourceError } from './read/source-error.js';
import { readTraceFile, type TraceSource } from './read/trace-file.js';

export interface JudgeFilesOptions {
  readonly book?: CaseBook;
  readonly judging: FileJudgingOptions;
  readonly onDamage: (damage: Damage) => void;
  /** Bytes read of the sources, traces judged: for progress. */
  readonly onProgress?: (progress: { readonly bytes: number; readonly traces: number }) => void;
  readonly hold?: SortedStoreOptions;
}

export interface JudgedFileRun extends JudgedRun {
  /** Of the run's trace, to show texts and names with the verdict. */
  readonly facts: readonly SpanFacts[];
}

/** A source that cannot be opened or read is damage of that file. */
export async function* judgeFiles(
  sources: readonly TraceSource[],
  options: JudgeFilesOptions,
): AsyncGenerator<JudgedFileRun> {
  const hold = new TraceHold({ ...options.hold, onDamage: options.onDamage });
  const progress = { bytes: 0, traces: 0 };
  try {
    for (const source of sources) {
      try {
        await readTraceFile(source, hold.sink(source.name), (bytes) => {
          progress.bytes += bytes;
          options.onProgress?.(progress);
        });
      } catch (error) {
        if (!isReadError(error)) throw error;
        options.onDamage(sourceDamage(source.name, error));
      }
    }
    // Traces that a run id joins come under the least trace id; their runs may belong to a later one.
    const waiting: JudgedFileRun[] = [];
    for (const trace of hold.traces()) {
      while (waiting[0] !== undefined && waiting[0].verdict.trace_id < trace.traceId)
        yield waiting.shift() as JudgedFileRun;
      const { runs, facts } = judged(trace, options);
      progress.traces += 1;
      options.onProgress?.(progress);
      for (const run of runs) {
        if (run.verdict.trace_id === trace.traceId) yield { ...run, facts };
        else insert(waiting, { ...run, facts });
      }
    }
    yield* waiting;
  } finally {
    hold.close();
  }
}

/** A fault of ours in one trace must not cost the others. */
function judged(trace: HeldTrace, options: JudgeFilesOptions): JudgedTrace {
  try {
    return judgeRecords(trace.records, options.book, options.judging);
  } catch (error) {
    const problem = `could not be judged, which is a fault of ragspan: ${error instanceof Error ? error.message : String(error)}`;
    options.onDamage({ file: `trace ${trace.traceId}`, problem });
    return { runs: [], facts: [] };
  }
}

/** Behind all of the same or a lesser trace id: runs of one trace keep their order. */
function insert(waiting: JudgedFileRun[], run: JudgedFileRun): void {
  const at = waiting.findIndex((other) => other.verdict.trace_id > run.verdict.trace_id);
  waiting.splice(at === -1 ? waiting.length : at, 0, run);
}

/** Code of the file system → what is wrong, and what to do. */
const READ_PROBLEMS: { readonly [code: string]: readonly [problem: string, remedy: string] } = {
  ENOENT: ['there is no such file', 'check the path'],
  EISDIR: ['is a directory, not a file', 'name the files in it, as DIR/*.json'],
  EACCES: ['permission denied', 'check who may read it'],
};

export function isReadError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && ('code' in error || error instanceof SourceError);
}

/** For those who say themselves what to do. */
export function readProblem(error: NodeJS.ErrnoException): string {
  if (error instanceof SourceError) return error.message;
  return READ_PROBLEMS[error.code ?? '']?.[0] ?? `cannot be read: ${error.message}`;
}

/** A trace file that cannot be opened or read at all: what is wrong with it, and what to do. */
export function sourceDamage(file: string, error: NodeJS.ErrnoException): Damage {
  const remedy = error instanceof SourceError ? undefined : READ_PROBLEMS[error.code ?? '']?.[1];
  return { file, problem: `${readProblem(error)}${remedy === undefined ? '' : `: ${remedy}`}` };
}
