/** `ragspan ledger pair`: records a pairing. */
import { whyJson } from '../../ledger/ledger-json.js';
import { offerWords } from '../../ledger/offers.js';
import { pairIncidents, type PairOutcome } from '../../ledger/pair-incidents.js';
import { voidWords } from '../../ledger/void-words.js';
import { parseArguments } from '../arguments.js';
import { escapeText } from '../escape-text.js';
import { EXIT_DONE, type Io } from '../io.js';
import { EXIT_REFUSED, LEDGER_FLAGS, LEDGER_FLAGS_HELP, openLedger, requireLedger, twoIds } from './ledger-flags.js';

const PAIR_HELP = `Usage: ragspan ledger pair [options] A B

Records that two incidents are one failure. They must have the same pattern, verdict, reason,
numbers (k, cut) and configuration; else it is refused, with the sentence of ragspan ledger why.
Where the service has run under other pins since, the pairing is recorded and void at once. One that
became void is not made again: freeze new incidents under the configuration of now.

${LEDGER_FLAGS_HELP}
Exit status: 0 recorded, or there already; 1 refused; 2 wrong usage or unreadable input.
`;

export async function ledgerPair(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('ledger pair', args, LEDGER_FLAGS);
  if (values.help === true) {
    await io.out(PAIR_HELP);
    return EXIT_DONE;
  }
  const [a, b] = twoIds('pair', positionals);
  const ledger = openLedger(values, io);
  requireLedger(ledger);
  const outcome = await pairIncidents(ledger, a, b);
  const { kind, why, pairing, offers } = outcome;
  await ledger.print(pairLines(outcome).map(escapeText), {
    outcome: kind,
    sequence: pairing?.sequence,
    ...whyJson({ ...why, ...(pairing === undefined ? {} : { pairing }) }, offers),
  });
  if (kind !== 'refused') return EXIT_DONE;
  io.err(`ragspan: refused: ${escapeText(why.sentence)}\n`);
  return EXIT_REFUSED;
}

function pairLines({ kind, why, pairing, offers }: PairOutcome): readonly string[] {
  if (kind === 'refused' || pairing === undefined) return [];
  const { sequence, voided } = pairing;
  const recorded =
    kind === 'recorded'
      ? `recorded (entry ${sequence})`
      : `they are paired already (entry ${sequence}): nothing was written`;
  const outlived = voided === undefined ? [] : [`not open: ${voidWords(voided)}`];
  return [why.sentence, recorded, ...outlived, ...offers.map(offerWords)];
}
