/** Trace files → shelf: judged as `ragspan attribute` judges them. */
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { judgeFiles } from '../../files/judge-files.js';
import { damageText } from '../../files/read/damage.js';
import { SourceError } from '../../files/read/source-error.js';
import { fileSource } from '../../files/read/trace-file.js';
import { faultText, type ProblemList } from './problem-list.js';
import type { RunShelf } from './run-shelf.js';
import { shelvedRun } from './shelved-run.js';
import type { ShowingOptions } from './view-options.js';

export interface FillOptions extends ShowingOptions {
  readonly stdin: Readable;
  readonly problems: ProblemList;
  /** What it throws ends the work. */
  readonly onProgress: (progress: { readonly bytes: number; readonly traces: number }) => void;
}

/** Pages are answered in between. */
const BUSY_MILLIS = 20;

export async function fillShelf(shelf: RunShelf, paths: readonly string[], options: FillOptions): Promise<void> {
  if (paths.length === 0) return;
  const { book, judging, redactors, problems } = options;
  const sources = paths.map((path) => fileSource(path, options.stdin));
  let since = performance.now();
  for await (const run of judgeFiles(sources, {
    ...(book === undefined ? {} : { book }),
    judging,
    onProgress: options.onProgress,
    onDamage: (damage) => problems.add(damageText(damage)),
  })) {
    try {
      shelf.put(shelvedRun(run, redactors));
    } catch (error) {
      if (error instanceof SourceError) throw error;
      problems.add(`trace ${run.verdict.trace_id}: ${faultText(error)}`);
    }
    if (performance.now() - since < BUSY_MILLIS) continue;
    await setImmediate();
    since = performance.now();
  }
}
