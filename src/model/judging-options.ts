/** The options that change a verdict (spec §12), as attribution takes them. */
import type { RetrievalTool, TextPattern } from './case.js';
import type { AcceptableForm } from './verdict.js';

export interface JudgingOptions {
  readonly acceptForms: readonly AcceptableForm[];
  /** Digests of the whole corpus, from `corpus_manifest`: tells `not_in_corpus` from `not_retrieved`. */
  readonly corpus?: ReadonlySet<string>;
  /** Bytes of context and items scanned per run for fates; needs excepted. */
  readonly maxScanBytes: number;
  readonly refusals: readonly TextPattern[];
  readonly retrievalTools: readonly RetrievalTool[];
  readonly topK?: number;
  /** Makes digests: plain SHA-256, or HMAC under the operator's key. */
  readonly hash: TextHash;
  /** Milliseconds since the epoch, for `until:` (the end of the run when it is known). */
  readonly nowUnixMillis: number;
  /** Why a run that has not ended is judged now. */
  readonly cutShort?: 'timeout' | 'evicted' | 'shutdown';
}

/** Hashing at the hand-offs (spec §3 "Hashes"). Injected so that attribution stays free of node:crypto. */
export interface TextHash {
  /** 8 hex naming the key, absent for plain SHA-256. */
  readonly keyName?: string;
  /** 64 hex over the UTF-8 bytes. */
  sha256(text: string): string;
  /** First 32 hex of `sha256`. */
  digest(text: string): string;
}
