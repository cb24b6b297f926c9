/** A verdict as span attributes and as the event (spec §10 "Verdict", "Event"). */
import { GEN_AI, VERDICT } from '../semconv.js';
import { VERSION } from '../model/version.js';
import type { RunVerdict } from '../model/verdict.js';
import { safeText } from './safe-text.js';

/** What a span, an event and a log record all take: no null, no nesting, one type an array. */
export type FlatValue = string | number | boolean | string[];
export type FlatAttributes = Record<string, FlatValue>;

/** In the event's distractors: more would not be read, and the event stays below 2 KB. */
const MOST_DISTRACTORS = 8;

/** What the event says beside the verdict itself. */
export interface VerdictFacts {
  /** `gen_ai.response.id` of the answering call. */
  readonly responseId?: string | undefined;
  /** 0: the first verdict of the run; it is then left out. */
  readonly revision: number;
  readonly origin: string;
}

/** The eight short ones on the run's root. */
export function verdictAttributes(verdict: RunVerdict): FlatAttributes {
  const attributes: FlatAttributes = {};
  const put = putInto(attributes);
  put(VERDICT.VERDICT, verdict.verdict);
  put(VERDICT.REASON, verdict.reason);
  put(VERDICT.BOUNDARY, verdict.boundary);
  put(VERDICT.CASE_ID, verdict.case);
  put(VERDICT.PATTERN, verdict.pattern);
  put(VERDICT.LOSS, verdict.loss);
  put(VERDICT.OUTCOME, verdict.outcome);
  put(VERDICT.EXPLANATION, verdict.explanation);
  return attributes;
}

/** The whole evidence, flat. Where the span has no room for attributes, the event is all there is. */
export function eventAttributes(verdict: RunVerdict, facts: VerdictFacts): FlatAttributes {
  const attributes: FlatAttributes = {};
  const put = putInto(attributes);
  put(GEN_AI.EVALUATION_NAME, VERDICT.EVALUATION);
  put(GEN_AI.EVALUATION_SCORE_LABEL, verdict.verdict);
  put(GEN_AI.EVALUATION_EXPLANATION, verdict.explanation);
  put(GEN_AI.RESPONSE_ID, facts.responseId);
  put(VERDICT.REASON, verdict.reason);
  put(VERDICT.BOUNDARY, verdict.boundary);
  put(VERDICT.CANDIDATES, verdict.candidates);
  put(VERDICT.CASE_ID, verdict.case);
  put(VERDICT.CASES_MATCHED, verdict.cases_matched);
  put(VERDICT.PATTERN, verdict.pattern);
  put(VERDICT.LOSS, verdict.loss);
  put(VERDICT.OUTCOME, verdict.outcome);
  put(VERDICT.ROUTE, verdict.route);
  putEvidence(put, verdict);
  for (const [name, count] of Object.entries(verdict.chunks ?? {})) put(VERDICT.CHUNKS_PREFIX + name, count);
  for (const [name, count] of Object.entries(verdict.audit ?? {})) put(VERDICT.AUDIT_PREFIX + name, count);
  put(VERDICT.INPUT_SHA256, verdict.sha256?.input);
  put(VERDICT.CONTEXT_SHA256, verdict.sha256?.context);
  put(VERDICT.OUTPUT_SHA256, verdict.sha256?.output);
  put(VERDICT.CONFIG_SHA256, verdict.sha256?.config);
  put(VERDICT.ANSWERED_BY, verdict.answered_by);
  if (facts.revision > 0) put(VERDICT.REVISION, facts.revision);
  put(VERDICT.ORIGIN, facts.origin);
  put(VERDICT.VERSION, VERSION);
  return attributes;
}

type Put = (name: string, value: string | number | boolean | readonly string[] | undefined) => void;

function putEvidence(put: Put, verdict: RunVerdict): void {
  const evidence = verdict.evidence;
  if (evidence === undefined) return;
  const { top_k, top_k_source, cut, quote, distractors, ...need } = evidence;
  for (const [name, value] of Object.entries(need)) put(VERDICT.NEED_PREFIX + name, value);
  put(VERDICT.TOP_K, top_k);
  put(VERDICT.TOP_K_SOURCE, top_k_source);
  put(VERDICT.CUT_AT, cut?.at);
  put(VERDICT.CUT_UNIT, cut?.unit);
  put(VERDICT.CUT_SIDE, cut?.side);
  put(VERDICT.QUOTE_OFFSET, quote?.offset);
  put(VERDICT.QUOTE_LENGTH, quote?.length);
  put(VERDICT.DISTRACTORS, distractors?.slice(0, MOST_DISTRACTORS));
}

function putInto(attributes: FlatAttributes): Put {
  return (name, value) => {
    if (value === undefined) return;
    if (typeof value === 'string') attributes[name] = safeText(value);
    else if (typeof value === 'number') {
      if (Number.isFinite(value)) attributes[name] = value;
    } else if (typeof value === 'boolean') attributes[name] = value;
    else if (value.length > 0) attributes[name] = value.map((one) => safeText(one));
  };
}
