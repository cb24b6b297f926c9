/** What a call returned, as attribution reads it (spec §3 "Output"). */
import type { RunCall } from '../../model/run.js';
import { trimWhiteSpace } from '../text/unicode.js';

const INCOMPLETE_REASONS: ReadonlySet<string> = new Set([
  'abort',
  'aborted',
  'cancel',
  'cancelled',
  'canceled',
  'error',
  'incomplete',
  'length',
  'max_tokens',
  'content_filter',
]);

export interface ReadOutput {
  /** Text parts of the first choice; without text, the string leaves of the tool-call arguments, one per line. */
  readonly text: string;
  readonly lossy: boolean;
  readonly incomplete: boolean;
}

/** Undefined: no output text was logged. */
export function readOutput(call: RunCall): ReadOutput | undefined {
  const output = call.model.output;
  if (output === undefined) return undefined;
  const text = output.text?.text ?? '';
  const leaves = trimWhiteSpace(text) === '' ? output.toolCalls.flatMap((tool) => tool.argumentLeaves) : [];
  if (output.text === undefined && leaves.length === 0) return undefined;
  return {
    text: leaves.length > 0 ? leaves.join('\n') : text,
    lossy: call.model.outputLossy || output.text?.lossy === true,
    incomplete: isIncomplete(call),
  };
}

/** Status ERROR with text, or a finish reason that says so; a missing finish reason is not one. */
export function isIncomplete(call: RunCall): boolean {
  const [first] = call.model.finishReasons;
  if (first !== undefined && INCOMPLETE_REASONS.has(first)) return true;
  return call.span.status === 'error' && trimWhiteSpace(call.model.output?.text?.text ?? '') !== '';
}
