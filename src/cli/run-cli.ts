/** Chooses the command, and turns what went wrong into words and an exit status. */
import { IncidentError } from '../incidents/incident-error.js';
import { SourceError } from '../files/read/source-error.js';
import { VERSION } from '../model/version.js';
import { nearest } from './arguments.js';
import { attributeCommand } from './attribute.js';
import { casesCommand } from './cases.js';
import { escapeText } from './escape-text.js';
import { HELP } from './help.js';
import { EXIT_DONE, EXIT_UNUSABLE, UsageError, type Io } from './io.js';

type Command = (args: readonly string[], io: Io) => Promise<number>;

/** Loaded when asked for: the demo and the doctor bring an HTTP server along. */
const COMMANDS: { readonly [name: string]: () => Promise<Command> } = {
  attribute: async () => attributeCommand,
  cases: async () => casesCommand,
  incident: async () => (await import('./incident.js')).incidentCommand,
  replay: async () => (await import('./replay.js')).replayCommand,
  ledger: async () => (await import('./ledger.js')).ledgerCommand,
  report: async () => (await import('./rates-report.js')).reportCommand,
  'split-test': async () => (await import('./split-test.js')).splitTestCommand,
  view: async () => (await import('./view.js')).viewCommand,
  doctor: async () => (await import('./doctor.js')).doctorCommand,
  demo: async () => (await import('./demo.js')).demoCommand,
};

/** Never throws for what a user can cause. */
export async function runCli(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  try {
    if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
      await (name === undefined ? Promise.resolve(io.err(HELP)) : io.out(HELP));
      return name === undefined ? EXIT_UNUSABLE : EXIT_DONE;
    }
    if (name === '--version' || name === '-V') {
      await io.out(`${VERSION}\n`);
      return EXIT_DONE;
    }
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command === undefined) {
      const near = nearest(name, Object.keys(COMMANDS));
      throw new UsageError(
        `there is no command ${JSON.stringify(name)}`,
        near === undefined ? 'See `ragspan --help`.' : `Did you mean \`ragspan ${near}\`?`,
      );
    }
    return await (
      await command()
    )(rest, io);
  } catch (error) {
    if (error instanceof SourceError) io.err(`ragspan: ${escapeText(error.message)}\n`);
    if (error instanceof SourceError) return EXIT_UNUSABLE;
    if (!(error instanceof UsageError || error instanceof IncidentError)) throw error;
    io.err(`ragspan: ${error.message.split('\n').map(escapeText).join('\n')}\n${escapeText(error.hint)}\n`);
    return EXIT_UNUSABLE;
  }
}
