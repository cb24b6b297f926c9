/** Colour and width of what is printed: NO_COLOR and FORCE_COLOR win over what the terminal is. */
import type { Io } from './io.js';

type Paint = (text: string) => string;

export interface Style {
  readonly hasColor: boolean;
  /** Columns to fill, 40 to 120. */
  readonly width: number;
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly blue: Paint;
  readonly magenta: Paint;
  readonly cyan: Paint;
  /** White on red. */
  readonly badge: (color: Color, text: string) => string;
  /** A quoted stretch inside a longer text. */
  readonly mark: Paint;
}

export type Color = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';

const CODES: { readonly [color in Color]: number } = {
  red: 31,
  green: 32,
  yellow: 33,
  blue: 34,
  magenta: 35,
  cyan: 36,
};

export function styleFor(io: Pick<Io, 'env' | 'isOutTerminal' | 'columns'>): Style {
  return makeStyle(wantsColor(io), widthOf(io));
}

function wantsColor({ env, isOutTerminal }: Pick<Io, 'env' | 'isOutTerminal'>): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  const refused = env['NO_COLOR'];
  if (refused !== undefined && refused !== '') return false;
  return isOutTerminal && env['TERM'] !== 'dumb';
}

function widthOf({ env, columns }: Pick<Io, 'env' | 'columns'>): number {
  const declared = Number.parseInt(env['COLUMNS'] ?? '', 10);
  const width = Number.isInteger(declared) && declared > 0 ? declared : (columns ?? 80);
  return Math.min(120, Math.max(40, width));
}

function makeStyle(hasColor: boolean, width: number): Style {
  const sgr =
    (open: string, close: string): Paint =>
    (text) =>
      hasColor && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  const color = (name: Color): Paint => sgr(String(CODES[name]), '39');
  return {
    hasColor,
    width,
    bold: sgr('1', '22'),
    dim: sgr('2', '22'),
    red: color('red'),
    green: color('green'),
    yellow: color('yellow'),
    blue: color('blue'),
    magenta: color('magenta'),
    cyan: color('cyan'),
    badge: (name, text) => (hasColor ? sgr(`1;7;${CODES[name]}`, '0')(` ${text} `) : text),
    mark: sgr('1;31', '0'),
  };
}
