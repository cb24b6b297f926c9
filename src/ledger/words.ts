/** Values as the ledger's sentences say them. */

/** The first 8 of 64 hex: enough to tell two apart at a glance. */
export function hashWords(hash: string | undefined): string {
  return hash === undefined ? 'not logged' : hash.slice(0, 8);
}

export function numberWords(value: number | undefined): string {
  return value === undefined ? 'not logged' : String(value);
}
