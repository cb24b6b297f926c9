/**
 * Writes src/attribution/text/unicode-tables.ts, and the same for Go, from Unicode 15.0 data, so that a
 * verdict does not depend on the Unicode version that Node or Go was built with. Run: node scripts/make-unicode-tables.mjs
 * `--check` compares instead of writing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const END = 0x110000;

async function data(path) {
  return (await import(`@unicode/unicode-15.0.0/${path}/code-points.mjs`)).default;
}

/** Runs of one class over all code points: a letter, then the length in base 36 (left out for 1). */
async function categoryRuns() {
  const classes = new Array(END).fill('O');
  for (const [name, letter] of [
    ['Unassigned', 'U'],
    ['Mark', 'M'],
    ['Letter', 'L'],
    ['Number', 'N'],
  ]) {
    for (const codePoint of await data(`General_Category/${name}`)) classes[codePoint] = letter;
  }
  let runs = '';
  for (let start = 0, end; start < END; start = end) {
    end = start + 1;
    while (end < END && classes[end] === classes[start]) end++;
    runs += classes[start] + (end - start === 1 ? '' : (end - start).toString(36));
  }
  return runs;
}

/** `gap,count,delta` in base 36 per run of code points with one delta; `+` after count: every second one. */
async function lowerRuns() {
  const pairs = [...(await data('Simple_Case_Mapping/Lowercase'))]
    .filter(([upper]) => upper !== 0x130)
    .sort((a, b) => a[0] - b[0]);
  const runs = [];
  let previous = 0;
  for (let index = 0; index < pairs.length;) {
    const [first, lower] = pairs[index];
    const fits = (n, step) => {
      const pair = pairs[index + n];
      return pair !== undefined && pair[0] === first + n * step && pair[1] - pair[0] === lower - first;
    };
    const step = fits(1, 2) ? 2 : 1;
    let count = 1;
    while (fits(count, step)) count++;
    runs.push(
      `${(first - previous).toString(36)},${count.toString(36)}${step === 2 ? '+' : ''},${(lower - first).toString(36)}`,
    );
    previous = first;
    index += count;
  }
  return runs.join(';');
}

const categories = await categoryRuns();
const lower = await lowerRuns();

const forTypeScript = `/** Generated from Unicode 15.0 by scripts/make-unicode-tables.mjs: do not edit. */

/** Runs over all code points: U unassigned, M mark, L letter, N number, O other; then the length in base 36. */
export const CATEGORY_RUNS =
  '${categories}';

/** Simple lower-casing without U+0130: gap from the last run, count (+ = every second), delta; base 36. */
export const LOWER_RUNS =
  '${lower}';
`;

const forGo = `// Code generated from Unicode 15.0 by scripts/make-unicode-tables.mjs. DO NOT EDIT.

package attribution

// categoryRuns are runs over all code points: U unassigned, M mark, L letter, N number, O other; then
// the length in base 36.
const categoryRuns = "${categories}"

// lowerRuns is simple lower-casing without U+0130: gap from the last run, count (+ = every second),
// delta; base 36.
const lowerRuns = "${lower}"
`;

for (const [target, source] of [
  ['src/attribution/text/unicode-tables.ts', forTypeScript],
  ['collector/internal/attribution/unicode_tables.go', forGo],
]) {
  const path = fileURLToPath(new URL(`../${target}`, import.meta.url));
  if (!process.argv.includes('--check')) writeFileSync(path, source);
  else if (readFileSync(path, 'utf8') !== source) {
    console.error(`${target} is stale: run node scripts/make-unicode-tables.mjs`);
    process.exitCode = 1;
  }
}
