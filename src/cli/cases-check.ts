/** `ragspan cases check FILE`: validates, and warns of what convicts too easily (spec §12). */
import { isRegex } from '../cases/pattern.js';
import type { Case } from '../model/case.js';
import { parseArguments } from './arguments.js';
import { escapeText } from './escape-text.js';
import { EXIT_DONE, EXIT_UNUSABLE, UsageError, type Io } from './io.js';
import { readCaseFile } from './load-cases.js';
import { plural } from './numbers.js';
import { styleFor } from './style.js';

const CASES_HELP = `Usage: ragspan cases check [FILE]

Validates a case file (default: ragspan.cases.yaml). Every error names line and key.
Warns of a one-word must_not without allow: a single word also stands in right answers.

Exit status: 0 valid, warnings included; 2 not valid, or not to be read.
`;

const DEFAULT_FILE = 'ragspan.cases.yaml';

export async function casesCheckCommand(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('cases check', args, {
    help: { type: 'boolean', short: 'h' },
  } as const);
  if (values.help === true) {
    await io.out(CASES_HELP);
    return EXIT_DONE;
  }
  const [path = DEFAULT_FILE, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError('cases check takes one file', 'Check one after the other.');
  const style = styleFor(io);
  const read = readCaseFile(path, 'Write ragspan cases check FILE, with the path of the case file.');
  if ('problems' in read) {
    for (const problem of read.problems) io.err(`${problem}\n`);
    io.err(`${style.red('✘')} ${escapeText(path)}: ${plural(read.problems.length, 'error')}\n`);
    return EXIT_UNUSABLE;
  }
  const warnings = read.book.cases.flatMap(warningsOf);
  for (const warning of warnings) io.err(`${escapeText(`${path}: warning: ${warning}`)}\n`);
  const { cases, services } = read.book;
  await io.out(
    `${style.green('✔')} ${escapeText(path)}: ${plural(cases.length, 'case')}, ${plural(services.length, 'service')}${warnings.length === 0 ? '' : `, ${plural(warnings.length, 'warning')}`}\n`,
  );
  return EXIT_DONE;
}

/** One word alone convicts on any sentence that holds it, a denial included. */
function warningsOf(one: Case): string[] {
  if (one.expect.allow.length > 0) return [];
  return one.expect.mustNot
    .flatMap((alternatives) => alternatives)
    .filter(({ source }) => !isRegex(source) && !/\s/u.test(source.trim()))
    .map(
      ({ source }) =>
        `case ${one.id}: must_not ${JSON.stringify(source)} is one word without allow: it also stands in "not ${source}"; quote more, or list what is fine under allow`,
    );
}
