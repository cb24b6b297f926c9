/** The option `incidents`: which runs the process freezes by itself, and where. */
import type { Redactor } from '../model/redactor.js';
import { VERDICT_NAMES, verdictsNamed, type VerdictName } from '../model/verdict.js';
import type { Parse, Parsed } from './parse.js';

/** Redactors that come with ragspan. */
export const REDACTOR_NAMES = ['email', 'phone', 'card', 'key'] as const;
export type RedactorName = (typeof REDACTOR_NAMES)[number];

export interface IncidentOptions {
  /** Folder of the incident files; it is made when it is missing. */
  readonly dir: string;
  /** Verdicts that are frozen; H3 stands for H3a and H3b too. Default H1, H2, H3. */
  readonly when?: readonly VerdictName[];
  /** Texts are kept, redacted. Default false: hashes, lengths, ranks and offsets alone. */
  readonly withText?: boolean;
  /** Built-in ones by name, and your own. Default: all built-in ones. */
  readonly redactors?: readonly (RedactorName | Redactor)[];
  /** Incidents frozen within a minute; more are counted and left out. Default 30. */
  readonly maxPerMinute?: number;
  /**
   * Files (`.json`) in the folder, whoever wrote them; while it holds as many, no more are written. Processes
   * that write at the same moment may go beyond it by one each. Default 1,000.
   */
  readonly maxFiles?: number;
}

export interface IncidentSettings {
  readonly dir: string;
  readonly when: ReadonlySet<VerdictName>;
  readonly withText: boolean;
  readonly redactors: readonly (RedactorName | Redactor)[];
  readonly maxPerMinute: number;
  readonly maxFiles: number;
}

const KEYS = new Set(['dir', 'when', 'withText', 'redactors', 'maxPerMinute', 'maxFiles']);

const problem = (text: string): { readonly problem: string } => ({ problem: text });

/** A folder, or an object (in the environment: as JSON) that names one; `off` or false for none. */
export const incidentSettings: Parse<IncidentSettings | undefined> = (raw) => {
  if (raw === false || (typeof raw === 'string' && /^(off|none|false)$/i.test(raw.trim()))) return { value: undefined };
  if (typeof raw === 'string') {
    if (raw.trim() === '') return problem('names no folder');
    if (!raw.trimStart().startsWith('{')) return fromObject({ dir: raw });
    try {
      return fromObject(JSON.parse(raw) as unknown);
    } catch {
      return problem('is no JSON object; write a folder, or {"dir": "incidents", "when": ["H2"]}');
    }
  }
  return fromObject(raw);
};

function fromObject(raw: unknown): Parsed<IncidentSettings | undefined> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return problem('is neither a folder nor an object');
  const given = raw as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(given).find((key) => !KEYS.has(key));
  if (unknown !== undefined) return problem(`holds the unknown key ${JSON.stringify(unknown)}`);
  const { dir, when = ['H1', 'H2', 'H3'], withText = false, redactors = REDACTOR_NAMES } = given;
  if (typeof dir !== 'string' || dir === '') return problem('has no folder: dir');
  if (typeof withText !== 'boolean') return problem('has a withText that is not true or false');
  const verdicts = verdictSet(when);
  if (verdicts === undefined) return problem(`has a when that is no list of verdicts (${VERDICT_NAMES.join(', ')})`);
  if (!Array.isArray(redactors) || !redactors.every(isRedactor))
    return problem(`has redactors that are neither ${REDACTOR_NAMES.join(', ')} nor of the form {rule, find}`);
  const maxPerMinute = count(given['maxPerMinute'], 30);
  const maxFiles = count(given['maxFiles'], 1000);
  if (maxPerMinute === undefined || maxFiles === undefined)
    return problem('has a maxPerMinute or maxFiles that is not a whole number of 1 or more');
  return { value: { dir, when: verdicts, withText, redactors, maxPerMinute, maxFiles } };
}

function verdictSet(raw: unknown): ReadonlySet<VerdictName> | undefined {
  if (!Array.isArray(raw) || raw.length === 0) return undefined;
  const chosen = new Set<VerdictName>();
  for (const one of raw as readonly unknown[]) {
    const named = typeof one === 'string' ? verdictsNamed(one) : undefined;
    if (named === undefined) return undefined;
    for (const name of named) chosen.add(name);
  }
  return chosen;
}

function isRedactor(one: unknown): boolean {
  if (typeof one === 'string') return (REDACTOR_NAMES as readonly string[]).includes(one);
  if (typeof one !== 'object' || one === null) return false;
  const { rule, find } = one as { rule?: unknown; find?: unknown };
  return typeof rule === 'string' && /^[a-z0-9][a-z0-9_-]{0,31}$/.test(rule) && typeof find === 'function';
}

function count(raw: unknown, standard: number): number | undefined {
  if (raw === undefined) return standard;
  return typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= 1 ? raw : undefined;
}
