/** What a set of traces holds: spans per kind and dialect, and how complete each artifact is. */
import type { Dialect, SpanFacts, SpanKind } from '../../model/span-facts.js';
import type { RunVerdict } from '../../model/verdict.js';

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
  attachedVerdicts: number;
  runs: number;
  readonly verdicts: RunVerdict[];
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
    attachedVerdicts: 0,
    runs: 0,
    verdicts: [],
  };
}

/** How many verdicts are kept for counting reasons. */
const MAX_VERDICTS = 100_000;

export function surveyTrace(survey: Survey, facts: readonly SpanFacts[], verdicts: readonly RunVerdict[]): void {
  survey.traces += 1;
  survey.spans += facts.length;
  survey.runs += verdicts.length;
  if (survey.verdicts.length < MAX_VERDICTS) survey.verdicts.push(...verdicts);
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
  if (one.attachedVerdict !== undefined) survey.attachedVerdicts += 1;
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

function surveyCall(survey: Survey, call: NonNullable<SpanFacts['model']>): void {
  survey.calls += 1;
  if (call.contextLossy || call.outputLossy) survey.callsLossy += 1;
  else {
    if (call.messages === undefined && call.contextSha256 === undefined) survey.callsWithoutMessages += 1;
    if (call.output?.text === undefined && (call.output?.toolCalls.length ?? 0) === 0) survey.callsWithoutOutput += 1;
  }
  if (call.providerHeld) survey.callsProviderHeld += 1;
  if (call.foreignHash) survey.callsForeignHash += 1;
}
