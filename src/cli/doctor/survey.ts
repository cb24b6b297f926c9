/** What a set of traces holds: spans per kind and dialect, and how complete each artifact is. */
import type { Dialect, SpanFacts, SpanKind } from '../../model/span-facts.js';
import { VERDICT } from '../../semconv.js';

export const KINDS: readonly SpanKind[] = ['retrieval', 'rerank', 'assembly', 'model', 'tool', 'embedding', 'other'];

export interface Survey {
  traces: number;
  spans: number;
  readonly kinds: Map<SpanKind, Map<Dialect | 'none', number>>;
  readonly services: Map<string, number>;
  /** Traces with a retrieval and no model call, and the other way round. */
  tracesWithoutModel: number;
  tracesWithoutRetrieval: number;
  retrievals: number;
  retrievalsEmptyOfContent: number;
  retrievalsLossy: number;
  retrievalsWithoutTopK: number;
  retrievalsForeignHash: number;
  calls: number;
  callsWithoutMessages: number;
  callsWithoutOutput: number;
  callsLossy: number;
  callsProviderHeld: number;
  callsForeignHash: number;
  /** Without text, but with the hash of it: the producer has seen it, and could judge there. */
  callsWithHashedOutput: number;
  /** Verdicts that the producer's process has put on its spans. */
  attachedVerdicts: number;
  attachedUndeclared: number;
  /** The first few of them, to show. */
  readonly attached: AttachedVerdict[];
  runs: number;
}

export interface AttachedVerdict {
  readonly verdict: string;
  readonly reason: string;
  readonly span: string;
  readonly caseId: string;
  readonly explanation: string;
}

export function newSurvey(): Survey {
  return {
    traces: 0,
    spans: 0,
    kinds: new Map(),
    services: new Map(),
    tracesWithoutModel: 0,
    tracesWithoutRetrieval: 0,
    retrievals: 0,
    retrievalsEmptyOfContent: 0,
    retrievalsLossy: 0,
    retrievalsWithoutTopK: 0,
    retrievalsForeignHash: 0,
    calls: 0,
    callsWithoutMessages: 0,
    callsWithoutOutput: 0,
    callsLossy: 0,
    callsProviderHeld: 0,
    callsForeignHash: 0,
    callsWithHashedOutput: 0,
    attachedVerdicts: 0,
    attachedUndeclared: 0,
    attached: [],
    runs: 0,
  };
}

/** How many verdicts are shown; the others are counted. */
const MAX_SHOWN = 10;

export function surveyTrace(survey: Survey, facts: readonly SpanFacts[], runs: number): void {
  survey.traces += 1;
  survey.spans += facts.length;
  survey.runs += runs;
  for (const one of facts) surveySpan(survey, one);
  const hasRetrieval = facts.some((one) => one.retrieval !== undefined);
  const hasModel = facts.some((one) => one.model !== undefined);
  if (hasRetrieval && !hasModel) survey.tracesWithoutModel += 1;
  if (hasModel && !hasRetrieval) survey.tracesWithoutRetrieval += 1;
}

function surveySpan(survey: Survey, one: SpanFacts): void {
  const dialects = survey.kinds.get(one.kind) ?? new Map<Dialect | 'none', number>();
  survey.kinds.set(one.kind, dialects);
  dialects.set(one.dialect ?? 'none', (dialects.get(one.dialect ?? 'none') ?? 0) + 1);
  const service = one.resource.attributes['service.name'];
  if (typeof service === 'string') survey.services.set(service, (survey.services.get(service) ?? 0) + 1);
  if (one.attachedVerdict !== undefined) surveyVerdict(survey, one, one.attachedVerdict);
  if (one.retrieval !== undefined) {
    survey.retrievals += 1;
    const { items, lossy, topK, foreignHash } = one.retrieval;
    if (lossy) survey.retrievalsLossy += 1;
    else if (items === undefined || items.some((item) => item.text === undefined && item.digest === undefined))
      survey.retrievalsEmptyOfContent += 1;
    if (topK === undefined) survey.retrievalsWithoutTopK += 1;
    if (foreignHash) survey.retrievalsForeignHash += 1;
  }
  if (one.model !== undefined) surveyCall(survey, one.model);
}

function surveyVerdict(survey: Survey, { name, attributes }: SpanFacts, verdict: string): void {
  survey.attachedVerdicts += 1;
  if (verdict === 'UNDECLARED') survey.attachedUndeclared += 1;
  if (survey.attached.length >= MAX_SHOWN) return;
  const text = (key: string): string => (typeof attributes[key] === 'string' ? attributes[key] : '');
  survey.attached.push({
    verdict,
    reason: text(VERDICT.REASON),
    span: name,
    caseId: text(VERDICT.CASE_ID),
    explanation: text(VERDICT.EXPLANATION),
  });
}

function surveyCall(survey: Survey, call: NonNullable<SpanFacts['model']>): void {
  survey.calls += 1;
  if (call.contextLossy || call.outputLossy) survey.callsLossy += 1;
  else {
    if (call.messages === undefined && call.contextSha256 === undefined) survey.callsWithoutMessages += 1;
    if (call.output?.text === undefined && (call.output?.toolCalls.length ?? 0) === 0) {
      if (call.output?.sha256 === undefined) survey.callsWithoutOutput += 1;
      else survey.callsWithHashedOutput += 1;
    }
  }
  if (call.providerHeld) survey.callsProviderHeld += 1;
  if (call.foreignHash) survey.callsForeignHash += 1;
}
