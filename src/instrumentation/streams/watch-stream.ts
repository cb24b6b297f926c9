/**
 * Watches any kind of stream that a model call can return, without reading, buffering or replacing
 * it. Undefined: the value is no stream. Otherwise the value to hand on: the same object, or a
 * stand-in where it takes no new properties.
 */
import { guarded } from '../guard.js';
import { methodOf, setOwnMethod } from './own-method.js';
import type { StreamObserver } from './stream-observer.js';
import { watchEventStream, watchNodeStream } from './watch-emitters.js';
import { watchIterator } from './watch-iterator.js';
import { isReadableStream, watchReadableStream } from './watch-readable-stream.js';
import { watchResultStreams } from './watch-result-streams.js';

/**
 * A stream that nobody holds any more will never end: its observer is told when the last of its
 * readers is collected. All watching code holds the handle, so the handle lives as long as they do.
 */
const letGo = new FinalizationRegistry<StreamObserver>((observer) => observer.abandon());

export function watchStream(value: unknown, observer: StreamObserver): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const abort = { isAborted: false };
  const handle: StreamObserver = {
    chunk: (chunk) => observer.chunk(chunk),
    done: () => (abort.isAborted ? observer.abandon() : observer.done()),
    abandon: () => observer.abandon(),
    fail: (error) => observer.fail(error),
    run: (work) => observer.run(work),
  };
  const watched = guarded('watching a stream', () => watchAny(value, handle) ?? holdsStreams(value, handle), undefined);
  if (watched !== undefined) {
    letGo.register(handle, observer);
    guarded('watching an abort', () => listenForAbort(value, observer, abort), undefined);
  }
  return watched;
}

function watchAny(value: unknown, observer: StreamObserver): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (watchEventStream(value, observer) || watchNodeStream(value, observer)) return value;
  if (isReadableStream(value)) return watchReadableStream(value, observer) ? value : undefined;
  const iterate = methodOf(value, Symbol.asyncIterator);
  if (iterate === undefined) return undefined;
  // An async generator is its own iterator: `next` may be called on it directly.
  if (methodOf(value, 'next') !== undefined) return watchIterator(value, observer);
  // The stream class of the OpenAI and Anthropic clients: iteration, tee and toReadableStream draw from here.
  const inner = Object.getOwnPropertyDescriptor(value, 'iterator')?.value as unknown;
  const name = typeof inner === 'function' ? 'iterator' : Symbol.asyncIterator;
  const draw = methodOf(value, name) ?? iterate;
  const isSet = setOwnMethod(value, name, (...args) =>
    watchIterator(observer.run(() => draw.apply(value, args)) as object, observer),
  );
  if (isSet) return value;
  return new Proxy(value, {
    get(target, key) {
      if (key === Symbol.asyncIterator) return () => watchIterator(iterate.call(target) as object, observer);
      const held: unknown = Reflect.get(target, key, target);
      return typeof held === 'function' ? (held.bind(target) as unknown) : held;
    },
  });
}

function holdsStreams(value: object, observer: StreamObserver): object | undefined {
  return watchResultStreams(value, observer, watchAny) ? value : undefined;
}

/**
 * The clients' streams stop without an error when their own controller aborts, and abort it
 * themselves when they fail: whoever reads is told first, and only then is the stream given up.
 */
function listenForAbort(value: object, observer: StreamObserver, abort: { isAborted: boolean }): void {
  const { signal } = ((value as { controller?: unknown }).controller ?? {}) as { signal?: unknown };
  if (!(signal instanceof AbortSignal)) return;
  const onAbort = (): void => {
    abort.isAborted = true;
    const timer: { unref?: () => void } = setTimeout(() => observer.abandon(), 0) as never;
    timer.unref?.();
  };
  signal.addEventListener('abort', onAbort, { once: true });
}
