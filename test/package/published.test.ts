/** What is in the package: entries that resolve everywhere, nothing that does not belong, within its budget of bytes. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { inject } from 'vitest';
import { describe, expect, it } from 'vitest';
import { entrySize } from '../../scripts/entry-size.ts';
import { bin, exec } from '../../scripts/exec.ts';

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, unknown>>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

/** Every file named in `exports`, whatever the condition. */
function targets(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(targets) : [];
}

/** Names of the files in the packed archive. */
function packedFiles(): string[] {
  const archive = gunzipSync(readFileSync(inject('tarball')));
  const files: string[] = [];
  for (let at = 0; at + 512 <= archive.length;) {
    const name = archive.toString('utf8', at, archive.indexOf(0, at));
    if (name === '') break;
    files.push(name.replace(/^package\//, './'));
    at += 512 + Math.ceil(Number.parseInt(archive.toString('latin1', at + 124, at + 135), 8) / 512) * 512;
  }
  return files;
}

const STATIC = /^(?:import|export)\b[^;]*?(?:from\s*)?"([^"]+)";?$/gm;

/** Files that importing this one loads, and the packages these import. */
function closure(file: string): { readonly files: readonly string[]; readonly packages: readonly string[] } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (at: string): void => {
    if (files.has(at)) return;
    files.add(at);
    for (const [, name = ''] of readFileSync(at, 'utf8').matchAll(STATIC)) {
      if (name.startsWith('.')) visit(join(dirname(at), name));
      else packages.add(name);
    }
  };
  visit(file);
  return { files: [...files], packages: [...packages].toSorted() };
}

describe('the published package', () => {
  it('holds every file that exports and bin name', () => {
    const files = packedFiles();
    const named = [...targets(manifest.exports), ...Object.values(manifest.bin).map((file) => `./${file}`)];
    expect(named.filter((file) => !files.includes(file))).toEqual([]);
  });

  it('holds the build, the file formats, the documents and their examples for a reader of the registry, and nothing else', () => {
    const strange = packedFiles().filter(
      (file) => !/^\.\/(dist|docs|examples|proto)\/|^\.\/(package\.json|README\.md|CHANGELOG\.md|LICENSE)$/.test(file),
    );
    expect(strange).toEqual([]);
  });

  it('needs OpenTelemetry of the application, and ships none', () => {
    const own = Object.keys(manifest.dependencies).filter((name) => name.startsWith('@opentelemetry/'));
    expect(own).toEqual([]);
    expect(Object.keys(manifest.peerDependencies)).toEqual(['@opentelemetry/api']);
    expect(Object.values(manifest.peerDependenciesMeta)).toEqual(
      Object.values(manifest.peerDependenciesMeta).map(() => ({ optional: true })),
    );
  });

  it('loads with ragspan/processor nothing but its own code and the API', () => {
    const { packages } = closure('dist/processor.mjs');
    expect(packages.filter((name) => !name.startsWith('node:'))).toEqual(['@opentelemetry/api']);
  });

  it('loads with ragspan/instrumentation nothing but its own code and the API, and no processor', () => {
    const { packages, files } = closure('dist/instrumentation.mjs');
    expect(packages.filter((name) => !name.startsWith('node:'))).toEqual(['@opentelemetry/api']);
    expect(files.map((file) => basename(file)).filter((name) => /processor|storage/.test(name))).toEqual([]);
  });

  // Budgets are what the entries weigh, and a little: a step up is a decision, not an accident.
  it.each([
    // 6 KB of it are the patterns of instruction-like text, which every run is looked through for.
    ['processor', 104],
    ['instrumentation', 24],
    ['index', 128],
  ])('keeps ragspan/%s within %i KB of minified gzip', async (entry, kilobytes) => {
    expect(await entrySize(`dist/${entry}.mjs`)).toBeLessThanOrEqual(kilobytes * 1024);
  });

  it('passes publint', async () => {
    const { status, output } = await exec({
      argv: [...bin('publint', 'src/cli.js'), 'run', inject('tarball'), '--strict'],
    });
    expect(status === 0 ? 'passed' : output).toBe('passed');
  });

  it('gives every entry types that fit, for ESM, CommonJS and bundlers', async () => {
    const { status, output } = await exec({
      argv: [...bin('@arethetypeswrong/cli', 'dist/index.js'), inject('tarball'), '--profile', 'node16', '--no-color'],
    });
    expect(status === 0 ? 'passed' : output).toBe('passed');
  });
});
