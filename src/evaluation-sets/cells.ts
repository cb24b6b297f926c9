/** What stands in a cell: a text, or several. Tables hold lists as JSON, or as Python prints them. */
import { pythonList } from './python-list.js';
import { isRecord } from './row.js';

export type Texts =
  | {
      readonly texts: readonly string[];
      /** Each entry of the cell is one of the texts, in its place. */
      readonly isWhole: boolean;
    }
  | { readonly problem: string };

/** What libraries write where there is nothing. */
const MISSING = new Set(['', 'nan', 'NaN', 'None', 'null', 'undefined', 'N/A', '[]']);

export function isMissing(value: unknown): boolean {
  if (typeof value === 'string') return MISSING.has(value.trim());
  return value === undefined || value === null || (typeof value === 'number' && Number.isNaN(value));
}

/** The texts of a cell, missing ones left out, each once. `separator` splits a plain text. */
export function textsOf(value: unknown, separator: string | undefined): Texts {
  const items = itemsOf(value, separator);
  if ('problem' in items) return items;
  const texts = new Set<string>();
  for (const item of items.items) {
    if (isMissing(item)) continue;
    const text = textOf(item);
    if (text === undefined) return { problem: 'holds something that is no text; write texts, or objects with a text' };
    texts.add(text);
  }
  return { texts: [...texts], isWhole: texts.size === items.items.length };
}

function itemsOf(
  value: unknown,
  separator: string | undefined,
): { readonly items: readonly unknown[] } | { readonly problem: string } {
  if (Array.isArray(value)) return { items: value as readonly unknown[] };
  // SQuAD: {"text": ["…"], "answer_start": […]}.
  if (isRecord(value) && Array.isArray(value['text'])) return { items: value['text'] as readonly unknown[] };
  if (typeof value !== 'string') return { items: [value] };
  const text = value.trim();
  if (text.startsWith('[') && text.endsWith(']')) {
    const list = jsonList(text) ?? pythonList(text);
    if (list !== undefined) return { items: list };
    if (/^\[\s*(?:['"]|array\()/.test(text))
      return { problem: 'is a list that is neither JSON nor Python; export the set as JSON lines' };
  }
  return { items: separator === undefined ? [value] : value.split(separator).map((one) => one.trim()) };
}

function jsonList(text: string): readonly unknown[] | undefined {
  try {
    return JSON.parse(text) as readonly unknown[];
  } catch {
    return undefined;
  }
}

const TEXT_FIELDS = ['text', 'content', 'page_content', 'pageContent', 'value'];

/** A number beyond what a double holds is not the one that stood in the file. */
function textOf(item: unknown): string | undefined {
  if (typeof item === 'string') return item;
  if (typeof item === 'number') return Number.isSafeInteger(item) || !Number.isInteger(item) ? String(item) : undefined;
  if (typeof item === 'boolean') return String(item);
  if (!isRecord(item)) return undefined;
  const texts = TEXT_FIELDS.map((field) => item[field]).filter((text) => typeof text === 'string');
  return texts.length === 1 ? texts[0] : undefined;
}
