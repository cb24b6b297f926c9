/** Prometheus and Alertmanager: found where they are installed, or installed from Debian's packages without being started. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canInstall, findExecutable, installPackages } from '../debian.ts';

/** Debian's names first: elsewhere Alertmanager's own release calls it `alertmanager`. */
const PROGRAMS = {
  prometheus: ['prometheus'],
  promtool: ['promtool'],
  alertmanager: ['prometheus-alertmanager', 'alertmanager'],
  amtool: ['amtool'],
} as const;

export type MonitoringProgram = keyof typeof PROGRAMS;

export const INSTALL = 'apt-get install -y prometheus prometheus-alertmanager';

export function findProgram(program: MonitoringProgram): string | undefined {
  return findExecutable(PROGRAMS[program]);
}

export function missingPrograms(): MonitoringProgram[] {
  return (Object.keys(PROGRAMS) as MonitoringProgram[]).filter((program) => findProgram(program) === undefined);
}

/** Undefined when all are there now; else why not. */
export async function installMissing(): Promise<string | undefined> {
  const missing = missingPrograms();
  if (missing.length === 0) return undefined;
  const wanted = `${missing.join(', ')} not found on PATH: ${INSTALL}`;
  if (!canInstall()) return wanted;
  const undo = forbidStarting();
  try {
    const problem = await installPackages(['prometheus', 'prometheus-alertmanager']);
    if (problem !== undefined) return `${wanted}\n${problem}`;
  } finally {
    undo();
  }
  return missingPrograms().length === 0 ? undefined : wanted;
}

/** Packages of daemons start them when they are installed, unless policy-rc.d says no. */
function forbidStarting(): () => void {
  const policy = '/usr/sbin/policy-rc.d';
  if (existsSync(policy)) return () => {};
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  return () => rmSync(policy, { force: true });
}

/** A folder for one stack; gone when the process ends. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
