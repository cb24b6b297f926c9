/**
 * Instrumentation scopes that have never had anything to do with runs (HTTP servers, databases):
 * the start of their spans is not looked at any more, only the end. One span that does concern us
 * takes its scope off for good.
 */
const ENOUGH_SPANS = 32;
const MOST_SCOPES = 8;

export class ForeignScopes {
  readonly #foreign: (object | undefined)[] = [];
  readonly #counts = new Map<object, number>();
  readonly #mixed = new WeakSet();

  has(scope: object | undefined): boolean {
    const foreign = this.#foreign;
    for (let at = 0; at < foreign.length; at += 1) if (foreign[at] === scope) return true;
    return false;
  }

  /** A span of this scope has ended and concerned nobody. */
  sawForeign(scope: object | undefined): void {
    if (scope === undefined || this.has(scope) || this.#foreign.length >= MOST_SCOPES || this.#mixed.has(scope)) return;
    const count = (this.#counts.get(scope) ?? 0) + 1;
    if (count < ENOUGH_SPANS) {
      if (this.#counts.size > MOST_SCOPES * ENOUGH_SPANS) this.#counts.clear();
      this.#counts.set(scope, count);
      return;
    }
    this.#counts.delete(scope);
    this.#foreign.push(scope);
  }

  sawOurs(scope: object | undefined): void {
    if (scope === undefined || this.#mixed.has(scope)) return;
    this.#mixed.add(scope);
    this.#counts.delete(scope);
    const at = this.#foreign.indexOf(scope);
    if (at >= 0) this.#foreign.splice(at, 1);
  }
}
