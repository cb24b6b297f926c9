/** `ragspan ledger confirm`: what a repair did to an incident. */
import { readText } from '../../incidents/incident-file.js';
import { confirmRepair, type ConfirmOutcome } from '../../ledger/confirm-repair.js';
import { confirmSplitTest, parseSplitTest } from '../../ledger/confirm-split-test.js';
import { confirmJson } from '../../ledger/ledger-json.js';
import { LEAST_TRIALS } from '../../ledger/offers.js';
import { parseArguments } from '../arguments.js';
import { escapeText } from '../escape-text.js';
import { EXIT_DONE, UsageError, type Io } from '../io.js';
import {
  EXIT_REFUSED,
  idList,
  LEDGER_FLAGS,
  LEDGER_FLAGS_HELP,
  openLedger,
  requireLedger,
  type OpenLedger,
} from './ledger-flags.js';

const CONFIRM_HELP = `Usage: ragspan ledger confirm [options] --repair ID --recovered N --trials N INCIDENT
       ragspan ledger confirm [options] --from SPLIT-TEST.json

Records that a repair recovered an incident in N of N fresh trials. All of ${LEAST_TRIALS} or more make it
proven: it is then offered, and never applied, for incidents that pair with this one.

  --repair ID           its name, as top-k-50
  --change PIN=VALUE    the one pin it changes, as top_k=50
  --recovered N  --trials N
  --from FILE           the result of ragspan split-test: repairs it ruled discriminant are taken
${LEDGER_FLAGS_HELP}
Exit status: 0 recorded, or there already; 1 the split test proved nothing; 2 wrong usage or
unreadable input.
`;

const FLAGS = {
  ...LEDGER_FLAGS,
  repair: { type: 'string' },
  change: { type: 'string' },
  recovered: { type: 'string' },
  trials: { type: 'string' },
  from: { type: 'string' },
} as const;

type Values = ReturnType<typeof parseArguments<typeof FLAGS>>['values'];

export async function ledgerConfirm(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('ledger confirm', args, FLAGS);
  if (values.help === true) {
    await io.out(CONFIRM_HELP);
    return EXIT_DONE;
  }
  const ledger = openLedger(values, io);
  requireLedger(ledger);
  if (values.from !== undefined) return fromSplitTest(values, positionals, ledger, io);
  const [incident, ...more] = positionals;
  const { repair } = values;
  if (incident === undefined || more.length > 0)
    throw new UsageError(
      'ledger confirm takes one incident',
      'Write ragspan ledger confirm INC-… --repair ID --recovered 3 --trials 3.',
    );
  if (repair === undefined) throw new UsageError('ledger confirm: no repair given', 'Name it with --repair ID.');
  const outcome = await confirmRepair(ledger, {
    incident,
    repair: { id: repair, ...changeOf(values.change) },
    recovered: numberOf('recovered', values.recovered),
    trials: numberOf('trials', values.trials),
  });
  await ledger.print([confirmLine(outcome)], confirmJson(outcome));
  return EXIT_DONE;
}

async function fromSplitTest(
  values: Values,
  positionals: readonly string[],
  ledger: OpenLedger,
  io: Io,
): Promise<number> {
  const { from = '', repair, change, recovered, trials } = values;
  if (positionals.length > 0 || [repair, change, recovered, trials].some((one) => one !== undefined))
    throw new UsageError(
      '--from brings incidents, repairs and numbers with it',
      'Give --from alone, or incident, --repair, --recovered and --trials.',
    );
  const test = parseSplitTest(await readText(from), from, ledger.hash);
  const { confirmed, left } = await confirmSplitTest(ledger, test);
  await ledger.print(confirmed.map(confirmLine), { confirmed: confirmed.map(confirmJson), left });
  for (const sentence of left) io.err(`ragspan: not taken: ${escapeText(sentence)}\n`);
  return confirmed.length === 0 ? EXIT_REFUSED : EXIT_DONE;
}

function confirmLine({ kind, incident, repair, recovered, trials, isProven, offeredTo }: ConfirmOutcome): string {
  const numbers = `repair ${repair.id} recovered ${incident} ${recovered}/${trials}`;
  if (kind === 'known') return escapeText(`${numbers}: the ledger says so already, nothing was written`);
  if (!isProven) {
    const least =
      recovered < trials
        ? 'not every trial recovered'
        : trials < LEAST_TRIALS
          ? `fewer than ${LEAST_TRIALS} trials`
          : 'it changes more than one pin';
    return escapeText(`${numbers}: recorded, and not offered: ${least}`);
  }
  const offered = offeredTo.length === 0 ? '' : `; offered for ${idList(offeredTo)}, not applied`;
  return `${escapeText(`${numbers}: recorded`)}${offered}`;
}

function changeOf(text: string | undefined): { readonly changes?: readonly { pin: string; to: string }[] } {
  if (text === undefined) return {};
  const [, pin, value] = /^([a-z][a-z0-9_]*)=(.+)$/su.exec(text) ?? [];
  if (pin === undefined || value === undefined)
    throw new UsageError(`--change: ${JSON.stringify(text)} is not PIN=VALUE`, 'Write --change top_k=50.');
  return { changes: [{ pin, to: jsonOf(value) }] };
}

/** A value that is JSON as it stands, else as a string. */
function jsonOf(value: string): string {
  try {
    return JSON.stringify(JSON.parse(value));
  } catch {
    return JSON.stringify(value);
  }
}

function numberOf(flag: string, text: string | undefined): number {
  if (text !== undefined && /^[0-9]{1,7}$/.test(text)) return Number(text);
  throw new UsageError(
    text === undefined ? `ledger confirm: --${flag} is missing` : `--${flag}: ${JSON.stringify(text)} is no count`,
    'Say how many of how many: --recovered 3 --trials 3.',
  );
}
