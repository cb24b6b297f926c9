/** `test/vectors/README.md`: which vector shows which sentence, which field cases are covered. */
import type { VectorSpec } from '../vector-builder.js';
import { WAITING } from './waiting.js';

const ORDER = ['§1', '§2', '§3', '§4', '§5', '§6', '§7', '§8', '§9', '§10', '§11', '§12', '§14'];

export function readme(vectors: readonly VectorSpec[]): string {
  const lines = [
    '# Vectors',
    '',
    'Each folder is one trace file with the verdict that the specification asks for (§14). Both',
    'halves of the project run all of them and must agree byte for byte on `verdict.json`.',
    '',
    'The folders are written from `test/support/vectors/*.ts`: change a vector there, then run',
    '`npm run vectors`; a test says when the two differ. Expected verdicts are reasoned from the',
    'specification and written by hand; only hashes, lengths and offsets are computed.',
    '',
    'With `RAGSPAN_VECTORS=DIR` the suite runs the folders under DIR instead. There a `verdict.json`',
    'may be partial: what it names must be equal, `{"$in": […]}` allows any of the values.',
    '',
  ];
  for (const section of ORDER) {
    const here = vectors.filter((vector) => vector.section === section);
    if (here.length === 0) continue;
    lines.push(`## ${section}`, '', '| vector | shows |', '|---|---|');
    for (const vector of here) {
      const cases = vector.covers === undefined ? '' : ` (${vector.covers.join(', ')})`;
      lines.push(`| ${vector.name} | ${vector.shows.replaceAll('|', '\\|')}${cases} |`);
    }
    lines.push('');
  }
  lines.push('## Cases from the field', '', '| case | vectors, or why it waits |', '|---|---|');
  for (let number = 1; number <= 56; number += 1) {
    const names = vectors
      .filter((vector) => vector.covers?.some((one) => new RegExp(`^B${number}(?![0-9])`).test(one)))
      .map((vector) => vector.name);
    const why = WAITING[number];
    lines.push(
      `| B${number} | ${[names.join(', '), why].filter((text) => text !== undefined && text !== '').join('; ')} |`,
    );
  }
  return `${lines.join('\n')}\n`;
}
