/** `ragspan cases …`: chooses the action; each is a file of its own. */
import { nearest } from './arguments.js';
import { EXIT_DONE, UsageError, type Io } from './io.js';

const CASES_HELP = `Usage: ragspan cases check [FILE]
       ragspan cases import [options] FILE

  check    validates a case file, and warns of what convicts too easily
  import   makes cases from an evaluation set: CSV, JSON lines, or a JSON array

  ragspan cases ACTION --help says more.
`;

type Action = (args: readonly string[], io: Io) => Promise<number>;

const ACTIONS: { readonly [name: string]: () => Promise<Action> } = {
  check: async () => (await import('./cases-check.js')).casesCheckCommand,
  import: async () => (await import('./cases-import.js')).casesImportCommand,
};

export async function casesCommand(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === '--help' || name === '-h') {
    await io.out(CASES_HELP);
    return EXIT_DONE;
  }
  const action = name !== undefined && Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action !== undefined) return (await action())(rest, io);
  if (name === undefined)
    throw new UsageError('cases: no action given', 'Write ragspan cases check FILE, or ragspan cases import FILE.');
  const near = nearest(name, Object.keys(ACTIONS));
  throw new UsageError(
    `cases: there is no action ${JSON.stringify(name)}`,
    near === undefined
      ? 'Write ragspan cases check FILE, or ragspan cases import FILE.'
      : `Did you mean \`ragspan cases ${near}\`?`,
  );
}
