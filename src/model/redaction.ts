/**
 * Marks that telemetry leaves where it took text away (spec §3 "Lossy"): `__REDACTED__`,
 * `[REDACTED]`, `<REDACTED>`, `[FILTERED]`, `[MASKED]`, a lone `***`, `… N more items]`. ASCII case
 * is ignored. Every search below jumps from one candidate to the next: linear on hostile text.
 */

const BRACKETED = ['[redacted]', '[filtered]', '[masked]'];
const ANGLED = ['<redacted>'];
const UNDERSCORED = ['__redacted__'];
const LONGEST_COUNT = 20;

/** Somewhere in the text stands a mark: the text is not what the application handed on. */
export function hasRedactionMark(text: string): boolean {
  return (
    holdsAny(text, '[', BRACKETED) ||
    holdsAny(text, '<', ANGLED) ||
    holdsAny(text, '__', UNDERSCORED) ||
    holdsLoneStars(text) ||
    holdsMoreItems(text)
  );
}

/** The text is a mark and nothing else: it says only that there was a text. */
export function isRedactionMark(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '***') return true;
  if (trimmed.length > 12) return false;
  const lower = trimmed.toLowerCase();
  return BRACKETED.includes(lower) || ANGLED.includes(lower) || UNDERSCORED.includes(lower);
}

function holdsAny(text: string, start: string, marks: readonly string[]): boolean {
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    for (const mark of marks) if (matchesAt(text, at, mark)) return true;
  }
  return false;
}

/** `mark` is lower case. */
function matchesAt(text: string, at: number, mark: string): boolean {
  if (at + mark.length > text.length) return false;
  for (let index = 0; index < mark.length; index += 1) {
    const unit = text.charCodeAt(at + index);
    const lower = unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
    if (lower !== mark.charCodeAt(index)) return false;
  }
  return true;
}

/** `***` as a word of a line that says more, or as the whole text; alone on a line it is a Markdown rule. */
function holdsLoneStars(text: string): boolean {
  let at = text.indexOf('***');
  while (at >= 0) {
    let end = at + 3;
    while (text[end] === '*') end += 1;
    if (end - at === 3 && isEdge(text[at - 1]) && isEdge(text[end]) && !isRuleAmongLines(text, at, end)) return true;
    at = text.indexOf('***', end);
  }
  return false;
}

function isEdge(unit: string | undefined): boolean {
  return unit === undefined || ' \t\n\r"\'`.,;:!?()<>=[]{}/\\'.includes(unit);
}

function isRuleAmongLines(text: string, from: number, to: number): boolean {
  let start = from;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start -= 1;
  let end = to;
  while (text[end] === ' ' || text[end] === '\t' || text[end] === '\r') end += 1;
  const startsLine = start === 0 || text[start - 1] === '\n';
  const endsLine = end === text.length || text[end] === '\n';
  return startsLine && endsLine && !(start === 0 && end === text.length);
}

/** `[…12 more items]` and `… 12 more items ]`. */
function holdsMoreItems(text: string): boolean {
  for (let at = text.indexOf('…'); at >= 0; at = text.indexOf('…', at + 1)) {
    let end = at + 1;
    while (text[end] === ' ') end += 1;
    const count = end;
    while (end - count < LONGEST_COUNT && isDigit(text.charCodeAt(end))) end += 1;
    if (end === count || !text.startsWith(' more item', end)) continue;
    end += ' more item'.length;
    if (text[end] === 's') end += 1;
    while (text[end] === ' ' || text[end] === '\n') end += 1;
    if (text[end] === ']') return true;
  }
  return false;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
