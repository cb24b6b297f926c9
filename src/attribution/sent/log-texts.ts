/** The distinct texts of a log, as they are searched for (spec §4: forms after `exact` use trimmed bytes). */
import { trimWhiteSpace } from '../text/unicode.js';
import { encodeUtf8 } from '../text/utf8-bytes.js';

export class LogText {
  /** Without white space at either edge; never empty. */
  readonly core: string;
  #bytes: Uint8Array | undefined;
  #leading: Uint8Array | undefined;
  #trailing: Uint8Array | undefined;

  constructor(
    readonly raw: string,
    /** Handed on: it has a fate. Candidates only share bytes with those that have. */
    readonly isHandedOn: boolean,
    core = trimWhiteSpace(raw),
  ) {
    this.core = core;
  }

  /** UTF-8 of the core. */
  get bytes(): Uint8Array {
    return (this.#bytes ??= encodeUtf8(this.core));
  }

  /** UTF-8 of the white space before and after it. */
  get leading(): Uint8Array {
    return (this.#leading ??= encodeUtf8(this.raw.slice(0, this.#coreStart())));
  }

  get trailing(): Uint8Array {
    return (this.#trailing ??= encodeUtf8(this.raw.slice(this.#coreStart() + this.core.length)));
  }

  get byteLength(): number {
    return this.leading.length + this.bytes.length + this.trailing.length;
  }

  #coreStart(): number {
    return this.core.length === this.raw.length ? 0 : this.raw.indexOf(this.core.charAt(0));
  }
}
