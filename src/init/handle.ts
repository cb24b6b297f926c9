/** What `start()` gives back: flushing and ending, in order and in time. */
import type { RagspanProcessor } from '../processor/index.js';
import { endsInTime, LONGEST_FLUSH_MILLIS } from './flush.js';
import type { Flushable } from './own-provider.js';
import { onProcessEnd } from './process-end.js';

/** `own`: the SDK was set up. `joined`: beside what was there. The others judge nothing. */
export type StartMode = 'own' | 'joined' | 'foreign' | 'missing' | 'off';

export interface Ragspan {
  readonly mode: StartMode;
  /** What judges; undefined where nothing does. */
  readonly processor: RagspanProcessor | undefined;
  /**
   * Everything that has ended is decided and exported: the last line of a serverless handler. It
   * never rejects, and ends after 5 seconds at the latest; what is under way then goes on.
   */
  forceFlush(): Promise<void>;
  /** Decides everything and ends what `start()` has set up. Never rejects; ends in time, as `forceFlush` does. */
  shutdown(): Promise<void>;
}

export interface Handled {
  readonly mode: StartMode;
  readonly processor: RagspanProcessor | undefined;
  readonly providers: readonly Flushable[];
  /** The providers are ended with us, and flushed when the process ends. */
  readonly areOurs: boolean;
  readonly say: (line: string) => void;
  /** Called once it has ended: `start()` may be called anew. */
  readonly onEnded: (handle: Ragspan) => void;
}

export function handleOf({ mode, processor, providers, areOurs, say, onEnded }: Handled): Ragspan {
  let ended: Promise<void> | undefined;
  let hasSaid = false;
  const each = async (what: 'forceFlush' | 'shutdown'): Promise<void> => {
    // The order matters: verdicts are decided before anything is flushed.
    await processor?.[what]();
    const called = areOurs || what === 'forceFlush' ? providers : [];
    await Promise.allSettled(called.map(async (provider) => provider[what]?.()));
  };
  const all = async (what: 'forceFlush' | 'shutdown'): Promise<void> => {
    if ((await endsInTime(each(what))) || hasSaid) return;
    hasSaid = true;
    say(
      `not everything was exported within ${LONGEST_FLUSH_MILLIS / 1000} seconds: does the backend answer? ` +
        '(OTEL_EXPORTER_OTLP_ENDPOINT says where it is; `ragspan doctor --listen 4318` shows what is sent)',
    );
  };
  const hooks = {
    decideAll: () => {
      processor?.decideAll();
      processor?.loseIncidents();
    },
    shutdown: () =>
      (ended ??= all('shutdown').finally(() => {
        removeHooks();
        onEnded(handle);
      })),
  };
  const removeHooks = areOurs ? onProcessEnd(hooks) : () => undefined;
  const handle: Ragspan = { mode, processor, forceFlush: () => all('forceFlush'), shutdown: hooks.shutdown };
  return handle;
}
