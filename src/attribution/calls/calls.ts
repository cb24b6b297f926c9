/**
 * Which calls speak for a run (spec §5 "Which calls"): the answering one, and those that contribute
 * to what the model was given.
 */
import type { Run, RunCall } from '../../model/run.js';
import { jsonStringLeaves } from '../../model/string-leaves.js';
import { isInvalidText } from '../../model/text.js';
import { CARRIED_MIN_BYTES, carriedStrings, shortStrings, standOnBorders } from './carried-output.js';
import { isIncomplete } from '../generation/output.js';
import { type SentContext, sentContext } from '../sent/segments.js';
import { TextFinder, anySegment, textsAsContext } from '../search/text-finder.js';
import { ToolRuns } from './tool-runs.js';
import { trimWhiteSpace } from '../text/unicode.js';
import { utf8Length } from '../text/utf8.js';

/** How the answering call was found: only `last` is a guess that another call's pass can unsettle. */
export type ChosenBy = 'flag' | 'root_output' | 'last';

export interface RunCalls {
  readonly answering?: RunCall;
  readonly chosenBy?: ChosenBy;
  /** In order of start, then span id; the answering call among them. */
  readonly contributing: readonly RunCall[];
  /** Calls whose 4–15 byte output stands in a contributing call: what only they hold is `transformed`. */
  readonly transforming: readonly RunCall[];
  /** The output logged on the root names the answering call. */
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
  const toolRuns = new ToolRuns(run);
  const candidates = byEnd.filter(
    (call) => (!hasRetrieval || beganAfterRetrieval(call)) && !onlyCallsTools(call, toolRuns),
  );
  const standing = standingInRootOutput(run, candidates);
  const [answering, chosenBy] = chooseAnswering(byEnd, candidates, standing);
  const later = eligible.filter(
    (call) => call !== answering && call.span.status !== 'error' && beganAfterRetrieval(call),
  );
  const contributing = contributors(answering, later, contextOf);
  const transforming = transformers(later, contributing, contextOf);
  return {
    ...(answering === undefined ? {} : { answering, chosenBy: chosenBy as ChosenBy }),
    contributing: run.calls.filter((call) => contributing.has(call)),
    transforming,
    isNamedByRoot: answering !== undefined && standing.includes(answering),
    candidates,
    contextOf,
    beganAfterRetrieval,
  };
}

function chooseAnswering(
  byEnd: readonly RunCall[],
  candidates: readonly RunCall[],
  standing: readonly RunCall[],
): [RunCall | undefined, ChosenBy | undefined] {
  const flagged = byEnd.findLast((call) => call.model.isAnswer);
  if (flagged !== undefined) return [flagged, 'flag'];
  const named = standing.at(-1);
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

/**
 * Calls whose output stands whole in the output logged on the root, in the order given. A word or a
 * digit (a topic, a score) stands in an answer by chance: beside a longer output that stands there it
 * names nothing, unless it is all that was logged.
 */
function standingInRootOutput(run: Run, candidates: readonly RunCall[]): readonly RunCall[] {
  const logged = run.root?.output?.text;
  if (logged === undefined || trimWhiteSpace(logged) === '') return [];
  const texts = [logged, ...(jsonStringLeaves(logged) ?? [])];
  const whole = new Set(texts.map(trimWhiteSpace));
  const stringsOf = (call: RunCall): readonly string[] => {
    const text = trimWhiteSpace(call.model.output?.text?.text ?? '');
    return text === ''
      ? (call.model.output?.toolCalls ?? []).flatMap((tool) => tool.argumentLeaves.map(trimWhiteSpace))
      : [text];
  };
  const finder = new TextFinder(candidates.flatMap(stringsOf));
  const found = finder.standing(textsAsContext(texts), anySegment);
  const standing = candidates.filter((call) => stringsOf(call).some((string) => found.has(string)));
  const telling = standing.filter((call) =>
    stringsOf(call).some(
      (string) => found.has(string) && (whole.has(string) || utf8Length(string) >= CARRIED_MIN_BYTES),
    ),
  );
  return telling.length > 0 ? telling : standing;
}

/** A turn without text whose tools ran later, as a span of theirs or their result in a later call says. */
function onlyCallsTools({ span, model }: RunCall, toolRuns: ToolRuns): boolean {
  const { output } = model;
  if (output === undefined || output.toolCalls.length === 0 || trimWhiteSpace(output.text?.text ?? '') !== '')
    return false;
  return output.toolCalls.some((tool) => toolRuns.ranAfter(tool, span));
}

/** Of a call without text and tool calls, or whose text may have been changed, nothing tells what it gave to a later one. */
function isOutputLogged({ model: { output, outputLossy } }: RunCall): boolean {
  if (output === undefined || outputLossy || (output.text === undefined && output.toolCalls.length === 0)) return false;
  return output.text === undefined || !(output.text.lossy || isInvalidText(output.text.text));
}

/**
 * The closure from the answering call back: whose output stands in the sent context of one that
 * contributes, contributes; whose output is not logged may have, and does.
 */
function contributors(
  answering: RunCall | undefined,
  later: readonly RunCall[],
  contextOf: (call: RunCall) => SentContext,
): ReadonlySet<RunCall> {
  const contributing = new Set<RunCall>(answering === undefined ? [] : [answering]);
  const waiting = new Map<string, RunCall[]>();
  for (const call of later) {
    if (!isOutputLogged(call)) contributing.add(call);
    else for (const string of carriedStrings(call.model)) pushTo(waiting, string, call);
  }
  const finder = new TextFinder(waiting.keys());
  // A set grows while it is walked: what is added is walked too.
  for (const call of contributing) {
    if (waiting.size === 0) break;
    for (const string of finder.standing(contextOf(call), anySegment)) {
      for (const given of waiting.get(string) ?? []) contributing.add(given);
      waiting.delete(string);
    }
  }
  return contributing;
}

function transformers(
  later: readonly RunCall[],
  contributing: ReadonlySet<RunCall>,
  contextOf: (call: RunCall) => SentContext,
): readonly RunCall[] {
  const byWord = new Map<string, RunCall[]>();
  for (const call of later)
    if (!contributing.has(call)) for (const word of shortStrings(call.model)) pushTo(byWord, word, call);
  if (byWord.size === 0) return [];
  const seen = new Set<string>();
  const found = new Set<RunCall>();
  for (const call of contributing) {
    for (const { text } of contextOf(call).segments) {
      if (seen.has(text)) continue;
      seen.add(text);
      for (const word of standOnBorders(text, byWord.keys()))
        for (const given of byWord.get(word) ?? []) found.add(given);
    }
  }
  return later.filter((call) => found.has(call));
}

function pushTo(map: Map<string, RunCall[]>, key: string, call: RunCall): void {
  const held = map.get(key);
  if (held === undefined) map.set(key, [call]);
  else held.push(call);
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
