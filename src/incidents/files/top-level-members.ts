/** Names of the members of the JSON object a file begins with; what they hold is passed over, in one walk over the bytes. */
import { open, type FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 65_536;
/** A longer name is none that anybody asks for. */
const LONGEST_NAME = 256;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const isOpening = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number): boolean => byte === 0x7d || byte === 0x5d;
/** White space of JSON, and a byte order mark. */
const BEFORE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** None where the file begins with anything else. Broken JSON gives what stands before the break, at least. */
export async function* topLevelMembers(path: string): AsyncGenerator<string> {
  const file = await open(path, 'r');
  try {
    yield* membersOf(file);
  } finally {
    await file.close();
  }
}

async function* membersOf(file: FileHandle): AsyncGenerator<string> {
  const buffer = Buffer.alloc(CHUNK_BYTES);
  const walk = new Walk();
  for (let position = 0; !walk.isOver;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield* walk.over(buffer.subarray(0, bytesRead));
  }
}

class Walk {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** The string that a colon would make the name of a member: raw, as it stands between its quotes. */
  #name: number[] = [];
  #isNamePlace = false;
  isOver = false;

  over(bytes: Uint8Array): string[] {
    const names: string[] = [];
    for (const byte of bytes) {
      if (this.isOver) break;
      if (this.#isInString) this.#inString(byte);
      else if (byte === COLON && this.#depth === 1 && this.#isNamePlace) {
        this.#isNamePlace = false;
        names.push(...nameOf(this.#name));
      } else this.#between(byte);
    }
    return names;
  }

  #inString(byte: number): void {
    if (!this.#isEscaped && byte === QUOTE) {
      this.#isInString = false;
      return;
    }
    this.#isEscaped = !this.#isEscaped && byte === BACKSLASH;
    if (this.#depth === 1 && this.#isNamePlace && this.#name.length <= LONGEST_NAME) this.#name.push(byte);
  }

  #between(byte: number): void {
    if (this.#depth === 0 && byte !== 0x7b) this.isOver = !BEFORE.has(byte);
    else if (byte === QUOTE) {
      this.#isInString = true;
      if (this.#isNamePlace) this.#name = [];
    } else if (isOpening(byte)) {
      this.#depth += 1;
      this.#isNamePlace = this.#depth === 1;
    } else if (isClosing(byte)) {
      this.#depth -= 1;
      this.isOver = this.#depth === 0;
    } else if (byte === COMMA && this.#depth === 1) this.#isNamePlace = true;
  }
}

function nameOf(raw: readonly number[]): string[] {
  try {
    return [String(JSON.parse(`"${Buffer.from(raw).toString('utf8')}"`))];
  } catch {
    return [];
  }
}
