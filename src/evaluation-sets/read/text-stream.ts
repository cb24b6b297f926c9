/** Bytes as text, in pieces: UTF-8, a byte order mark left out. */
import { SetError } from '../row.js';

export async function* textStream(bytes: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  for await (const piece of bytes) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    if (isFirst && chunk.length > 1) refuseOther(chunk);
    isFirst = false;
    const text = decoded(decoder, chunk);
    if (text !== '') yield text;
  }
  const rest = decoded(decoder, undefined);
  if (rest !== '') yield rest;
}

function decoded(decoder: TextDecoder, chunk: Uint8Array | undefined): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new SetError('it is no UTF-8 text', 'Save it as UTF-8.');
  }
}

function refuseOther(chunk: Uint8Array): void {
  const [first, second] = chunk;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new SetError('it is UTF-16 text', 'Save it as UTF-8 ("CSV UTF-8" in Excel).');
  if (first === 0x1f && second === 0x8b) throw new SetError('it is compressed', 'Unpack it: gunzip FILE.');
  if (first === 0x50 && second === 0x4b)
    throw new SetError('it is a spreadsheet or an archive', 'Save it as CSV UTF-8.');
}

/** Yields what was read before, then the rest. */
export async function* withHead(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  if (head !== '') yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
