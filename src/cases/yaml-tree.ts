/**
 * YAML or JSON (which is YAML) as a tree with places (spec §8): failsafe schema, so that scalars
 * are their source text; aliases, anchors, tags, merge keys and duplicate keys are errors.
 */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  type ParsedNode,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { KeyPath, type Position, type Problems } from './problems.js';
import type { Tree } from './tree.js';
import { readDocument } from './yaml-document.js';

export interface SourceTree {
  /** Undefined: nothing of the file can be read, or not as it was meant. */
  readonly tree: Tree | undefined;
  /** Where the key, or the item of a list, stands; else the nearest key above it. */
  positionOf(path: KeyPath): Position;
}

export function treeOfYaml(source: string, problems: Problems): SourceTree {
  const places = new Places();
  const { document, isBroken, problems: syntax } = readDocument(source, places.lines);
  const contents = document?.contents ?? undefined;
  const tree =
    contents === undefined || isBlank(contents)
      ? undefined
      : new TreeBuilder(places, problems).build(contents, KeyPath.root);
  if (tree === undefined && syntax.length === 0 && problems.isEmpty) {
    problems.report(KeyPath.root, undefined, 'the file is empty; write at least `version: 1`');
  }
  for (const { offset, problem } of syntax)
    problems.report(places.nearestKey(offset), undefined, problem, places.position(offset));
  return { tree: isBroken ? undefined : tree, positionOf: (path) => places.positionOf(path) };
}

class TreeBuilder {
  readonly #places: Places;
  readonly #problems: Problems;

  constructor(places: Places, problems: Problems) {
    this.#places = places;
    this.#problems = problems;
  }

  /** Undefined: left out, and reported. */
  build(node: ParsedNode, path: KeyPath): Tree | undefined {
    this.#refuseMarks(node, path);
    if (isMap(node)) return this.#map(node, path);
    if (isSeq(node)) return this.#list(node, path);
    return isScalar(node) ? textOf(node.value) : undefined;
  }

  #map(node: YAMLMap.Parsed, path: KeyPath): Tree {
    const map = new Map<string, Tree>();
    for (const pair of node.items as Pair<ParsedNode, ParsedNode | null>[]) {
      const at = pair.key.range[0];
      const key = this.#keyOf(pair.key, path);
      if (key === undefined) continue;
      const below = path.key(key);
      const { value } = pair;
      this.#places.set(below, value === null || isBlank(value) || !isScalar(value) ? at : value.range[0]);
      if (map.has(key)) {
        this.#problems.report(below, undefined, 'is there twice; keep one', this.#places.position(at));
        continue;
      }
      map.set(key, (value === null ? '' : this.build(value, below)) ?? '');
    }
    return map;
  }

  #keyOf(node: ParsedNode, path: KeyPath): string | undefined {
    const at = this.#places.position(node.range[0]);
    if (!isScalar(node)) {
      this.#problems.report(path, undefined, 'has a key that is no plain text; write a plain key', at);
      return undefined;
    }
    const key = textOf(node.value);
    this.#refuseMarks(node, path.key(key));
    if (key !== '<<') return key;
    this.#problems.report(path, undefined, 'has a merge key `<<`; write its keys out', at);
    return undefined;
  }

  #list(node: YAMLSeq.Parsed, path: KeyPath): Tree {
    return node.items.flatMap((item, index) => {
      const below = path.item(index);
      this.#places.set(below, item.range[0]);
      const tree = this.build(item, below);
      return tree === undefined ? [] : [tree];
    });
  }

  /** What is marked is still read, to find what else is wrong with it. */
  #refuseMarks(node: ParsedNode, path: KeyPath): void {
    const refuse = (text: string, problem: string): void => {
      this.#problems.report(path, text, problem, this.#places.position(node.range[0]));
    };
    if (isAlias(node)) refuse(`*${node.source}`, 'is an alias; write the value out');
    else if (node.anchor !== undefined) refuse(`&${node.anchor}`, 'is an anchor; remove it');
    if (node.tag !== undefined) refuse(node.tag, 'is a tag; remove it, every scalar is text');
  }
}

/** Failsafe schema: nothing but text. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Nothing is written there; `""` is something. */
function isBlank(node: ParsedNode): boolean {
  return isScalar(node) && textOf(node.value) === '' && node.range[0] === node.range[1];
}

/** Where keys and items stand. */
class Places {
  readonly lines = new LineCounter();
  readonly #offsets = new Map<string, number>();
  /** In the order of the file. */
  readonly #keys: { readonly offset: number; readonly path: KeyPath }[] = [];

  set(path: KeyPath, offset: number): void {
    if (this.#offsets.has(path.text)) return;
    this.#offsets.set(path.text, offset);
    this.#keys.push({ offset, path });
  }

  /** The last key before a place, for errors that no key has. */
  nearestKey(offset: number): KeyPath {
    return this.#keys.findLast((key) => key.offset <= offset)?.path ?? KeyPath.root;
  }

  positionOf(path: KeyPath): Position {
    for (let at: KeyPath | undefined = path; at !== undefined; at = at.parent) {
      const offset = this.#offsets.get(at.text);
      if (offset !== undefined) return this.position(offset);
    }
    return { line: 1, column: 1 };
  }

  position(offset: number): Position {
    const { line, col } = this.lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }
}
