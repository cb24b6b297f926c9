/**
 * Writes src/attribution/generation/builtin-refusals.ts, and a copy that the Go half embeds, from
 * data/refusals.txt, the list that both halves read. Run: node scripts/make-refusals.mjs. `--check` compares instead of writing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LIST = fileURLToPath(new URL('../data/refusals.txt', import.meta.url));

const list = readFileSync(LIST, 'utf8');
const phrases = list
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#'));

const source = `/** Generated from data/refusals.txt by scripts/make-refusals.mjs: do not edit. One phrase a line. */
export const BUILTIN_REFUSALS = \`
${phrases.join('\n').replace(/[\\`$]/g, '\\$&')}
\`;
`;

for (const [target, text] of [
  ['src/attribution/generation/builtin-refusals.ts', source],
  ['collector/internal/attribution/refusals.txt', list],
]) {
  const path = fileURLToPath(new URL(`../${target}`, import.meta.url));
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${target} is stale: run node scripts/make-refusals.mjs`);
    process.exitCode = 1;
  }
}
