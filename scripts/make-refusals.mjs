/**
 * Writes src/attribution/builtin-refusals.ts from data/refusals.txt, the list that both halves
 * read. Run: node scripts/make-refusals.mjs. `--check` compares instead of writing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LIST = fileURLToPath(new URL('../data/refusals.txt', import.meta.url));
const TARGET = fileURLToPath(new URL('../src/attribution/builtin-refusals.ts', import.meta.url));

const phrases = readFileSync(LIST, 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#'));

const source = `/** Generated from data/refusals.txt by scripts/make-refusals.mjs: do not edit. One phrase a line. */
export const BUILTIN_REFUSALS = \`
${phrases.join('\n').replace(/[\\`$]/g, '\\$&')}
\`;
`;

if (process.argv.includes('--check')) {
  if (readFileSync(TARGET, 'utf8') !== source) {
    console.error('src/attribution/builtin-refusals.ts is stale: run node scripts/make-refusals.mjs');
    process.exit(1);
  }
} else {
  writeFileSync(TARGET, source);
}
