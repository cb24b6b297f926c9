/** Watches what an async iterator gives, item by item, at the pace of whoever reads it. */
import { methodOf, setOwnMethod } from './own-method.js';
import type { Method } from './own-method.js';
import type { StreamObserver } from './stream-observer.js';

type Step = { readonly done?: boolean; readonly value?: unknown };

/** The same iterator with its methods watched; a stand-in only where it takes no new properties. */
export function watchIterator(iterator: object, observer: StreamObserver): object {
  const next = methodOf(iterator, 'next');
  if (next === undefined) return iterator;
  const close = methodOf(iterator, 'return');
  const raise = methodOf(iterator, 'throw');
  const methods: [string, Method][] = [
    ['next', (...args) => observeStep(observer, () => next.apply(iterator, args))],
    [
      'return',
      (...args) =>
        observeClose(observer, () =>
          close === undefined ? Promise.resolve({ done: true, value: args[0] }) : close.apply(iterator, args),
        ),
    ],
  ];
  if (raise !== undefined)
    methods.push(['throw', (...args) => observeStep(observer, () => raise.apply(iterator, args))]);
  if (methods.every(([name, method]) => setOwnMethod(iterator, name, method))) return iterator;
  const standIn = Object.fromEntries(methods) as Record<string | symbol, unknown>;
  standIn[Symbol.asyncIterator] = () => standIn;
  return standIn;
}

function observeStep(observer: StreamObserver, step: () => unknown): unknown {
  let result: unknown;
  try {
    result = observer.run(step);
  } catch (error) {
    observer.fail(error);
    throw error;
  }
  return follow(result, (settled) => observeResult(observer, settled as Step), observer);
}

function observeResult(observer: StreamObserver, step: Step): void {
  // What is returned at the end is no item: `for await` never shows it.
  if (step.done === true) observer.done();
  else observer.chunk(step.value);
}

function observeClose(observer: StreamObserver, close: () => unknown): unknown {
  try {
    return follow(observer.run(close), () => observer.abandon(), observer);
  } catch (error) {
    observer.fail(error);
    throw error;
  }
}

function follow(result: unknown, onSettled: (settled: unknown) => void, observer: StreamObserver): unknown {
  if (!(result instanceof Promise)) {
    // A thenable of another kind is awaited by `for await` all the same.
    if (typeof (result as PromiseLike<unknown> | undefined)?.then === 'function') {
      return follow(Promise.resolve(result), onSettled, observer);
    }
    onSettled(result);
    return result;
  }
  return result.then(
    (settled: unknown) => {
      onSettled(settled);
      return settled;
    },
    (error: unknown) => {
      observer.fail(error);
      throw error;
    },
  );
}
