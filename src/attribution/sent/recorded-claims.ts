/** What assembly records claim about one item: where it was planned, and whether its offset fits the bytes (spec §4 "Need"). */
import type { AssembledChunk } from '../../model/assembly-record.js';
import { findClaimed } from './claimed-place.js';
import { plannedAt } from './cuts.js';
import type { LogGroup } from './log-groups.js';
import { chunksOf } from './record-index.js';
import type { ScanCall } from './scan.js';
import { type Segment, preparedText } from './segments.js';
import type { Standing } from './standing.js';
import { trimWhiteSpace } from '../text/unicode.js';
import { encodeUtf8, equalBytes } from '../text/utf8-bytes.js';

/** In the budget's unit, of the first call whose record knows it. */
export function plannedPlace(calls: readonly ScanCall[], digest: string | undefined): number | undefined {
  for (const { record } of calls) {
    const planned = plannedAt(record, digest);
    if (planned !== undefined) return planned;
  }
  return undefined;
}

/** Some record claims an offset at which, in its unit, the item's bytes do not stand. `found`: where they do, if anywhere. */
export function offsetMisses(
  calls: readonly ScanCall[],
  { item, digest }: LogGroup,
  standing: Standing,
  found: number | undefined,
): boolean {
  if (standing.hashed !== undefined) return !standing.hashed.isAsDeclared;
  const { text } = item;
  // Bytes that telemetry may have changed, on either side, show no mismatch.
  if (text === undefined || digest === undefined || item.lossy) return false;
  return calls.some(({ call, context, record }) =>
    chunksOf(record, digest).some((chunk) => {
      const { offset } = chunk;
      if (
        call.messages === undefined ||
        isLossy(call, context) ||
        offset === undefined ||
        offset < 0 ||
        offset === found
      )
        return false;
      return (
        findClaimed(context, offset, record, (segment, unit) => standsAt(segment, unit, text, chunk))?.isAsDeclared !==
        true
      );
    }),
  );
}

function isLossy(call: ScanCall['call'], context: ScanCall['context']): boolean {
  return call.contextLossy || context.segments.some(({ lossy }) => lossy);
}

/** All of it, trimmed or not, or as much of its start or end as was kept. */
function standsAt(segment: Segment, unit: number, text: string, { keptBytes }: AssembledChunk): boolean {
  const core = trimWhiteSpace(text);
  if (segment.text.slice(unit, unit + text.length) === text || segment.text.slice(unit, unit + core.length) === core)
    return true;
  const item = encodeUtf8(text);
  if (keptBytes === undefined || keptBytes === 0 || keptBytes >= item.length) return false;
  const { raw, index } = preparedText(segment);
  const at = index.byteAt(unit);
  return (
    at + keptBytes <= raw.bytes.length &&
    (equalBytes(raw.bytes, at, item, 0, keptBytes) ||
      equalBytes(raw.bytes, at, item, item.length - keptBytes, keptBytes))
  );
}
