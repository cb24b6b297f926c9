/** A whole trace file in memory: for tools and tests that know it to be small. */
import type { SpanRecord } from '../../model/span.js';
import { TraceHold } from '../hold/trace-hold.js';
import type { Damage } from './damage.js';
import { readTraceFile, type TraceSource } from './trace-file.js';

export interface SpanRecords {
  /** By trace id, within a trace as they came. */
  readonly records: readonly SpanRecord[];
  readonly damage: readonly Damage[];
}

export async function readSpanRecords(sources: readonly TraceSource[]): Promise<SpanRecords> {
  const damage: Damage[] = [];
  const hold = new TraceHold({ onDamage: (one) => damage.push(one) });
  for (const source of sources) await readTraceFile(source, hold.sink(source.name));
  const records = [...hold.traces()].flatMap((trace) => trace.records);
  return { records, damage };
}
