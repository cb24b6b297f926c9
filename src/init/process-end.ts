/**
 * Flushes before the process goes, without changing how it goes (spec §11): an application that
 * handles a signal itself stays in charge; one that does not still ends by that signal, only after
 * the flush. What `process.exit` leaves no time for is decided and counted, not exported.
 */
import { isMainThread } from 'node:worker_threads';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

export interface EndHooks {
  /** Decides what is pending, at once. */
  decideAll(): void;
  /** Ends everything that can be awaited. Never rejects, and ends in time. */
  shutdown(): Promise<void>;
}

/** Returns what takes the hooks away again. */
export function onProcessEnd(hooks: EndHooks): () => void {
  const beforeExit = (): void => void hooks.shutdown();
  const exit = (): void => hooks.decideAll();
  process.once('beforeExit', beforeExit);
  process.once('exit', exit);
  // A worker thread has no signals of its own.
  const removeSignals = isMainThread ? SIGNALS.map((signal) => onSignal(signal, hooks)) : [];
  return () => {
    process.off('beforeExit', beforeExit);
    process.off('exit', exit);
    for (const remove of removeSignals) remove();
  };
}

function onSignal(signal: (typeof SIGNALS)[number], hooks: EndHooks): () => void {
  const listener = (): void => {
    process.off(signal, listener);
    const isHandledByOthers = process.listenerCount(signal) > 0;
    const flushed = hooks.shutdown();
    // Our listener has kept the default from happening: it happens now.
    if (!isHandledByOthers) void flushed.then(() => process.kill(process.pid, signal));
  };
  // First of all: listeners that take themselves away when they run are still counted.
  process.prependListener(signal, listener);
  return () => process.off(signal, listener);
}
