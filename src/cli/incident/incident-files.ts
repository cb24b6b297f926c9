/** Incident files on the command line. */
import { existsSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { textHash } from '../../model/digest.js';
import type { TextHash } from '../../model/judging-options.js';
import { IncidentError } from '../../incidents/incident-error.js';
import { escapeText } from '../escape-text.js';
import { EXIT_DONE, EXIT_UNUSABLE, UsageError, type Io } from '../io.js';

/** The folder of incidents where none is named. */
export const DEFAULT_DIR = 'incidents';

export const INCIDENT_FLAGS = {
  dir: { type: 'string' },
  'hash-key': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const INCIDENT_FLAGS_HELP = `  --dir DIR            folder of the incidents (default: ${DEFAULT_DIR})
  --hash-key KEY       key of the hashes (better: RAGSPAN_HASH_KEY)
`;

export interface IncidentFlagValues {
  readonly dir?: string | undefined;
  readonly 'hash-key'?: string | undefined;
}

/** The key of the digests: by flag, else by environment; without one plain SHA-256. */
export function incidentHash(values: IncidentFlagValues, io: Io): TextHash {
  return textHash(values['hash-key'] ?? io.env['RAGSPAN_HASH_KEY']);
}

/** A path, or the id of an incident in the folder. Throws a UsageError when there is neither. */
export function incidentPath(word: string, values: IncidentFlagValues): string {
  if (word.endsWith('.json') || existsSync(word)) return word;
  const path = join(values.dir ?? DEFAULT_DIR, `${word}.json`);
  if (existsSync(path)) return path;
  throw new UsageError(
    `there is no incident ${JSON.stringify(word)}: neither a file of that name nor ${path}`,
    'Name the file, or the folder of the incidents with --dir.',
  );
}

/** At least one. Throws a UsageError. */
export function incidentPaths(action: string, words: readonly string[], values: IncidentFlagValues): readonly string[] {
  if (words.length === 0)
    throw new UsageError(`incident ${action}: no incident given`, `Write ragspan incident ${action} INC-….`);
  return words.map((word) => incidentPath(word, values));
}

/** How the next command names the incident of this path: by its id alone where commands look for it by themselves, and never as an option. */
export function incidentName(path: string, id: string): string {
  if (normalize(path) === join(DEFAULT_DIR, `${id}.json`)) return id;
  return quoted(path.startsWith('-') ? `./${path}` : path);
}

function quoted(path: string): string {
  return /^[\w./@:+-]+$/u.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** Of several, one that cannot be done is told and the others go on. Gives the exit status. */
export async function forEachIncident(
  paths: readonly string[],
  io: Io,
  work: (path: string) => Promise<void>,
): Promise<number> {
  let status: number = EXIT_DONE;
  for (const path of paths) {
    try {
      await work(path);
    } catch (error) {
      if (!(error instanceof IncidentError)) throw error;
      io.err(`ragspan: ${escapeText(error.message)}\n${escapeText(error.hint)}\n`);
      status = EXIT_UNUSABLE;
    }
  }
  return status;
}
