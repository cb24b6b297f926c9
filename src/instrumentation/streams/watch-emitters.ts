/** Streams that push: Node's Readable, and the event streams of client helpers. */
import { methodOf, setOwnMethod } from './own-method.js';
import type { StreamObserver } from './stream-observer.js';

/** Node's Readable says everything by `emit`, whoever reads it and however. */
export function watchNodeStream(stream: object, observer: StreamObserver): boolean {
  const emit = methodOf(stream, 'emit');
  if (emit === undefined || methodOf(stream, 'pipe') === undefined || methodOf(stream, 'read') === undefined)
    return false;
  return setOwnMethod(stream, 'emit', (...args) => {
    const [name, value] = args;
    if (name === 'data') observer.chunk(value);
    else if (name === 'end') observer.done();
    else if (name === 'error') observer.fail(value);
    else if (name === 'close') observer.abandon();
    return emit.apply(stream, args);
  });
}

const FINAL = ['finalMessage', 'finalChatCompletion', 'finalResponse'];

/**
 * The helper streams of the OpenAI and Anthropic clients run whether they are iterated or not. Only
 * `end` is listened to beside their chunks: a listener for `error` would change what they do with
 * an error that nobody handles.
 */
export function watchEventStream(stream: object, observer: StreamObserver): boolean {
  const on = methodOf(stream, 'on');
  if (on === undefined || FINAL.every((name) => methodOf(stream, name) === undefined)) return false;
  for (const name of ['chunk', 'streamEvent', 'event'])
    on.call(stream, name, (value: unknown) => observer.chunk(value));
  const state = stream as { readonly errored?: unknown; readonly aborted?: unknown };
  on.call(stream, 'end', () => {
    if (state.aborted === true) observer.abandon();
    else if (state.errored === true) observer.fail(new Error('stream failed'));
    else observer.done();
  });
  return true;
}
