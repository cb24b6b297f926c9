/** Puts a method on one object, over that of its class: the object stays what it was to everybody else. */
export type Method = (this: unknown, ...args: unknown[]) => unknown;

export function setOwnMethod(target: object, name: string | symbol, method: Method): boolean {
  try {
    Object.defineProperty(target, name, { value: method, writable: true, configurable: true, enumerable: false });
    return true;
  } catch {
    // Frozen, or a proxy that refuses.
    return false;
  }
}

export function methodOf(target: object, name: string | symbol): Method | undefined {
  const held: unknown = (target as Record<string | symbol, unknown>)[name];
  return typeof held === 'function' ? (held as Method) : undefined;
}
