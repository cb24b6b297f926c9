/** Which of several reasons an UNKNOWN names: the order of spec §5 within one artifact. */
import { UNKNOWN_REASONS, type UnknownReason } from '../model/verdict.js';

export function firstReason(reasons: readonly UnknownReason[]): UnknownReason | undefined {
  return UNKNOWN_REASONS.find((reason) => reasons.includes(reason));
}
