/** `ragspan ledger add`: enters incidents. */
import { readIncident } from '../../incidents/incident-file.js';
import { IncidentError } from '../../incidents/incident-error.js';
import { addIncidents, enteringOf, type AddOutcome, type Entering } from '../../ledger/add-incidents.js';
import { addJson } from '../../ledger/ledger-json.js';
import { offerWords } from '../../ledger/offers.js';
import { voidWords } from '../../ledger/void-words.js';
import { parseArguments } from '../arguments.js';
import { escapeText } from '../escape-text.js';
import { incidentPath } from '../incident/incident-files.js';
import { EXIT_DONE, EXIT_UNUSABLE, UsageError, type Io } from '../io.js';
import { plural } from '../numbers.js';
import { EXIT_REFUSED, idList, LEDGER_FLAGS, LEDGER_FLAGS_HELP, MOST_NAMED, openLedger } from './ledger-flags.js';

const ADD_HELP = `Usage: ragspan ledger add [options] INCIDENT…

Enters incidents with what they pair by: pattern, verdict, reason, k, cut, configuration. Both of
their hashes are verified first. INCIDENT is a file, or an id in DIR. To enter one twice changes
nothing; one that brings another's artifacts is refused. The same question in a new run is no copy.
An incident under another top_k, budget, prompt or snapshot voids the open pairings of its service
whose runs were before its own. The order of entry does not matter.

  --dir DIR             folder of the incidents (default: incidents)
${LEDGER_FLAGS_HELP}
Exit status: 0 entered, or there already; 1 some were refused; 2 wrong usage or unreadable input
(what is readable is still entered).
`;

export async function ledgerAdd(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('ledger add', args, {
    ...LEDGER_FLAGS,
    dir: { type: 'string' },
  } as const);
  if (values.help === true) {
    await io.out(ADD_HELP);
    return EXIT_DONE;
  }
  if (positionals.length === 0)
    throw new UsageError('ledger add: no incident given', 'Write ragspan ledger add INCIDENT….');
  const ledger = openLedger(values, io);
  const incidents: Entering[] = [];
  let unreadable = 0;
  for (const word of positionals) {
    try {
      incidents.push(enteringOf(await readIncident(incidentPath(word, values), ledger.hash), ledger.hash));
    } catch (error) {
      if (!(error instanceof IncidentError || error instanceof UsageError)) throw error;
      unreadable += 1;
      io.err(`ragspan: ${escapeText(error.message)}\n${escapeText(error.hint)}\n`);
    }
  }
  const outcomes = incidents.length === 0 ? [] : await addIncidents(ledger, incidents);
  await ledger.print(outcomes.flatMap(addLines), outcomes.map(addJson));
  const refused = outcomes.flatMap((one) => (one.kind === 'refused' ? [one] : []));
  for (const { because } of refused) io.err(`ragspan: refused: ${escapeText(because)}\n`);
  if (unreadable > 0) io.err(`ragspan: ${plural(unreadable, 'incident')} could not be read\n`);
  return unreadable > 0 ? EXIT_UNUSABLE : refused.length > 0 ? EXIT_REFUSED : EXIT_DONE;
}

function addLines(outcome: AddOutcome): readonly string[] {
  if (outcome.kind === 'refused') return [];
  const id = escapeText(outcome.id);
  if (outcome.kind === 'known')
    return [`${id} is in the ledger already, with the same evidence (entry ${outcome.sequence}): nothing was written`];
  const { sequence, pairsWith, pairsWithCount, unpairable, sameSentence, recurs, voided, offers } = outcome;
  const pairs =
    unpairable !== undefined
      ? `: pairs with none; it ${escapeText(unpairable)}`
      : pairsWith.length > 0
        ? `: pairs with ${idList(pairsWith, pairsWithCount)}`
        : '';
  return [
    `${id} entered (entry ${sequence})${pairs}`,
    ...(recurs === undefined ? [] : [escapeText(`  same log, context and output as ${recurs}, in another run`)]),
    ...(sameSentence.length === 0 ? [] : [`  same sentence, different incident: ${sentenceList(sameSentence)}`]),
    ...voided.map(({ incident, other, voided: how }) =>
      escapeText(`  pairing of ${incident} and ${other}: ${how === undefined ? 'void' : voidWords(how)}`),
    ),
    ...offers.map((offer) => escapeText(`  ${offerWords(offer)}`)),
  ];
}

/** How many there are beyond these is for ragspan ledger list. */
function sentenceList(ids: readonly string[]): string {
  return ids.length <= MOST_NAMED ? idList(ids) : `${idList(ids.slice(0, MOST_NAMED))} and more`;
}
