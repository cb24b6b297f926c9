/** A signal that ends with another one, or after a time, whichever comes first. */

export interface Deadline {
  readonly signal: AbortSignal;
  /** The time was over first. */
  isOver(): boolean;
  /** Lets go of timer and parent; to be called in any case. */
  end(): void;
}

/** `AbortSignal.any` with `AbortSignal.timeout` would do, but may be collected before it fires on Node 20. */
export function startDeadline(millis: number, parent: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let isOver = false;
  const onParent = (): void => controller.abort(parent?.reason);
  const timer = setTimeout(() => {
    isOver = !controller.signal.aborted;
    controller.abort(new DOMException(`${millis} ms are over`, 'TimeoutError'));
  }, millis);
  if (parent?.aborted === true) onParent();
  else parent?.addEventListener('abort', onParent, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    end: () => {
      clearTimeout(timer);
      parent?.removeEventListener('abort', onParent);
    },
  };
}
