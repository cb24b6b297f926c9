/** Where the readers put what they find. */
import type { Attributes } from '../../model/span.js';
import type { Place } from './damage.js';
import type { Decoded, RawSpan } from './raw-span.js';

export interface Sink {
  /** A number that spans can name before their resource is known. */
  reserveOrigin(): number;
  fillOrigin(id: number, resource: Attributes, scopeName: string): void;
  /** `raw.bytes` are valid during the call only. */
  item(raw: RawSpan, decoded: NonNullable<Decoded>): void;
  damage(place: Place, problem: string): void;
}
