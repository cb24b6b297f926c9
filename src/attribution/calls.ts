/**
 * Which calls speak for a run (spec §5 "Which calls"): the answering one, and those that contribute
 * to what the model was given.
 */
import type { Run, RunCall } from '../model/run.js';
import { jsonStringLeaves } from '../model/string-leaves.js';
import { carriesOutput, carriesShortOutput } from './carried-output.js';
import { isIncomplete } from './output.js';
import { findPresent } from './presence.js';
import { type SentContext, sentContext } from './segments.js';
import { trimWhiteSpace } from './unicode.js';

/** How the answering call was found: only `last` is a guess that another call's pass can unsettle. */
export type ChosenBy = 'flag' | 'root_output' | 'last';

export interface RunCalls {
  readonly answering?: RunCall;
  readonly chosenBy?: ChosenBy;
  /** In order of start, then span id; the answering call among them. */
  readonly contributing: readonly RunCall[];
  /** Calls whose 4–15 byte output stands in a contributing call: what only they hold is `transformed`. */
  readonly transforming: readonly RunCall[];
  /** The output logged on the root names an answering call. */
  readonly isNamedByRoot: boolean;
  /** Calls that could have given the answer, in order of end, start, span id. */
  readonly candidates: readonly RunCall[];
  contextOf(call: RunCall): SentContext;
  /** Begun after a retrieval of the run ended (other resource: in any order). */
  beganAfterRetrieval(call: RunCall): boolean;
}

export function chooseCalls(run: Run, question: string | undefined): RunCalls {
  const contexts = new Map<RunCall, SentContext>();
  const contextOf = (call: RunCall): SentContext => {
    let context = contexts.get(call);
    if (context === undefined) {
      context = sentContext(call.model, question);
      contexts.set(call, context);
    }
    return context;
  };
  const firstEnd = firstRetrievalEnds(run);
  const beganAfterRetrieval = (call: RunCall): boolean => isAfter(call, firstEnd);

  const eligible = run.calls.filter((call) => !call.isInsideRetrieval);
  // A call before any retrieval (query rewriting) and a turn that only calls tools answer nothing.
  const hasRetrieval = run.retrievals.length > 0;
  const byEnd = [...eligible].sort(compareByEnd);
  const candidates = byEnd.filter((call) => (!hasRetrieval || beganAfterRetrieval(call)) && !onlyCallsTools(call, run));
  const [answering, chosenBy] = chooseAnswering(run, byEnd, candidates);
  const later = eligible.filter((call) => call !== answering && call.span.status !== 'error' && beganAfterRetrieval(call));
  const contributing = contributors(answering, later, contextOf);
  const isContributing = new Set(contributing);
  const transforming = later.filter(
    (call) => !isContributing.has(call) && contributing.some((taker) => carriesShortOutput(contextOf(taker), call.model)),
  );
  return {
    ...(answering === undefined ? {} : { answering, chosenBy: chosenBy as ChosenBy }),
    contributing: run.calls.filter((call) => isContributing.has(call)),
    transforming,
    isNamedByRoot: chosenBy === 'root_output',
    candidates,
    contextOf,
    beganAfterRetrieval,
  };
}

function chooseAnswering(run: Run, byEnd: readonly RunCall[], candidates: readonly RunCall[]): [RunCall | undefined, ChosenBy | undefined] {
  const flagged = byEnd.findLast((call) => call.model.isAnswer);
  if (flagged !== undefined) return [flagged, 'flag'];
  const named = lastInRootOutput(run, candidates);
  if (named !== undefined) return [named, 'root_output'];
  const isAlive = (call: RunCall): boolean => call.span.status !== 'error' || isIncomplete(call);
  const last = candidates.findLast((call) => hasOutputText(call) && isAlive(call));
  return last === undefined ? [undefined, undefined] : [last, 'last'];
}

export function hasOutputText(call: RunCall): boolean {
  const output = call.model.output;
  if (output === undefined) return false;
  if (output.text !== undefined && trimWhiteSpace(output.text.text) !== '') return true;
  return output.toolCalls.some((tool) => tool.argumentLeaves.length > 0);
}

function lastInRootOutput(run: Run, byEnd: readonly RunCall[]): RunCall | undefined {
  const logged = run.root?.output?.text;
  if (logged === undefined || trimWhiteSpace(logged) === '') return undefined;
  const texts = [logged, ...(jsonStringLeaves(logged) ?? [])];
  const context = sentContext(asMessages(texts), undefined);
  return byEnd.findLast((call) => {
    const text = trimWhiteSpace(call.model.output?.text?.text ?? '');
    const strings = text === '' ? (call.model.output?.toolCalls ?? []).flatMap((tool) => tool.argumentLeaves) : [text];
    return strings.some((string) => trimWhiteSpace(string) !== '' && findPresent(context, string) !== undefined);
  });
}

/** The root's output, searched with the forms that a sent context is searched with. */
function asMessages(texts: readonly string[]): RunCall['model'] {
  return {
    messages: [{ role: 'user', parts: texts.map((text) => ({ kind: 'text', leaves: [text], lossy: false })) }],
    contextLossy: false,
    contextInvalid: false,
    providerHeld: false,
    outputLossy: false,
    finishReasons: [],
    usage: {},
    isAnswer: false,
    isRefusal: false,
    pins: {},
    foreignHash: false,
  };
}

/** A turn without text whose tools ran later, as a span of theirs or their result in a later call says. */
function onlyCallsTools(call: RunCall, run: Run): boolean {
  const output = call.model.output;
  if (output === undefined || output.toolCalls.length === 0 || trimWhiteSpace(output.text?.text ?? '') !== '') return false;
  const end = call.span.endTimeUnixNano ?? call.span.startTimeUnixNano;
  const ids = new Set(output.toolCalls.flatMap((tool) => tool.id ?? []));
  const names = new Set(output.toolCalls.flatMap((tool) => tool.name ?? []));
  const ranAsSpan = run.members.some(
    (span) =>
      span.kind === 'tool' &&
      (span.resource.key !== call.span.resource.key || span.startTimeUnixNano >= end) &&
      (isIn(ids, span.tool?.callId) || (span.tool?.callId === undefined && isIn(names, span.tool?.name))),
  );
  if (ranAsSpan) return true;
  return run.calls.some(
    (later) =>
      later !== call &&
      (later.span.resource.key !== call.span.resource.key || later.span.startTimeUnixNano >= end) &&
      (later.model.messages ?? []).some((message) =>
        message.parts.some(
          (part) => part.kind === 'tool_result' && (isIn(ids, part.toolCallId) || (part.toolCallId === undefined && isIn(names, part.toolName))),
        ),
      ),
  );
}

function isIn(set: ReadonlySet<string>, key: string | undefined): boolean {
  return key !== undefined && set.has(key);
}

/**
 * The closure from the answering call back: whose output stands in the sent context of one that
 * contributes, contributes; whose output is not logged may have, and does.
 */
function contributors(
  answering: RunCall | undefined,
  later: readonly RunCall[],
  contextOf: (call: RunCall) => SentContext,
): readonly RunCall[] {
  const contributing: RunCall[] = answering === undefined ? [] : [answering];
  let waiting: RunCall[] = [];
  for (const call of later) (hasOutputText(call) ? waiting : contributing).push(call);
  for (let next = 0; next < contributing.length && waiting.length > 0; next++) {
    const context = contextOf(contributing[next] as RunCall);
    const rest: RunCall[] = [];
    for (const call of waiting) (carriesOutput(context, call.model) ? contributing : rest).push(call);
    waiting = rest;
  }
  return contributing;
}

function firstRetrievalEnds(run: Run): ReadonlyMap<string, bigint> {
  const ends = new Map<string, bigint>();
  for (const { span } of run.retrievals) {
    const end = span.endTimeUnixNano;
    if (end === undefined) continue;
    const known = ends.get(span.resource.key);
    if (known === undefined || end < known) ends.set(span.resource.key, end);
  }
  return ends;
}

function isAfter(call: RunCall, firstEnd: ReadonlyMap<string, bigint>): boolean {
  const key = call.span.resource.key;
  const end = firstEnd.get(key);
  if (end !== undefined && call.span.startTimeUnixNano >= end) return true;
  return firstEnd.size > (end === undefined ? 0 : 1);
}

/** End, start, span id. */
function compareByEnd(a: RunCall, b: RunCall): number {
  const x = a.span;
  const y = b.span;
  if (x.endTimeUnixNano !== y.endTimeUnixNano) {
    if (x.endTimeUnixNano === undefined) return 1;
    if (y.endTimeUnixNano === undefined) return -1;
    return x.endTimeUnixNano < y.endTimeUnixNano ? -1 : 1;
  }
  if (x.startTimeUnixNano !== y.startTimeUnixNano) return x.startTimeUnixNano < y.startTimeUnixNano ? -1 : 1;
  return x.spanId < y.spanId ? -1 : x.spanId > y.spanId ? 1 : 0;
}
