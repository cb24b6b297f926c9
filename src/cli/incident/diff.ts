/** `ragspan incident diff`: the frozen artifacts against the sealed predictions. */
import { diffIncident } from '../../incidents/diff.js';
import { updateIncident } from '../../incidents/incident-file.js';
import { paperForm } from '../../incidents/show/paper-form.js';
import { parseArguments } from '../arguments.js';
import { EXIT_DONE, type Io } from '../io.js';
import { styleFor } from '../style.js';
import {
  forEachIncident,
  INCIDENT_FLAGS,
  INCIDENT_FLAGS_HELP,
  incidentHash,
  incidentName,
  incidentPaths,
} from './incident-files.js';
import { paperText } from './paper-text.js';

const DIFF_HELP = `Usage: ragspan incident diff [options] INCIDENT…

Marks the boundaries in order. The first that does not hold is convicted, the rest is suspended.
Refused without sealed predictions, and when the frozen artifacts do not bear the verdict out.
INCIDENT is a file, or an id in DIR.

${INCIDENT_FLAGS_HELP}`;

export async function incidentDiff(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('incident diff', args, INCIDENT_FLAGS);
  if (values.help === true) {
    await io.out(DIFF_HELP);
    return EXIT_DONE;
  }
  const hash = incidentHash(values, io);
  return forEachIncident(incidentPaths('diff', positionals, values), io, async (path) => {
    const incident = await updateIncident(path, hash, (before) => diffIncident(before, hash));
    await io.out(paperText(paperForm(incident, { name: incidentName(path, incident.id) }), styleFor(io)));
  });
}
