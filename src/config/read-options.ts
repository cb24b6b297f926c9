/**
 * Option > environment > default (spec §12). The only reader of the environment; called bare it
 * goes through the same table. A bad value is one warning, and the next source is asked.
 */
import { diag } from '@opentelemetry/api';
import { OPTION_TABLE, type OptionRow } from './option-table.js';
import type { RagspanOptions, Settings } from './settings.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * @param options what the application passes; unknown keys are warned of.
 * @param environment `process.env` unless given.
 * @param warn told one sentence per bad value; OpenTelemetry's diagnostics unless given.
 */
export function readOptions(
  options: RagspanOptions = {},
  environment: Environment = process.env,
  warn: (line: string) => void = (line) => diag.warn(`ragspan: ${line}`),
): Settings {
  const settings: Record<string, unknown> = {};
  for (const row of OPTION_TABLE) settings[row.option] = readRow(row as OptionRow, options, environment, warn);
  for (const key of Object.keys(options)) {
    if (!(key in settings)) warn(`there is no option \`${key}\``);
  }
  return settings as unknown as Settings;
}

function readRow(
  row: OptionRow,
  options: RagspanOptions,
  environment: Environment,
  warn: (line: string) => void,
): unknown {
  const given = options[row.option];
  if (given !== undefined) {
    const parsed = row.parse(given);
    if ('value' in parsed) return parsed.value;
    warn(`option \`${row.option}\` ${parsed.problem}; it is left out`);
  }
  for (const { name, parse } of [{ name: row.env, parse: row.parse }, ...(row.standardEnv ?? [])]) {
    const raw = environment[name];
    // Empty means unset, as for every OTEL_… variable.
    if (raw === undefined || raw.trim() === '') continue;
    const parsed = parse(raw);
    if ('value' in parsed) return parsed.value;
    // The value itself may be a secret: it is not repeated.
    warn(`${name} ${parsed.problem}; it is left out`);
  }
  return row.default;
}

/** Options under the names of the collector plugin and of a vector's `options.json` (`top_k`). */
export function optionsFromSnakeCase(value: Readonly<Record<string, unknown>>): RagspanOptions {
  const options: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(value)) {
    options[key.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())] = one;
  }
  return options;
}
