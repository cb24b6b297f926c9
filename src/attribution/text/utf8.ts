/** Lengths in UTF-8 bytes without encoding. A lone surrogate counts as U+FFFD, three bytes. */

/** UTF-8 bytes of `text` from `start` up to `end` (UTF-16 indexes). */
export function utf8Length(text: string, start = 0, end = text.length): number {
  let bytes = end - start;
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit >= 0xd800 && unit <= 0xdbff && index + 1 < end && isLowSurrogate(text.charCodeAt(index + 1))) {
      // Two units, four bytes.
      bytes += 2;
      index++;
    } else bytes += 2;
  }
  return bytes;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
