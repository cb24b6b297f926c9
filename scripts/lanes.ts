/**
 * The same sources and tests on another Node and another line of the OpenTelemetry SDK. A lane has
 * its own package.json and lock file under test/lanes/; it is installed outside the repository, so
 * that nothing resolves to the repository's own node_modules by accident.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exec } from './exec.ts';
import { vitest, type Suite } from './suite.ts';

const root = new URL('..', import.meta.url).pathname;

/** Folders and files a lane's tests read. */
const parts = ['src', 'proto', 'test', 'package.json', 'tsconfig.json'];

export function lane(name: string): Suite {
  return vitest(`lane ${name}`, async () => {
    const installed = await installLane(name);
    const work = mkdtempSync(join(installed, 'run-'));
    process.once('exit', () => rmSync(work, { recursive: true, force: true }));
    for (const part of parts) {
      if (existsSync(join(root, part))) cpSync(join(root, part), join(work, part), { recursive: true });
    }
    cpSync(join(root, 'test/lanes', name, 'vitest.config.ts'), join(work, 'vitest.config.ts'));
    const node = join(installed, 'node_modules/node/bin/node');
    return {
      argv: [node, join(installed, 'node_modules/vitest/vitest.mjs'), 'run'],
      cwd: work,
      env: { PATH: `${join(installed, 'node_modules/.bin')}:${process.env.PATH ?? ''}` },
    };
  });
}

/** Once per lock file; a second run finds it done. */
export async function installLane(name: string): Promise<string> {
  const source = join(root, 'test/lanes', name);
  const lock = readFileSync(join(source, 'package-lock.json'));
  const home = join(tmpdir(), `ragspan-lanes-${process.getuid?.() ?? 'any'}`);
  const done = join(home, `${name}-${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`);
  if (existsSync(done)) return done;
  mkdirSync(home, { recursive: true });
  const fresh = mkdtempSync(join(home, `${name}-new-`));
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    if (existsSync(join(source, file))) cpSync(join(source, file), join(fresh, file));
  }
  const { status, output } = await exec({
    argv: ['npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline'],
    cwd: fresh,
  });
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(`npm ci of lane ${name} failed:\n${output}`);
  }
  if (existsSync(done)) rmSync(fresh, { recursive: true, force: true });
  else renameSync(fresh, done);
  return done;
}
