/**
 * What the producer side may capture (spec §11 "Default capture", §3 "Hashes"). Options and the
 * environment are read by config/ alone; whoever sets ragspan up (init/, the processor) says the
 * outcome here and instrumentation/ reads it. Kept on globalThis under a registered symbol, so that
 * two copies of the package in one process agree.
 */

export interface CaptureSwitch {
  /** Text goes on exported spans too. Default false: hashes, lengths, ranks and offsets only. */
  readonly content?: boolean | undefined;
  /** The operator's HMAC key; absent or empty: plain SHA-256. */
  readonly hashKey?: string | undefined;
  /**
   * Text is left on the span object for a processor of this process. Default true; false where
   * nobody judges in this process (Collector only), so that queued spans hold no text.
   */
  readonly privateText?: boolean | undefined;
}

const KEY: unique symbol = Symbol.for('ragspan.capture-switch.v1') as never;

interface Holder {
  [KEY]?: CaptureSwitch;
}

const NOTHING_SAID: CaptureSwitch = {};

/** Replaces what was said before. */
export function setCaptureSwitch(value: CaptureSwitch): void {
  (globalThis as Holder)[KEY] = { ...value };
}

export function captureSwitch(): CaptureSwitch {
  return (globalThis as Holder)[KEY] ?? NOTHING_SAID;
}
