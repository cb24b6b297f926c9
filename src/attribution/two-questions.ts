/** Two questions in one run (spec §9): nothing may then be said, as chunks of one would be lent to the other. */
import type { Run, RunCall } from '../model/run.js';
import { jsonStringLeaves } from '../model/string-leaves.js';
import type { RunCalls } from './calls.js';
import { CARRIED_MIN_BYTES } from './carried-output.js';
import { whichPresent } from './presence.js';
import { trimWhiteSpace } from './unicode.js';
import { utf8Length } from './utf8.js';

export function hasTwoQuestions(run: Run, calls: RunCalls): boolean {
  if (new Set(run.declaredInputs.map(trimWhiteSpace)).size > 1) return true;
  if (calls.isNamedByRoot || run.retrievals.length < 2) return false;
  const contributing = new Set(calls.contributing);
  const suspects = run.calls.filter((call) => !contributing.has(call) && !call.isInsideRetrieval && givesAnAnswer(call, run));
  return suspects.some((call) => answersAnother(call, run, calls));
}

/** Text of an answer's length, no tool call, no JSON document, not the query of a later retrieval. */
function givesAnAnswer(call: RunCall, run: Run): boolean {
  const output = call.model.output;
  const text = trimWhiteSpace(output?.text?.text ?? '');
  if (output === undefined || output.toolCalls.length > 0 || utf8Length(text) < CARRIED_MIN_BYTES) return false;
  if (jsonStringLeaves(text) !== undefined) return false;
  return !run.retrievals.some(
    ({ span, list }) => span.startTimeUnixNano >= call.span.startTimeUnixNano && list.query !== undefined && trimWhiteSpace(list.query) === text,
  );
}

/** It holds chunks of a retrieval of which the contributing calls hold none, and they of one it lacks. */
function answersAnother(call: RunCall, run: Run, calls: RunCalls): boolean {
  const textsOf = run.retrievals.map(({ list }) => (list.items ?? []).flatMap((item) => (item.text === undefined ? [] : [item.text])));
  const holds = (holder: RunCall, texts: readonly string[]): boolean => whichPresent(calls.contextOf(holder), texts).includes(true);
  const own = textsOf.map((texts) => holds(call, texts));
  const theirs = textsOf.map((texts) => calls.contributing.some((contributor) => holds(contributor, texts)));
  return own.some((held, index) => held && theirs[index] === false) && theirs.some((held, index) => held && own[index] === false);
}
