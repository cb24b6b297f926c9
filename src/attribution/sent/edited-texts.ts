/**
 * Items of which 32 consecutive bytes stand outside all claimed stretches, bytes that no other item
 * of the log holds: edited (spec §4 "Parts").
 *
 * How it works: of the two sides, rests of items and what is left of the segments, the smaller one
 * goes into a table of windows and the other is walked. The windows that stand go into a second
 * table, and all items are walked for those that others hold. Each walk hashes a byte once.
 */
import { viewOf } from '../search/block-hash.js';
import type { LeftReading } from './left-parts.js';
import type { LogText } from './log-texts.js';
import type { Bounds } from '../search/prefix-automaton.js';
import { encodeUtf8 } from '../text/utf8-bytes.js';
import { WINDOW_BYTES, WindowTable } from '../search/window-table.js';

/** What of a text (its trimmed bytes) is not kept. */
export interface Rest extends Bounds {
  readonly text: number;
}

/** A window of a text that stands in what is left. */
interface Standing {
  readonly text: number;
  readonly at: number;
}

/** `readings`: with the stretches of all segments already taken out. */
export function findEditedTexts(
  texts: readonly LogText[],
  rests: readonly Rest[],
  readings: readonly LeftReading[],
): ReadonlySet<number> {
  const long = rests.filter(({ from, to }) => to - from >= WINDOW_BYTES);
  const standing =
    windowsOf(long) <= readings.reduce((sum, { parts }) => sum + windowsOf(parts), 0)
      ? walkReadings(texts, long, readings)
      : walkRests(texts, long, readings);
  if (standing.length === 0) return new Set();
  const table = new WindowTable(standing.length);
  const owners: number[] = [];
  for (const { text, at } of standing) {
    const window = table.add(viewOf((texts[text] as LogText).bytes), at);
    if (window >= 0) owners[window] = owners[window] === undefined || owners[window] === text ? text : SHARED;
  }
  texts.forEach(({ raw, core, bytes }, text) => {
    const own = raw === core ? bytes : encodeUtf8(raw);
    table.scan(own, [{ from: 0, to: own.length }], (window) => {
      if (owners[window] !== text) owners[window] = SHARED;
    });
  });
  return new Set(owners.filter((owner) => owner !== SHARED));
}

const SHARED = -1;

function walkReadings(
  texts: readonly LogText[],
  rests: readonly Rest[],
  readings: readonly LeftReading[],
): readonly Standing[] {
  const table = new WindowTable(windowsOf(rests));
  const holders: Standing[][] = [];
  for (const { text, from, to } of rests) {
    const view = viewOf((texts[text] as LogText).bytes);
    for (let at = from; at + WINDOW_BYTES <= to; at++) {
      const window = table.add(view, at);
      if (window < 0) continue;
      const held = (holders[window] ??= []);
      if (held.at(-1)?.text !== text) held.push({ text, at });
    }
  }
  const met = new Set<number>();
  for (const { reading, parts } of readings) {
    table.scan(reading.bytes, parts, (window) => {
      met.add(window);
    });
  }
  return [...met].flatMap((window) => holders[window] ?? []);
}

function walkRests(
  texts: readonly LogText[],
  rests: readonly Rest[],
  readings: readonly LeftReading[],
): readonly Standing[] {
  const table = new WindowTable(readings.reduce((sum, { parts }) => sum + windowsOf(parts), 0));
  for (const { reading, parts } of readings) {
    const view = viewOf(reading.bytes);
    for (const { from, to } of parts) for (let at = from; at + WINDOW_BYTES <= to; at++) table.add(view, at);
  }
  const standing: Standing[] = [];
  for (const { text, from, to } of rests) {
    table.scan((texts[text] as LogText).bytes, [{ from, to }], (_, at) => {
      standing.push({ text, at });
    });
  }
  return standing;
}

function windowsOf(bounds: readonly Bounds[]): number {
  return bounds.reduce((sum, { from, to }) => sum + Math.max(0, to - from - WINDOW_BYTES + 1), 0);
}
