/**
 * One guard around every hook (spec §11): nothing of ours throws into the application. The first
 * fault of a kind is reported through `diag`; all are counted.
 */
import { diag, metrics } from '@opentelemetry/api';
import { VERSION } from '../model/version.js';
import { METRIC, SCOPE_NAME, VERDICT } from '../semconv.js';

const told = new Set<string>();

function tellOnce(kind: string, message: () => string): void {
  if (told.has(kind)) return;
  told.add(kind);
  try {
    diag.warn(`ragspan: ${message()}`);
  } catch {
    // A diag logger that throws is the application's: nothing left to tell it.
  }
}

/** `work()`, or `fallback` when it throws. */
export function guarded<T>(kind: string, work: () => T, fallback: T): T {
  try {
    return work();
  } catch (fault) {
    tellOnce(kind, () => `${kind} failed and is left out: ${describe(fault)}`);
    countFault();
    return fallback;
  }
}

/** Says something once per `kind` in this process. */
export function warnOnce(kind: string, message: string): void {
  tellOnce(kind, () => message);
}

function countFault(): void {
  try {
    const counter = metrics.getMeter(SCOPE_NAME, VERSION).createCounter(METRIC.DROPPED, {
      unit: '{event}',
      description: 'What was left out, by reason.',
    });
    counter.add(1, { [VERDICT.REASON]: 'internal_error' });
  } catch {
    // A MeterProvider that throws is the application's.
  }
}

/** A thrown value can be anything, a proxy that throws on every read included. */
function describe(fault: unknown): string {
  try {
    return fault instanceof Error ? fault.message : String(fault);
  } catch {
    return 'unprintable';
  }
}
