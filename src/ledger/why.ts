/** One sentence on two incidents: why they pair, or the first fact in which they do not. */
import { cutWords, firstDifference } from './compare-keys.js';
import type { LedgerIncident, LedgerState, Pairing } from './ledger-state.js';
import { unpairable } from './pairing-key.js';
import { hashWords, numberWords } from './words.js';
import { voidWords } from './void-words.js';

export interface Why {
  readonly pairs: boolean;
  readonly sentence: string;
  /** pattern | verdict | reason | k | cut | name of a pin | configuration | void; not set: they pair. */
  readonly fact?: string;
  readonly hasSameSentence: boolean;
  /** What was recorded about the two, if anything. */
  readonly pairing?: Pairing;
}

export function why(state: LedgerState, a: LedgerIncident, b: LedgerIncident): Why {
  const pairing = state.pairing(a.id, b.id);
  const hasSameSentence = a.key.output_sha256 !== undefined && a.key.output_sha256 === b.key.output_sha256;
  const about = { hasSameSentence, ...(pairing === undefined ? {} : { pairing }) };
  const refused = refusal(a, b, pairing);
  if (refused === undefined)
    return { ...about, pairs: true, sentence: `${a.id} and ${b.id} pair: both are ${classWords(a)}.` };
  const although = hasSameSentence && refused.fact !== 'void' ? ', although their sentence is the same' : '';
  return {
    ...about,
    pairs: false,
    fact: refused.fact,
    sentence: `${a.id} and ${b.id} do not pair${refused.fact === 'void' ? ' any more' : although}: ${refused.because}.`,
  };
}

function refusal(
  a: LedgerIncident,
  b: LedgerIncident,
  pairing: Pairing | undefined,
): { readonly fact: string; readonly because: string } | undefined {
  for (const one of [a, b]) {
    const never = unpairable(one.key);
    if (never !== undefined) return { fact: factOf(one), because: `${one.id} ${never}` };
  }
  const difference = firstDifference(a.key, b.key);
  if (difference !== undefined) {
    const more = difference.otherPins?.length ?? 0;
    return {
      fact: difference.fact,
      because: `${factWords(difference.fact)} ${difference.a} against ${difference.b}${more === 0 ? '' : ` (and ${more === 1 ? 'one more pin' : `${more} more pins`})`}`,
    };
  }
  if (pairing?.voided !== undefined) return { fact: 'void', because: voidWords(pairing.voided) };
  return undefined;
}

function factOf({ key }: LedgerIncident): string {
  return key.verdict === 'UNKNOWN' ? 'verdict' : key.pattern === '' ? 'pattern' : 'configuration';
}

/** Of the four that are no names of pins; a pin is told as one. */
function factWords(fact: string): string {
  if (['pattern', 'verdict', 'reason', 'k', 'cut', 'configuration'].includes(fact)) return fact;
  return `configuration, ${fact}`;
}

/** What all incidents of one pairing class have in common. */
function classWords({ key }: LedgerIncident): string {
  const reason = key.reason === undefined ? '' : ` ${key.reason}`;
  return `${key.pattern}, ${key.verdict}${reason}, k ${numberWords(key.top_k)}, cut ${cutWords(key)}, configuration ${hashWords(key.config_sha256)}`;
}
