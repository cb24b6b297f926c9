/** One name for a file that has several, by symbolic links: what is locked must be the file, not a name of it. */
import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** As many as Linux follows. */
const MOST_LINKS = 40;

/** Of a file that is not there yet, too: links to it may be there before it is. Never throws. */
export async function realPath(path: string): Promise<string> {
  let name = path;
  for (let links = 0; links < MOST_LINKS; links += 1) {
    const real = await realpath(name).catch(() => undefined);
    if (real !== undefined) return real;
    const folder = await realpath(dirname(name)).catch(() => undefined);
    if (folder === undefined) return name;
    const target = await readlink(name).catch(() => undefined);
    if (target === undefined) return join(folder, basename(name));
    name = resolve(folder, target);
  }
  return name;
}
