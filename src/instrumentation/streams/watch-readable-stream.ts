/**
 * Watches a web ReadableStream in place. Readers, iteration, tee and pipes are watched on the
 * object itself, so it is still the stream that it was; chunks pass when they are read, never
 * before.
 */
import { methodOf, setOwnMethod } from './own-method.js';
import type { StreamObserver } from './stream-observer.js';
import { watchIterator } from './watch-iterator.js';

export function isReadableStream(value: object): boolean {
  return (
    methodOf(value, 'getReader') !== undefined &&
    methodOf(value, 'tee') !== undefined &&
    methodOf(value, 'cancel') !== undefined
  );
}

/** False: the object takes no new properties. */
export function watchReadableStream(stream: object, observer: StreamObserver): boolean {
  const getReader = methodOf(stream, 'getReader');
  const cancel = methodOf(stream, 'cancel');
  const tee = methodOf(stream, 'tee');
  if (getReader === undefined || cancel === undefined || tee === undefined) return false;
  let readers = 0;
  const isWatched = setOwnMethod(stream, 'getReader', (...args) => {
    readers++;
    return watchReader(getReader.apply(stream, args) as object, observer);
  });
  if (!isWatched) return false;

  setOwnMethod(stream, 'cancel', (...args) => {
    observer.abandon();
    return cancel.apply(stream, args);
  });
  setOwnMethod(stream, 'tee', () => {
    const branches = tee.call(stream) as [object, object];
    for (const [index, branch] of shareOut(observer, branches.length).entries())
      watchReadableStream(branches[index] ?? {}, branch);
    return branches;
  });
  for (const name of [Symbol.asyncIterator, 'values']) {
    const iterate = methodOf(stream, name);
    if (iterate === undefined) continue;
    setOwnMethod(stream, name, (...args) => {
      const before = readers;
      const iterator = iterate.apply(stream, args) as object;
      // A stream whose iteration takes a reader, now (AI SDK) or at the first step (LangChain), is
      // watched by that reader already.
      if (readers > before) return iterator;
      return watchIterator(iterator, {
        ...observer,
        chunk: (value) => {
          if (readers === before) observer.chunk(value);
        },
      });
    });
  }
  for (const name of ['pipeThrough', 'pipeTo']) {
    const pipe = methodOf(stream, name);
    if (pipe === undefined) continue;
    // Pipes read the stream from inside: they are given one that is fed by a watched reader.
    setOwnMethod(stream, name, (...args) =>
      pipe.apply(tap(watchReader(getReader.call(stream) as object, observer)), args),
    );
  }
  return true;
}

interface Reader {
  read(): Promise<{ done: boolean; value?: unknown }>;
  cancel(reason?: unknown): Promise<void>;
  releaseLock(): void;
}

function watchReader(reader: object, observer: StreamObserver): object {
  const read = methodOf(reader, 'read');
  const cancel = methodOf(reader, 'cancel');
  if (read === undefined || cancel === undefined) return reader;
  setOwnMethod(reader, 'read', (...args) =>
    (observer.run(() => read.apply(reader, args)) as Promise<{ done: boolean; value?: unknown }>).then(
      (step) => {
        if (step.done) observer.done();
        else observer.chunk(step.value);
        return step;
      },
      (error: unknown) => {
        observer.fail(error);
        throw error;
      },
    ),
  );
  setOwnMethod(reader, 'cancel', (...args) => {
    observer.abandon();
    return cancel.apply(reader, args);
  });
  return reader;
}

function tap(source: object): ReadableStream {
  const reader = source as Reader;
  return new ReadableStream(
    {
      async pull(controller) {
        const step = await reader.read();
        if (!step.done) {
          controller.enqueue(step.value);
          return;
        }
        controller.close();
        reader.releaseLock();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Both branches of a tee give every chunk: each is told once, by whichever branch is ahead. */
function shareOut(observer: StreamObserver, count: number): StreamObserver[] {
  let told = 0;
  let abandoned = 0;
  return Array.from({ length: count }, () => {
    let seen = 0;
    let isAbandoned = false;
    return {
      chunk(value) {
        seen++;
        if (seen <= told) return;
        told = seen;
        observer.chunk(value);
      },
      done: () => observer.done(),
      abandon() {
        if (isAbandoned) return;
        isAbandoned = true;
        abandoned++;
        if (abandoned === count) observer.abandon();
      },
      fail: (error) => observer.fail(error),
      run: (work) => observer.run(work),
    };
  });
}
