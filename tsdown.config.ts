/** ESM, CJS and types of every entry point. OpenTelemetry is never bundled: it belongs to the application. */
import { defineConfig } from 'tsdown';

const entry = {
  index: 'src/index.ts',
  processor: 'src/processor/index.ts',
  register: 'src/init/register.ts',
  instrumentation: 'src/instrumentation/index.ts',
  cases: 'src/cases/index.ts',
  claims: 'src/claims/index.ts',
  files: 'src/files/index.ts',
  incidents: 'src/incidents/index.ts',
  replay: 'src/replay/index.ts',
  semconv: 'src/semconv.ts',
  vitest: 'src/testing/index.ts',
  cli: 'src/cli/main.ts',
  'trial-process': 'src/trials/trial-process.ts',
  'unsupported-runtime': 'src/unsupported-runtime.ts',
};

export default defineConfig({
  entry,
  format: ['esm', 'cjs'],
  platform: 'node',
  target: 'node20.6',
  dts: { generator: 'tsgo', tsgo: { path: new URL('./node_modules/typescript/bin/tsc', import.meta.url).pathname } },
  tsconfig: 'tsconfig.build.json',
  sourcemap: false,
  clean: true,
  hash: false,
  outputOptions: (options, format) => ({
    ...options,
    chunkFileNames: `chunks/[name].${format === 'cjs' ? 'cjs' : 'mjs'}`,
  }),
  // `import.meta.url` in the CommonJS build: how the processor finds the reader of case files beside it.
  shims: true,
  // The SDK packages are declared in peerDependenciesMeta alone (see test/package/resolver.test.ts), which tsdown does not read.
  deps: { onlyBundle: [], neverBundle: [/^@opentelemetry\//] },
});
