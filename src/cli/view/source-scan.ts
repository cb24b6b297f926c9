/**
 * Which files of those named are incidents and which are traces: by the members they have.
 * A look can be taken again and again: what has not changed since the last one is not opened.
 */
import type { BigIntStats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileKind, type FileKind } from '../../incidents/files/file-kind.js';
import { fileError, IncidentError } from '../../incidents/incident-error.js';

export interface SeenFile {
  readonly path: string;
  /** Another after every change; undefined: standard input or a pipe, which can be read once. */
  readonly stamp: string | undefined;
}

export interface SeenFiles {
  readonly incidents: readonly SeenFile[];
  readonly traces: readonly SeenFile[];
  /** Of the paths that were named: they are not there, or cannot be opened. */
  readonly unread: readonly IncidentError[];
  /** Files of folders that cannot be opened, folders that hold more than is read. */
  readonly notes: readonly string[];
  /** Folders in which there is nothing to read. */
  readonly empty: readonly string[];
}

type Kind = 'incident' | 'trace' | 'other';

interface Known {
  readonly stamp: string;
  readonly kind: Kind;
}

const MAX_FILES = 20_000;
/** What may be a trace or an incident; a folder holds other files too. */
const CANDIDATE = /\.(?:json|jsonl|ndjson|pb|bin|binpb|otlp|proto)(?:\.gz)?$/iu;

export class SourceScan {
  readonly #paths: readonly string[];
  #known: ReadonlyMap<string, Known> = new Map();

  constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  /** A folder is read one level deep, in the order of names. */
  async look(): Promise<SeenFiles> {
    const look = new Look(this.#known);
    for (const path of this.#paths) {
      try {
        await look.named(path);
      } catch (error) {
        look.unread.push(error instanceof IncidentError ? error : fileError(error, path));
      }
    }
    this.#known = look.known;
    return look;
  }
}

/** A file's content has changed when this has: `ctime` also tells a replacement of the same age and size. */
export function stampOf({ ctimeNs, mtimeNs, size, ino }: BigIntStats): string {
  return `${ctimeNs} ${mtimeNs} ${size} ${ino}`;
}

class Look implements SeenFiles {
  readonly incidents: SeenFile[] = [];
  readonly traces: SeenFile[] = [];
  readonly unread: IncidentError[] = [];
  readonly notes: string[] = [];
  readonly empty: string[] = [];
  readonly known = new Map<string, Known>();
  readonly #before: ReadonlyMap<string, Known>;

  constructor(before: ReadonlyMap<string, Known>) {
    this.#before = before;
  }

  async named(path: string): Promise<void> {
    const found = path === '-' ? undefined : await stat(path, { bigint: true });
    if (found?.isDirectory() === true) return this.#folder(path);
    if (found?.isFile() !== true) this.traces.push({ path, stamp: undefined });
    else if ((await this.#take(path, found)) === 'other') this.traces.push({ path, stamp: stampOf(found) });
  }

  /** What of it cannot be opened costs itself alone. */
  async #folder(path: string): Promise<void> {
    const names = (await readdir(path)).filter((name) => CANDIDATE.test(name)).sort();
    if (names.length > MAX_FILES)
      this.notes.push(`${path}: ${names.length} files; the first ${MAX_FILES} are read, in the order of their names`);
    let files = 0;
    for (const name of names.slice(0, MAX_FILES)) {
      const file = join(path, name);
      try {
        const found = await stat(file, { bigint: true });
        if (found.isFile() && (await this.#take(file, found)) !== 'other') files += 1;
      } catch (error) {
        this.notes.push(fileError(error, file).message);
      }
    }
    if (files === 0) this.empty.push(path);
  }

  async #take(path: string, found: BigIntStats): Promise<Kind> {
    const stamp = stampOf(found);
    const before = this.#before.get(path);
    const kind = before?.stamp === stamp ? before.kind : kindOf(await fileKind(path));
    this.known.set(path, { stamp, kind });
    if (kind === 'incident') this.incidents.push({ path, stamp });
    if (kind === 'trace') this.traces.push({ path, stamp });
    return kind;
  }
}

/** The other files of this program: ledgers, split tests, replay records. */
function kindOf(kind: FileKind): Kind {
  return kind === 'incident' || kind === 'trace' ? kind : 'other';
}
