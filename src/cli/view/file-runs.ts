/**
 * Files → what is shown, and again when they change.
 *
 * How it works: a look asks each file for its age and size. An incident that is new or has changed is
 * read by itself. Traces may lie in several files, and their spans belong together: when one of the
 * files has changed all are judged again, onto a new shelf that then takes the place of the old one.
 */
import type { Readable } from 'node:stream';
import { SourceError } from '../../files/read/source-error.js';
import { fillShelf, type FillOptions } from './fill-shelf.js';
import { IncidentShelf } from './incident-shelf.js';
import { FILE_LIMITS } from './limits.js';
import { faultText, joinedProblems, ProblemList, type Problems } from './problem-list.js';
import { RunShelf } from './run-shelf.js';
import type { ShownRuns } from './shown-runs.js';
import { SourceScan, type SeenFile, type SeenFiles } from './source-scan.js';
import type { ShowingOptions } from './view-options.js';

export interface FileRunsOptions extends ShowingOptions {
  readonly paths: readonly string[];
  readonly shown: ShownRuns;
  readonly stdin: Readable;
}

type OnProgress = FillOptions['onProgress'];

export class FileRuns {
  readonly #options: FileRunsOptions;
  readonly #scan: SourceScan;
  readonly #incidents: IncidentShelf;
  /** The trace files as they were judged. */
  #judged: string | undefined;
  #traceProblems = new ProblemList();
  #seen: SeenFiles | undefined;
  #trouble: string | undefined;
  #problems: Problems = new ProblemList();
  #isClosed = false;

  constructor(options: FileRunsOptions) {
    this.#options = options;
    this.#scan = new SourceScan(options.paths);
    this.#incidents = new IncidentShelf(options.shown.incidents, options.judging.hash);
  }

  get problems(): Problems {
    return this.#problems;
  }

  /** Folders in which there is nothing to read. */
  get empty(): readonly string[] {
    return this.#seen?.empty ?? [];
  }

  /** False: all that was named can be read once alone. */
  get canChange(): boolean {
    const { incidents = [], traces = [], empty = [] } = this.#seen ?? {};
    return incidents.length + empty.length > 0 || traces.some(({ stamp }) => stamp !== undefined);
  }

  /** All there is, the first time. Throws an IncidentError for a path that cannot be read, a SourceError for a full disk. */
  async read(progressOf: (tracePaths: readonly string[]) => OnProgress): Promise<void> {
    const seen = await this.#scan.look();
    const [first] = seen.unread;
    if (first !== undefined) throw first;
    await this.#take(seen, progressOf(seen.traces.map(({ path }) => path)));
  }

  /** True when something is shown otherwise than before. Throws nothing. */
  async look(): Promise<boolean> {
    let hasNews = false;
    let trouble: string | undefined;
    try {
      hasNews = await this.#take(await this.#scan.look(), () => undefined);
    } catch (error) {
      if (error instanceof Stopped) return false;
      // What is shown stays, and the next look tries again.
      trouble = error instanceof SourceError ? error.message : faultText(error);
    }
    const isOther = trouble !== this.#trouble;
    this.#trouble = trouble;
    if (isOther) this.#sumUp();
    return hasNews || isOther;
  }

  /** Ends a look that is under way. */
  close(): void {
    this.#isClosed = true;
  }

  async #take(seen: SeenFiles, onProgress: OnProgress): Promise<boolean> {
    const before = this.#seen === undefined ? '' : notesOf(this.#seen).join('\n');
    this.#seen = seen;
    const hasIncidents = await this.#incidents.take(seen.incidents, () => this.#goOn());
    const hasTraces = await this.#takeTraces(seen.traces, onProgress);
    this.#sumUp();
    return hasIncidents || hasTraces || notesOf(seen).join('\n') !== before;
  }

  async #takeTraces(files: readonly SeenFile[], onProgress: OnProgress): Promise<boolean> {
    const state = files.map(({ path, stamp = '' }) => `${path}\0${stamp}`).join('\0');
    if (state === this.#judged) return false;
    // What can be read once alone stays as it was read, and so does all that its spans may belong to.
    if (this.#judged !== undefined && files.some(({ stamp }) => stamp === undefined)) return false;
    const next = new RunShelf(FILE_LIMITS);
    const problems = new ProblemList();
    try {
      const paths = files.map(({ path }) => path);
      await fillShelf(next, paths, {
        ...this.#options,
        problems,
        onProgress: (state) => {
          this.#goOn();
          onProgress(state);
        },
      });
    } catch (error) {
      next.close();
      throw error;
    }
    this.#options.shown.replaceFiles(next);
    this.#judged = state;
    this.#traceProblems = problems;
    return true;
  }

  #goOn(): void {
    if (this.#isClosed) throw new Stopped();
  }

  #sumUp(): void {
    const own = new ProblemList();
    const notes = this.#seen === undefined ? [] : notesOf(this.#seen);
    for (const problem of [...notes, ...this.#incidents.problems, this.#trouble])
      if (problem !== undefined) own.add(problem);
    this.#problems = joinedProblems(own, this.#traceProblems);
  }
}

/** A look that nobody waits for any more. */
class Stopped extends Error {}

function notesOf({ unread, notes }: SeenFiles): readonly string[] {
  return [...unread.map(({ message }) => message), ...notes];
}
