/** Reads the words of a command line; what does not fit is a UsageError that names it. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from './io.js';

export type Flags = NonNullable<ParseArgsConfig['options']>;

export interface Parsed<F extends Flags> {
  readonly values: ReturnType<typeof parseArgs<{ options: F; allowPositionals: true }>>['values'];
  readonly positionals: readonly string[];
}

/** `command` as the user wrote it: the hint points to its help. */
export function parseArguments<F extends Flags>(command: string, args: readonly string[], options: F): Parsed<F> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    return { values, positionals };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    const [, dashes, unknown] = /Unknown option '(--?)([^']+)'/u.exec(problem) ?? [];
    if (unknown === undefined) throw badValue(command, problem);
    const near = nearest(unknown, Object.keys(options));
    throw new UsageError(
      `${command}: there is no option ${dashes}${unknown}`,
      near === undefined ? helpHint(command) : `Did you mean --${near}?`,
    );
  }
}

/** Node's remarks on an option that is known, in our words: its remedies fill lines of their own. */
function badValue(command: string, problem: string): UsageError {
  const [, option, fault] =
    /^Option '(?:-\w, )?(--[^' ]+)[^']*' (argument is ambiguous|argument missing|does not take an argument)/u.exec(
      problem,
    ) ?? [];
  if (option === undefined) return new UsageError(`${command}: ${firstSentence(problem)}`, helpHint(command));
  if (fault === 'does not take an argument')
    return new UsageError(`${command}: ${option} takes no value`, `Write ${option} alone.`);
  if (fault === 'argument missing') return new UsageError(`${command}: ${option} has no value`, helpHint(command));
  return new UsageError(
    `${command}: ${option} has no value, or one that begins with a dash`,
    `Write ${option}=VALUE for a value that begins with a dash.`,
  );
}

function helpHint(command: string): string {
  return `See \`ragspan ${command} --help\`.`;
}

function firstSentence(text: string): string {
  return (text.split(/\. |\n/u)[0] ?? text).replace(/\.$/u, '');
}

/** The word that is at most two changes away, and keeps something of it. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.min(3, word.length);
  for (const one of words) {
    const changes = distance(word, one);
    if (changes < least) {
      least = changes;
      best = one;
    }
  }
  return best;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next.push(
        Math.min(
          (row[j] as number) + 1,
          (next[j - 1] as number) + 1,
          (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      );
    }
    row = next;
  }
  return row[b.length] as number;
}
