/** `ragspan ledger why`: one sentence on two incidents. */
import { incidentPair } from '../../ledger/find-incident.js';
import { whyJson } from '../../ledger/ledger-json.js';
import { offersFor, offerWords } from '../../ledger/offers.js';
import { why } from '../../ledger/why.js';
import { parseArguments } from '../arguments.js';
import { escapeText } from '../escape-text.js';
import { EXIT_DONE, type Io } from '../io.js';
import { LEDGER_FLAGS, LEDGER_FLAGS_HELP, lookAt, openLedger, requireLedger, twoIds } from './ledger-flags.js';

const WHY_HELP = `Usage: ragspan ledger why [options] A B

Says in one sentence why two incidents pair, or the first fact in which they differ: pattern,
verdict, reason, numbers (k, cut), then the pins of their configuration by name.

${LEDGER_FLAGS_HELP}`;

export async function ledgerWhy(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('ledger why', args, LEDGER_FLAGS);
  if (values.help === true) {
    await io.out(WHY_HELP);
    return EXIT_DONE;
  }
  const ids = twoIds('why', positionals);
  const ledger = openLedger(values, io);
  requireLedger(ledger);
  const { state } = await lookAt(ledger, io);
  const [a, b] = incidentPair(state, ...ids, ledger.path);
  const reason = why(state, a, b);
  const offers = reason.pairs ? [a, b].flatMap((one) => offersFor(state, one)) : [];
  await ledger.print([reason.sentence, ...offers.map(offerWords)].map(escapeText), whyJson(reason, offers));
  return EXIT_DONE;
}
