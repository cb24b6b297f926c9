/** Incident files → their shelf: each by itself, read again when it has changed. */
import { IncidentError } from '../../incidents/incident-error.js';
import { readIncident } from '../../incidents/incident-file.js';
import type { TextHash } from '../../model/judging-options.js';
import type { RunShelf, ShelvedRun } from './run-shelf.js';
import { shelvedIncident } from './shelved-run.js';
import type { SeenFile } from './source-scan.js';

interface ReadFile {
  readonly stamp: string | undefined;
  /** Of the incident that it shows. */
  readonly key?: string;
  /** Of the incident that it would show if another file did not. */
  readonly twinOf?: string;
  readonly problem?: string;
}

export class IncidentShelf {
  readonly #shelf: RunShelf;
  readonly #hash: TextHash;
  readonly #read = new Map<string, ReadFile>();

  constructor(shelf: RunShelf, hash: TextHash) {
    this.#shelf = shelf;
    this.#hash = hash;
  }

  get problems(): readonly string[] {
    return [...this.#read.values()].flatMap(({ problem }) => problem ?? []);
  }

  /** `files`: all there are now. True when something is shown otherwise than before. What `onFile` throws ends it. */
  async take(files: readonly SeenFile[], onFile: () => void): Promise<boolean> {
    const there = new Set(files.map(({ path }) => path));
    let hasNews = false;
    for (const [path, { key }] of [...this.#read]) {
      if (there.has(path)) continue;
      hasNews = true;
      this.#read.delete(path);
      this.#letGo(key);
    }
    for (const { path, stamp } of files) {
      const before = this.#read.get(path);
      if (before !== undefined && before.stamp === stamp) continue;
      hasNews = true;
      onFile();
      const found = await this.#open(path);
      if ('problem' in found || found.listed.key !== before?.key) this.#letGo(before?.key);
      this.#read.set(path, { stamp, ...('problem' in found ? found : this.#show(path, found, before?.key)) });
    }
    return hasNews;
  }

  async #open(path: string): Promise<ShelvedRun | { readonly problem: string }> {
    try {
      return shelvedIncident(await readIncident(path, this.#hash));
    } catch (error) {
      if (!(error instanceof IncidentError)) throw error;
      return { problem: `${error.message}. ${error.hint}` };
    }
  }

  /** Two files may say one id: the first that was read is shown. */
  #show(path: string, run: ShelvedRun, own: string | undefined): Omit<ReadFile, 'stamp'> {
    const { key } = run.listed;
    if (key !== own && this.#shelf.has(key))
      return { twinOf: key, problem: `${path}: another file has the id ${key} too` };
    this.#shelf.put(run);
    return { key };
  }

  /** Files with the same id have their turn at this look or the next. */
  #letGo(key: string | undefined): void {
    if (key === undefined) return;
    this.#shelf.remove(key);
    for (const [path, { twinOf }] of [...this.#read]) if (twinOf === key) this.#read.delete(path);
  }
}
