/** The Dockerfiles: by hadolint, and by the rules that it does not know. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { portsOf } from './agreement-faults.ts';
import { dockerfileFaults, type Surroundings } from './dockerfile-faults.ts';
import { hadolint } from './hadolint.ts';
import { ignoredBy } from './ignored.ts';
import { readStack } from './stack-files.ts';

const stack = readStack();
const read = (name: string): string => readFileSync(`docker/${name}.Dockerfile`, 'utf8');
const surroundings: Surroundings = {
  isIgnored: ignoredBy(readFileSync('.dockerignore', 'utf8')),
  ports: { final: portsOf('app', stack), collector: portsOf('collector', stack), probe: [] },
};

function lint(text: string): string {
  const { stdout, stderr, error } = spawnSync(hadolint(), ['--no-color', '-'], { input: text, encoding: 'utf8' });
  if (error !== undefined) throw error;
  return stdout + stderr;
}

describe.each(['app', 'collector'])('%s.Dockerfile', (name) => {
  it('has nothing that hadolint finds', () => {
    expect(lint(read(name))).toBe('');
  });

  it('is pinned, runs as a numbered user, copies what is there, and exposes what is listened on', () => {
    expect(dockerfileFaults(read(name), surroundings)).toEqual([]);
  });
});

describe('the Collector image', () => {
  it('is built by the Go that the module asks for, from the default manifest', () => {
    const wanted = /^go (\d+\.\d+)/m.exec(readFileSync('collector/go.mod', 'utf8'))?.[1];
    expect(read('collector')).toMatch(new RegExp(`^FROM golang:${wanted?.replace('.', '\\.')}\\.`, 'm'));
    const manifest = readFileSync('collector/distribution/manifest.yaml', 'utf8');
    const name = /^ {2}name: (\S+)$/m.exec(manifest)?.[1];
    const output = /^ {2}output_path: \.\/(\S+)$/m.exec(manifest)?.[1];
    expect(read('collector')).toContain(`mv ${output}/${name} /out/${name}`);
  });

  it('holds every module of the manifest that stands in this repository', () => {
    const manifest = readFileSync('collector/distribution/manifest.yaml', 'utf8');
    for (const [, path = ''] of manifest.matchAll(/^\s*path: (\S+)$/gm))
      expect(surroundings.isIgnored(new URL(path, 'file:///collector/distribution/').pathname.slice(1)), path).toBe(
        false,
      );
  });
});

describe('the application image', () => {
  it('has the Node that development has, and the versions that are tested here', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    expect(read('app')).toContain(`FROM node:${devDependencies['node']?.replace('^', '')}-`);
    const image = JSON.parse(readFileSync('docker/app/image/package.json', 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const [name, version] of Object.entries(image.dependencies)) {
      const installed = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string };
      expect([name, version]).toEqual([name, installed.version]);
    }
  });

  it('has a lock file that fits', () => {
    const lock = JSON.parse(readFileSync('docker/app/image/package-lock.json', 'utf8')) as {
      packages: Record<string, { dependencies?: Record<string, string> }>;
    };
    const image = JSON.parse(readFileSync('docker/app/image/package.json', 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(lock.packages['']?.dependencies).toEqual(image.dependencies);
  });
});

describe('the checks of Dockerfiles fire', () => {
  it.each([
    ['hadolint, on a shell form of CMD', 'CMD node main.ts', 'DL3025'],
    ['hadolint, on sudo', 'RUN sudo true', 'DL3004'],
  ])('%s', (_, line, rule) => {
    expect(lint(`${read('app')}\n${line}\n`)).toContain(rule);
  });

  it.each<[string, string, (text: string) => string, string]>([
    [
      'a base that floats',
      'app',
      (text) => text.replaceAll('node:24.21.0-bookworm-slim', 'node:lts'),
      'node:lts: not pinned',
    ],
    [
      'a base without a tag',
      'collector',
      (text) => text.replace('golang:1.26.8-bookworm AS', 'golang AS'),
      'golang: not pinned',
    ],
    ['root', 'app', (text) => text.replace('USER 1000:1000', 'USER root'), 'runs as root'],
    ['no user at all', 'app', (text) => text.replace('USER 1000:1000\n', ''), 'runs as root'],
    ['a user by name', 'app', (text) => text.replace('USER 1000:1000', 'USER node'), 'is no number'],
    [
      'root in one of several images',
      'collector',
      (text) => text.replace(/USER 65532:65532\n(?=#)/, ''),
      'collector runs as root',
    ],
    ['a source that is gone', 'app', (text) => text.replace('COPY demo/ ', 'COPY demos/ '), 'no such file'],
    [
      'a source that the context lacks',
      'app',
      (text) => text.replace('COPY demo/ ', 'COPY bench/ '),
      '.dockerignore leaves it out',
    ],
    [
      'a stage that is gone',
      'app',
      (text) => text.replace('--from=build', '--from=builder'),
      'stage builder, which there is not',
    ],
    ['ADD', 'app', (text) => `${text}\nADD https://example.com/x.tgz /x\n`, 'COPY it'],
    [
      'no health check',
      'app',
      (text) => text.replace(/HEALTHCHECK[^]*?\n(?=CMD \["node", "docker)/, ''),
      'no HEALTHCHECK',
    ],
    ['a port too many', 'app', (text) => text.replace('EXPOSE 8080', 'EXPOSE 8080 9229'), 'exposes 8080 9229'],
    ['a port too few', 'collector', (text) => text.replace(' 9465', ''), 'its configuration listens on'],
  ])('on %s', (_, name, plant, fault) => {
    const planted = plant(read(name));
    expect(planted).not.toBe(read(name));
    expect(dockerfileFaults(planted, surroundings).join('\n')).toContain(fault);
  });
});

describe('.dockerignore', () => {
  it.each([
    ['node_modules/x/y.js', true],
    ['docker/app/node_modules/x.js', true],
    ['test/docker/x.ts', true],
    ['collector/internal/model/run_test.go', true],
    ['collector/internal/model/run.go', false],
    ['collector/distribution/build/default/main.go', true],
    ['collector/distribution/manifest.yaml', false],
    ['src/index.ts', false],
    ['demo/corpus', false],
  ])('%s: left out is %s', (path, isLeftOut) => {
    expect(surroundings.isIgnored(path)).toBe(isLeftOut);
  });

  it('lets a later pattern bring back what an earlier one leaves out', () => {
    const isIgnored = ignoredBy('docs\n!docs/metrics.md\n');
    expect([isIgnored('docs/setup.md'), isIgnored('docs/metrics.md')]).toEqual([true, false]);
  });
});
