/**
 * Two copies of this package (an ESM and a CJS one, two versions) may both be attached to one
 * provider. Then the first that sees a span takes it, and the others leave it alone: one verdict,
 * counted once. With one processor in the process this costs one comparison a span.
 */
const PROCESSORS: unique symbol = Symbol.for('ragspan.processors.v1') as never;
const OWNER: unique symbol = Symbol.for('ragspan.owner.v1') as never;

interface Holder {
  [PROCESSORS]?: Set<object>;
}

interface Owned {
  [OWNER]?: object;
}

/** All processors of this process that are at work, of whichever copy. */
export function liveProcessors(): Set<object> {
  const holder = globalThis as Holder;
  holder[PROCESSORS] ??= new Set();
  return holder[PROCESSORS];
}

/** False: another processor has this span. */
export function takeSpan(span: object, processor: object): boolean {
  const owner = (span as Owned)[OWNER];
  if (owner === processor) return true;
  // One that has shut down looks after nothing any more.
  if (owner !== undefined && liveProcessors().has(owner)) return false;
  if (Object.isExtensible(span))
    Object.defineProperty(span, OWNER, { value: processor, enumerable: false, configurable: true });
  return true;
}
