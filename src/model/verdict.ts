/** The result of one run, exactly the run object of spec §14. Keys are the wire's own names. */

export const VERDICT_NAMES = ['H1', 'H2', 'H3', 'H3a', 'H3b', 'HOLD', 'UNKNOWN', 'UNDECLARED'] as const;
export type VerdictName = (typeof VERDICT_NAMES)[number];

/** What a user means by a word, in any case: H3 stands for all three of its kinds. Undefined: no verdict. */
export function verdictsNamed(word: string): readonly VerdictName[] | undefined {
  const name = VERDICT_NAMES.find((one) => one.toLowerCase() === word.toLowerCase());
  if (name === undefined) return undefined;
  return name === 'H3' ? ['H3', 'H3a', 'H3b'] : [name];
}
export type Candidate = 'H1' | 'H2' | 'H3' | 'HOLD';
export type Boundary = 'retrieval' | 'assembly' | 'generation';

/** Fates of a chunk, in the order of spec §4 (first match, and the order of the explanation). */
export const FATES = ['sent', 'cut', 'clipped', 'altered', 'packed_out', 'deselected', 'dropped', 'unknown'] as const;
export type Fate = (typeof FATES)[number];

/** Encodings, in the order they are tried. The first three are presence. */
export const FORMS = ['exact', 'trim', 'json', 'html', 'crlf', 'nfc', 'ws'] as const;
export type Form = (typeof FORMS)[number];
export type AcceptableForm = 'html' | 'crlf' | 'nfc' | 'ws';

export const H1_REASONS = [
  'retrieval_failed',
  'empty',
  'below_k',
  'reranked_out',
  'not_in_corpus',
  'not_retrieved',
] as const;
export const H2_REASONS = ['cut', 'clipped', 'altered', 'packed_out', 'deselected', 'dropped', 'split'] as const;
export const H3_REASONS = ['contradiction', 'refusal', 'unsupported'] as const;
export const UNKNOWN_REASONS = [
  'ambiguous_run',
  'case_stale',
  'retrieval_unlogged',
  'context_unlogged',
  'output_unlogged',
  'timeout',
  'evicted',
  'shutdown',
  'content_off',
  'hash_mismatch',
  'invalid_text',
  'lossy_capture',
  'offset_unproven',
  'transformed',
  'engine_truncated',
  'output_incomplete',
  'output_unchecked',
  'internal_error',
] as const;
export type H1Reason = (typeof H1_REASONS)[number];
export type H2Reason = (typeof H2_REASONS)[number];
export type H3Reason = (typeof H3_REASONS)[number];
export type UnknownReason = (typeof UNKNOWN_REASONS)[number];
export type Reason = H1Reason | H2Reason | H3Reason | UnknownReason;

export const LOSSES = [
  'cut',
  'engine',
  'clipped',
  'altered',
  'dropped',
  'packed_out',
  'deselected',
  'unknown',
  'none',
] as const;
export type Loss = (typeof LOSSES)[number];
export type Outcome = 'abstained' | 'answered_empty' | 'answered';
export type Route = 'outside_retrieval' | 'self_report';

export const FINDINGS = [
  'unknown_id',
  'not_sent',
  'no_citation',
  'misquoted',
  'unknown_url',
  'instruction_in_chunk',
] as const;
export type Finding = (typeof FINDINGS)[number];
export type Audit = { readonly [finding in Finding]?: number };

export interface Evidence {
  readonly digest?: string;
  readonly length?: number;
  readonly rank?: number;
  readonly stage?: 'retrieve' | 'fuse' | 'rerank' | 'filter';
  readonly candidates_seen?: number;
  readonly top_k?: number;
  readonly top_k_source?: 'requested' | 'case' | 'option' | 'observed';
  /** UTF-8 bytes from the start of the sent context; −1 = absent. */
  readonly offset?: number;
  readonly message?: number;
  readonly part?: number;
  readonly form?: Form | 'edited';
  readonly kept_bytes?: number;
  readonly planned_at?: number;
  readonly offset_mismatch?: true;
  readonly cut?: {
    readonly at?: number;
    readonly unit?: 'token' | 'byte' | 'char';
    readonly side: 'tail' | 'head' | 'middle';
  };
  /** UTF-8 bytes in the raw output. */
  readonly quote?: { readonly offset: number; readonly length: number };
  readonly distractors?: readonly string[];
}

export type ChunkCounts = { readonly retrieved: number; readonly distinct: number } & {
  readonly [fate in Fate]?: number;
};

export interface RunVerdict {
  readonly trace_id: string;
  /** Left out when the root is the nameless span over several roots of a trace. */
  readonly span_id?: string;
  readonly run_id?: string;
  readonly answered_by?: string;
  readonly verdict: VerdictName;
  readonly reason?: Reason;
  readonly boundary?: Boundary;
  readonly candidates?: readonly Candidate[];
  readonly case?: string;
  readonly cases_matched?: number;
  readonly pattern?: string;
  readonly outcome?: Outcome;
  readonly loss?: Loss;
  readonly route?: Route;
  readonly explanation: string;
  readonly evidence?: Evidence;
  readonly chunks?: ChunkCounts;
  readonly audit?: Audit;
  readonly sha256?: {
    readonly input?: string;
    readonly context?: string;
    readonly output?: string;
    readonly config?: string;
  };
}
