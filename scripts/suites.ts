/** Every suite that `npm test` runs, in order: the cheap ones first. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bin } from './exec.ts';
import { goTests } from './go-suite.ts';
import { lane } from './lanes.ts';
import { check, vitest, type Suite } from './suite.ts';

const collector = fileURLToPath(new URL('../collector', import.meta.url));
const builds = fileURLToPath(new URL('build-distribution.ts', import.meta.url));
const vitestBin = bin('vitest', 'vitest.mjs');

export const suites: Readonly<Record<string, readonly Suite[]>> = {
  build: [check('build', { argv: bin('tsdown', 'dist/run.mjs') })],
  typecheck: [check('typecheck', { argv: [...bin('typescript', 'bin/tsc'), '-p', 'tsconfig.json'] })],
  lint: [
    check('lint', { argv: bin('oxlint', 'bin/oxlint') }),
    check('unused', {
      argv: [...bin('knip', 'bin/knip.js'), '--include', 'files,dependencies,unlisted,unresolved,binaries'],
    }),
    check('format', { argv: [...bin('oxfmt', 'bin/oxfmt'), '--check'] }),
  ],
  unit: [vitest('unit', () => ({ argv: [...vitestBin, 'run', '--exclude', 'test/conformance/**'] }))],
  vectors: [vitest('vectors', () => ({ argv: [...vitestBin, 'run', 'test/conformance'] }))],
  browser: [vitest('browser', () => ({ argv: [...vitestBin, 'run', '--config', 'test/browser/vitest.config.ts'] }))],
  collector: [
    check('collector vet', { argv: ['go', 'vet', './...'], cwd: collector }),
    check('collector messages', { argv: ['go', 'run', './protogen', '--check'], cwd: join(collector, 'tools') }),
    goTests('collector', collector),
  ],
  stack: [
    ...(['default', 'gateway', 'jaeger'] as const).map((name) =>
      check(`build ${name}`, { argv: [process.execPath, builds, name], timeoutMinutes: 30 }),
    ),
    vitest('stack', () => ({ argv: [...vitestBin, 'run', '--config', 'test/stack/vitest.config.ts'] })),
  ],
  package: [vitest('package', () => ({ argv: [...vitestBin, 'run', '--config', 'test/package/vitest.config.ts'] }))],
  lanes: [lane('node20-sdk2'), lane('node24-sdk3')],
};
