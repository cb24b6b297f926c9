/** `ragspan incident show`: the paper form. */
import { readIncident } from '../../incidents/incident-file.js';
import { paperForm, type PaperForm } from '../../incidents/show/paper-form.js';
import { paperMarkdown } from '../../incidents/show/markdown.js';
import { parseArguments } from '../arguments.js';
import { LEAST_REPLAYS, bucketOf } from '../../replay/buckets/bucket-of.js';
import type { IncidentMessage } from '../../proto/messages.generated.js';
import { EXIT_DONE, UsageError, type Io } from '../io.js';
import { styleFor } from '../style.js';
import { ledgerPairings, type LedgerPairings } from '../view/ledger-pairings.js';
import {
  forEachIncident,
  INCIDENT_FLAGS,
  INCIDENT_FLAGS_HELP,
  incidentHash,
  incidentName,
  incidentPaths,
} from './incident-files.js';
import { paperText } from './paper-text.js';

const SHOW_HELP = `Usage: ragspan incident show [options] INCIDENT…

Prints the paper form of an incident, after both of its hashes were verified: input and line by
hash, the three boundaries with their numbers, first divergence, repair, re-runs, next.
INCIDENT is a file, or an id in DIR. Trials without a repair say which bucket the failure falls
into.

  --format text|json|markdown
                       json gives one array (default: text)
  --ledger FILE        pairings, from the ledger
  --refusal-permission TEXT
                       words by which the prompt permits a refusal; may be repeated
${INCIDENT_FLAGS_HELP}`;

const FORMATS = ['text', 'json', 'markdown'];

export async function incidentShow(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('incident show', args, {
    ...INCIDENT_FLAGS,
    format: { type: 'string' },
    ledger: { type: 'string' },
    'refusal-permission': { type: 'string', multiple: true },
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
  const ledger = values.ledger === undefined ? undefined : await ledgerPairings(values.ledger, hash);
  const status = await forEachIncident(incidentPaths('show', positionals, values), io, async (path) => {
    const incident = await readIncident(path, hash);
    forms.push({
      ...paperForm(incident, {
        name: incidentName(path, incident.id),
        ...(ledger === undefined ? {} : { pairsWith: openPairings(ledger, incident.id) }),
      }),
      ...bucketText(incident, values['refusal-permission'] ?? []),
    });
  });
  if (format === 'json') await io.out(`${JSON.stringify(forms, undefined, 2)}\n`);
  else if (format === 'markdown') await io.out(forms.map(paperMarkdown).join('\n'));
  else await io.out(forms.map((form) => paperText(form, styleFor(io))).join('\n'));
  return status;
}

/** With the repair that the ledger offers, when there is one. */
function openPairings(ledger: LedgerPairings, id: string): string[] {
  return ledger
    .of(id)
    .filter(({ voidedAtUnixNano }) => voidedAtUnixNano === undefined)
    .map(({ incident, offer }) => (offer === undefined ? incident : `${incident} (${offer}; not applied)`));
}

/** The second view beside the verdict, once there are replays enough to say anything: the control of a split test. */
function bucketText(
  { verdict, triple, pins, trials = [] }: IncidentMessage,
  refusalPermission: readonly string[],
): Pick<PaperForm, 'bucket'> {
  const replays = trials.filter(({ repair }) => repair === '');
  if (verdict === undefined || triple === undefined || replays.length < LEAST_REPLAYS) return {};
  const view = bucketOf({ verdict, triple, pins: pins ?? {} }, replays, { times: replays.length, refusalPermission });
  return {
    bucket: {
      name: view.bucket,
      because: view.because,
      ...(view.first_fix === undefined ? {} : { first_fix: view.first_fix }),
    },
  };
}
