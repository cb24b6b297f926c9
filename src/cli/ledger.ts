/** `ragspan ledger …`: chooses the action; each is a file of its own. */
import { IncidentError } from '../incidents/incident-error.js';
import { nearest } from './arguments.js';
import { EXIT_DONE, UsageError, type Io } from './io.js';
import { DEFAULT_LEDGER } from './ledger/ledger-flags.js';

const LEDGER_HELP = `Usage: ragspan ledger ACTION … [--ledger FILE]

Which incidents are one failure: by pattern, numbers and configuration, never by the sentence.
The ledger is a file that only grows, every line chained and sealed (default:
${DEFAULT_LEDGER}).

  add INCIDENT…        enters incidents, each with its own artifacts
  list                 incidents by pairing class, pairings, repairs on offer
  why A B              one sentence: why two incidents pair, or do not
  pair A B             records that they are one failure
  confirm A …          records that a repair recovered an incident
  expire …             voids pairings: the configuration changed

  ragspan ledger ACTION --help says more.
`;

type Action = (args: readonly string[], io: Io) => Promise<number>;

const ACTIONS: { readonly [name: string]: () => Promise<Action> } = {
  add: async () => (await import('./ledger/add.js')).ledgerAdd,
  list: async () => (await import('./ledger/list.js')).ledgerList,
  why: async () => (await import('./ledger/why.js')).ledgerWhy,
  pair: async () => (await import('./ledger/pair.js')).ledgerPair,
  confirm: async () => (await import('./ledger/confirm.js')).ledgerConfirm,
  expire: async () => (await import('./ledger/expire.js')).ledgerExpire,
};

export async function ledgerCommand(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === '--help' || name === '-h' || name === 'help') {
    await io.out(LEDGER_HELP);
    return EXIT_DONE;
  }
  const action = name !== undefined && Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) {
    const near = name === undefined ? undefined : nearest(name, Object.keys(ACTIONS));
    throw new UsageError(
      name === undefined ? 'ledger: no action given' : `ledger: there is no action ${JSON.stringify(name)}`,
      near === undefined ? 'See `ragspan ledger --help`.' : `Did you mean \`ragspan ledger ${near}\`?`,
    );
  }
  try {
    return await (
      await action()
    )(rest, io);
  } catch (error) {
    throw error instanceof IncidentError ? new UsageError(error.message, error.hint) : error;
  }
}
