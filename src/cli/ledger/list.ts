/** `ragspan ledger list`: the ledger as a page of text, or JSON. */
import { viewJson } from '../../ledger/ledger-json.js';
import { ledgerView } from '../../ledger/ledger-view.js';
import { parseArguments } from '../arguments.js';
import { EXIT_DONE, UsageError, type Io } from '../io.js';
import { styleFor } from '../style.js';
import { LEDGER_FLAGS, LEDGER_FLAGS_HELP, lookAt, openLedger, requireLedger } from './ledger-flags.js';
import { ledgerText } from './ledger-text.js';

const LIST_HELP = `Usage: ragspan ledger list [options]

All incidents by pairing class, open and void pairings, repairs on offer, and sentences that
different incidents share. Every line of the ledger is verified on the way.

  --head SHA256         fails when the ledger does not hold this entry any more: what was cut off
                        the end of a file leaves no other trace (8 or more of its hex digits)
${LEDGER_FLAGS_HELP}
Exit status: 0 done; 2 wrong usage, or the ledger is unreadable or was tampered with.
`;

export async function ledgerList(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('ledger list', args, {
    ...LEDGER_FLAGS,
    head: { type: 'string' },
  } as const);
  if (values.help === true) {
    await io.out(LIST_HELP);
    return EXIT_DONE;
  }
  if (positionals.length > 0) throw new UsageError('ledger list takes no incident', 'Leave it out.');
  const { head } = values;
  if (head !== undefined && !/^[0-9a-f]{8,64}$/.test(head))
    throw new UsageError(
      `--head: ${JSON.stringify(head)} is not 8 to 64 hex digits`,
      'Copy it from ragspan ledger list.',
    );
  const ledger = openLedger(values, io);
  requireLedger(ledger);
  let isHeadThere = false;
  const { state } = await lookAt(ledger, io, {
    onEntry: ({ sha256 }) => {
      isHeadThere ||= head !== undefined && sha256.startsWith(head);
    },
  });
  if (head !== undefined && !isHeadThere)
    throw new UsageError(
      `${ledger.path}: holds no entry ${head}: entries were cut off its end, or it is another ledger`,
      'Take the ledger from a copy that nobody touched.',
    );
  const view = ledgerView(state);
  await ledger.print(ledgerText(view, ledger.path, styleFor(io)), viewJson(view));
  return EXIT_DONE;
}
