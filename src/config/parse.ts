/**
 * Readers of single option values. Each takes what an application passes or what an environment
 * variable holds, and says either the value or what is wrong with it, in words for one log line.
 */

export type Parsed<T> = { readonly value: T } | { readonly problem: string };

export type Parse<T> = (raw: unknown) => Parsed<T>;

const problem = (text: string): { readonly problem: string } => ({ problem: text });

const TRUE = new Set(['true', '1', 'yes', 'on']);
const FALSE = new Set(['false', '0', 'no', 'off']);

export const flag: Parse<boolean> = (raw) => {
  if (typeof raw === 'boolean') return { value: raw };
  const word = typeof raw === 'string' ? raw.trim().toLowerCase() : undefined;
  if (word !== undefined && TRUE.has(word)) return { value: true };
  if (word !== undefined && FALSE.has(word)) return { value: false };
  return problem('is not true or false');
};

/** A whole number from `least` to `most`, both included. */
export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER): Parse<number> {
  return (raw) => {
    const number = typeof raw === 'string' && /^\s*\d{1,16}\s*$/.test(raw) ? Number(raw) : raw;
    if (typeof number !== 'number' || !Number.isSafeInteger(number)) return problem('is not a whole number');
    if (number < least || number > most) return problem(`is outside ${least} to ${most}`);
    return { value: number };
  };
}

export const text: Parse<string> = (raw) =>
  typeof raw === 'string' && raw !== '' ? { value: raw } : problem('is not a text');

export function oneOf<const Word extends string>(words: readonly Word[]): Parse<Word> {
  return (raw) => {
    const found = words.find((word) => word === (typeof raw === 'string' ? raw.trim().toLowerCase() : raw));
    return found === undefined ? problem(`is not one of ${words.join(', ')}`) : { value: found };
  };
}

/** An array, or words with commas between; `none` alone is the empty list. Said twice counts once. */
export function listOf<const Word extends string>(words: readonly Word[]): Parse<readonly Word[]> {
  const item = oneOf(words);
  return (raw) => {
    const given = typeof raw === 'string' ? splitAtCommas(raw) : raw;
    if (!Array.isArray(given)) return problem('is not a list');
    const found = new Set<Word>();
    for (const one of given) {
      const parsed = item(one);
      if ('problem' in parsed) return problem(`holds ${JSON.stringify(one) ?? String(one)}, which ${parsed.problem}`);
      found.add(parsed.value);
    }
    return { value: [...found] };
  };
}

function splitAtCommas(raw: string): string[] {
  if (raw.trim().toLowerCase() === 'none') return [];
  return raw
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/**
 * An array, or in the environment a JSON array. A text that is no JSON array is one entry, or with
 * `commas` several.
 */
export function entries<T>(readEntry: (raw: unknown) => T | undefined, commas: boolean): Parse<readonly T[]> {
  return (raw) => {
    const given = typeof raw === 'string' ? textEntries(raw, commas) : raw;
    if (!Array.isArray(given)) return problem('is not a list');
    const found: T[] = [];
    for (const one of given) {
      const entry = readEntry(one);
      if (entry === undefined) return problem(`holds an entry that is not understood: ${shown(one)}`);
      found.push(entry);
    }
    return { value: found };
  };
}

function textEntries(raw: string, commas: boolean): unknown {
  if (raw.trimStart().startsWith('[')) {
    try {
      return JSON.parse(raw) as unknown;
    } catch {
      return undefined;
    }
  }
  return commas ? splitAtCommas(raw) : [raw];
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
