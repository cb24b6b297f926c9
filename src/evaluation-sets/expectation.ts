/** What an answer must and must not say, as far as bytes can tell it. */
import { compilePattern } from '../cases/index.js';
import { isRecord } from './row.js';

/** A pattern of a case file: a string, or `{text}` for one that stands in slashes. */
export type DraftPattern = string | { readonly text: string };

export interface Expectation {
  /** Each a list of alternatives. */
  readonly must: readonly (readonly DraftPattern[])[];
  readonly mustNot: readonly (readonly DraftPattern[])[];
  readonly isCaseSensitive: boolean;
  /** What is expected and was not taken over, and why. */
  readonly leftOut: readonly string[];
}

export const NO_EXPECTATION: Expectation = { must: [], mustNot: [], isCaseSensitive: false, leftOut: [] };

const MAX_WORDS = 5;
const MAX_UNITS = 60;
/** Such a word stands in answers that say something else. */
const TOO_COMMON = new Set([
  'yes',
  'no',
  'true',
  'false',
  'none',
  'not',
  'unknown',
  'n/a',
  'ja',
  'nein',
  'oui',
  'non',
  'si',
  'sí',
]);

/** Any of these answers is right. Only short ones can be asked for word by word. */
export function expectedAnswers(answers: readonly string[], maxWords = MAX_WORDS): Expectation {
  const short: string[] = [];
  for (const answer of answers) {
    const text = withoutStop(answer.trim());
    const why = whyNoMust(text, maxWords);
    // Were one of them left out of the alternatives, a right answer would be called wrong.
    if (why !== undefined) return { ...NO_EXPECTATION, leftOut: answers.map((one) => `${shown(one)}: ${why}`) };
    short.push(text);
  }
  return short.length === 0 ? NO_EXPECTATION : { ...NO_EXPECTATION, must: [[...new Set(short)].map(literal)] };
}

/** What the answer must not say. */
export function forbiddenTexts(texts: readonly string[]): readonly (readonly DraftPattern[])[] {
  return texts.map((text) => [literal(text.trim())]);
}

function whyNoMust(text: string, maxWords: number): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'no letter or digit in it';
  if (TOO_COMMON.has(text.toLowerCase())) return 'a word that stands in other answers, too';
  if (/[\r\n]/.test(text)) return 'more than one line';
  if (text.split(/\s+/).length > maxWords) return `more than ${maxWords} words: an answer may say it in others`;
  if (text.length > MAX_UNITS) return `more than ${MAX_UNITS} characters: an answer may say it in others`;
  return undefined;
}

/** The stop belongs to the sentence, not to what it says. */
function withoutStop(text: string): string {
  return /[^.\s]\.$/.test(text) ? text.slice(0, -1) : text;
}

function literal(text: string): DraftPattern {
  return text.length >= 2 && text.startsWith('/') && text.endsWith('/') ? { text } : text;
}

/** The assertions of promptfoo that ask for bytes; the others are judged by models, code or scores. */
export function assertedExpectation(values: readonly unknown[], mayBeCaseSensitive = true): Expectation {
  const asserts = values
    .flatMap((value) => (Array.isArray(value) ? (value as readonly unknown[]) : [value]))
    .flatMap(readAssert);
  const must: DraftPattern[][] = [];
  const mustNot: DraftPattern[][] = [];
  const leftOut: string[] = [];
  // One case has one rule on upper and lower case: where both kinds stand, none may forbid by the wrong one.
  const isCaseSensitive =
    mayBeCaseSensitive && asserts.length > 0 && asserts.every(({ type }) => CASE_SENSITIVE.has(type));
  const readable = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => {
      const compiled = compilePattern(`/${text}/`, isCaseSensitive);
      if (!('problem' in compiled)) return [`/${text}/`];
      leftOut.push(`regex ${shown(text)}: ${compiled.problem}`);
      return [];
    });
  for (const { type, value } of asserts) {
    const texts = (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter(
      (one) => typeof one === 'string' && one.trim() !== '',
    ) as string[];
    if (texts.length === 0) leftOut.push(`${type}: it names no text`);
    else if (MUST.has(type)) must.push(...texts.map((text) => [literal(text)]));
    else if (MUST_ANY.has(type)) must.push(texts.map(literal));
    else if (type === 'equals') must.push(...expectedAnswers(texts).must.map((any) => [...any]));
    else if (type === 'regex') must.push(...readable(texts).map((pattern) => [pattern]));
    else if (MUST_NOT.has(type) && (isCaseSensitive || !CASE_SENSITIVE.has(type)))
      mustNot.push(...texts.map((text) => [literal(text)]));
    else if (type === 'not-regex' && isCaseSensitive) mustNot.push(...readable(texts).map((pattern) => [pattern]));
    else
      leftOut.push(`${type}: no check of bytes${MUST_NOT.has(type) ? ' under one rule on upper and lower case' : ''}`);
  }
  return { must, mustNot, isCaseSensitive, leftOut };
}

const MUST = new Set(['contains', 'icontains', 'contains-all', 'icontains-all', 'starts-with']);
const MUST_ANY = new Set(['contains-any', 'icontains-any']);
const MUST_NOT = new Set(['not-contains', 'not-icontains', 'not-contains-any', 'not-icontains-any']);
const CASE_SENSITIVE = new Set([
  'contains',
  'contains-all',
  'contains-any',
  'starts-with',
  'not-contains',
  'not-contains-any',
  'equals',
  'regex',
  'not-regex',
]);
const LISTS = /^(?:not-)?i?contains-(?:all|any)$/;

interface Assert {
  readonly type: string;
  readonly value: unknown;
}

/** `{type, value}`, or as a table holds it: `contains: refund`; without a type it is `equals`. */
function readAssert(value: unknown): Assert[] {
  if (isRecord(value)) {
    const { type } = value;
    return typeof type === 'string' ? [{ type, value: value['value'] }] : [];
  }
  if (typeof value !== 'string' || value.trim() === '') return [];
  const [, type, rest] = /^((?:not-)?[a-z]+(?:-[a-z]+)*)(?:\(\d+(?:\.\d+)?\))?:([\s\S]*)$/.exec(value) ?? [];
  if (type === undefined || rest === undefined || !ASSERTS.has(type.replace(/^not-/, '')))
    return [{ type: 'equals', value }];
  return [{ type, value: LISTS.test(type) ? rest.split(',').map((one) => one.trim()) : rest.trim() }];
}

/** Those that a table may name; others are texts that hold a colon. */
const ASSERTS = new Set([
  ...[
    ...MUST,
    ...MUST_ANY,
    'equals',
    'regex',
    'is-json',
    'contains-json',
    'javascript',
    'fn',
    'eval',
    'python',
    'grade',
  ],
  ...['llm-rubric', 'model-graded-closedqa', 'model-graded-factuality', 'factuality', 'similar', 'rouge-n', 'bleu'],
  ...[
    'levenshtein',
    'latency',
    'cost',
    'perplexity',
    'perplexity-score',
    'classifier',
    'moderation',
    'webhook',
    'g-eval',
  ],
  ...['answer-relevance', 'context-faithfulness', 'context-recall', 'context-relevance', 'select-best', 'file'],
]);

function shown(text: string): string {
  const short = text.length <= 120 ? text : `${text.slice(0, 120)}…`;
  return JSON.stringify(short);
}
