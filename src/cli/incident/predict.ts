/** `ragspan incident predict`: seals the numbers before anything is opened. */
import { updateIncident } from '../../incidents/incident-file.js';
import { isoTime, predictIncident } from '../../incidents/predict.js';
import { paperForm } from '../../incidents/show/paper-form.js';
import { parseArguments } from '../arguments.js';
import { EXIT_DONE, type Io } from '../io.js';
import { nowUnixNano } from '../now-unix-nano.js';
import { escapeText } from '../escape-text.js';
import { padEnd } from '../text-width.js';
import { forEachIncident, INCIDENT_FLAGS, INCIDENT_FLAGS_HELP, incidentHash, incidentPaths } from './incident-files.js';

const PREDICT_HELP = `Usage: ragspan incident predict [options] INCIDENT…

From the pins and the need alone: what each boundary shows if it holds, and what H1, H2 and H3
predict there. Sealed in the file with a hash and the time; never written twice, never after a diff.
INCIDENT is a file, or an id in DIR.

${INCIDENT_FLAGS_HELP}`;

export async function incidentPredict(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('incident predict', args, INCIDENT_FLAGS);
  if (values.help === true) {
    await io.out(PREDICT_HELP);
    return EXIT_DONE;
  }
  const hash = incidentHash(values, io);
  return forEachIncident(incidentPaths('predict', positionals, values), io, async (path) => {
    const incident = await updateIncident(path, hash, (before) => predictIncident(before, nowUnixNano(), hash));
    const lines = paperForm(incident).boundaries.flatMap(({ boundary, predicted }) =>
      predicted.map(({ hypothesis, expects }, index) =>
        escapeText(` ${padEnd(index === 0 ? boundary : '', 12)}${padEnd(hypothesis, 7)}${expects}`),
      ),
    );
    const sealedAt = isoTime(incident.predictions?.sealed_at_unix_nano ?? 0n);
    await io.out(
      `${escapeText(incident.id)}: predictions sealed ${sealedAt}\n${lines.join('\n')}\n seal        ${incident.predictions?.sha256 ?? ''}\n`,
    );
  });
}
