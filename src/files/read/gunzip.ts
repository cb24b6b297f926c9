/** Unpacks gzip as it comes; what was readable before any damage is delivered. */
import { createGunzip } from 'node:zlib';

export function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** Small pieces in, so that a hostile file (a thousandfold when unpacked) is never held in one piece. */
const PIECE_BYTES = 16 * 1024;
/** Checksum and length. Fed apart: when they do not fit, all that was unpacked is already out. */
const TRAILER_BYTES = 8;

/** `damage` is called once, with the packed bytes read so far, when the file is cut short or corrupt. */
export async function* gunzip(
  packed: AsyncIterable<Buffer>,
  damage: (problem: string) => void,
): AsyncGenerator<Buffer> {
  const unpacker = createGunzip();
  let ready: Buffer[] = [];
  let failure: NodeJS.ErrnoException | undefined;
  unpacker.on('data', (piece: Buffer) => ready.push(piece));
  const isOver = new Promise<void>((resolve) => {
    unpacker.once('end', resolve);
    unpacker.once('error', (error) => {
      failure = error;
      resolve();
    });
  });
  const feed = (piece: Buffer): Promise<void> =>
    Promise.race([isOver, new Promise<void>((resolve) => unpacker.write(piece, () => resolve()))]);
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of packed) {
    const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk]);
    const usable = Math.max(0, bytes.length - TRAILER_BYTES);
    for (let at = 0; at < usable && failure === undefined; at += PIECE_BYTES) {
      await feed(bytes.subarray(at, Math.min(usable, at + PIECE_BYTES)));
      yield* ready;
      ready = [];
    }
    tail = Buffer.from(bytes.subarray(usable));
    if (failure !== undefined) break;
  }
  if (failure === undefined) unpacker.end(tail);
  await isOver;
  yield* ready;
  if (failure !== undefined)
    damage(
      failure.code === 'Z_BUF_ERROR' ? 'the gzip file is cut short' : `the gzip file is corrupt (${failure.message})`,
    );
}
