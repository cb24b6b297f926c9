/** Programs of this machine, and Debian's packages where one may install them. */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { exec } from './exec.ts';

/** The first of these names that PATH, or the usual folders, can run. */
export function findExecutable(names: readonly string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** As root of a Debian. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Undefined when they are installed; else the command that failed and what it said. */
export async function installPackages(packages: readonly string[]): Promise<string | undefined> {
  for (const argv of [
    ['apt-get', 'update', '-q'],
    ['apt-get', 'install', '-y', '-q', '--no-install-recommends', ...packages],
  ] as const) {
    const { status, output } = await exec({ argv, env: { DEBIAN_FRONTEND: 'noninteractive' } });
    if (status !== 0) return `${argv.join(' ')} failed:\n${output.slice(-2000)}`;
  }
  return undefined;
}
