/** The open containers of a JSON document, and what is to be done with what stands in them. */
import type { Place } from './damage.js';

export interface Walk {
  /** What to do with the value under this key (objects) or index (arrays). */
  child(key: string | number): Step;
  end?(): void;
}

export interface Keep {
  /** `hasLongInteger`: an integer of 16 digits or more stands there bare. The bytes are valid during the call only. */
  keep(bytes: Buffer, place: Place, hasLongInteger: boolean): void;
}

/** Undefined: step over it. */
export type Step = Walk | Keep | undefined;

export interface Frame {
  readonly walk: Walk;
  readonly isObject: boolean;
  key: string | number;
  /** `first`: a key, a value or the closing bracket. */
  expect: 'first' | 'key' | 'colon' | 'value' | 'comma';
}

/** Deeper containers are stepped over. */
const MAX_DEPTH = 64;

export class JsonFrames {
  readonly #frames: Frame[] = [];

  get depth(): number {
    return this.#frames.length;
  }

  get isFull(): boolean {
    return this.#frames.length >= MAX_DEPTH;
  }

  top(): Frame | undefined {
    return this.#frames.at(-1);
  }

  open(walk: Walk, isObject: boolean): void {
    this.#frames.push({ walk, isObject, key: isObject ? '' : -1, expect: 'first' });
  }

  close(): void {
    this.#frames.pop()?.walk.end?.();
  }

  /** What was found in the open containers counts, also when their end is missing. */
  unwind(): void {
    while (this.#frames.length > 0) this.close();
  }

  /** `resourceSpans[0].scopeSpans[0].spans[3]` */
  path(): string {
    let path = '';
    for (const { key } of this.#frames) {
      if (typeof key === 'number') path += key < 0 ? '' : `[${key}]`;
      else if (key !== '') path += path === '' ? key : `.${key}`;
    }
    return path;
  }
}
