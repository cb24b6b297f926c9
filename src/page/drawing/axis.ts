/** The scale of a drawing, and labels that do not run into each other or over its edge. */
import { html, type Html } from '../html.js';

export const WIDTH = 400;
/** About the width of one character of a label, in the drawing's units. */
const CHARACTER = 6.1;

export interface Axis {
  readonly end: number;
  /** Where a value lies, in the drawing's units. */
  x(value: number): number;
}

/** From 0 to `end`, over the whole width. */
export function axis(end: number): Axis {
  const most = Math.max(1, end);
  return { end: most, x: (value) => rounded((Math.max(0, Math.min(most, value)) / most) * WIDTH) };
}

export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

export type Anchor = 'start' | 'middle' | 'end';

/** A label beside a place: to its left when there is no room to its right. */
export function labelAt(x: number, y: number, text: string, className: string): Html {
  const width = text.length * CHARACTER;
  const anchor: Anchor = x + width / 2 <= WIDTH && x - width / 2 >= 0 ? 'middle' : x < WIDTH / 2 ? 'start' : 'end';
  const place = anchor === 'middle' ? x : anchor === 'start' ? 0 : WIDTH;
  return html`<text x="${rounded(place)}" y="${y}" text-anchor="${anchor}" class="${className}">${text}</text>`;
}
