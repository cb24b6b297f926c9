/** The kinds of values that stand in several places of a case file. */
import type { KeyPath, Problems } from './problems.js';
import type { PatternShape } from './pattern.js';
import type { PatternReader } from './pattern-reader.js';
import { readText } from './shape-reader.js';
import { templateKeys } from './template.js';
import type { Tree } from './tree.js';

/** An entry of `must` or `must_not`: a pattern, or a list of alternatives. */
export function readAlternatives(tree: Tree, path: KeyPath, patterns: PatternReader): PatternShape[] | undefined {
  if (!Array.isArray(tree)) {
    const pattern = patterns.read(tree, path);
    return pattern === undefined ? undefined : [pattern];
  }
  const items = tree as readonly Tree[];
  if (items.length === 0)
    patterns.problems.report(path, undefined, 'is an empty list of alternatives; write at least one, or remove it');
  return items.map((item, index) => patterns.read(item, path.item(index))).filter((pattern) => pattern !== undefined);
}

/** `*` stands at the end only. */
export function readStarText(tree: Tree, path: KeyPath, problems: Problems): string | undefined {
  const text = readText(tree, path, problems);
  if (text === undefined) return undefined;
  const star = text.indexOf('*');
  if (star < 0 || star === text.length - 1) return text;
  problems.report(path, text, 'has a `*` that is not at the end; only the end can be left open');
  return undefined;
}

const DIGEST = /^[0-9a-f]{32}$/;
const SHA256 = /^[0-9a-f]{64}$/;

export function readDigest(tree: Tree, path: KeyPath, problems: Problems): string | undefined {
  const text = readText(tree, path, problems)?.toLowerCase();
  if (text === undefined || DIGEST.test(text)) return text;
  const hint = SHA256.test(text)
    ? 'use its first 32 characters'
    : 'write 32 hexadecimal characters: the start of the SHA-256 of the chunk';
  problems.report(path, text, `is no digest; ${hint}`);
  return undefined;
}

/** A digest, or a template that becomes one. */
export function readDigestTemplate(tree: Tree, path: KeyPath, problems: Problems): string | undefined {
  return typeof tree === 'string' && templateKeys(tree).length > 0 ? tree : readDigest(tree, path, problems);
}

export function readSha256(tree: Tree, path: KeyPath, problems: Problems): string | undefined {
  const text = readText(tree, path, problems)?.toLowerCase();
  if (text === undefined || SHA256.test(text)) return text;
  problems.report(path, text, 'is no hash; write the 64 hexadecimal characters of the SHA-256 of the input');
  return undefined;
}
