/** Chromium (or Chrome): found where it is installed, or installed from Debian's packages. */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { exec } from '../exec.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export const INSTALL = 'apt-get install -y chromium';

/** `CHROMIUM` names another one. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  if (named !== undefined && named !== '') return isExecutable(named) ? named : undefined;
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...ELSEWHERE].find(isExecutable);
}

/** Undefined when it is there now; else why not. */
export async function installChromium(): Promise<string | undefined> {
  if (findChromium() !== undefined) return undefined;
  const wanted = `no Chromium on PATH: ${INSTALL}, or name one with CHROMIUM`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return wanted;
  for (const argv of [
    ['apt-get', 'update', '-q'],
    ['apt-get', 'install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-liberation'],
  ] as const) {
    const { status, output } = await exec({ argv: [...argv], env: { DEBIAN_FRONTEND: 'noninteractive' } });
    if (status !== 0) return `${wanted}\n${argv.join(' ')} failed:\n${output.slice(-2000)}`;
  }
  return findChromium() === undefined ? wanted : undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
