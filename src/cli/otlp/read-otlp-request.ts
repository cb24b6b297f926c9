/** One request of spans or logs, and what of it could be read. */
import { damageText } from '../../files/read/damage.js';
import type { Sink } from '../../files/read/sink.js';
import { bytesSource, readTraceFile } from '../../files/read/trace-file.js';

export interface OtlpOutcome {
  /** Spans and log records that were read. */
  readonly taken: number;
  /** Places that could not be: a span or a record each, or more where bytes are no message at all. */
  readonly rejected: number;
  /** Of the first of them. */
  readonly problem?: string;
}

export const NOTHING_SENT: OtlpOutcome = { taken: 0, rejected: 0 };

/** A message without a field, in JSON; in protobuf it has no byte. */
const EMPTY_JSON = /^\s*\{\s*\}\s*$/u;
const MOST_EMPTY_BYTES = 100;

/** `name`: of the request, in messages. Nothing here throws for bad bytes; damage goes to the sink too. */
export async function readOtlpRequest(body: Buffer, name: string, sink: Sink): Promise<OtlpOutcome> {
  if (body.length < MOST_EMPTY_BYTES && EMPTY_JSON.test(body.toString('latin1'))) return NOTHING_SENT;
  let taken = 0;
  let rejected = 0;
  let problem: string | undefined;
  await readTraceFile(bytesSource(name, body), {
    reserveOrigin: () => sink.reserveOrigin(),
    fillOrigin: (id, resource, scopeName) => sink.fillOrigin(id, resource, scopeName),
    item: (raw, decoded) => {
      taken += 1;
      sink.item(raw, decoded);
    },
    damage: (place, words) => {
      rejected += 1;
      problem ??= damageText({ file: name, ...place, problem: words });
      sink.damage(place, words);
    },
  });
  return { taken, rejected, ...(problem === undefined ? {} : { problem }) };
}
