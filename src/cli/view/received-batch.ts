/** One request of spans as it came, with the traces and run ids that are in it. */
import { damageText } from '../../files/read/damage.js';
import type { Sink } from '../../files/read/sink.js';
import { RAGSPAN } from '../../semconv.js';
import { NOTHING_SENT, readOtlpRequest, type OtlpOutcome } from '../otlp/read-otlp-request.js';

export class ReceivedBatch {
  readonly traceIds = new Set<string>();
  /** Traces of each run id. */
  readonly runIds = new Map<string, Set<string>>();
  spans = 0;
  outcome: OtlpOutcome = NOTHING_SENT;

  private constructor(
    readonly bytes: Buffer,
    readonly name: string,
  ) {}

  static async read(bytes: Buffer, name: string, onProblem: (problem: string) => void): Promise<ReceivedBatch> {
    const batch = new ReceivedBatch(bytes, name);
    let origins = 0;
    const sink: Sink = {
      reserveOrigin: () => (origins += 1),
      fillOrigin: () => undefined,
      item: (_raw, decoded) => {
        const { traceId } = 'span' in decoded ? decoded.span : decoded.log;
        batch.traceIds.add(traceId);
        if (!('span' in decoded)) return;
        batch.spans += 1;
        const runId = decoded.span.attributes[RAGSPAN.RUN_ID];
        if (typeof runId !== 'string' || runId === '') return;
        const traces = batch.runIds.get(runId) ?? new Set<string>();
        batch.runIds.set(runId, traces.add(traceId));
      },
      damage: (place, problem) => onProblem(damageText({ file: name, ...place, problem })),
    };
    batch.outcome = await readOtlpRequest(bytes, name, sink);
    return batch;
  }
}
