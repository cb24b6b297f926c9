/** Patterns of one case file: each compiled once, and all of them together within bounds. */
import type { TextPattern } from '../model/case.js';
import { compilePattern, type PatternShape } from './pattern.js';
import { KeyPath, type Problems } from './problems.js';
import { MapReader, readText } from './shape-reader.js';
import type { Tree } from './tree.js';

/** Instructions of all RE2 patterns of a file. Thousands of patterns fit; a hostile file does not. */
const MAX_TOTAL_SIZE = 1_000_000;

export class PatternReader {
  readonly problems: Problems;
  readonly #compiled = new Map<string, TextPattern>();
  #sizeLeft = MAX_TOTAL_SIZE;

  constructor(problems: Problems) {
    this.problems = problems;
  }

  /** A string, or `{text: …}` for a literal in slashes. Undefined: reported. */
  read(tree: Tree, path: KeyPath): PatternShape | undefined {
    const shape = tree instanceof Map ? this.#readLiteral(tree, path) : readText(tree, path, this.problems);
    if (shape === undefined) return undefined;
    const problem = this.#compile(shape, false);
    if (problem === undefined) return shape;
    this.problems.report(path, sourceOf(shape), problem);
    return undefined;
  }

  /** A pattern that was read. Undefined: reported. */
  compiled(shape: PatternShape, caseSensitive: boolean): TextPattern | undefined {
    const problem = this.#compile(shape, caseSensitive);
    if (problem !== undefined) this.problems.report(KeyPath.root, sourceOf(shape), problem);
    return this.#compiled.get(keyOf(shape, caseSensitive));
  }

  #readLiteral(tree: ReadonlyMap<string, Tree>, path: KeyPath): PatternShape | undefined {
    const reader = MapReader.open(tree, path, ['text'], this.problems);
    if (reader === undefined) return undefined;
    const text = reader.text('text');
    if (!reader.has('text')) this.problems.report(path, undefined, 'is an empty pattern; write {text: "…"}');
    return text === undefined ? undefined : { text };
  }

  #compile(shape: PatternShape, caseSensitive: boolean): string | undefined {
    const key = keyOf(shape, caseSensitive);
    if (this.#compiled.has(key)) return undefined;
    if (this.#sizeLeft <= 0) return 'comes after too many large patterns; use fewer, or smaller repeat counts';
    const compiled = compilePattern(shape, caseSensitive);
    this.#sizeLeft -= compiled.size ?? 0;
    if ('problem' in compiled) return compiled.problem;
    this.#compiled.set(key, compiled.pattern);
    return undefined;
  }
}

function sourceOf(shape: PatternShape): string {
  return typeof shape === 'string' ? shape : shape.text;
}

function keyOf(shape: PatternShape, caseSensitive: boolean): string {
  return `${caseSensitive ? 's' : 'i'}${typeof shape === 'string' ? 'p' : 't'}${sourceOf(shape)}`;
}
