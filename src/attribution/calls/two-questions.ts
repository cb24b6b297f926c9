/** Two questions in one run (spec §9): nothing may then be said, as chunks of one would be lent to the other. */
import type { TextHash } from '../../model/judging-options.js';
import type { Run, RunCall, RunRetrieval } from '../../model/run.js';
import { jsonStringLeaves } from '../../model/string-leaves.js';
import type { RunCalls } from './calls.js';
import { CARRIED_MIN_BYTES } from './carried-output.js';
import { TextFinder, evidenceOnly } from '../search/text-finder.js';
import { trimWhiteSpace } from '../text/unicode.js';
import { utf8Length } from '../text/utf8.js';

export function hasTwoQuestions(run: Run, calls: RunCalls, hash: TextHash): boolean {
  if (new Set(run.declaredInputs.map(trimWhiteSpace)).size > 1) return true;
  if (calls.isNamedByRoot || run.retrievals.length < 2) return false;
  const contributing = new Set(calls.contributing);
  const suspects = run.calls.filter(
    (call) => !contributing.has(call) && !call.isInsideRetrieval && givesAnAnswer(call, run, hash),
  );
  if (suspects.length === 0) return false;
  const holdsOf = chunkHolders(run, calls);
  const theirs = new Set<RunRetrieval>();
  for (const call of calls.contributing) for (const list of holdsOf(call)) theirs.add(list);
  return suspects.some((call) => {
    const own = holdsOf(call);
    return [...own].some((list) => !theirs.has(list)) && [...theirs].some((list) => !own.has(list));
  });
}

/** Text of an answer's length, no tool call, no JSON document, not the query of a later retrieval. */
function givesAnAnswer(call: RunCall, run: Run, hash: TextHash): boolean {
  const output = call.model.output;
  const raw = output?.text?.text ?? '';
  const text = trimWhiteSpace(raw);
  if (output === undefined || output.toolCalls.length > 0 || utf8Length(text) < CARRIED_MIN_BYTES) return false;
  if (jsonStringLeaves(text) !== undefined) return false;
  const later = run.retrievals.filter(
    ({ span }) => span.resource.key !== call.span.resource.key || span.startTimeUnixNano >= call.span.startTimeUnixNano,
  );
  if (later.some(({ list }) => list.query !== undefined && trimWhiteSpace(list.query) === text)) return false;
  const hashed = later.flatMap(({ list }) =>
    list.query === undefined && list.querySha256 !== undefined ? list.querySha256 : [],
  );
  return hashed.length === 0 || !(hashed.includes(hash.sha256(text)) || hashed.includes(hash.sha256(raw)));
}

/** The retrievals of which a call was given a chunk, whole. */
function chunkHolders(run: Run, calls: RunCalls): (call: RunCall) => ReadonlySet<RunRetrieval> {
  const listsOf = new Map<string, RunRetrieval[]>();
  for (const retrieval of run.retrievals) {
    for (const core of new Set((retrieval.list.items ?? []).map(({ text }) => trimWhiteSpace(text ?? '')))) {
      const lists = listsOf.get(core);
      if (lists === undefined) listsOf.set(core, [retrieval]);
      else lists.push(retrieval);
    }
  }
  const finder = new TextFinder(listsOf.keys());
  return (call) => {
    const held = new Set<RunRetrieval>();
    for (const core of finder.standing(calls.contextOf(call), evidenceOnly))
      for (const list of listsOf.get(core) ?? []) held.add(list);
    return held;
  };
}
