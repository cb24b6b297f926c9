/** Ids in claims that must be rows of the application's own table. */
import type { Claim, ClaimValue } from '../claim.js';
import { shown, type ValueCheck, valueCheck, type ValueOptions } from './value-check.js';

/** A set or list of ids, a map or record by id, or a question. Ids compare as text. */
export type IdTable =
  | ReadonlySet<unknown>
  | ReadonlyMap<unknown, unknown>
  | readonly unknown[]
  | Readonly<Record<string, unknown>>
  | ((id: string) => boolean);

/** `claim.values[name]`, or each of them where it is a list, is an id of the table. */
export function idCheck<C extends Claim = Claim>(
  name: string,
  table: IdTable,
  options: ValueOptions = {},
): ValueCheck<C> {
  return valueCheck<C>(name, options, 'an id of the table', (value) => {
    const ids = (Array.isArray(value) ? (value as readonly ClaimValue[]) : [value]) as readonly ClaimValue[];
    return ids.flatMap((id) => (isIn(table, id) ? [] : [{ expected: 'an id of the table', found: shown(id) }]));
  });
}

/** The table may hold numbers where the claim says text. */
function isIn(table: IdTable, value: ClaimValue): boolean {
  const id = String(value);
  if (typeof table === 'function') return table(id);
  if (table instanceof Set || table instanceof Map)
    return table.has(id) || table.has(value) || (/^-?\d{1,15}$/.test(id) && table.has(Number(id)));
  return Array.isArray(table) ? table.some((held) => String(held) === id) : Object.hasOwn(table, id);
}
