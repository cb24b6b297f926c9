/** Colour and width for a terminal; plain text for a pipe or under NO_COLOR. */

export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
  readonly width: number;
}

export function styleFor(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  environment: NodeJS.ProcessEnv,
): Style {
  const isPlain = (environment['NO_COLOR'] ?? '') !== '' || environment['TERM'] === 'dumb';
  const isColoured = !isPlain && (stream.isTTY === true || (environment['FORCE_COLOR'] ?? '') !== '');
  const paint = (code: number) => (text: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text);
  return {
    bold: paint(1),
    dim: paint(2),
    good: paint(32),
    bad: paint(31),
    warn: paint(33),
    width: Math.min(100, Math.max(60, stream.columns ?? 100)),
  };
}

/** Lines of at most `width` characters, each after `indent`. */
export function wrapText(text: string, width: number, indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((one) => indent + one).join('\n');
}
