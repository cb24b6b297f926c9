/**
 * Blocks of 16 bytes as keys: 16 is the shortest stretch the spec counts (§4 "Parts"). Plain loads
 * instead of a running state, so that a scan may jump.
 */

export const BLOCK_BYTES = 16;

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Hash of the 8 bytes at `at`: enough to pass over most places. */
export function halfHash(view: DataView, at: number): number {
  const mixed = Math.imul(view.getUint32(at, true), 0x9e3779b1) ^ Math.imul(view.getUint32(at + 4, true), 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
}

/** Hash of the 16 bytes at `at`, of which `half` is that of the first 8. */
export function blockHash(view: DataView, at: number, half: number): number {
  return Math.imul(half, 0x9e3779b1) ^ halfHash(view, at + 8);
}

export function sameBlock(a: DataView, aStart: number, b: DataView, bStart: number): boolean {
  return (
    a.getUint32(aStart, true) === b.getUint32(bStart, true) &&
    a.getUint32(aStart + 4, true) === b.getUint32(bStart + 4, true) &&
    a.getUint32(aStart + 8, true) === b.getUint32(bStart + 8, true) &&
    a.getUint32(aStart + 12, true) === b.getUint32(bStart + 12, true)
  );
}
