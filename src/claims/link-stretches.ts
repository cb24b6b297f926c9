/**
 * Where Markdown makes links of brackets: `[text](…)`, `[text][label]`, and `[label]` where a line
 * `[label]: …` says where that leads. Cautious: what a parser might not take for a link is one, too.
 */
import type { Stretch } from './code-stretches.js';

/** A bracket behind a backslash is a character like others. */
const BRACKET = /\\[^]|[[\]]/g;
const LABEL_UNITS = 999;
const REFERENCE = /\[((?:[^[\]\\]|\\[^]){0,999})\]/y;
/** In quotations and lists as well. */
const DEFINITION = /^[ \t]*(?:(?:[>*+-]|\d{1,9}[.)])[ \t]*)*\[((?:[^[\]\\]|\\[^]){1,999})\]:/gm;
/** One word, and a title perhaps: several words (`[1]: The ledger says so`) are no address. */
const DESTINATION = /[ \t]*(?:\r?\n[ \t]*)?(?:<[^<>\n]*>|\S+(?!\S))[ \t]*(?:$|[\r\n"'(])/my;

/** Each with its address, in order; those in one another are one. Linear time. */
export function linkStretches(text: string, code: readonly Stretch[]): readonly Stretch[] {
  if (!/\][([:]/.test(text)) return [];
  const labels = definedLabels(text);
  const opened: number[] = [];
  const found: Stretch[] = [];
  let last = -1;
  let span = 0;
  for (const { 0: bracket, index } of text.matchAll(BRACKET)) {
    while ((code[span]?.[1] ?? Infinity) <= index) span++;
    if (bracket.startsWith('\\') || (code[span]?.[0] ?? Infinity) <= index) continue;
    if (bracket === '[') opened.push(index);
    else {
      const open = opened.pop();
      const end = open === undefined ? undefined : linkEnd(text, open, index, last === open ? labels : NONE, labels);
      if (open !== undefined && end !== undefined) found.push([text.charAt(open - 1) === '!' ? open - 1 : open, end]);
    }
    last = index;
  }
  return joined(found);
}

const NONE: ReadonlySet<string> = new Set();

/** Undefined: it is no link. `own`: the labels that its text may be; one with brackets in it is none. */
function linkEnd(
  text: string,
  open: number,
  close: number,
  own: ReadonlySet<string>,
  labels: ReadonlySet<string>,
): number | undefined {
  const next = close + 1;
  if (text.charAt(next) === '(') return addressEnd(text, next) ?? next;
  REFERENCE.lastIndex = next;
  const label = labels.size === 0 ? undefined : REFERENCE.exec(text)?.[1];
  if (label !== undefined && labels.has(plainLabel(label))) return next + label.length + 2;
  if (own.size === 0 || close - open > LABEL_UNITS + 1) return undefined;
  if (!own.has(plainLabel(text.slice(open + 1, close)))) return undefined;
  return label === '' ? next + 2 : next;
}

function definedLabels(text: string): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const { 0: whole, 1: label = '', index } of text.matchAll(DEFINITION)) {
    DESTINATION.lastIndex = index + whole.length;
    if (DESTINATION.test(text)) labels.add(plainLabel(label));
  }
  return labels;
}

function plainLabel(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ').toLowerCase().toUpperCase();
}

/** Brackets in it are closed, to a depth that addresses have; no longer than a path may be. */
const ADDRESS = /\((?:[^()\n]|\((?:[^()\n]|\([^()\n]{0,2048}\)){0,2048}\)){0,2048}\)/y;

/** Of the address whose bracket stands at `at`. Undefined: it is never closed. */
export function addressEnd(text: string, at: number): number | undefined {
  ADDRESS.lastIndex = at;
  return ADDRESS.test(text) ? ADDRESS.lastIndex : undefined;
}

function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const all: [number, number][] = [];
  for (const [start, end] of stretches.toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}
