/** `ragspan ledger expire`: voids pairings on the operator's word. */
import { parseIncident, readText } from '../../incidents/incident-file.js';
import { expireByPins, expirePair } from '../../ledger/expire-pairings.js';
import { pairingJson } from '../../ledger/ledger-json.js';
import { readPins } from '../../ledger/pins-file.js';
import type { VoidingPins } from '../../ledger/pin-changes.js';
import { voidWords } from '../../ledger/void-words.js';
import { parseArguments } from '../arguments.js';
import { escapeText } from '../escape-text.js';
import { EXIT_DONE, UsageError, type Io } from '../io.js';
import { plural } from '../numbers.js';
import { LEDGER_FLAGS, LEDGER_FLAGS_HELP, openLedger, requireLedger, twoIds, type OpenLedger } from './ledger-flags.js';

const EXPIRE_HELP = `Usage: ragspan ledger expire --because TEXT A B
       ragspan ledger expire --because TEXT [--service NAME] PINS…

Voids the pairing of A and B, or every open pairing that is not shown to be under these pins:

  --top-k N  --budget N  --budget-unit token|byte|char  --template-sha256 H  --snapshot S
                        as they are now; what is not named is not spoken of
  --pins FILE           the same from a file: an incident, or its pins as JSON
  --service NAME        pairings of this service alone
  --because TEXT        why, for whoever reads the ledger
${LEDGER_FLAGS_HELP}
Exit status: 0 done, also when no pairing was open; 2 wrong usage or unreadable input.
`;

const FLAGS = {
  ...LEDGER_FLAGS,
  pins: { type: 'string' },
  'top-k': { type: 'string' },
  budget: { type: 'string' },
  'budget-unit': { type: 'string' },
  'template-sha256': { type: 'string' },
  snapshot: { type: 'string' },
  service: { type: 'string' },
  because: { type: 'string' },
} as const;

type Values = ReturnType<typeof parseArguments<typeof FLAGS>>['values'];

export async function ledgerExpire(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('ledger expire', args, FLAGS);
  if (values.help === true) {
    await io.out(EXPIRE_HELP);
    return EXIT_DONE;
  }
  const { because, service } = values;
  if (because === undefined)
    throw new UsageError('ledger expire: no reason given', 'Say why with --because "the index was rebuilt".');
  const ledger = openLedger(values, io);
  requireLedger(ledger);
  const pins = await presentPins(values, ledger);
  if (pins === undefined) {
    if (service !== undefined)
      throw new UsageError('--service goes with pins, not with two incidents', 'Leave it out.');
    const [a, b] = twoIds('expire', positionals);
    return told([await expirePair(ledger, a, b, because)], ledger);
  }
  if (positionals.length > 0)
    throw new UsageError('ledger expire takes two incidents or pins, not both', 'Give one or the other.');
  return told(await expireByPins(ledger, { pins, ...(service === undefined ? {} : { service }) }, because), ledger);
}

async function told(voided: Awaited<ReturnType<typeof expireByPins>>, ledger: OpenLedger): Promise<number> {
  const lines = voided.map(({ incident, other, voided: how }) =>
    escapeText(`${incident} and ${other}: ${how === undefined ? 'void' : voidWords(how)}`),
  );
  const last =
    voided.length === 0
      ? 'no open pairing is under other pins: nothing was written'
      : `${plural(voided.length, 'pairing')} void`;
  await ledger.print([...lines, last], voided.map(pairingJson));
  return EXIT_DONE;
}

/** Undefined: no pin is named. Throws a UsageError. */
async function presentPins(values: Values, { hash }: OpenLedger): Promise<VoidingPins | undefined> {
  const read =
    values.pins === undefined
      ? {}
      : readPins(await readText(values.pins), values.pins, (text, name) => parseIncident(text, name, hash));
  const flags: VoidingPins = {
    ...count('top_k', 'top-k', values['top-k']),
    ...count('budget', 'budget', values.budget),
    ...word('budget_unit', values['budget-unit'], /^(?:token|byte|char)$/, '--budget-unit', 'token, byte or char'),
    ...word(
      'template_sha256',
      values['template-sha256'],
      /^[0-9a-f]{64}$/,
      '--template-sha256',
      '64 hex digits in lower case',
    ),
    ...word('snapshot', values.snapshot, /./su, '--snapshot', 'a name'),
  };
  const pins = { ...read, ...flags };
  return Object.keys(pins).length === 0 && values.pins === undefined ? undefined : pins;
}

function count<K extends string>(pin: K, flag: string, text: string | undefined): { readonly [key in K]?: number } {
  if (text === undefined) return {};
  const value = Number(text);
  if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(value))
    throw new UsageError(`--${flag}: ${JSON.stringify(text)} is no count`, `Write --${flag} 50.`);
  return { [pin]: value } as { readonly [key in K]?: number };
}

function word<K extends string>(
  pin: K,
  text: string | undefined,
  form: RegExp,
  flag: string,
  wanted: string,
): { readonly [key in K]?: string } {
  if (text === undefined) return {};
  if (!form.test(text))
    throw new UsageError(`${flag}: ${JSON.stringify(text)} is not ${wanted}`, 'See `ragspan ledger expire --help`.');
  return { [pin]: text } as { readonly [key in K]?: string };
}
