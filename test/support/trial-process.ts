/**
 * A project of a user in a folder of its own: the command and the process of a trial, built from the
 * sources, `ragspan` as a package, the applications of test/trials/apps and of examples/refunds. Nothing
 * of dist/ is used.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');

export interface BuiltCommand {
  /** Of `ragspan`. */
  readonly cli: string;
  readonly trialProcess: string;
  /** The applications. */
  readonly apps: string;
  /** To be removed in the end. */
  readonly folder: string;
}

/** What is bundled neither into the command nor into the package: all that an installation brings along. */
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object };
const PACKAGES = new Set(['@opentelemetry', ...Object.keys(dependencies).map((name) => name.split('/')[0] ?? name)]);

export async function buildCommand(): Promise<BuiltCommand> {
  const folder = mkdtempSync(join(tmpdir(), 'ragspan-trials-'));
  const packages = join(folder, 'node_modules');
  const own = join(packages, 'ragspan');
  mkdirSync(own, { recursive: true });
  const installed = installedPackages(root);
  for (const name of PACKAGES) symlinkSync(join(installed, name), join(packages, name));
  const options = { bundle: true, platform: 'node', packages: 'external', logLevel: 'error' } as const;
  await build({
    ...options,
    entryPoints: { cli: join(root, 'src/cli/main.ts'), 'trial-process': join(root, 'src/trials/trial-process.ts') },
    format: 'esm',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
  });
  for (const format of ['esm', 'cjs'] as const)
    await build({
      ...options,
      entryPoints: { instrumentation: join(root, 'src/instrumentation/index.ts') },
      format,
      outdir: own,
      outExtension: { '.js': format === 'esm' ? '.mjs' : '.cjs' },
    });
  writeFileSync(
    join(own, 'package.json'),
    JSON.stringify({
      name: 'ragspan',
      exports: { './instrumentation': { import: './instrumentation.mjs', require: './instrumentation.cjs' } },
    }),
  );
  const apps = join(folder, 'apps');
  cpSync(join(dirname(import.meta.dirname), 'trials/apps'), apps, { recursive: true });
  // The example, under its name here. The lanes of other SDKs and Nodes do not have it.
  const example = join(root, 'examples/refunds/app.mjs');
  if (existsSync(example)) cpSync(example, join(apps, 'refunds.mjs'));
  return { cli: join(folder, 'cli.mjs'), trialProcess: join(folder, 'trial-process.mjs'), apps, folder };
}

/** A lane is installed above its copy of the sources. */
function installedPackages(folder: string): string {
  const packages = join(folder, 'node_modules');
  return existsSync(join(packages, '@opentelemetry')) ? packages : installedPackages(dirname(folder));
}
