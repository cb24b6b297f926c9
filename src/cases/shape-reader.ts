/** Reads a tree by the shape it is to have, and reports what does not fit: each problem, not the first. */
import { type KeyPath, type Problems, quoted } from './problems.js';
import type { Tree } from './tree.js';

/** One mapping whose keys are known. */
export class MapReader {
  readonly path: KeyPath;
  readonly problems: Problems;
  readonly #map: ReadonlyMap<string, Tree>;

  constructor(map: ReadonlyMap<string, Tree>, path: KeyPath, problems: Problems) {
    this.#map = map;
    this.path = path;
    this.problems = problems;
  }

  /** Undefined, and reported, when `tree` is no mapping; unknown keys are reported. */
  static open(tree: Tree, path: KeyPath, keys: readonly string[], problems: Problems): MapReader | undefined {
    if (!(tree instanceof Map)) {
      problems.report(path, undefined, `${whatIs(tree)}; write a mapping of ${keys.join(', ')}`);
      return undefined;
    }
    for (const key of tree.keys()) {
      if (!keys.includes(key)) problems.report(path.key(key), undefined, unknownKey(key, keys));
    }
    return new MapReader(tree, path, problems);
  }

  has(key: string): boolean {
    return this.#map.has(key);
  }

  get(key: string): Tree | undefined {
    return this.#map.get(key);
  }

  at(key: string): KeyPath {
    return this.path.key(key);
  }

  /** One text that is not blank. */
  text(key: string): string | undefined {
    const tree = this.#map.get(key);
    return tree === undefined ? undefined : readText(tree, this.at(key), this.problems);
  }

  /** One of some words. */
  word<Word extends string>(key: string, words: readonly Word[]): Word | undefined {
    const text = this.text(key);
    return text === undefined ? undefined : readWord(text, this.at(key), words, this.problems);
  }

  /** A list; one item alone counts as a list of it. */
  list<Item>(key: string, read: (tree: Tree, path: KeyPath) => Item | undefined): Item[] {
    const tree = this.#map.get(key);
    return tree === undefined ? [] : readList(tree, this.at(key), read);
  }
}

export function readList<Item>(
  tree: Tree,
  path: KeyPath,
  read: (tree: Tree, path: KeyPath) => Item | undefined,
): Item[] {
  const items = Array.isArray(tree) ? (tree as readonly Tree[]) : undefined;
  if (items === undefined) return [read(tree, path)].filter((item) => item !== undefined);
  return items.map((item, index) => read(item, path.item(index))).filter((item) => item !== undefined);
}

export function readText(tree: Tree, path: KeyPath, problems: Problems): string | undefined {
  if (typeof tree !== 'string') {
    problems.report(path, undefined, `${whatIs(tree)}; write one text`);
    return undefined;
  }
  if (tree.trim() !== '') return tree;
  problems.report(path, undefined, 'is empty; write a value, or remove the key');
  return undefined;
}

export function readWord<Word extends string>(
  text: string,
  path: KeyPath,
  words: readonly Word[],
  problems: Problems,
): Word | undefined {
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) problems.report(path, text, `is not one of ${words.join(', ')}`);
  return word;
}

function whatIs(tree: Tree): string {
  if (typeof tree === 'string') return tree.trim() === '' ? 'is empty' : `is the text ${quoted(tree)}`;
  return Array.isArray(tree) ? 'is a list' : 'is a mapping';
}

function unknownKey(key: string, keys: readonly string[]): string {
  const near = keys.find((candidate) => isNear(key.toLowerCase().replaceAll('-', '_'), candidate));
  return near === undefined
    ? `is no known key; known are ${keys.join(', ')}`
    : `is no known key; did you mean ${near}?`;
}

/** Equal but for one character changed, added, left out or swapped with the next, or an `s` too many. */
function isNear(key: string, candidate: string): boolean {
  if (Math.abs(key.length - candidate.length) > 1 || key.length > 32) return false;
  let start = 0;
  while (start < key.length && key[start] === candidate[start]) start++;
  let end = 0;
  while (end < Math.min(key.length, candidate.length) - start && key.at(-1 - end) === candidate.at(-1 - end)) end++;
  const [changed, expected] = [key.slice(start, key.length - end), candidate.slice(start, candidate.length - end)];
  if (changed.length <= 1 && expected.length <= 1) return true;
  return changed.length === 2 && expected.length === 2 && changed[0] === expected[1] && changed[1] === expected[0];
}
