/** The `version` that every file of the practice begins with: what is said of one that is not ours to read. */
import { shownValue } from './shown-value.js';

export interface VersionMismatch {
  readonly problem: string;
  readonly hint: string;
}

/** Undefined when there is nothing to say. `kind`: `an incident`, … */
export function versionMismatch(kind: string, found: unknown, read: number): VersionMismatch | undefined {
  if (found === read) return undefined;
  if (found === undefined) return { problem: `has no "version", so it is not ${kind}`, hint: `Name ${kind}.` };
  return {
    problem: `version: ${shownValue(found)} is no version this ragspan reads (it reads ${read})`,
    hint: `Check that the file is ${kind}, or update ragspan.`,
  };
}
