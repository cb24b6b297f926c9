/** What a survey means: what is fine, what is missing, what to do about it. */
import { plural } from '../numbers.js';
import type { Survey } from './survey.js';

export interface Finding {
  /** `missing` costs verdicts; `weak` makes some of them UNKNOWN or less telling. */
  readonly level: 'fine' | 'weak' | 'missing';
  readonly text: string;
  readonly action?: string;
}

type Check = (survey: Survey) => Finding | undefined;

const CHECKS: readonly Check[] = [
  retrievalLogged,
  retrievalContent,
  retrievalTopK,
  assemblyLogged,
  modelLogged,
  modelMessages,
  modelOutput,
  joined,
  lossy,
  hashKeys,
  providerHeld,
  runsFound,
  casesMatched,
];

export function findingsOf(survey: Survey): readonly Finding[] {
  return CHECKS.map((check) => check(survey)).filter((one) => one !== undefined);
}

function count(survey: Survey, kind: 'retrieval' | 'assembly' | 'model' | 'tool'): number {
  return [...(survey.kinds.get(kind)?.values() ?? [])].reduce((sum, one) => sum + one, 0);
}

function retrievalLogged(survey: Survey): Finding {
  if (survey.retrievals > 0)
    return { level: 'fine', text: `retrieval is logged (${plural(survey.retrievals, 'span')})` };
  const tools = count(survey, 'tool');
  if (tools > 0) {
    return {
      level: 'missing',
      text: `no retrieval span, but ${plural(tools, 'tool span')}`,
      action: 'If a tool is the retrieval, declare it: `retrieval_tools` in the case file, or --retrieval-tools NAME.',
    };
  }
  return {
    level: 'missing',
    text: 'no retrieval span: H1 and H2 cannot be told',
    action: 'Wrap the search in `retrieval()`, or register an instrumentation that writes retriever spans.',
  };
}

function retrievalContent(survey: Survey): Finding | undefined {
  if (survey.retrievals === 0) return undefined;
  const empty = survey.retrievalsEmptyOfContent;
  if (empty === 0) return { level: 'fine', text: 'chunks carry text or digests' };
  return {
    level: empty === survey.retrievals ? 'missing' : 'weak',
    text: `${empty} of ${plural(survey.retrievals, 'retrieval')} log chunks with neither text nor digest`,
    action: 'Turn content capture on there, or use `retrieval()`, which logs digests without text.',
  };
}

function retrievalTopK(survey: Survey): Finding | undefined {
  if (survey.retrievals === 0) return undefined;
  if (survey.retrievalsWithoutTopK === 0) return { level: 'fine', text: 'k is logged' };
  return {
    level: 'weak',
    text: `${survey.retrievalsWithoutTopK} of ${plural(survey.retrievals, 'retrieval')} do not log k: it is taken from what was handed on`,
    action: 'Pass `topK` to `retrieval()`, or set `top_k` for the service in the case file.',
  };
}

function assemblyLogged(survey: Survey): Finding {
  const spans = count(survey, 'assembly');
  if (spans > 0)
    return { level: 'fine', text: `assembly is logged (${plural(spans, 'span')}): cuts come with their numbers` };
  return {
    level: 'weak',
    text: 'no assembly span: a cut shows as missing bytes, without budget and position',
    action: 'Wrap the packing in `assembly()`.',
  };
}

function modelLogged(survey: Survey): Finding {
  if (survey.calls > 0) return { level: 'fine', text: `model calls are logged (${plural(survey.calls, 'span')})` };
  return {
    level: 'missing',
    text: 'no model span: H2 and H3 cannot be told',
    action: 'Wrap the call in `generation()`, or register the instrumentation of your client.',
  };
}

function modelMessages(survey: Survey): Finding | undefined {
  if (survey.calls === 0) return undefined;
  const without = survey.callsWithoutMessages;
  if (without === 0) return { level: 'fine', text: 'what was sent is logged' };
  return {
    level: without === survey.calls ? 'missing' : 'weak',
    text: `${without} of ${plural(survey.calls, 'model call')} log neither messages nor a hash of the context`,
    action:
      'Turn message capture on (OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT, or the instrumentation’s own option), or use `generation()`.',
  };
}

function modelOutput(survey: Survey): Finding | undefined {
  if (survey.calls === 0) return undefined;
  const without = survey.callsWithoutOutput;
  if (without === 0 && survey.callsWithHashedOutput > 0) return hashedOutput(survey);
  if (without === 0) return { level: 'fine', text: 'outputs are logged' };
  return {
    level: without === survey.calls ? 'missing' : 'weak',
    text: `${without} of ${plural(survey.calls, 'model call')} log no output`,
    action: 'Turn output capture on, and let streams end: H3 and HOLD need the text.',
  };
}

/** By default text stays in the process that produced it, and the verdict is reached there. */
function hashedOutput(survey: Survey): Finding {
  if (survey.attachedVerdicts > 0)
    return { level: 'fine', text: 'outputs are hashes: their text was judged in the process, and stayed there' };
  return {
    level: 'weak',
    text: `${survey.callsWithHashedOutput} of ${plural(survey.calls, 'model call')} log the output as a hash only: H3 and HOLD cannot be told from here`,
    action:
      'Judge in the process, where the text is: `start()`, or RagspanProcessor before the processor that exports. Or set RAGSPAN_CAPTURE_CONTENT=true.',
  };
}

function joined(survey: Survey): Finding | undefined {
  const halves = Math.min(survey.tracesWithoutModel, survey.tracesWithoutRetrieval);
  if (halves === 0) return undefined;
  return {
    level: 'weak',
    text: `a retrieval without a model call in ${plural(survey.tracesWithoutModel, 'trace')}, a model call without a retrieval in ${survey.tracesWithoutRetrieval}`,
    action:
      'If they belong together, wrap the request in `run()` so that one trace holds both; where the context is lost on the way (async generators, queues, workers), pass it on or give both one run id: `run({ id })`.',
  };
}

function lossy(survey: Survey): Finding | undefined {
  const spans = survey.retrievalsLossy + survey.callsLossy;
  if (spans === 0) return undefined;
  return {
    level: 'weak',
    text: `${plural(spans, 'span')} hold text that telemetry may have changed (cut, dropped or masked)`,
    action: 'Raise OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT and the attribute count limit, and judge before masking.',
  };
}

function hashKeys(survey: Survey): Finding | undefined {
  const spans = survey.retrievalsForeignHash + survey.callsForeignHash;
  if (spans === 0) return undefined;
  return {
    level: 'weak',
    text: `${plural(spans, 'span')} carry digests made with another key`,
    action: 'Give that key: RAGSPAN_HASH_KEY.',
  };
}

function providerHeld(survey: Survey): Finding | undefined {
  if (survey.callsProviderHeld === 0) return undefined;
  return {
    level: 'weak',
    text: `${plural(survey.callsProviderHeld, 'model call')} continue a context held by the provider`,
    action: 'What stands there cannot be seen: "not found" is UNKNOWN for these.',
  };
}

function runsFound(survey: Survey): Finding | undefined {
  if (survey.traces === 0) return undefined;
  if (survey.runs > 0)
    return { level: 'fine', text: `${plural(survey.runs, 'run')} in ${plural(survey.traces, 'trace')}` };
  if (survey.retrievals === 0 || survey.calls === 0) return undefined;
  return {
    level: 'missing',
    text: 'no run: no retrieval and model call stand under one root, the call after the retrieval',
    action: 'Wrap the request in `run()`, or call both under one span of yours.',
  };
}

function casesMatched(survey: Survey): Finding | undefined {
  if (survey.attachedVerdicts === 0 || survey.attachedUndeclared < survey.attachedVerdicts) return undefined;
  return {
    level: 'weak',
    text: 'every verdict is UNDECLARED: no case matched',
    action:
      'The application reads ragspan.cases.yaml in its working directory, or RAGSPAN_CASES; `when.input` is the whole question. `ragspan cases check FILE` validates it.',
  };
}
