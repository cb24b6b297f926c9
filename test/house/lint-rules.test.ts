/** The lint configuration is itself under test: a rule that does not fire on bad code protects nothing. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Bad {
  readonly promise: string;
  readonly file: string;
  readonly source: string;
  readonly rule: string;
}

const imports = 'eslint(no-restricted-imports)';
const globals = 'eslint(no-restricted-globals)';

const importing = (folder: string, what: string): Bad => ({
  promise: `src/${folder} does not import ${what}`,
  file: `src/${folder}/imports-${what.replace(/\W+/g, '-')}.ts`,
  source: `import * as it from '${what}';\nexport const kept = it;\n`,
  rule: imports,
});

const bad: readonly Bad[] = [
  importing('model', '../attribution/scan.js'),
  importing('model', '@opentelemetry/api'),
  importing('model', 'node:crypto'),
  importing('translator', '../attribution/scan.js'),
  importing('translator', '../storage/pending.js'),
  importing('translator', '../processor/index.js'),
  importing('translator', '@opentelemetry/api'),
  importing('attribution', '../semconv.js'),
  importing('attribution', '../translator/index.js'),
  importing('attribution', 'node:buffer'),
  importing('attribution', '@opentelemetry/api'),
  importing('attribution', 're2js'),
  importing('joining', '../translator/index.js'),
  importing('joining', '../semconv.js'),
  importing('joining', '@opentelemetry/api'),
  importing('emit', '../translator/index.js'),
  importing('emit', '../attribution/scan.js'),
  importing('emit', '../storage/pending.js'),
  importing('storage', '../attribution/scan.js'),
  importing('storage', '@opentelemetry/api'),
  importing('storage', 'node:timers'),
  importing('processor', '../instrumentation/index.js'),
  importing('processor', '../cli/main.js'),
  importing('processor', '../files/index.js'),
  importing('processor', '@opentelemetry/sdk-trace'),
  importing('instrumentation', '../processor/index.js'),
  importing('instrumentation', '../storage/pending.js'),
  importing('instrumentation', '@opentelemetry/sdk-trace'),
  importing('cases', '../cli/main.js'),
  importing('config', '../init/start.js'),
  {
    promise: 'attribution reads no clock',
    file: 'src/attribution/clock.ts',
    source: 'export const now = (): number => Date.now();\n',
    rule: globals,
  },
  {
    promise: 'joining starts no timer',
    file: 'src/joining/timer.ts',
    source: 'export const later = (f: () => void): unknown => setTimeout(f, 1);\n',
    rule: globals,
  },
  {
    promise: 'only config reads the environment',
    file: 'src/processor/environment.ts',
    source: 'export const key = process.env.RAGSPAN_HASH_KEY;\n',
    rule: 'node(no-process-env)',
  },
  {
    promise: 'a switch over verdicts names every verdict',
    file: 'src/emit/switch.ts',
    source: [
      "export function boundary(verdict: 'H1' | 'H2' | 'H3'): string {",
      '  switch (verdict) {',
      "    case 'H1':",
      "      return 'retrieval';",
      "    case 'H2':",
      "      return 'assembly';",
      '  }',
      "  return '';",
      '}\n',
    ].join('\n'),
    rule: 'typescript(switch-exhaustiveness-check)',
  },
  {
    promise: 'no promise is left floating',
    file: 'src/processor/floating.ts',
    source: 'export function flush(it: () => Promise<void>): void {\n  it();\n}\n',
    rule: 'typescript(no-floating-promises)',
  },
  {
    promise: 'no two files import each other',
    file: 'src/storage/egg.ts',
    source: "import { hen } from './hen.js';\nexport const egg = (): unknown => hen;\n",
    rule: 'import(no-cycle)',
  },
  {
    promise: 'no file grows past 300 lines',
    file: 'src/storage/long.ts',
    source: Array.from({ length: 301 }, (_, i) => `export const line${i} = ${i};\n`).join(''),
    rule: 'eslint(max-lines)',
  },
];

const good: readonly Omit<Bad, 'promise' | 'rule'>[] = [
  { file: 'src/storage/hen.ts', source: "import { egg } from './egg.js';\nexport const hen = (): unknown => egg;\n" },
  {
    file: 'src/model/digest.ts',
    source: "import * as crypto from 'node:crypto';\nexport const hash = crypto.createHash;\n",
  },
  {
    file: 'src/translator/api-types.ts',
    source:
      "import type { Span } from '@opentelemetry/api';\nimport * as names from '../semconv.js';\nexport const kept = (span: Span): unknown => [span, names];\n",
  },
  {
    file: 'src/processor/all-of-the-above.ts',
    source: [
      ...['attribution', 'joining', 'translator', 'emit', 'storage'].map(
        (f) => `import * as ${f} from '../${f}/any.js';`,
      ),
      'export const kept = [attribution, joining, translator, emit, storage];\n',
    ].join('\n'),
  },
  {
    file: 'src/attribution/deep/er.ts',
    source:
      "import * as it from '../../model/text.js';\nimport * as own from '../scan.js';\nexport const kept = [it, own];\n",
  },
];

describe('the lint configuration', () => {
  let root: string;
  let found: ReadonlyMap<string, readonly string[]>;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'ragspan-lint-'));
    for (const file of ['oxlint.config.ts', 'tsconfig.json', 'package.json']) cpSync(file, join(root, file));
    symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
    for (const { file, source } of [...bad, ...good]) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), source);
    }
    found = await lint(root);
  }, 60_000);

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it.each(bad)('$promise', ({ file, rule }) => {
    expect(found.get(file)).toContain(rule);
  });

  it.each(good.filter(({ file }) => !file.endsWith('hen.ts')))('lets $file through', ({ file }) => {
    expect(found.get(file) ?? []).toEqual([]);
  });
});

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
}

async function lint(cwd: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const oxlint = join(process.cwd(), 'node_modules/oxlint/bin/oxlint');
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, [oxlint, '-f', 'json', 'src'], { cwd, maxBuffer: 1 << 26 }, (_, out) => resolve(out));
  });
  const rules = new Map<string, string[]>();
  for (const { code, filename } of (JSON.parse(stdout) as Report).diagnostics) {
    const file = filename.replaceAll('\\', '/');
    rules.set(file, [...(rules.get(file) ?? []), code]);
  }
  return rules;
}
