/** The numbers that every run gets, with or without a case (spec §7): losses, fates, audit, hashes. */
import type { RunVerdict } from '../model/verdict.js';
import { isInvalidText } from '../model/text.js';
import { auditRun } from './audit/audit-run.js';
import { auditInstructions } from './audit/instructions/instruction-chunks.js';
import { compact } from './evidence.js';
import type { Frozen } from './freeze.js';
import { countChunks, lossOf } from './losses.js';
import { configSha256 } from './pins.js';

export function sideNumbers(frozen: Frozen): Partial<RunVerdict> {
  const { log, scans, service, question, calls, options, output } = frozen;
  const fates = scans.all.fates;
  return compact({
    loss: lossOf(log, fates, scans.isEngineCut, service?.expectedLoss ?? []),
    chunks: countChunks(log, fates),
    audit: nonEmpty({ ...auditRun(frozen), ...auditInstructions(frozen) }),
    sha256: nonEmpty(
      compact({
        input: question.text === undefined ? undefined : options.hash.sha256(question.text),
        context: contextSha256(frozen),
        output:
          calls.answering?.model.output?.sha256 ??
          (output === undefined || output.lossy || isInvalidText(output.text)
            ? undefined
            : options.hash.sha256(output.text)),
        config: configSha256(pinSources(frozen), options.hash),
      }),
    ),
  });
}

/** Where the pins of a run are read. */
export function pinSources({ calls, records, run, log }: Frozen): Parameters<typeof configSha256>[0] {
  const { answering } = calls;
  const record =
    (answering === undefined ? undefined : records.byCall.get(answering)) ??
    run.assemblies.findLast((span) => span.assembly !== undefined)?.assembly;
  return compact({
    call: answering?.model,
    record,
    snapshot: log.snapshots[0],
    requestedTopK: log.topKSource === 'requested' ? log.topK : undefined,
  }) as Parameters<typeof configSha256>[0];
}

function contextSha256({ calls, options }: Frozen): string | undefined {
  const { answering } = calls;
  if (answering === undefined) return undefined;
  const { contextSha256: logged, messages, contextLossy, contextInvalid } = answering.model;
  if (logged !== undefined) return logged;
  if (messages === undefined || contextLossy || contextInvalid) return undefined;
  const context = calls.contextOf(answering);
  // A hash over bytes that telemetry may have changed is nobody's.
  return context.segments.some(({ lossy }) => lossy) ? undefined : options.hash.sha256(context.joined());
}

/** UTF-8 bytes of the answering call's sent context, when its text or length is logged. */
export function contextBytesOf({ calls }: Frozen): number | undefined {
  const { answering } = calls;
  if (answering === undefined) return undefined;
  return answering.model.messages === undefined ? answering.model.contextBytes : calls.contextOf(answering).byteLength;
}

function nonEmpty<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}
