/** Figures in claims: equal to what the application knows, within bounds, or the sum of their parts. */
import { type Claim, type ClaimValue, valueOf } from '../claim.js';
import {
  addDecimals,
  areWithin,
  compareDecimals,
  type Decimal,
  type Notation,
  readDecimal,
  showDecimal,
} from './decimal.js';
import { shown, type ValueCheck, valueCheck, type ValueFinding, type ValueOptions } from './value-check.js';

export type Figure = string | number | bigint;

export interface Bounds {
  readonly min?: Figure | undefined;
  readonly max?: Figure | undefined;
}

export interface NumberOptions extends ValueOptions, Notation {
  /** How far off it may be; default 0. */
  readonly tolerance?: Figure | undefined;
}

type Known<C, T> = T | ((claim: C) => T | undefined);

/**
 * `claim.values[name]` is a figure, and the expected one or within the bounds. Written figures are
 * compared as decimals, exactly. `expected` as a function that knows nothing (undefined): passed over.
 */
export function numberCheck<C extends Claim = Claim>(
  name: string,
  expected: Known<C, Figure | Bounds>,
  options: NumberOptions = {},
): ValueCheck<C> {
  return valueCheck<C>(name, options, 'a number', (value, claim) => {
    const known = typeof expected === 'function' ? expected(claim) : expected;
    if (known === undefined) return undefined;
    const figure = readDecimal(value, options);
    if (typeof known !== 'object') return compared(value, figure, known, options);
    const min = known.min === undefined ? undefined : own(known.min);
    const max = known.max === undefined ? undefined : own(known.max);
    const isWithin =
      figure !== undefined &&
      (min === undefined || compareDecimals(figure, min) >= 0) &&
      (max === undefined || compareDecimals(figure, max) <= 0);
    if (isWithin) return undefined;
    const bounds = [min && `at least ${showDecimal(min)}`, max && `at most ${showDecimal(max)}`];
    return { expected: bounds.filter((bound) => bound !== undefined).join(', ') || 'a number', found: shown(value) };
  });
}

/**
 * `claim.values[name]` is the sum of its parts: other values of the claim by name (a list counts
 * with all it holds), or what a function gives.
 */
export function sumCheck<C extends Claim = Claim>(
  name: string,
  parts: readonly string[] | ((claim: C) => readonly ClaimValue[] | undefined),
  options: NumberOptions = {},
): ValueCheck<C> {
  return valueCheck<C>(name, options, 'a sum', (value, claim) => {
    const given = typeof parts === 'function' ? parts(claim) : parts.map((part) => valueOf(claim, part));
    if (given === undefined) return undefined;
    let sum: Decimal = { units: 0n, scale: 0 };
    for (const part of (given as readonly ClaimValue[]).flat()) {
      const figure = readDecimal(part, options);
      if (figure === undefined) return { expected: 'parts that are numbers', found: shown(part) };
      sum = addDecimals(sum, figure);
    }
    return compared(value, readDecimal(value, options), showDecimal(sum), options);
  });
}

function compared(
  value: ClaimValue,
  figure: Decimal | undefined,
  known: Figure,
  { tolerance = 0 }: NumberOptions,
): ValueFinding | undefined {
  const expected = own(known);
  if (figure !== undefined && areWithin(figure, expected, own(tolerance))) return undefined;
  return { expected: showDecimal(expected), found: figure === undefined ? shown(value) : showDecimal(figure) };
}

/** The application's own figure: one that is none is its fault, and is told as such. */
function own(figure: Figure): Decimal {
  const read = readDecimal(figure);
  if (read === undefined) throw new TypeError(`${shown(figure)} is no number`);
  return read;
}
