/** A text made ready for every search once: bytes, decoded readings, ways between offsets. All on demand. */
import { composedReading } from '../forms/composed.js';
import { foldedSpaceReading } from '../forms/folded-space.js';
import { htmlReading } from '../forms/html-entities.js';
import { jsonReadings } from '../forms/json-escapes.js';
import { lineEndReading } from '../forms/line-ends.js';
import { RawReading, type Reading } from '../forms/reading.js';
import { TextIndex } from '../text/text-index.js';
import { countUtf8, encodeUtf8 } from '../text/utf8-bytes.js';
import type { AcceptableForm } from '../../model/verdict.js';

export class PreparedText {
  #raw: RawReading | undefined;
  #json: readonly Reading[] | undefined;
  #index: TextIndex | undefined;
  #byteLength: number | undefined;

  constructor(readonly text: string) {}

  get raw(): RawReading {
    return (this.#raw ??= new RawReading(encodeUtf8(this.text)));
  }

  get byteLength(): number {
    return (this.#byteLength ??= this.#raw?.bytes.length ?? countUtf8(this.text));
  }

  get index(): TextIndex {
    return (this.#index ??= new TextIndex(this.text, this.byteLength === this.text.length));
  }

  /** One to three times decoded; empty where there is nothing to decode. */
  get json(): readonly Reading[] {
    return (this.#json ??= this.text.includes('\\') ? jsonReadings(this.raw) : []);
  }

  /** The raw reading itself where the form changes nothing. Not kept: each is asked for once a run. */
  reading(form: AcceptableForm): Reading {
    switch (form) {
      case 'html':
        return this.text.includes('&') ? htmlReading(this.raw) : this.raw;
      case 'crlf':
        return this.text.includes('\r') ? lineEndReading(this.raw) : this.raw;
      case 'nfc':
        return composedReading(this.text, this.raw);
      case 'ws':
        return foldedSpaceReading(this.raw);
    }
  }
}
