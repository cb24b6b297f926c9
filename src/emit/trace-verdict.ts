/** What the local root says of all runs of its trace (spec §10): the first divergent run, else the last. */
import type { VerdictName } from '../model/verdict.js';
import { VERDICT } from '../semconv.js';
import type { FlatAttributes } from './verdict-attributes.js';

const DIVERGENT: ReadonlySet<VerdictName> = new Set(['H1', 'H2', 'H3', 'H3a', 'H3b']);

/** Names of the trace's verdicts in order of their runs; of those counted alone only the first of a name has a place. */
export function traceVerdictAttributes(verdicts: readonly VerdictName[], count: number): FlatAttributes {
  const shown = verdicts.find((one) => DIVERGENT.has(one)) ?? verdicts[verdicts.length - 1];
  return { [VERDICT.TRACE_RUNS]: count, ...(shown === undefined ? {} : { [VERDICT.TRACE_VERDICT]: shown }) };
}
