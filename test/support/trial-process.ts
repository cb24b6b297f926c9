/** The process of a trial, and the command, built from the sources: plain `node` cannot run those. */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');

export interface BuiltCommand {
  /** Of `ragspan`. */
  readonly cli: string;
  readonly trialProcess: string;
  /** To be removed in the end. */
  readonly folder: string;
}

/** Inside node_modules, so that it finds what is installed here. */
export async function buildCommand(): Promise<BuiltCommand> {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'ragspan-trials-'));
  await build({
    entryPoints: { cli: join(root, 'src/cli/main.ts'), 'trial-process': join(root, 'src/trials/trial-process.ts') },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
  });
  return { cli: join(folder, 'cli.mjs'), trialProcess: join(folder, 'trial-process.mjs'), folder };
}
