/** The `nfc` form (spec §4): both sides composed group by group (§6 "Unicode"). */
import type { MappedText } from '../text/mapped-text.js';
import { normalizeNfc } from '../text/nfc.js';
import type { RawReading, Reading } from './reading.js';
import { TextIndex } from '../text/text-index.js';
import { encodeUtf8 } from '../text/utf8-bytes.js';

/** `raw` are the bytes of `text`; the same object comes back when nothing changes. */
export function composedReading(text: string, raw: RawReading): Reading {
  if (raw.bytes.length === text.length) return raw;
  const composed = normalizeNfc(text);
  return composed.text === text ? raw : new ComposedReading(composed);
}

class ComposedReading implements Reading {
  readonly bytes: Uint8Array;
  readonly #composed: MappedText;
  readonly #index: TextIndex;
  readonly #rawIndex: TextIndex;

  constructor(composed: MappedText) {
    this.bytes = encodeUtf8(composed.text);
    this.#composed = composed;
    this.#index = new TextIndex(composed.text, this.bytes.length === composed.text.length);
    this.#rawIndex = new TextIndex(composed.raw, false);
  }

  rawStart(at: number): number {
    return this.#rawIndex.byteAt(this.#composed.rawStart(this.#unit(at)));
  }

  rawEnd(at: number): number {
    return this.#rawIndex.byteAt(this.#composed.rawEnd(this.#unit(at)));
  }

  firstFrom(raw: number): number {
    const unit = this.#rawIndex.unitAt(raw, 'byte') ?? 0;
    return this.#index.byteAt(this.#firstUnit((index) => this.#composed.rawStart(index) >= unit));
  }

  endBefore(raw: number): number {
    const unit = this.#rawIndex.unitAt(raw, 'byte') ?? 0;
    return this.#index.byteAt(
      this.#firstUnit((index) => index >= this.#composed.text.length || this.#composed.rawEnd(index + 1) > unit),
    );
  }

  #unit(at: number): number {
    return this.#index.unitAt(at, 'byte') ?? this.#composed.text.length;
  }

  /** `holds` is false up to an index and true from there on. */
  #firstUnit(holds: (index: number) => boolean): number {
    let low = 0;
    let high = this.#composed.text.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
