/** docs/options.md is made from the option table: `vitest run test/docs -u` writes it anew. */
import { expect, it } from 'vitest';
import { OPTION_TABLE } from '../../src/config/option-table.js';

const HEAD = `# Options

One table for every way in: \`start(options)\`, \`new RagspanProcessor(options)\`, \`ragspan/register\` and the
command line. An option given in code wins over its environment variable, and that over the default. A bad
value is named in one line and the default is used.

Options marked † may change a verdict; the same names in \`lower_snake_case\` stand in a vector's
\`options.json\`. The standard \`OTEL_…\` variables (endpoint, headers, service name, samplers, limits) keep
their meaning; [setup.md](setup.md#the-standard-variables) says what \`start()\` serves of them.

| option | environment | default | |
|---|---|---|---|
`;

const TAIL = `
## What each way in adds

\`new RagspanProcessor({ meterProvider, loggerProvider, onDecided })\` also takes the providers that metrics and log
records go through, where they are not the registered ones, and a function that is told of every decided run.
\`start(options)\` takes them too, and \`serviceName\` and \`packages\`: [setup.md](setup.md#the-one-line). Metrics and
\`log_event\` need [packages of their own](setup.md#metrics-and-log-records).

The command line reads the same variables; \`ragspan attribute --help\` names the flags that stand for them.
`;

interface Row {
  readonly option: string;
  readonly env: string;
  readonly standardEnv?: readonly { readonly name: string }[];
  readonly default: unknown;
  readonly defaultText?: string;
  readonly unit?: string;
  readonly changesVerdict?: true;
  readonly doc: string;
}

function defaultOf(row: Row): string {
  if (row.defaultText !== undefined) return row.defaultText;
  if (row.default === undefined) return 'none';
  if (typeof row.default === 'number')
    return `${row.default.toLocaleString('en-US')}${row.unit === undefined ? '' : ` ${row.unit}`}`;
  return `\`${typeof row.default === 'string' ? row.default : JSON.stringify(row.default)}\``;
}

function line(row: Row): string {
  const names = [row.env, ...(row.standardEnv ?? []).map(({ name }) => name)];
  const mark = row.changesVerdict === true ? ' †' : '';
  return `| \`${row.option}\`${mark} | ${names.map((name) => `\`${name}\``).join(', then ')} | ${defaultOf(row)} | ${row.doc} |\n`;
}

it('docs/options.md says every option, its environment variable, unit and default', async () => {
  const rows = (OPTION_TABLE as readonly Row[]).map(line).join('');
  await expect(HEAD + rows + TAIL).toMatchFileSnapshot('../../docs/options.md');
});
