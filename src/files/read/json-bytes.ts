/** The bytes that matter in JSON. */
const TAB = 9;
export const LF = 10;
const CR = 13;
export const RECORD_SEPARATOR = 0x1e;
export const SPACE = 32;
export const QUOTE = 34;
export const COMMA = 44;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
export const COLON = 58;
export const OPEN_ARRAY = 91;
export const BACKSLASH = 92;
export const CLOSE_ARRAY = 93;
export const OPEN_OBJECT = 123;
export const CLOSE_OBJECT = 125;

export function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

export function isBlank(byte: number): boolean {
  return byte === SPACE || byte === LF || byte === CR || byte === TAB;
}

/** `true`, `false`, `null`, a number or a string begins so. */
export function opensScalar(byte: number): boolean {
  return byte === QUOTE || byte === MINUS || isDigit(byte) || byte === 116 || byte === 102 || byte === 110;
}
