/**
 * Writes src/attribution/audit/instructions/builtin-patterns.ts, and a copy that the Go half embeds,
 * from data/instruction-patterns.txt, the list that both halves read.
 * Run: node scripts/make-instruction-patterns.mjs. `--check` compares instead of writing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LIST = fileURLToPath(new URL('../data/instruction-patterns.txt', import.meta.url));

const list = readFileSync(LIST, 'utf8');
const lines = list
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#'));
const version = /^version (\d+)$/m.exec(list)?.[1];
if (version === undefined) throw new Error('data/instruction-patterns.txt: no line `version N`');

const source = `/** Generated from data/instruction-patterns.txt by scripts/make-instruction-patterns.mjs: do not edit. */

/** Raised with any change of what is found. */
export const INSTRUCTION_PATTERNS_VERSION = ${version};

export const BUILTIN_INSTRUCTION_PATTERNS = \`
${lines.join('\n').replace(/[\\`$]/g, '\\$&')}
\`;
`;

for (const [target, text] of [
  ['src/attribution/audit/instructions/builtin-patterns.ts', source],
  ['collector/internal/attribution/instruction_patterns.txt', list],
]) {
  const path = fileURLToPath(new URL(`../${target}`, import.meta.url));
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${target} is stale: run node scripts/make-instruction-patterns.mjs`);
    process.exitCode = 1;
  }
}
