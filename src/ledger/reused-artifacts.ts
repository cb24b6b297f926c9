/** Each incident has its own artifacts; one that brings another's proves nothing. */
import type { PairingKeyMessage } from '../proto/messages.generated.js';

/** Names one run of one trace; undefined: no trace is named. */
export function runOf(key: PairingKeyMessage): string | undefined {
  if (key.trace_id === '') return undefined;
  return JSON.stringify([key.trace_id, key.span_id ?? '', key.run_id ?? '']);
}

/** Undefined where one of the three is not known: then nothing is said about them. */
export function artifactsOf(key: PairingKeyMessage): string | undefined {
  const { retrieval_sha256, context_sha256, output_sha256 } = key;
  if (retrieval_sha256 === undefined || context_sha256 === undefined || output_sha256 === undefined) return undefined;
  return `${retrieval_sha256}${context_sha256}${output_sha256}`;
}

interface KnownArtifacts {
  byTriple(sha256: string): string | undefined;
  byRun(run: string): string | undefined;
  byArtifacts(artifacts: string): string | undefined;
}

/** Whose artifacts these are, and how that shows; undefined: nobody's yet. */
export function reuse(
  key: PairingKeyMessage,
  known: KnownArtifacts,
): { readonly of: string; readonly how: string } | undefined {
  const triple = known.byTriple(key.triple_sha256);
  if (triple !== undefined) return { of: triple, how: 'its triple is the same, byte for byte' };
  const named = runOf(key);
  const run = named === undefined ? undefined : known.byRun(named);
  if (run !== undefined)
    return {
      of: run,
      how: `it is the same run (trace ${key.trace_id}${key.span_id === undefined ? '' : `, span ${key.span_id}`})`,
    };
  const artifacts = artifactsOf(key);
  const copied = artifacts === undefined ? undefined : known.byArtifacts(artifacts);
  if (copied !== undefined)
    return { of: copied, how: 'retrieval log, sent context and output are the same, byte for byte' };
  return undefined;
}
