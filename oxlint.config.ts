/**
 * The lint rules, and the import table: which folder of src/ may import which. Data walks through
 * the folders in one direction (CONTRIBUTING.md, "Layout"); this file is what keeps it so.
 * test/house/lint-rules.test.ts proves that the rules fire.
 */
import { defineConfig, type OxlintOverride } from 'oxlint';

type Rules = NonNullable<OxlintOverride['rules']>;

interface Folder {
  /** Other folders of src/ it may import; `semconv` is the file src/semconv.ts. */
  readonly folders: readonly string[];
  /** Packages it may import; `node:*` stands for all of Node's own. */
  readonly packages?: readonly string[];
  /** Packages it may import as types alone. */
  readonly types?: readonly string[];
  /** No clock, environment, timer or I/O: the same input always gives the same verdict. */
  readonly pure?: true;
}

const API = '@opentelemetry/api';

const table: Record<string, Folder> = {
  model: { folders: ['semconv'], pure: true },
  translator: { folders: ['model', 'semconv'], types: [API], pure: true },
  attribution: { folders: ['model'], pure: true },
  joining: { folders: ['model', 'attribution'], pure: true },
  emit: { folders: ['model', 'semconv'], packages: [API, '@opentelemetry/api-logs'] },
  storage: { folders: ['model'] },
  cases: { folders: ['model', 'attribution'], packages: ['node:*', 're2js', 'yaml'] },
  proto: { folders: ['model'], packages: ['protobufjs', 'protobufjs/**'] },
  rates: { folders: ['model', 'proto'] },
  wording: { folders: ['model'], pure: true },
  incidents: {
    folders: ['model', 'attribution', 'joining', 'cases', 'proto', 'wording', 'semconv'],
    packages: ['node:*', 'yaml'],
  },
  ledger: { folders: ['model', 'proto', 'incidents', 'wording'], packages: ['node:*'] },
  replay: {
    folders: ['model', 'attribution', 'joining', 'proto', 'incidents', 'claims', 'wording'],
    packages: ['node:*'],
  },
  page: { folders: ['model', 'proto', 'incidents', 'wording'] },
  claims: {
    folders: ['model', 'attribution', 'instrumentation', 'emit', 'proto', 'semconv'],
    packages: ['node:*', API, 'markdown-it'],
  },
  'evaluation-sets': { folders: ['model', 'cases'], packages: ['node:*', 'csv-parse', 'yaml'] },
  config: { folders: ['model', 'cases', 'semconv'], packages: ['node:*', API] },
  processor: {
    folders: [
      'model',
      'translator',
      'attribution',
      'joining',
      'emit',
      'storage',
      'cases',
      'config',
      'incidents',
      'semconv',
    ],
    packages: ['node:*', API],
    types: ['@opentelemetry/sdk-trace'],
  },
  instrumentation: { folders: ['model', 'semconv', 'config'], packages: ['node:*', API] },
};

/** These import what they need, and nobody imports them but the package's own entry points. */
const edges = ['files', 'init', 'trials', 'testing', 'cli'];

const targets = [...Object.keys(table), ...edges, 'semconv', 'index'];

const outside = (names: readonly string[]): string => `^(\\.\\./)+(${names.join('|')})(/|\\.js$)`;

/** `node:*` stands for what lies below a module, too (`node:fs/promises`). */
const allowance = (allowed: string): string[] => (allowed === 'node:*' ? ['!node:*', '!node:*/**'] : [`!${allowed}`]);

function importsOf(name: string, folder: Folder): Rules {
  const forbidden = targets.filter((target) => target !== name && !folder.folders.includes(target));
  const packages = folder.packages ?? [];
  const types = folder.types ?? [];
  return {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: outside(forbidden),
            message: `src/${name} may import ${folder.folders.join(', ')} alone (see oxlint.config.ts).`,
          },
          ...types.map((type) => ({
            regex: `^${type}$`,
            allowTypeImports: true,
            message: `src/${name} may import types alone from ${type}.`,
          })),
          // A negated group decides at once for what it lets through: it stands last.
          {
            group: ['**', '!./**', '!../**', ...[...packages, ...types].flatMap(allowance)],
            message: `src/${name} may import ${packages.join(', ') || 'no package'} (see oxlint.config.ts).`,
          },
        ],
      },
    ],
  };
}

const pure: Rules = {
  'no-restricted-globals': [
    'error',
    'Date',
    'performance',
    'process',
    'console',
    'fetch',
    'setTimeout',
    'setInterval',
    'setImmediate',
  ],
};

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'node', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['dist/**', 'coverage/**', 'test/package/apps/**', 'src/**/*.generated.*'],
  rules: {
    'import/no-cycle': 'error',
    'import/no-self-import': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: false, allowDefaultCaseForExhaustiveSwitch: false },
    ],
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    eqeqeq: ['error', 'always'],
    'no-var': 'error',
    'prefer-const': 'error',
    // Attributes of telemetry are often named with a leading underscore or shadow a Node name: no fault.
    'no-underscore-dangle': 'off',
    'no-shadow': 'off',
    // Telemetry is read as it comes: narrowing unknown values by hand is what translators do.
    'typescript/no-unsafe-type-assertion': 'off',
    // TypeScript already holds these, or the shape is a matter of taste.
    'consistent-return': 'off',
    'no-useless-concat': 'off',
    'no-unmodified-loop-condition': 'off',
    'import/no-named-as-default-member': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-unnecessary-type-assertion': 'off',
    'typescript/no-unnecessary-type-conversion': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'typescript/no-unnecessary-boolean-literal-compare': 'off',
    'typescript/no-unsafe-enum-assignment': 'off',
    'typescript/unbound-method': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-new-array': 'off',
    // A map that grows while it is walked is copied first.
    'unicorn/no-useless-spread': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/expect-expect': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    // A fresh array is sorted in place.
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
  },
  overrides: [
    {
      files: ['src/**'],
      rules: { 'max-lines': ['error', { max: 300 }], 'no-console': 'error', 'node/no-process-env': 'error' },
    },
    ...Object.entries(table).map(([name, folder]) => ({
      files: [`src/${name}/**`],
      rules: {
        ...importsOf(name, folder),
        ...(folder.pure ? pure : {}),
      },
    })),
    { files: ['src/attribution/generation/builtin-refusals.ts', 'src/**/*-tables.ts'], rules: { 'max-lines': 'off' } },
    { files: ['src/model/digest.ts'], rules: importsOf('model', { folders: ['semconv'], packages: ['node:crypto'] }) },
    {
      // Switches over `typeof`, whose words are the language's and not ours: there a default is exhaustive.
      files: ['src/attribution/pins.ts', 'scripts/dump-facts.ts'],
      rules: { 'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }] },
    },
    { files: ['src/config/**'], rules: { 'node/no-process-env': 'off' } },
    { files: ['src/cli/**'], rules: { 'no-console': 'off' } },
  ],
});
