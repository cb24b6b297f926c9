/** Marks that the application sets from anywhere: on the model call it stands in, or on a stream it holds. */
import { context as contextApi, createContextKey } from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';
import { guarded, warnOnce } from './guard.js';

/** Something that can still be marked. */
export interface Markable {
  markAnswer(): boolean;
  markRefusal(): boolean;
}

const CALL = createContextKey('ragspan.generation');
const byResult = new WeakMap<object, Markable>();

export function withMarkableCall(context: Context, call: Markable): Context {
  return context.setValue(CALL, call);
}

export function rememberResult(result: unknown, call: Markable): void {
  if (typeof result === 'object' && result !== null) byResult.set(result, call);
}

/**
 * The model call that gives the run's answer. Inside its callback, or with the stream it returned.
 */
export function markAnswer(result?: object): void {
  mark('markAnswer', result, (one) => one.markAnswer());
}

/**
 * The output is a refusal, whatever words it has. Inside the model call's callback, or with the
 * stream it returned while that lasts; `isRefusal` of `generation()` does it for whole responses.
 */
export function markRefusal(result?: object): void {
  mark('markRefusal', result, (one) => one.markRefusal());
}

function mark(name: string, result: object | undefined, set: (one: Markable) => boolean): void {
  guarded(
    name,
    () => {
      const active = contextApi.active();
      const named = result === undefined ? undefined : byResult.get(result);
      const places = [named, active.getValue(CALL) as Markable | undefined];
      if (places.some((one) => one !== undefined && set(one))) return;
      warnOnce(name, `${name}() found no open model call: call it inside generation(), or give it the stream`);
    },
    undefined,
  );
}
