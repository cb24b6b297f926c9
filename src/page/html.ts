/**
 * HTML as values: every text that is put into a template is escaped, and nothing else can be put in.
 * What the eye cannot see (control characters, bidi controls, invisible formatting) is spelt out, so
 * that hostile text can neither run nor reorder the page around it.
 */
import { spellHidden } from './hidden-characters.js';
import { grouped } from './words.js';

const RAW: unique symbol = Symbol('html');

/** Made by `html` alone: a symbol that no parsed JSON can carry. */
export interface Html {
  readonly [RAW]: string;
}

/** Undefined and false leave nothing behind. */
export type Part = Html | string | number | undefined | false | readonly Part[];

const ESCAPES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For element content and for attribute values in quotes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => ESCAPES[character] as string);
}

/**
 * Of a text in a template: ids, notes and names of a file may be of any length, and a page that a
 * browser cannot open shows nothing. What is meant to be read in full goes through `markedText`.
 */
export const MOST_CHARACTERS = 1000;

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return filled(strings, parts, clipped);
}

/**
 * `html` for places where every character counts: the formatter lays out templates of that name and
 * leaves these alone, and nothing is cut. The texts in them come out of the budget of the page.
 */
export function exact(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return filled(strings, parts, String);
}

type Shorten = (text: string, before: string) => string;

function filled(strings: TemplateStringsArray, parts: readonly Part[], shorten: Shorten): Html {
  let text = strings[0] as string;
  parts.forEach((part, index) => {
    text += partText(part, strings[index] as string, shorten) + (strings[index + 1] as string);
  });
  return { [RAW]: text };
}

/** An address that was cut leads elsewhere; these are made of parts that are bounded themselves. */
const ADDRESS = / (?:href|content|value)="$/u;

/** Not inside a surrogate pair. */
function clipped(text: string, before: string): string {
  if (text.length <= MOST_CHARACTERS || ADDRESS.test(before)) return text;
  const isInside = (text.codePointAt(MOST_CHARACTERS - 1) as number) > 0xffff;
  const end = isInside ? MOST_CHARACTERS - 1 : MOST_CHARACTERS;
  return `${text.slice(0, end)}… (${grouped(text.length - end)} more characters)`;
}

function partText(part: Part, before: string, shorten: Shorten): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeMarkup(spellHidden(shorten(part, before)));
  if (typeof part === 'number') return String(part);
  if (isParts(part)) return part.map((one) => partText(one, before, shorten)).join('');
  return part[RAW];
}

function isParts(part: Html | readonly Part[]): part is readonly Part[] {
  return Array.isArray(part);
}

/** Text that is markup already: the style sheet and the script of a page, never anything that was read. */
export function ownMarkup(text: string): Html {
  return { [RAW]: text };
}

export function htmlText(value: Html): string {
  return value[RAW];
}
