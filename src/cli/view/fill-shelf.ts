/** Files → shelf: incidents as they were frozen, traces judged as `ragspan attribute` judges them. */
import type { Readable } from 'node:stream';
import { judgeFiles } from '../../files/judge-files.js';
import { damageText } from '../../files/read/damage.js';
import { SourceError } from '../../files/read/source-error.js';
import { fileSource } from '../../files/read/trace-file.js';
import { IncidentError } from '../../incidents/incident-error.js';
import { readIncident } from '../../incidents/incident-file.js';
import { faultText, type ProblemList } from './problem-list.js';
import type { RunShelf } from './run-shelf.js';
import { shelvedIncident, shelvedRun } from './shelved-run.js';
import type { SourceFiles } from './source-files.js';
import type { ShowingOptions } from './view-options.js';

export interface FillOptions extends ShowingOptions {
  readonly stdin: Readable;
  readonly problems: ProblemList;
  readonly onProgress: (progress: { readonly bytes: number; readonly traces: number }) => void;
}

export async function fillShelf(shelf: RunShelf, files: SourceFiles, options: FillOptions): Promise<void> {
  const { book, judging, redactors, problems } = options;
  for (const note of files.notes) problems.add(note);
  for (const path of files.incidents) {
    try {
      const shelved = shelvedIncident(await readIncident(path, judging.hash));
      if (shelf.has(shelved.listed.key)) problems.add(`${path}: another file has the id ${shelved.listed.key} too`);
      else shelf.put(shelved);
    } catch (error) {
      if (!(error instanceof IncidentError)) throw error;
      problems.add(`${error.message}. ${error.hint}`);
    }
  }
  if (files.traces.length === 0) return;
  const sources = files.traces.map((path) => fileSource(path, options.stdin));
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
  }
}
