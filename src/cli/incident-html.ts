/** `ragspan incident html`: one incident as one page that needs nothing else. */
import { readIncident } from '../incidents/incident-file.js';
import { IncidentError } from '../incidents/incident-error.js';
import { VERSION } from '../model/version.js';
import { incidentPage } from '../page/incident-page.js';
import { parseArguments } from './arguments.js';
import { escapeText } from './escape-text.js';
import { INCIDENT_FLAGS, INCIDENT_FLAGS_HELP, incidentHash, incidentPaths } from './incident/incident-files.js';
import { EXIT_DONE, UsageError, type Io } from './io.js';
import { writePageFile } from './page-file.js';
import { incidentView } from './view/incident-view.js';
import { ledgerPairings } from './view/ledger-pairings.js';

const HTML_HELP = `Usage: ragspan incident html [options] INCIDENT

Writes one page: the triple side by side with the need, the cut, quotes and distractors marked,
predictions against the diff, pairings, re-runs, what is next. It needs no network and runs no
script. INCIDENT is a file, or an id in DIR.

  --ledger FILE        its pairings, which the ledger alone knows
  --out FILE           default: standard output; a page that is there is replaced,
                       any other file is not
${INCIDENT_FLAGS_HELP}
Exit status: 0 done; 2 wrong usage, or a file that cannot be read or was changed.
`;

const FLAGS = { ...INCIDENT_FLAGS, ledger: { type: 'string' }, out: { type: 'string' } } as const;

export async function incidentHtmlCommand(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('incident html', args, FLAGS);
  if (values.help === true) {
    await io.out(HTML_HELP);
    return EXIT_DONE;
  }
  try {
    const hash = incidentHash(values, io);
    const [path, ...more] = incidentPaths('html', positionals, values);
    if (path === undefined || more.length > 0)
      throw new UsageError('incident html makes one page of one incident', 'Name one; `ragspan view DIR` shows many.');
    const incident = await readIncident(path, hash);
    const ledger = values.ledger === undefined ? undefined : await ledgerPairings(values.ledger, hash);
    const view = incidentView(incident, {
      isFrozen: true,
      ...(ledger === undefined ? {} : { pairings: { source: ledger.source, all: ledger.of(incident.id) } }),
    });
    const page = incidentPage(view, { madeBy: `ragspan ${VERSION}` });
    if (values.out === undefined) await io.out(page);
    else await writePageFile(values.out, page);
    if (values.out !== undefined) io.err(`ragspan: wrote ${escapeText(values.out)}\n`);
    return EXIT_DONE;
  } catch (error) {
    throw error instanceof IncidentError ? new UsageError(error.message, error.hint) : error;
  }
}
