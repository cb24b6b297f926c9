/**
 * Waits for a callback's result without changing what the application gets (spec §11).
 *
 * How it works: a plain value is passed through `onValue`. A plain promise gives a promise that
 * settles the same way (an unhandled rejection stays unhandled). Any other thenable (a client's
 * promise with methods of its own, a lazy query builder that runs once per `then`) is handed back
 * itself, its own methods wrapped on the object: it runs exactly as often as the application
 * awaits it.
 */
import { guarded } from './guard.js';

export interface SettleHooks {
  /** Records the value and gives the one to hand on: the same, or a stand-in for a frozen stream. */
  onValue(value: unknown): unknown;
  onError(error: unknown): void;
  /** The raw response was taken, and the parsed one never asked for. */
  onUnread(): void;
  /** Runs in the context of the span. */
  run<T>(work: () => T): T;
}

type Method = (...args: unknown[]) => unknown;
type Reaction = ((value: unknown) => unknown) | null | undefined;

export function settle<T>(value: T, hooks: SettleHooks): T {
  if (!isThenable(value)) return hooks.onValue(value) as T;
  if (value instanceof Promise && value.constructor === Promise) return follow(value, hooks) as T;
  if (guarded('wrapping a thenable', () => wrapThenable(value, hooks), false)) return value;
  return follow(Promise.resolve(value), hooks) as T;
}

function follow(promise: Promise<unknown>, hooks: SettleHooks): Promise<unknown> {
  return promise.then(
    (settled) => hooks.onValue(settled),
    (error: unknown) => {
      hooks.onError(error);
      throw error;
    },
  );
}

function isThenable(value: unknown): value is PromiseLike<unknown> & object {
  return guarded(
    'reading a result',
    () => typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function',
    false,
  );
}

/** False: the object takes no new properties. */
function wrapThenable(target: PromiseLike<unknown>, hooks: SettleHooks): boolean {
  if (!Object.isExtensible(target)) return false;
  const methods = target as unknown as Record<string, unknown>;
  const { parse, asResponse } = methods;
  // A client's promise that parses on demand: `then`, `catch` and `finally` all come through `parse`.
  if (typeof parse === 'function' && typeof asResponse === 'function') {
    let isParsed = false;
    define(target, 'parse', () => {
      isParsed = true;
      return follow(hooks.run(() => (parse as Method).call(target)) as Promise<unknown>, hooks);
    });
    define(target, 'asResponse', () => {
      const response = (asResponse as Method).call(target) as Promise<unknown>;
      return response.then((settled) => {
        if (!isParsed) hooks.onUnread();
        return settled;
      });
    });
    return true;
  }
  const then = target.then as unknown as Method;
  define(target, 'then', (onFulfilled: unknown, onRejected: unknown) =>
    hooks.run(() =>
      then.call(
        target,
        (settled: unknown) => {
          const handed = hooks.onValue(settled);
          return typeof onFulfilled === 'function'
            ? (onFulfilled as Exclude<Reaction, null | undefined>)(handed)
            : handed;
        },
        (error: unknown) => {
          hooks.onError(error);
          if (typeof onRejected === 'function') return (onRejected as Exclude<Reaction, null | undefined>)(error);
          throw error;
        },
      ),
    ),
  );
  return true;
}

function define(target: object, name: string, value: Method): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
}
