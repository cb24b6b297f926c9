/**
 * What an application says of a failure, as it may be shown and kept: redacted, and never long. A
 * stack, a request or a user's address may stand in it.
 */
import { builtInRedactors } from '../incidents/redaction/built-in-redactors.js';
import { redactText } from '../incidents/redaction/redact-text.js';

const LONGEST = 2_000;
/** Redactors look at no more; what is cut in two they may not know again. */
const LONGEST_READ = 64 * 1024;

/** The beginning of it, or its end. */
export function appWords(said: string, part: 'beginning' | 'end' = 'beginning'): string {
  const { text, failed } = redactText(said.slice(0, LONGEST_READ), builtInRedactors);
  if (failed.length > 0) return 'its words could not be looked through';
  return part === 'beginning' ? text.slice(0, LONGEST) : text.slice(-LONGEST);
}
