/**
 * Built programs, kept outside the repository under the hash of what they are built from: a second
 * build, in this clone or the next, finds them done. The three newest of a name stay.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Recipe {
  readonly name: string;
  /** Hash of everything the program is made from. */
  readonly hash: string;
  /** Two builds with one folder wait for each other. */
  readonly folder: string;
  /** Builds, and returns where the program stands then. */
  build(): Promise<string>;
}

export interface Built {
  readonly path: string;
  readonly fresh: boolean;
  readonly seconds: number;
}

/** `RAGSPAN_CACHE`, else `XDG_CACHE_HOME`/ragspan, else ~/.cache/ragspan. */
export function cacheFolder(): string {
  const { RAGSPAN_CACHE, XDG_CACHE_HOME } = process.env;
  if (RAGSPAN_CACHE !== undefined && RAGSPAN_CACHE !== '') return RAGSPAN_CACHE;
  return join(
    XDG_CACHE_HOME === undefined || XDG_CACHE_HOME === '' ? join(homedir(), '.cache') : XDG_CACHE_HOME,
    'ragspan',
  );
}

export async function built(recipe: Recipe): Promise<Built> {
  const started = performance.now();
  const home = join(cacheFolder(), 'bin');
  const path = join(home, `${recipe.name}-${recipe.hash}`, recipe.name);
  const done = (fresh: boolean): Built => ({ path, fresh, seconds: (performance.now() - started) / 1000 });
  if (existsSync(path)) {
    utimesSync(dirname(path), new Date(), new Date());
    return done(false);
  }
  const unlock = await lock(`${recipe.folder}.lock`);
  try {
    if (existsSync(path)) return done(false);
    const program = await recipe.build();
    mkdirSync(dirname(path), { recursive: true });
    const parked = `${path}.${process.pid}`;
    copyFileSync(program, parked);
    renameSync(parked, path);
    prune(home, recipe.name);
    return done(true);
  } finally {
    unlock();
  }
}

/** Files by their path and content; folders are walked, `leaveOut` says what in them does not count. */
export function hashOf(
  words: readonly string[],
  root: string,
  paths: readonly string[],
  leaveOut: (path: string) => boolean = () => false,
): string {
  const hash = createHash('sha256').update(JSON.stringify(words));
  for (const path of paths.flatMap((one) => filesBelow(one, leaveOut)).toSorted())
    hash.update(`\0${relative(root, path)}\0`).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

function filesBelow(path: string, leaveOut: (path: string) => boolean): string[] {
  if (leaveOut(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name), leaveOut));
}

function prune(home: string, name: string): void {
  const kept = readdirSync(home).filter((one) => one.startsWith(`${name}-`) && /^[0-9a-f]{16}$/.test(one.slice(-16)));
  const newestFirst = kept
    .filter((one) => one.length === name.length + 17)
    .map((one) => ({ path: join(home, one), at: statSync(join(home, one)).mtimeMs }))
    .toSorted((a, b) => b.at - a.at);
  for (const { path } of newestFirst.slice(3)) rmSync(path, { recursive: true, force: true });
}

/** A file that names its owner; one whose owner is gone counts as open. */
async function lock(path: string): Promise<() => void> {
  mkdirSync(dirname(path), { recursive: true });
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch {
      if (!isAlive(ownerOf(path))) rmSync(path, { force: true });
      await sleep(500);
    }
  }
}

function ownerOf(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return Number.NaN;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
