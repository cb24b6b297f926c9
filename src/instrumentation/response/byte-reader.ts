/**
 * Streams of bytes: server-sent events or one JSON object a line, as raw provider responses and
 * `toReadableStream()` give them. Anything else is not guessed at.
 */

/** A line longer than this is no chunk of a model's answer. */
const MAX_LINE_UNITS = 4 * 1024 * 1024;

export function byteReader(onValue: (value: unknown) => void): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  let rest = '';
  return (bytes) => {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_UNITS) rest = '';
    for (const line of lines) {
      const json = line.startsWith('data:') ? line.slice('data:'.length) : line;
      if (!json.trimStart().startsWith('{')) continue;
      try {
        onValue(JSON.parse(json));
      } catch {
        // Not a whole JSON object: not a chunk.
      }
    }
  };
}
