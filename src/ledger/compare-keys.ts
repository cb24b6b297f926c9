/** The first fact in which two incidents differ, in the order in which pairing looks at them. */
import type { PairingKeyMessage, PinsMessage } from '../proto/messages.generated.js';
import { hashWords, numberWords } from './words.js';

export interface Difference {
  /** pattern | verdict | reason | k | cut | the name of a pin | configuration */
  readonly fact: string;
  /** In words; "none" and "not logged" are said, never left out. */
  readonly a: string;
  readonly b: string;
  /** Pins that differ beside the one named. */
  readonly otherPins?: readonly string[];
}

/** Undefined: they are equal in all that pairing looks at. */
export function firstDifference(a: PairingKeyMessage, b: PairingKeyMessage): Difference | undefined {
  if (a.pattern !== b.pattern) return { fact: 'pattern', a: a.pattern || 'none', b: b.pattern || 'none' };
  if (a.verdict !== b.verdict) return { fact: 'verdict', a: a.verdict, b: b.verdict };
  if (a.reason !== b.reason) return { fact: 'reason', a: a.reason ?? 'none', b: b.reason ?? 'none' };
  if (a.top_k !== b.top_k) return { fact: 'k', a: numberWords(a.top_k), b: numberWords(b.top_k) };
  const cuts = { a: cutWords(a), b: cutWords(b) };
  if (cuts.a !== cuts.b) return { fact: 'cut', ...cuts };
  if (a.config_sha256 === b.config_sha256) return undefined;
  return configDifference(a, b);
}

/** `none`, or side and place as far as they were recorded. */
export function cutWords(key: PairingKeyMessage): string {
  if (key.cut_side === undefined && key.cut_at === undefined) return 'none';
  const place = key.cut_at === undefined ? 'at no recorded place' : `at ${key.cut_at} ${key.cut_unit ?? 'of no unit'}`;
  return `${place}${key.cut_side === undefined ? '' : ` (${key.cut_side})`}`;
}

/** Names of pins in the order in which they are told. Input and fingerprint are no setting. */
const PIN_ORDER = [
  'top_k',
  'budget',
  'budget_unit',
  'template_sha256',
  'template_version',
  'snapshot',
  'model',
] as const;

function pinValues(pins: PinsMessage | undefined): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const name of PIN_ORDER) {
    const value = pins?.[name];
    if (value !== undefined) values.set(name, JSON.stringify(value));
  }
  for (const [name, value] of Object.entries(pins?.parameters ?? {}).sort(([x], [y]) => (x < y ? -1 : 1)))
    if (!values.has(name)) values.set(name, value);
  return values;
}

function configDifference(a: PairingKeyMessage, b: PairingKeyMessage): Difference {
  const [left, right] = [pinValues(a.pins), pinValues(b.pins)];
  const names = [...new Set([...left.keys(), ...right.keys()])].filter((name) => left.get(name) !== right.get(name));
  names.sort((x, y) => pinPlace(x) - pinPlace(y) || (x < y ? -1 : 1));
  const [first, ...otherPins] = names;
  // A pin that entered the fingerprint and was not kept beside it.
  if (first === undefined)
    return { fact: 'configuration', a: hashWords(a.config_sha256), b: hashWords(b.config_sha256) };
  return {
    fact: first,
    a: left.get(first) ?? 'not logged',
    b: right.get(first) ?? 'not logged',
    ...(otherPins.length === 0 ? {} : { otherPins }),
  };
}

function pinPlace(name: string): number {
  const place = (PIN_ORDER as readonly string[]).indexOf(name);
  return place < 0 ? PIN_ORDER.length : place;
}
