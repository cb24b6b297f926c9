/** Figures as they are written, compared exactly: money is no floating point number. */

/** `units` × 10^−`scale`. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

export interface Notation {
  /** What stands before the fraction: `.` (default) or `,`; the other one may then group thousands. */
  readonly decimal?: '.' | ',' | undefined;
  /** What may stand before or after the figure: a currency, `%`, `kg`. */
  readonly unit?: string | undefined;
}

const MAX_UNITS_READ = 400;
const MAX_EXPONENT = 400;

const PLAIN = /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i;
const GROUPED = {
  '.': /^([+-]?)(\d{1,3}(?:([,' \u00a0\u2009\u202f])\d{3})(?:\3\d{3})*)(?:\.(\d+))?$/,
  ',': /^([+-]?)(\d{1,3}(?:([.' \u00a0\u2009\u202f])\d{3})(?:\3\d{3})*)(?:,(\d+))?$/,
} as const;
const COMMA = /^([+-]?)(\d+)(?:,(\d+))?$/;

/** Undefined: it is no figure, or longer than any figure is. */
export function readDecimal(value: unknown, notation: Notation = {}): Decimal | undefined {
  if (typeof value === 'bigint')
    return value.toString().length > MAX_UNITS_READ ? undefined : { units: value, scale: 0 };
  if (typeof value === 'number') return Number.isFinite(value) ? readText(String(value), {}) : undefined;
  return typeof value === 'string' && value.length <= MAX_UNITS_READ ? readText(value, notation) : undefined;
}

function readText(text: string, { decimal = '.', unit }: Notation): Decimal | undefined {
  const bare = withoutUnit(text.trim().replace('\u2212', '-'), unit);
  const plain = decimal === '.' ? PLAIN.exec(bare) : COMMA.exec(bare);
  if (plain !== null) return toDecimal(plain[1], plain[2] ?? '', plain[3], plain[4]);
  const grouped = GROUPED[decimal].exec(bare);
  return grouped === null ? undefined : toDecimal(grouped[1], (grouped[2] ?? '').replace(/\D/g, ''), grouped[4]);
}

function withoutUnit(text: string, unit: string | undefined): string {
  if (unit === undefined || unit === '') return text;
  if (text.endsWith(unit)) return text.slice(0, -unit.length).trim();
  if (text.startsWith(unit)) return text.slice(unit.length).trim();
  const signed = /^[+-]/.test(text) && text.startsWith(unit, 1);
  return signed ? text.charAt(0) + text.slice(1 + unit.length).trim() : text;
}

function toDecimal(sign: string | undefined, whole: string, fraction = '', exponent = '0'): Decimal | undefined {
  const power = Number(exponent);
  if (Math.abs(power) > MAX_EXPONENT) return undefined;
  const units = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const scale = fraction.length - power;
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

function atScale({ units, scale }: Decimal, to: number): bigint {
  return units * 10n ** BigInt(to - scale);
}

export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const scale = Math.max(a.scale, b.scale);
  const [left, right] = [atScale(a, scale), atScale(b, scale)];
  return left < right ? -1 : left > right ? 1 : 0;
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: atScale(a, scale) + atScale(b, scale), scale };
}

/** |a − b| ≤ tolerance. */
export function areWithin(a: Decimal, b: Decimal, tolerance: Decimal): boolean {
  const difference = addDecimals(a, { units: -b.units, scale: b.scale });
  const distance = { units: difference.units < 0n ? -difference.units : difference.units, scale: difference.scale };
  return compareDecimals(distance, tolerance) <= 0;
}

/** Plain notation, without zeros at the end of a fraction. */
export function showDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
