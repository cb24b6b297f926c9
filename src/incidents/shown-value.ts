/** A value out of a file nobody vouches for, as a sentence shows it: short, and no deeper than itself. */
const MOST_SHOWN = 100;

export function shownValue(value: unknown): string {
  if (typeof value === 'object' && value !== null) return 'an object';
  const json = JSON.stringify(value) ?? 'nothing';
  return json.length > MOST_SHOWN ? `${json.slice(0, MOST_SHOWN)}…` : json;
}
