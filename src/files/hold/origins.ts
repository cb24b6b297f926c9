/**
 * Resource and scope of spans. A span may be read before its resource is (Jaeger puts processes
 * last, JSON keys have no order): it gets the number of an origin that is filled in later. Equal
 * origins are stored once, so that a file of a million lines holds a handful.
 */
import type { Attributes, AttributeValue, Resource } from '../../model/span.js';

export interface Origin {
  readonly resource: Resource;
  readonly scopeName: string;
}

export class Origins {
  readonly #resources = new Map<string, Resource>();
  readonly #interned = new Map<Resource, Map<string, Origin>>();
  readonly #origins: Origin[] = [];
  readonly #unknown = this.intern({}, '');

  /** A number to be filled in. */
  reserve(): number {
    this.#origins.push(this.#unknown);
    return this.#origins.length - 1;
  }

  fill(id: number, origin: Origin): void {
    this.#origins[id] = origin;
  }

  get(id: number): Origin {
    return this.#origins[id] ?? this.#unknown;
  }

  intern(attributes: Attributes, scopeName: string): Origin {
    const key = canonicalText(attributes);
    let resource = this.#resources.get(key);
    if (resource === undefined) {
      resource = { attributes, key };
      this.#resources.set(key, resource);
    }
    let scopes = this.#interned.get(resource);
    if (scopes === undefined) {
      scopes = new Map();
      this.#interned.set(resource, scopes);
    }
    let origin = scopes.get(scopeName);
    if (origin === undefined) {
      origin = { resource, scopeName };
      scopes.set(scopeName, origin);
    }
    return origin;
  }
}

/** One text for equal values, whatever the order of keys. */
function canonicalText(value: AttributeValue): string {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return `"${Buffer.from(value).toString('base64')}"`;
  if (Array.isArray(value)) return `[${(value as readonly AttributeValue[]).map(canonicalText).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value as { readonly [key: string]: AttributeValue }).sort(([a], [b]) =>
      a < b ? -1 : 1,
    );
    return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonicalText(one)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
