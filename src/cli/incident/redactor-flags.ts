/** Which redactors look through text before it is kept. */
import { BUILT_IN_REDACTORS, builtInRedactors } from '../../incidents/redaction/built-in-redactors.js';
import { patternRedactor } from '../../incidents/redaction/pattern-redactor.js';
import type { Redactor } from '../../model/redactor.js';
import { UsageError } from '../io.js';

export const REDACTOR_FLAGS = {
  redact: { type: 'string' },
  'redact-pattern': { type: 'string', multiple: true },
} as const;

export const REDACTOR_HELP = `  --redact NAMES            built-in redactors, with commas: email, phone, card, key (default: all);
                            none for none
  --redact-pattern NAME=PATTERN
                            one of your own; /between slashes/ is RE2; may be repeated
`;

export interface RedactorFlagValues {
  readonly redact?: string | undefined;
  readonly 'redact-pattern'?: readonly string[] | undefined;
}

/** Throws a UsageError or IncidentError that names what is wrong. */
export function redactorsOf(values: RedactorFlagValues): readonly Redactor[] {
  const own = (values['redact-pattern'] ?? []).map((flag) => {
    const at = flag.indexOf('=');
    if (at <= 0)
      throw new UsageError(
        `--redact-pattern: ${JSON.stringify(flag)} has no name`,
        'Write --redact-pattern order="/RB-[0-9]+/".',
      );
    return patternRedactor(flag.slice(0, at), flag.slice(at + 1));
  });
  return [...builtIn(values.redact), ...own];
}

function builtIn(names: string | undefined): readonly Redactor[] {
  if (names === undefined) return builtInRedactors;
  const words = names.split(',').map((one) => one.trim());
  if (words.length === 1 && words[0] === 'none') return [];
  return words.map((word) => {
    const found = Object.hasOwn(BUILT_IN_REDACTORS, word) ? BUILT_IN_REDACTORS[word] : undefined;
    if (found !== undefined) return found;
    throw new UsageError(
      `--redact: ${JSON.stringify(word)} is no built-in redactor`,
      `There are ${Object.keys(BUILT_IN_REDACTORS).join(', ')}, and none.`,
    );
  });
}
