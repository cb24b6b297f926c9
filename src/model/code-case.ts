/**
 * A case set in code for one run (spec §8 "A case may be set in code for one run"): the case file's
 * own shape as an object. It travels on the run's root span as a private attribute and is compiled
 * by the processor, so that patterns have one meaning whichever way a case comes in.
 */
import { privateAttributes, setPrivateAttribute } from './private-attributes.js';

/** A literal, or RE2 between slashes; `{text: "/a/"}` is a literal in slashes. */
export type CodePattern = string | { readonly text: string };

export interface CodeNeed {
  /** Bytes that must survive every hand-off. */
  readonly line?: string;
  /** Any one of these digests (32 hex). */
  readonly chunk?: readonly string[];
  /** Any one of these ids; `*` at the end. */
  readonly id?: readonly string[];
  readonly line_is?: 'correct' | 'incorrect' | 'unconfirmed';
}

export interface CodeCase {
  /** `[a-z0-9._-]{1,64}`; default `in-code`. */
  readonly id?: string;
  /** One need, or several that must all hold. */
  readonly need: CodeNeed | readonly CodeNeed[];
  readonly expect?: {
    /** Each entry: a pattern, or a list of alternatives. */
    readonly must?: readonly (CodePattern | readonly CodePattern[])[];
    readonly must_not?: readonly (CodePattern | readonly CodePattern[])[];
    readonly allow?: readonly CodePattern[];
    readonly refusals?: readonly CodePattern[];
    readonly case_sensitive?: boolean;
  };
  readonly snapshot?: string;
  /** Date (`2026-12-31`) after which the case is stale. */
  readonly until?: string;
}

const ATTRIBUTE = 'ragspan.code_case';

/** Leaves the case on the run's root; never throws. */
export function setCodeCase(span: object, value: CodeCase): void {
  setPrivateAttribute(span, ATTRIBUTE, value as never);
}

export function codeCase(span: object): CodeCase | undefined {
  return privateAttributes(span)?.[ATTRIBUTE] as CodeCase | undefined;
}

/** The same case as a case file of its own, to be read by the parser of cases/ (JSON is YAML). */
export function codeCaseFile(value: CodeCase): string {
  return JSON.stringify({ version: '1', cases: [{ id: 'in-code', ...value }] }, (_key, held: unknown) =>
    typeof held === 'boolean' || typeof held === 'number' ? String(held) : held,
  );
}
