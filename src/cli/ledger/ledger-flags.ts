/** What all actions on a ledger have in common. */
import { existsSync } from 'node:fs';
import { canonicalJson } from '../../incidents/sealed-json.js';
import { realPath } from '../../incidents/files/real-path.js';
import { tornPath, type Ledger } from '../../ledger/append-entries.js';
import { readLedger, type ReadLedger, type ReadOptions } from '../../ledger/read-ledger.js';
import { escapeText } from '../escape-text.js';
import { incidentHash } from '../incident/incident-files.js';
import { UsageError, type Io } from '../io.js';
import { nowUnixNano } from '../now-unix-nano.js';
import { plural } from '../numbers.js';
import { Progress } from '../progress.js';
import { totalBytes } from '../trace-sources.js';

export const DEFAULT_LEDGER = 'ragspan.ledger.jsonl';
/** The ledger was not given what it was asked to record; nothing is wrong with the command. */
export const EXIT_REFUSED = 1;

export const LEDGER_FLAGS = {
  ledger: { type: 'string' },
  format: { type: 'string' },
  'hash-key': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const LEDGER_FLAGS_HELP = `  --ledger FILE         default: ${DEFAULT_LEDGER}
  --format text|json    json is for programs (default: text)
  --hash-key KEY        key of the hashes (better: RAGSPAN_HASH_KEY)
`;

export interface LedgerFlagValues {
  readonly ledger?: string | undefined;
  readonly format?: string | undefined;
  readonly 'hash-key'?: string | undefined;
}

export interface OpenLedger extends Ledger {
  /** Before anything else is written to the terminal. */
  clearProgress(): void;
  /** Prints `json` when that was asked for, else the lines. */
  print(lines: readonly string[], json: unknown): Promise<void>;
}

/** Throws a UsageError for a format there is none of. */
export function openLedger(values: LedgerFlagValues, io: Io): OpenLedger {
  const format = values.format ?? 'text';
  if (format !== 'text' && format !== 'json')
    throw new UsageError(
      `--format: ${JSON.stringify(format)} is neither text nor json`,
      'Write --format text or --format json.',
    );
  const path = values.ledger ?? DEFAULT_LEDGER;
  const progress = new Progress(io, totalBytes([path]));
  return {
    path,
    hash: incidentHash(values, io),
    nowUnixNano,
    clearProgress: () => progress.clear(),
    onProgress: (bytes) => progress.update({ bytes, traces: 0 }),
    onTorn: ({ line, byteCount, path: aside }) => {
      progress.clear();
      io.err(
        `ragspan: ${escapeText(path)}:${line}: the line was cut off while it was written; its ${plural(byteCount, 'byte')} are kept in ${escapeText(aside)}\n`,
      );
    },
    print: (lines, json) => {
      progress.clear();
      return io.out(format === 'json' ? jsonText(json) : lines.map((line) => `${line}\n`).join(''));
    },
  };
}

/** Keys sorted, as all JSON that ragspan prints. */
function jsonText(value: unknown): string {
  return `${JSON.stringify(JSON.parse(canonicalJson(value)), undefined, 2)}\n`;
}

/** For actions that only look. Says so when the last line is torn. Throws as `readLedger`. */
export async function lookAt(ledger: OpenLedger, io: Io, options: ReadOptions = {}): Promise<ReadLedger> {
  const read = await readLedger(ledger.path, ledger.hash, { ...ledger, ...options }).finally(ledger.clearProgress);
  if (read.torn !== undefined) {
    const aside = tornPath(await realPath(ledger.path));
    io.err(
      `ragspan: ${escapeText(ledger.path)}:${read.torn.line}: the line was cut off while it was written (${plural(read.torn.bytes.length, 'byte')}), and nobody was told that it was done; the next entry puts it aside in ${escapeText(aside)}\n`,
    );
  }
  return read;
}

/** Throws a UsageError when there is no ledger to look at. */
export function requireLedger({ path }: OpenLedger): void {
  if (!existsSync(path))
    throw new UsageError(
      `there is no ledger ${path}`,
      'Begin one with `ragspan ledger add INCIDENT…`, or name it with --ledger.',
    );
}

/** The two incidents that an action is about. */
export function twoIds(action: string, positionals: readonly string[]): readonly [string, string] {
  const [a, b, ...more] = positionals;
  if (a === undefined || b === undefined || more.length > 0)
    throw new UsageError(
      `ledger ${action} takes two incidents, and ${positionals.length} ${positionals.length === 1 ? 'was' : 'were'} given`,
      `Write ragspan ledger ${action} INC-… INC-….`,
    );
  return [a, b];
}

/** Ids on one line. */
export const MOST_NAMED = 5;

/** `INC-1, INC-2`, and how many more where there are many. */
export function idList(ids: readonly string[], count = ids.length): string {
  const named = ids.slice(0, MOST_NAMED).map(escapeText).join(', ');
  return count <= MOST_NAMED ? named : `${named} and ${count - MOST_NAMED} more`;
}
