/** Packs the package once for all the tests of this folder. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bin, exec } from '../../scripts/exec.ts';

declare module 'vitest' {
  interface ProvidedContext {
    tarball: string;
  }
}

export default async function pack({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'ragspan-pack-'));
  const built = await exec({ argv: [...bin('tsdown', 'dist/run.mjs'), '--logLevel', 'warn'] });
  if (built.status !== 0) throw new Error(`the build failed:\n${built.output}`);
  const packed = await exec({ argv: ['npm', 'pack', '--ignore-scripts', '--pack-destination', folder] });
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (packed.status !== 0 || name === undefined) throw new Error(`npm pack failed:\n${packed.output}`);
  provide('tarball', join(folder, name));
  return () => rmSync(folder, { recursive: true, force: true });
}
