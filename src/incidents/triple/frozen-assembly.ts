/** The assembly record of the answering call, as frozen (spec §3 "Assembly record"). */
import type { Frozen } from '../../attribution/freeze.js';
import { pinSources } from '../../attribution/side-numbers.js';
import type { AssembledChunk } from '../../model/assembly-record.js';
import type { AssembledChunkMessage, AssemblyRecordMessage } from '../../proto/messages.generated.js';
import type { TextKeeper } from './kept-text.js';

/** Undefined: none was logged. */
export function frozenAssembly(frozen: Frozen, keeper: TextKeeper): AssemblyRecordMessage | undefined {
  const { record } = pinSources(frozen);
  if (record === undefined) return undefined;
  const chunks = (record.chunks ?? []).map((chunk) => frozenChunk(chunk, keeper));
  return {
    ...(chunks.length === 0 ? {} : { chunks }),
    ...(record.budget === undefined ? {} : { budget: record.budget }),
    ...(record.unit === undefined ? {} : { unit: record.unit }),
    ...(record.used === undefined ? {} : { used: record.used }),
    ...(record.cutAt === undefined ? {} : { cut_at: record.cutAt }),
    ...(record.cutSide === undefined ? {} : { cut_side: record.cutSide }),
    ...(record.templateSha256 === undefined ? {} : { template_sha256: record.templateSha256 }),
    ...(record.templateVersion === undefined ? {} : { template_version: record.templateVersion }),
    ...(record.lossy ? { lossy: true } : {}),
  };
}

function frozenChunk(chunk: AssembledChunk, keeper: TextKeeper): AssembledChunkMessage {
  const label = chunk.label === undefined ? undefined : keeper.label(chunk.label);
  return {
    ...(chunk.digest === undefined ? {} : { digest: chunk.digest }),
    ...(chunk.offset === undefined ? {} : { offset: chunk.offset }),
    ...(chunk.keptBytes === undefined ? {} : { kept_bytes: chunk.keptBytes }),
    ...(chunk.form === undefined ? {} : { form: chunk.form }),
    ...(chunk.plannedAt === undefined ? {} : { planned_at: chunk.plannedAt }),
    ...(label === undefined ? {} : { label }),
  };
}
