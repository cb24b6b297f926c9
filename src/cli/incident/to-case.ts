/** `ragspan incident to-case`: incidents → golden cases for the case file. */
import { CASE_FILE_HEAD } from '../../evaluation-sets/case-yaml.js';
import { goldenCase, type GoldenCase } from '../../incidents/golden-case.js';
import { readIncident } from '../../incidents/incident-file.js';
import { parseArguments } from '../arguments.js';
import { escapeText } from '../escape-text.js';
import { EXIT_DONE, UsageError, type Io } from '../io.js';
import { INCIDENT_FLAGS, INCIDENT_FLAGS_HELP, incidentHash, incidentPaths } from './incident-files.js';

const TO_CASE_HELP = `Usage: ragspan incident to-case [options] INCIDENT… >> ragspan.cases.yaml

Prints a case for each incident: its question, its need, what the answer must and must not say.
Into an empty file the head of a case file is written first; else what is printed continues the
list \`cases:\` at the end of a file (two spaces in, as in the documentation). Check it with
\`ragspan cases check\`: an id that the file has already, or a list laid out otherwise, shows there.
What the case file says outside its list (\`services\`, \`incorrect_chunks\`) is not printed.

  --case-id ID         default: the incident’s id in lower case
  --line TEXT          text of the line, when the incident keeps only its hash; may be repeated
  --input TEXT         text of the question, when the incident keeps only its hash
${INCIDENT_FLAGS_HELP}`;

export async function incidentToCase(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('incident to-case', args, {
    ...INCIDENT_FLAGS,
    'case-id': { type: 'string' },
    line: { type: 'string', multiple: true },
    input: { type: 'string' },
  } as const);
  if (values.help === true) {
    await io.out(TO_CASE_HELP);
    return EXIT_DONE;
  }
  const paths = incidentPaths('to-case', positionals, values);
  if (paths.length > 1 && (values['case-id'] !== undefined || values.input !== undefined))
    throw new UsageError('--case-id and --input are for one incident', 'Convert one after the other.');
  const hash = incidentHash(values, io);
  const cases: GoldenCase[] = [];
  for (const path of paths)
    cases.push(
      goldenCase(await readIncident(path, hash), {
        id: values['case-id'],
        lines: values.line ?? [],
        input: values.input,
        hash,
      }),
    );
  const twice = cases.find(({ id }, index) => cases.findIndex((one) => one.id === id) < index);
  if (twice !== undefined)
    throw new UsageError(
      `two of the incidents give a case ${JSON.stringify(twice.id)}, and an id stands once in a case file`,
      'Convert one of them by itself, with --case-id.',
    );
  for (const { id, warnings } of cases)
    for (const warning of warnings) io.err(`ragspan: case ${escapeText(id)}: ${escapeText(warning)}\n`);
  await io.out(`${io.outFile === 'empty' ? CASE_FILE_HEAD : ''}${cases.map(({ item }) => item).join('')}`);
  return EXIT_DONE;
}
