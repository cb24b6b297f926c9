/** The weight of a span under a head sampler: OpenTelemetry's `ot=th:…` in the trace state (spec §10). */

const RANGE = 2n ** 56n;

/** 2^56 / (2^56 − T); 1 when nothing readable is there. */
export function adjustedCount(traceState: string | undefined): number {
  if (traceState === undefined || !traceState.includes('ot=')) return 1;
  for (const entry of traceState.split(',')) {
    const trimmed = entry.trim();
    if (!trimmed.startsWith('ot=')) continue;
    for (const field of trimmed.slice(3).split(';')) {
      if (field.startsWith('th:')) return weightOf(field.slice(3));
    }
  }
  return 1;
}

/** Up to 14 hex digits, trailing zeros left out. */
function weightOf(threshold: string): number {
  if (!/^[0-9a-fA-F]{1,14}$/.test(threshold)) return 1;
  return Number(RANGE) / Number(RANGE - BigInt(`0x${threshold.padEnd(14, '0')}`));
}
