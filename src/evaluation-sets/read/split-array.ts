/** The items of one JSON array, as they come: strings and brackets are followed, nothing else is read. */
import { MAX_ROW_UNITS, SetError } from '../row.js';

export interface ArrayItem {
  readonly text: string;
  /** 1-based line on which it starts. */
  readonly line: number;
}

/** What stands behind the array is an error; a broken item is the caller's to find. */
export async function* splitArray(pieces: AsyncIterable<string>): AsyncGenerator<ArrayItem> {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isOver = false;
  let line = 1;
  let item = '';
  let itemLine = 1;
  for await (const piece of pieces) {
    let from = depth > 0 ? 0 : -1;
    for (let at = 0; at < piece.length; at += 1) {
      const one = piece.charAt(at);
      if (one === '\n') line += 1;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (one === '\\') isEscaped = true;
        else if (one === '"') isInString = false;
        continue;
      }
      if (isOver) {
        if (one.trim() !== '')
          throw new SetError(`line ${line}: something follows the JSON array`, 'Keep one array in the file.');
        continue;
      }
      if (one === '"') isInString = true;
      else if (one === '[' || one === '{') {
        depth += 1;
        if (depth === 1) {
          from = at + 1;
          itemLine = line;
        }
      } else if (one === ']' || one === '}') depth -= 1;
      const isEnd = depth === 0 && (one === ']' || one === '}');
      if (isEnd || (depth === 1 && one === ',')) {
        item += piece.slice(from, at);
        yield { text: item, line: itemLine + leadingBreaks(item) };
        item = '';
        from = isEnd ? -1 : at + 1;
        itemLine = line;
        isOver = isEnd;
      }
    }
    if (from >= 0) item += piece.slice(from);
    if (item.length > MAX_ROW_UNITS)
      throw new SetError(
        `line ${itemLine}: one item is longer than ${MAX_ROW_UNITS} characters`,
        'Close its quotes and brackets.',
      );
  }
  if (!isOver) throw new SetError(`line ${line}: the JSON array does not end`, 'Add the missing ] or ".');
}

function leadingBreaks(text: string): number {
  const blank = text.length - text.trimStart().length;
  let breaks = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < blank; at = text.indexOf('\n', at + 1)) breaks += 1;
  return breaks;
}
