/** `ragspan incident …`: chooses the action; each is a file of its own. */
import { nearest } from './arguments.js';
import { EXIT_DONE, UsageError, type Io } from './io.js';

const INCIDENT_HELP = `Usage: ragspan incident ACTION …

A wrong answer becomes an incident with its own evidence, frozen and hashed.

  freeze TRACE…        one run of a trace file → DIR/INC-….json, never overwritten
  predict INCIDENT…    seals what each hypothesis predicts, before anything is opened
  diff INCIDENT…       the boundaries in order, against the sealed predictions
  show INCIDENT…       the paper form: text, JSON or Markdown
  to-case INCIDENT…    a golden case for ragspan.cases.yaml
  html INCIDENT        one self-contained page

  ragspan incident ACTION --help says more.
`;

type Action = (args: readonly string[], io: Io) => Promise<number>;

const ACTIONS: { readonly [name: string]: () => Promise<Action> } = {
  freeze: async () => (await import('./incident/freeze.js')).incidentFreeze,
  predict: async () => (await import('./incident/predict.js')).incidentPredict,
  diff: async () => (await import('./incident/diff.js')).incidentDiff,
  show: async () => (await import('./incident/show.js')).incidentShow,
  html: async () => (await import('./incident-html.js')).incidentHtmlCommand,
  'to-case': async () => (await import('./incident/to-case.js')).incidentToCase,
};

export async function incidentCommand(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === '--help' || name === '-h' || name === 'help') {
    await io.out(INCIDENT_HELP);
    return EXIT_DONE;
  }
  const action = name !== undefined && Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) {
    const near = name === undefined ? undefined : nearest(name, Object.keys(ACTIONS));
    throw new UsageError(
      name === undefined ? 'incident: no action given' : `incident: there is no action ${JSON.stringify(name)}`,
      near === undefined ? 'See `ragspan incident --help`.' : `Did you mean \`ragspan incident ${near}\`?`,
    );
  }
  return (await action())(rest, io);
}
