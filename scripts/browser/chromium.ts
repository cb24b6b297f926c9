/** Chromium (or Chrome): found where it is installed, or installed from Debian's packages. */
import { canInstall, findExecutable, installPackages, isExecutable } from '../debian.ts';

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
  return findExecutable(NAMES) ?? ELSEWHERE.find(isExecutable);
}

/** Undefined when it is there now; else why not. */
export async function installChromium(): Promise<string | undefined> {
  if (findChromium() !== undefined) return undefined;
  const wanted = `no Chromium on PATH: ${INSTALL}, or name one with CHROMIUM`;
  if (!canInstall()) return wanted;
  const problem = await installPackages(['chromium', 'fonts-liberation']);
  if (problem !== undefined) return `${wanted}\n${problem}`;
  return findChromium() === undefined ? wanted : undefined;
}
