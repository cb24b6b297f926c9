/** `ragspan incident show`: the paper form. */
import { readIncident } from '../../incidents/incident-file.js';
import { paperForm, type PaperForm } from '../../incidents/show/paper-form.js';
import { paperMarkdown } from '../../incidents/show/markdown.js';
import { parseArguments } from '../arguments.js';
import { EXIT_DONE, UsageError, type Io } from '../io.js';
import { styleFor } from '../style.js';
import { INCIDENT_FLAGS, incidentHash, incidentPaths } from './incident-files.js';
import { paperText } from './paper-text.js';

const SHOW_HELP = `Usage: ragspan incident show [--format text|json|markdown] [--dir DIR] INCIDENT…

Prints the paper form of an incident, after both of its hashes were verified: input and line by
hash, the three boundaries with their numbers, first divergence, repair, re-runs, next.
INCIDENT is a file, or an id in DIR (default: incidents). json gives one array.
`;

const FORMATS = ['text', 'json', 'markdown'];

export async function incidentShow(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('incident show', args, {
    ...INCIDENT_FLAGS,
    format: { type: 'string' },
  } as const);
  if (values.help === true) {
    await io.out(SHOW_HELP);
    return EXIT_DONE;
  }
  const format = values.format ?? 'text';
  if (!FORMATS.includes(format))
    throw new UsageError(
      `--format: ${JSON.stringify(format)} is none of ${FORMATS.join(', ')}`,
      'Write --format text.',
    );
  const hash = incidentHash(values, io);
  const forms: PaperForm[] = [];
  for (const path of incidentPaths('show', positionals, values)) forms.push(paperForm(await readIncident(path, hash)));
  if (format === 'json') await io.out(`${JSON.stringify(forms, undefined, 2)}\n`);
  else if (format === 'markdown') await io.out(forms.map(paperMarkdown).join('\n'));
  else await io.out(forms.map((form) => paperText(form, styleFor(io))).join('\n'));
  return EXIT_DONE;
}
