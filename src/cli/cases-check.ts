/** `ragspan cases check FILE`: validates, and warns of what convicts too easily (spec §12). */
import { parseArguments } from './arguments.js';
import { caseWarnings } from './case-warnings.js';
import { escapeText } from './escape-text.js';
import { EXIT_DONE, EXIT_UNUSABLE, UsageError, type Io } from './io.js';
import { readCaseFile } from './load-cases.js';
import { plural } from './numbers.js';
import { styleFor } from './style.js';

const CASES_HELP = `Usage: ragspan cases check [FILE]

Validates a case file (default: ragspan.cases.yaml). Every error names line and key.
Warns of a one-word must_not without allow (a single word also stands in right answers), and of
a case that never applies because one above it matches its question.

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
  const warnings = caseWarnings(read.book);
  for (const warning of warnings) io.err(`${escapeText(`${path}: warning: ${warning}`)}\n`);
  const { cases, services } = read.book;
  await io.out(
    `${style.green('✔')} ${escapeText(path)}: ${plural(cases.length, 'case')}, ${plural(services.length, 'service')}${warnings.length === 0 ? '' : `, ${plural(warnings.length, 'warning')}`}\n`,
  );
  return EXIT_DONE;
}
