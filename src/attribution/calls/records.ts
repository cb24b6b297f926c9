/**
 * Which assembly record belongs to which call (spec §3 "Assembly record"): the one whose context
 * hash is the call's, else the first contributing call begun after the assembly.
 */
import type { AssemblyRecord } from '../../model/assembly-record.js';
import type { RunCall } from '../../model/run.js';
import type { SpanFacts } from '../../model/span-facts.js';

export interface CallRecords {
  readonly byCall: ReadonlyMap<RunCall, AssemblyRecord>;
  /** Records of no contributing call: all there is of the sent context when no call is logged. */
  readonly loose: readonly AssemblyRecord[];
}

export function assignRecords(
  assemblies: readonly SpanFacts[],
  calls: readonly RunCall[],
  contextSha256: (call: RunCall) => string | undefined,
): CallRecords {
  const byCall = new Map<RunCall, AssemblyRecord>();
  const loose: AssemblyRecord[] = [];
  // Later assemblies first, so that of two before one call the nearer is its own.
  for (const span of [...assemblies].reverse()) {
    const record = span.assembly;
    if (record === undefined) continue;
    const free = calls.filter((call) => !byCall.has(call));
    const call =
      (record.contextSha256 === undefined
        ? undefined
        : free.find((candidate) => contextSha256(candidate) === record.contextSha256)) ??
      free.find((candidate) => beginsAfter(candidate, span));
    if (call === undefined) loose.unshift(record);
    else byCall.set(call, record);
  }
  return { byCall, loose };
}

function beginsAfter(call: RunCall, assembly: SpanFacts): boolean {
  if (call.span.resource.key !== assembly.resource.key) return true;
  return assembly.endTimeUnixNano !== undefined && call.span.startTimeUnixNano >= assembly.endTimeUnixNano;
}
