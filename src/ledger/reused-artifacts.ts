/** Each incident has its own artifacts; one that brings another's proves nothing. */
import type { PairingKeyMessage } from '../proto/messages.generated.js';
import type { LedgerIncident, LedgerState } from './ledger-state.js';

/** Whose artifacts these are, and how that shows; undefined: nobody's yet. */
export function reuse(
  key: PairingKeyMessage,
  state: LedgerState,
): { readonly of: string; readonly how: string } | undefined {
  const triple = state.withTriple(key.triple_sha256);
  if (triple !== undefined) return { of: triple.id, how: 'its triple is the same, byte for byte' };
  const run = state.ofTrace(key.trace_id).find((one) => isOneRun(one.key, key));
  if (run !== undefined) {
    const span = key.span_id === undefined ? '' : `, span ${key.span_id}`;
    return { of: run.id, how: `it is the same run (trace ${key.trace_id}${span})` };
  }
  const copied = copyOf(key, state);
  if (copied !== undefined)
    return { of: copied.id, how: 'retrieval log, sent context and output are the same, byte for byte' };
  return undefined;
}

/** Runs of one trace are told apart by their root, and by the id that an application gave them. */
function isOneRun(a: PairingKeyMessage, b: PairingKeyMessage): boolean {
  return a.span_id === b.span_id && a.run_id === b.run_id;
}

/** Where one of the three is not known, nothing is said about them. */
function copyOf(key: PairingKeyMessage, state: LedgerState): LedgerIncident | undefined {
  const { retrieval_sha256, context_sha256, output_sha256 } = key;
  if (retrieval_sha256 === undefined || context_sha256 === undefined || output_sha256 === undefined) return undefined;
  return state
    .withContext(context_sha256)
    .find((one) => one.key.retrieval_sha256 === retrieval_sha256 && one.key.output_sha256 === output_sha256);
}
