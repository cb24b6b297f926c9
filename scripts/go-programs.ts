/** The programs that are built from Go: the distributions of the Collector, and Jaeger for the local stack. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { built, hashOf, type Built } from './binary-cache.ts';
import { exec, type Command } from './exec.ts';

const collector = fileURLToPath(new URL('../collector', import.meta.url));

export const DISTRIBUTIONS = ['default', 'gateway', 'bench'] as const;
export type Distribution = (typeof DISTRIBUTIONS)[number];

const manifests: Readonly<Record<Distribution, string>> = {
  default: 'manifest.yaml',
  gateway: 'gateway.yaml',
  bench: 'bench.yaml',
};

/** What stands in collector/ and does not go into a distribution: other modules, commands, and what only tests read. */
const others = ['distribution', 'stack-tools', 'bench', 'cmd', 'internal/incidentfiles'].map((one) =>
  join(collector, one),
);
const isLeftOut = (path: string, distribution: Distribution): boolean =>
  (others.includes(path) && !(distribution === 'bench' && path.endsWith('/bench'))) ||
  path.endsWith('_test.go') ||
  path.endsWith('/testdata') ||
  path.endsWith('.md');

export async function buildDistribution(distribution: Distribution): Promise<Built> {
  const folder = join(collector, 'distribution');
  const manifest = join(folder, manifests[distribution]);
  const text = readFileSync(manifest, 'utf8');
  const name = /^ {2}name: (\S+)$/m.exec(text)?.[1];
  if (name === undefined) throw new Error(`${manifest} names no dist.name`);
  const output = join(folder, 'build', distribution);
  return built({
    name,
    hash: hashOf(await toolchain(), collector, [manifest, collector], (path) => isLeftOut(path, distribution)),
    folder: output,
    build: async () => {
      // The builder reads paths of a manifest from where it runs, and the tools are another module.
      const builder = join(folder, 'build', 'builder');
      await go({
        argv: ['go', 'build', '-o', builder, 'go.opentelemetry.io/collector/cmd/builder'],
        cwd: join(collector, 'tools'),
      });
      await go({ argv: [builder, '--config', manifest], cwd: folder });
      return join(output, name);
    },
  });
}

export async function buildJaeger(): Promise<Built> {
  const folder = join(collector, 'stack-tools');
  const output = join(folder, 'build', 'jaeger');
  return built({
    name: 'jaeger',
    hash: hashOf(await toolchain(), collector, [join(folder, 'go.mod'), join(folder, 'go.sum')]),
    folder: output,
    build: async () => {
      await go({
        argv: [
          'go',
          'build',
          '-trimpath',
          '-ldflags=-s -w',
          '-o',
          output,
          'github.com/jaegertracing/jaeger/cmd/jaeger',
        ],
        cwd: folder,
      });
      return output;
    },
  });
}

async function toolchain(): Promise<string[]> {
  const output = await go({ argv: ['go', 'env', 'GOVERSION', 'GOOS', 'GOARCH'], cwd: collector });
  return output.trim().split('\n');
}

async function go(command: Command): Promise<string> {
  const { status, output } = await exec({ ...command, timeoutMinutes: 30 });
  if (status === 0) return output;
  const missing = output.includes('ENOENT') ? '\nGo 1.26 is needed: https://go.dev/dl' : '';
  throw new Error(`${command.argv.join(' ')} failed in ${command.cwd ?? '.'}\n${output}${missing}`);
}
