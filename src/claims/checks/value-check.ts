/** The application's own checks of what claims say in values: deterministic, one after another, and never a throw. */
import { type Claim, type ClaimValue, valueOf } from '../claim.js';

export interface ValueFinding {
  readonly expected?: string | undefined;
  readonly found?: string | undefined;
  /** The chunk or record it is about. */
  readonly id?: string | undefined;
}

export interface ValueCheck<C extends Claim = Claim, Item = unknown> {
  readonly name: string;
  /**
   * What is wrong; undefined: nothing, or the claim says nothing that this check is about.
   * `cited`: the items that the claim names and that were sent.
   */
  readonly find: (claim: C, cited: readonly Item[]) => ValueFinding | readonly ValueFinding[] | undefined;
}

export interface ValueOptions {
  /** A claim without the value fails. Default: it is passed over. */
  readonly required?: boolean | undefined;
}

/** A check of one value: what `judge` finds, where the claim has the value. */
export function valueCheck<C extends Claim>(
  name: string,
  { required }: ValueOptions,
  expected: string,
  judge: (value: Exclude<ClaimValue, null | undefined>, claim: C) => ValueFinding | readonly ValueFinding[] | undefined,
): ValueCheck<C> {
  return {
    name,
    find(claim) {
      const value = valueOf(claim, name);
      if (value !== null && value !== undefined) return judge(value, claim);
      return required === true ? { expected, found: 'no value' } : undefined;
    },
  };
}

/** What one check says of one claim. One that throws has found that out, and says so. */
export function runCheck<C extends Claim, Item>(
  check: ValueCheck<C, Item>,
  claim: C,
  cited: readonly Item[],
): readonly ValueFinding[] {
  try {
    const found: unknown = check.find(claim, cited);
    if (found === undefined || found === null) return [];
    if (typeof found !== 'object') return [{ found: 'the check returned no finding' }];
    if (typeof (found as { then?: unknown }).then === 'function') {
      // Nobody waits for it, and its failure may not end the process.
      void Promise.resolve(found).catch(() => undefined);
      return [{ found: 'the check returned a promise: checks are synchronous' }];
    }
    return (Array.isArray(found) ? (found as unknown[]) : [found]).map(shortFinding);
  } catch (fault) {
    return [{ found: shorten(`the check threw: ${faultText(fault)}`) }];
  }
}

function shortFinding(finding: unknown): ValueFinding {
  const { expected, found, id } = finding as ValueFinding;
  return {
    ...(expected === undefined ? {} : { expected: shorten(String(expected)) }),
    ...(found === undefined ? {} : { found: shorten(String(found)) }),
    ...(id === undefined ? {} : { id: String(id) }),
  };
}

const MAX_UNITS = 200;

/** Cut between code points. */
function shorten(text: string): string {
  if (text.length <= MAX_UNITS) return text;
  const kept = text.slice(0, MAX_UNITS);
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

function faultText(fault: unknown): string {
  try {
    return fault instanceof Error ? fault.message : String(fault);
  } catch {
    return 'unprintable';
  }
}

/** A value as a finding shows it. */
export function shown(value: ClaimValue): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'no date' : value.toISOString();
  if (Array.isArray(value)) return `[${(value as readonly ClaimValue[]).slice(0, 20).map(shown).join(', ')}]`;
  return String(value);
}
