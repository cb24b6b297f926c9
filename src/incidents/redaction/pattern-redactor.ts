/** A redactor of the operator's own: a pattern as case files write them, found as they are found (spec §6 "Patterns"). */
import { fold } from '../../attribution/text/fold.js';
import { compilePattern } from '../../cases/pattern.js';
import { IncidentError } from '../incident-error.js';
import type { Redactor, TextRange } from '../../model/redactor.js';

const RULE = /^[a-z0-9][a-z0-9_-]{0,31}$/;

/** `pattern`: a literal, or RE2 between slashes; case does not count. Throws an IncidentError that names what is wrong. */
export function patternRedactor(rule: string, pattern: string): Redactor {
  if (!RULE.test(rule))
    throw new IncidentError(
      `${JSON.stringify(rule)} is no name for a redactor`,
      'Use 1 to 32 of a-z 0-9 _ -, beginning with a letter or digit: it stands in the mark.',
    );
  const compiled = compilePattern(pattern);
  if (!('pattern' in compiled))
    throw new IncidentError(
      `the redactor ${rule}: ${JSON.stringify(pattern)} ${compiled.problem}`,
      'Mend the pattern.',
    );
  const { pattern: found } = compiled;
  return {
    rule,
    find: (text) => {
      const folded = fold(text, false);
      const ranges: TextRange[] = [];
      for (let from = 0; from <= folded.folded.length;) {
        const match = found.find(folded, from);
        if (match === undefined) break;
        // An expression that can match nothing moves on by one.
        from = match.end > match.start ? match.end : match.end + 1;
        if (match.end > match.start)
          ranges.push({ start: folded.rawStart(match.start), end: folded.rawEnd(match.end) });
      }
      return ranges;
    },
  };
}
