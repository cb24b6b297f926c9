/** The three artifacts of one run as one message: retrieval log, sent context, output (spec §13 "Triple"). */
import type { Frozen } from '../../attribution/freeze.js';
import type { RunCall } from '../../model/run.js';
import type { RunVerdict } from '../../model/verdict.js';
import type { OutputMessage, SentContextMessage, TripleMessage } from '../../proto/messages.generated.js';
import { isIncomplete } from '../../attribution/generation/output.js';
import { frozenAssembly } from './frozen-assembly.js';
import { frozenRetrieval } from './frozen-retrieval.js';
import type { TextKeeper } from './kept-text.js';

export function freezeTriple(frozen: Frozen, verdict: RunVerdict, keeper: TextKeeper): TripleMessage {
  const { calls, question, options, run } = frozen;
  const { answering } = calls;
  const earlier = calls.contributing.filter((call) => call !== answering);
  const assembly = frozenAssembly(frozen, keeper);
  const output = answering === undefined ? undefined : frozenOutput(frozen, answering, verdict, keeper);
  const context = answering === undefined ? undefined : frozenContext(frozen, answering, keeper);
  return {
    trace_id: verdict.trace_id,
    ...(verdict.span_id === undefined ? {} : { span_id: verdict.span_id }),
    ...(verdict.run_id === undefined ? {} : { run_id: keeper.runId(verdict.run_id) }),
    ...(verdict.answered_by === undefined ? {} : { answered_by: verdict.answered_by }),
    ...(options.hash.keyName === undefined ? {} : { hash_key: options.hash.keyName }),
    ...(question.text === undefined ? {} : { input: keeper.keep(question.text, false) }),
    ...(run.retrievals.length === 0 ? {} : { retrieval: frozenRetrieval(frozen, keeper) }),
    ...(assembly === undefined ? {} : { assembly }),
    ...(context === undefined ? {} : { context }),
    ...(output === undefined ? {} : { output }),
    ...(earlier.length === 0
      ? {}
      : { earlier_contexts: earlier.flatMap((call) => frozenContext(frozen, call, keeper) ?? []) }),
    ...(isTime(run.startTimeUnixNano) ? { started_at_unix_nano: run.startTimeUnixNano } : {}),
  };
}

/** A span without a time says zero, and one that is broken more than a file holds. */
function isTime(unixNano: bigint): boolean {
  return unixNano > 0n && unixNano < 1n << 63n;
}

/** Undefined: neither messages nor their hash were logged. */
function frozenContext(frozen: Frozen, call: RunCall, keeper: TextKeeper): SentContextMessage | undefined {
  const { model } = call;
  if (model.messages === undefined && model.contextSha256 === undefined) return undefined;
  const context = frozen.calls.contextOf(call);
  const segments = context.segments.map((segment) => ({
    message: segment.message,
    part: segment.part,
    role: segment.role,
    offset: segment.startByte,
    text: keeper.keep(segment.text, segment.lossy),
    ...(segment.isEvidence ? { is_evidence: true } : {}),
  }));
  const isWhole = model.messages !== undefined;
  return {
    sha256: model.contextSha256 ?? frozen.options.hash.sha256(context.joined()),
    bytes: isWhole ? context.byteLength : (model.contextBytes ?? 0),
    ...(segments.length === 0 ? {} : { segments }),
    ...(context.lossy || model.contextLossy ? { lossy: true } : {}),
    ...(model.providerHeld ? { provider_held: true } : {}),
  };
}

function frozenOutput(
  frozen: Frozen,
  call: RunCall,
  verdict: RunVerdict,
  keeper: TextKeeper,
): OutputMessage | undefined {
  const { output } = frozen;
  const logged = call.model.output;
  const text =
    output === undefined
      ? logged?.sha256 === undefined
        ? undefined
        : { sha256: logged.sha256, bytes: logged.bytes ?? 0 }
      : keeper.keep(output.text, output.lossy);
  if (text === undefined && call.model.finishReasons.length === 0 && call.model.responseId === undefined)
    return undefined;
  return {
    ...(text === undefined ? {} : { text }),
    ...(call.model.responseId === undefined ? {} : { response_id: call.model.responseId }),
    ...(call.model.finishReasons.length === 0 ? {} : { finish_reasons: call.model.finishReasons }),
    ...(isIncomplete(call) ? { incomplete: true } : {}),
    ...(verdict.outcome === undefined ? {} : { outcome: verdict.outcome }),
  };
}
