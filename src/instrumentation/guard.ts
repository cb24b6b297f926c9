/**
 * One guard around every hook (spec §11): nothing of ours throws into the application. The first
 * fault of a kind is reported through `diag`, the others are only counted.
 */
import { diag } from '@opentelemetry/api';

const seen = new Map<string, number>();

function report(kind: string, tell: () => void): void {
  const count = (seen.get(kind) ?? 0) + 1;
  seen.set(kind, count);
  if (count > 1) return;
  try {
    tell();
  } catch {
    // A diag logger that throws is the application's: nothing left to tell it.
  }
}

/** `work()`, or `fallback` when it throws. */
export function guarded<T>(kind: string, work: () => T, fallback: T): T {
  try {
    return work();
  } catch (fault) {
    report(kind, () => diag.warn(`ragspan: ${kind} failed and is left out: ${describe(fault)}`));
    return fallback;
  }
}

/** Says something once per `kind` in this process. */
export function warnOnce(kind: string, message: string): void {
  report(kind, () => diag.warn(`ragspan: ${message}`));
}

/** How often a fault or warning of this kind occurred. */
export function faultCount(kind: string): number {
  return seen.get(kind) ?? 0;
}

/** A thrown value can be anything, a proxy that throws on every read included. */
function describe(fault: unknown): string {
  try {
    return fault instanceof Error ? fault.message : String(fault);
  } catch {
    return 'unprintable';
  }
}
