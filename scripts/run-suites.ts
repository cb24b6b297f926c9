/**
 * `npm test`: runs every suite, or those named, and counts honestly. The last line is
 * `N passed, N failed` over all of them; a suite that crashes or runs no test has failed.
 */
import { resolve } from 'node:path';
import { suites } from './suites.ts';
import type { Count, Suite } from './suite.ts';

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in suites));
if (unknown.length > 0) {
  console.error(`no suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}`);
  process.exit(2);
}

// Suites run in folders of their own: the path must not hang on where they stand.
const vectors = process.env.RAGSPAN_VECTORS;
if (vectors !== undefined && vectors !== '')
  process.env.RAGSPAN_VECTORS = resolve(process.env.INIT_CWD ?? '.', vectors);

let passed = 0;
let failed = 0;
const broken: string[] = [];
for (const suite of (named.length > 0 ? named : Object.keys(suites)).flatMap((name) => suites[name] ?? [])) {
  const started = performance.now();
  const count = await runOne(suite);
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
  if (count.failed > 0) console.log(`${'-'.repeat(72)}\n${count.output.trimEnd()}\n${'-'.repeat(72)}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`${suite.name.padEnd(20)} ${count.passed} passed, ${count.failed} failed${skipped} (${seconds} s)`);
  passed += count.passed;
  failed += count.failed;
  if (count.failed > 0) broken.push(`${suite.name} (${count.failed})`);
}
// What failed may stand thousands of lines above: name it once more where people look.
if (broken.length > 0) console.log(`with failures: ${broken.join(', ')}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

async function runOne(suite: Suite): Promise<Count> {
  try {
    return await suite.run();
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, output: error instanceof Error ? error.message : String(error) };
  }
}
