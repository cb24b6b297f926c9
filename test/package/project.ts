/** An empty project with the packed package and one line of the SDK in it, and the Node of its lane. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { exec, type Finished } from '../../scripts/exec.ts';
import { installLane } from '../../scripts/lanes.ts';

export interface Line {
  readonly name: string;
  /** `current`: the Node that runs these tests, which is 24. */
  readonly node: 'current' | '20';
  /** What a user of `start()` installs beside ragspan, as docs/setup.md says. */
  readonly sdk: readonly string[];
  /** What NodeSDK and auto-instrumentation add to it. */
  readonly whole: readonly string[];
}

const SDK2 = ['@opentelemetry/sdk-trace-node@2.12.1', '@opentelemetry/exporter-trace-otlp-http@0.223.0'];
const SDK3 = [
  '@opentelemetry/sdk-trace@3.1.1',
  '@opentelemetry/exporter-trace-otlp-http@0.301.0',
  '@opentelemetry/context-async-hooks@3.1.1',
];
const WHOLE2 = [
  '@opentelemetry/api@1.9.1',
  '@opentelemetry/sdk-node@0.223.0',
  '@opentelemetry/auto-instrumentations-node@0.81.2',
];
const WHOLE3 = [
  '@opentelemetry/api@1.10.0',
  '@opentelemetry/sdk-node@0.300.0',
  '@opentelemetry/auto-instrumentations-node@0.82.0',
];

export const LINES: readonly Line[] = [
  { name: 'Node 20 + SDK 2.x', node: '20', sdk: SDK2, whole: WHOLE2 },
  { name: 'Node 24 + SDK 2.x', node: 'current', sdk: SDK2, whole: WHOLE2 },
  { name: 'Node 24 + SDK 3.x', node: 'current', sdk: SDK3, whole: WHOLE3 },
];

export interface Project {
  readonly folder: string;
  /** Runs Node in the project. */
  node(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Finished>;
  npm(args: readonly string[]): Promise<Finished>;
  write(file: string, text: string): void;
  remove(): void;
}

async function nodeFolder(node: Line['node']): Promise<string> {
  if (node === 'current') return dirname(process.execPath);
  return join(await installLane('node20-sdk2'), 'node_modules/node/bin');
}

/** Without packages nothing is installed yet. */
export async function emptyProject(node: Line['node']): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'ragspan-project-'));
  const bin = await nodeFolder(node);
  const base = { PATH: `${bin}:${process.env.PATH ?? ''}`, NODE_OPTIONS: '', NODE_ENV: '' };
  const project: Project = {
    folder,
    node: (args, env) =>
      exec({ argv: [join(bin, 'node'), ...args], cwd: folder, env: { ...base, ...env }, timeoutMinutes: 2 }),
    npm: (args) =>
      exec({
        argv: ['npm', ...args, '--no-audit', '--no-fund', '--prefer-offline'],
        cwd: folder,
        env: base,
        timeoutMinutes: 8,
      }),
    write: (file, text) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  project.write('package.json', '{ "private": true }\n');
  return project;
}

/** With the packed package and these packages installed, and the applications of `apps/` beside them. */
export async function projectWith(node: Line['node'], packages: readonly string[]): Promise<Project> {
  const project = await emptyProject(node);
  const { status, output } = await project.npm(['install', inject('tarball'), ...packages, '--ignore-scripts']);
  if (status !== 0) throw new Error(`npm install failed:\n${output}`);
  cpSync('test/package/apps', project.folder, { recursive: true });
  return project;
}
