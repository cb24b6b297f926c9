/**
 * Results that hold their streams as properties: the AI SDK's `streamText`, Bedrock's `{ stream }`.
 * Whichever of them is read first tells; the others are views of the same output.
 */
import { methodOf, setOwnMethod } from './own-method.js';
import type { StreamObserver } from './stream-observer.js';

/** Watches one stream; undefined when it is none. */
export type Watch = (stream: unknown, observer: StreamObserver) => unknown;

const VIEWS = ['fullStream', 'textStream', 'stream'];
/** Views that show the output parsed, growing again and again: their end counts, their items are no text. */
const PARSED_VIEWS = ['partialObjectStream', 'elementStream', 'partialOutputStream'];

/** False: the value holds no stream, or takes no new properties. */
export function watchResultStreams(result: object, observer: StreamObserver, watch: Watch): boolean {
  const share = firstTells(observer);
  const teeStream = methodOf(result, 'teeStream');
  // AI SDK 5 and later draw every view from here, in the form {part}.
  if (teeStream !== undefined && 'fullStream' in result) {
    return setOwnMethod(result, 'teeStream', () => {
      const stream = teeStream.call(result);
      const own = share();
      const unwrap: StreamObserver = {
        ...own,
        chunk: (value) => own.chunk((value as { part?: unknown } | null)?.part ?? value),
      };
      return watch(stream, unwrap) ?? stream;
    });
  }
  const views = VIEWS.map((name) => watchView(result, name, share, watch));
  return [...views, ...PARSED_VIEWS.map((name) => watchView(result, name, () => withoutText(share()), watch))].some(
    Boolean,
  );
}

function watchView(result: object, name: string, share: () => StreamObserver, watch: Watch): boolean {
  if (!(name in result)) return false;
  const own = Object.getOwnPropertyDescriptor(result, name);
  if (own !== undefined && 'value' in own) {
    const watched = watch(own.value, share());
    if (watched !== undefined && watched !== own.value) (result as Record<string, unknown>)[name] = watched;
    return watched !== undefined;
  }
  // A getter makes a new view each time it is read: it must not be read here.
  const getter = own?.get ?? inheritedGetter(result, name);
  if (getter === undefined || own?.configurable === false || !Object.isExtensible(result)) return false;
  Object.defineProperty(result, name, {
    configurable: true,
    enumerable: own?.enumerable ?? false,
    get() {
      const stream: unknown = getter.call(result);
      return watch(stream, share()) ?? stream;
    },
  });
  return true;
}

/** Takes the lead like any other view, and tells nothing. */
function withoutText(observer: StreamObserver): StreamObserver {
  return { ...observer, chunk: () => observer.chunk(undefined) };
}

function inheritedGetter(target: object, name: string): (() => unknown) | undefined {
  for (
    let at: unknown = Object.getPrototypeOf(target);
    at !== null && typeof at === 'object';
    at = Object.getPrototypeOf(at)
  ) {
    const held = Object.getOwnPropertyDescriptor(at, name);
    // eslint-disable-next-line typescript/unbound-method -- called with the right `this` above
    if (held !== undefined) return held.get;
  }
  return undefined;
}

/** Observers of which only the one that got the first chunk passes anything on; ends count from any. */
function firstTells(observer: StreamObserver): () => StreamObserver {
  let leader: object | undefined;
  return () => {
    const me = {};
    const leads = (): boolean => (leader ??= me) === me;
    return {
      chunk: (value) => {
        if (leads()) observer.chunk(value);
      },
      done: () => {
        if (leads()) observer.done();
      },
      abandon: () => {
        if (leader === me) observer.abandon();
      },
      fail: (error) => {
        if (leader === undefined || leader === me) observer.fail(error);
      },
      run: (work) => observer.run(work),
    };
  };
}
