/**
 * What a JSON text said before it was cut: a value limit takes the end and leaves whole messages in
 * front. Findings in what is left are sound (spec §3: positive findings are immune); the caller
 * marks everything lossy.
 *
 * How it works: one pass keeps the open brackets and the last place after which closing them gives
 * valid JSON. A cut inside a string value keeps the string's beginning.
 */

/** Undefined: the text is damaged in some other way. Linear time. */
export function completeTruncatedJson(text: string): unknown {
  const scan = scanTo(text);
  const head = scan.openString
    ? `${text.slice(0, endOfWholeEscape(text, scan.stringStart))}"`
    : text.slice(0, scan.safe);
  try {
    return JSON.parse(head + closers(scan.open)) as unknown;
  } catch {
    return undefined;
  }
}

interface Scan {
  /** Closing brackets still due, outermost first. */
  readonly open: string[];
  /** Up to here the text is valid once the open brackets are closed. */
  safe: number;
  /** The text ends inside a string that is a value, not a key. */
  openString: boolean;
  stringStart: number;
}

function scanTo(text: string): Scan {
  const scan: Scan = { open: [], safe: 0, openString: false, stringStart: 0 };
  let isKey = false;
  let at = 0;
  while (at < text.length) {
    const unit = text[at] as string;
    if (unit === '"') {
      const end = endOfString(text, at);
      if (end === undefined) {
        scan.openString = !isKey;
        scan.stringStart = at;
        return scan;
      }
      if (!isKey) scan.safe = end;
      at = end;
      continue;
    }
    if (unit === '{' || unit === '[') {
      scan.open.push(unit === '{' ? '}' : ']');
      isKey = unit === '{';
      scan.safe = at + 1;
    } else if (unit === '}' || unit === ']') {
      scan.open.pop();
      isKey = false;
      scan.safe = at + 1;
    } else if (unit === ',') {
      // Numbers and literals end here at the latest.
      scan.safe = at;
      isKey = scan.open[scan.open.length - 1] === '}';
    } else if (unit === ':') {
      isKey = false;
    }
    at += 1;
  }
  return scan;
}

/** Index after the closing quote of the string that opens at `from`. */
function endOfString(text: string, from: number): number | undefined {
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return undefined;
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\' && quote - 1 - backslashes > from) backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

/** Leaves out an escape that the cut went through: `\`, `\u12`. */
function endOfWholeEscape(text: string, stringStart: number): number {
  const at = text.lastIndexOf('\\');
  if (at < stringStart || at < text.length - 5) return text.length;
  let backslashes = 1;
  while (text[at - backslashes] === '\\') backslashes += 1;
  // Of a row of backslashes every second one is escaped itself.
  if (backslashes % 2 === 0) return text.length;
  return at === text.length - 1 || text[at + 1] === 'u' ? at : text.length;
}

function closers(open: readonly string[]): string {
  return [...open].reverse().join('');
}
