/**
 * Each incident has its own artifacts; one that brings another's proves nothing. Equal bytes alone
 * are no copy: a question that comes again finds the same chunks, and may get the same answer.
 */
import type { PairingKeyMessage } from '../proto/messages.generated.js';
import type { LedgerIncident, LedgerState } from './ledger-state.js';

type Likeness =
  /** Whose artifacts these are, and how that shows. */
  | { readonly kind: 'reused'; readonly of: string; readonly how: string }
  /** Another run, with the same bytes in all three artifacts: the first of those that have them. */
  | { readonly kind: 'recurrence'; readonly of: string };

/** Undefined: no incident of the ledger has such artifacts. */
export function likeness(key: PairingKeyMessage, state: LedgerState): Likeness | undefined {
  const triple = state.withTriple(key.triple_sha256);
  if (triple !== undefined) return { kind: 'reused', of: triple.id, how: 'its triple is the same, byte for byte' };
  const run = state.ofTrace(key.trace_id).find((one) => isOneRun(one.key, key));
  if (run !== undefined) return { kind: 'reused', of: run.id, how: `it is the same run (${runWords(key)})` };
  const equal = equalBytes(key, state);
  for (const one of equal) {
    const trace = sameTrace(one.key, key);
    if (trace !== undefined)
      return {
        kind: 'reused',
        of: one.id,
        how: `retrieval log, sent context and output are the same, byte for byte, and ${trace}`,
      };
  }
  return equal[0] === undefined ? undefined : { kind: 'recurrence', of: equal[0].id };
}

function runWords({ trace_id, span_id }: PairingKeyMessage): string {
  return `trace ${trace_id}${span_id === undefined ? '' : `, span ${span_id}`}`;
}

/** Runs of one trace are told apart by their root, and by the id that an application gave them. */
function isOneRun(a: PairingKeyMessage, b: PairingKeyMessage): boolean {
  return a.span_id === b.span_id && a.run_id === b.run_id;
}

/** Where one of the three is not known, nothing is said about them. */
function equalBytes(key: PairingKeyMessage, state: LedgerState): readonly LedgerIncident[] {
  const { retrieval_sha256, context_sha256, output_sha256 } = key;
  if (retrieval_sha256 === undefined || context_sha256 === undefined || output_sha256 === undefined) return [];
  return state
    .withContext(context_sha256)
    .filter((one) => one.key.retrieval_sha256 === retrieval_sha256 && one.key.output_sha256 === output_sha256);
}

/**
 * In words, why equal bytes are taken for copied ones; undefined: nothing but the bytes is shared. A
 * run has a trace of its own, whose spans have ids that no other's have.
 */
function sameTrace(a: PairingKeyMessage, b: PairingKeyMessage): string | undefined {
  if (a.trace_id === '' || b.trace_id === '') return 'no trace shows that it was another run';
  if (a.trace_id === b.trace_id) return `so is the trace (${a.trace_id})`;
  if (a.span_id !== undefined || b.span_id !== undefined)
    return a.span_id === b.span_id ? `so is the id of the root span (${a.span_id})` : undefined;
  return a.ran_at_unix_nano === b.ran_at_unix_nano ? 'so is the time of the run' : undefined;
}
