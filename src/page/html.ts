/**
 * HTML as values: every text that is put into a template is escaped, and nothing else can be put in.
 * What the eye cannot see (control characters, bidi controls, invisible formatting) is spelt out, so
 * that hostile text can neither run nor reorder the page around it.
 */
import { spellHidden } from './hidden-characters.js';

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

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0] as string;
  parts.forEach((part, index) => {
    text += partText(part) + (strings[index + 1] as string);
  });
  return { [RAW]: text };
}

/** `html` for places where every space counts: the formatter lays out templates of that name and leaves these alone. */
export const exact: typeof html = html;

function partText(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeMarkup(spellHidden(part));
  if (typeof part === 'number') return String(part);
  if (isParts(part)) return part.map(partText).join('');
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
