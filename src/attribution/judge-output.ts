/** The O of the table (spec §5, §6): what the answering call's output says of a case. */
import type { Expectation } from '../model/case.js';
import type { JudgingOptions } from '../model/judging-options.js';
import type { Service } from '../model/case.js';
import type { RunCall } from '../model/run.js';
import type { RunCalls } from './calls/calls.js';
import { type GenerationResult, type RefusalSigns, checkOutput } from './generation/generation-check.js';
import type { OutputFinding } from './judge-need.js';
import type { OutputText } from './generation/output-text.js';
import { type ReadOutput, readOutput } from './generation/output.js';

export interface JudgedOutput extends OutputFinding {
  readonly hasEveryMust: boolean;
  /** An earlier call's output passes where the last call's, chosen for being last, does not. */
  readonly isAmbiguous: boolean;
}

export function refusalSigns(
  call: RunCall | undefined,
  service: Service | undefined,
  options: JudgingOptions,
): RefusalSigns {
  return { patterns: [...options.refusals, ...(service?.refusals ?? [])], flagged: call?.model.isRefusal === true };
}

export function judgeOutput(
  calls: RunCalls,
  read: ReadOutput | undefined,
  text: OutputText | undefined,
  expect: Expectation,
  refusals: RefusalSigns,
): JudgedOutput {
  const { answering } = calls;
  if (answering === undefined || read === undefined || text === undefined) {
    const reason = answering?.model.outputLossy === true ? 'lossy_capture' : 'output_unlogged';
    return { state: 'unknown', reason, hasEveryMust: false, isAmbiguous: false };
  }
  const result = checkOutput(text, expect, refusals, { incomplete: read.incomplete, lossy: read.lossy });
  const { hasEveryMust } = result;
  if (isUnsettledByEarlierCall(result, calls, answering, expect, refusals)) {
    return { state: 'unknown', reason: 'ambiguous_run', hasEveryMust, isAmbiguous: true };
  }
  const quote = result.quote === undefined ? {} : { quote: result.quote };
  switch (result.state) {
    case 'passes':
      return { state: 'passes', hasEveryMust, isAmbiguous: false, ...quote };
    case 'fails':
      return {
        state: 'fails',
        h3Reason: result.reason as 'contradiction' | 'refusal' | 'unsupported',
        hasEveryMust,
        isAmbiguous: false,
        ...quote,
      };
    case 'unknown':
      return {
        state: 'unknown',
        reason: result.reason as 'output_incomplete',
        hasEveryMust,
        isAmbiguous: false,
        ...quote,
      };
  }
}

/** Follow-up questions and groundedness checks come after the answer: only being last chose this call. */
function isUnsettledByEarlierCall(
  result: GenerationResult,
  calls: RunCalls,
  answering: RunCall,
  expect: Expectation,
  refusals: RefusalSigns,
): boolean {
  if (calls.chosenBy !== 'last' || result.state !== 'fails' || result.reason === 'contradiction') return false;
  return calls.candidates.some((call) => {
    if (call === answering || call.span.status === 'error' || !calls.beganAfterRetrieval(call)) return false;
    const read = readOutput(call);
    if (read === undefined) return false;
    const flagged = { ...refusals, flagged: call.model.isRefusal };
    return (
      checkOutput(read.text, expect, flagged, { incomplete: read.incomplete, lossy: read.lossy }).state === 'passes'
    );
  });
}
