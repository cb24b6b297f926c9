/** From text, or an object in code, to cases in force (spec §8): all problems are told, none thrown. */
import type { Case, CaseBook } from '../model/case.js';
import type { CaseFile } from './case-file.js';
import { compileCaseFile } from './compile-case-file.js';
import { PatternReader } from './pattern-reader.js';
import { type CaseProblem, type FoundProblem, Problems, type ShapeProblem } from './problems.js';
import { readCaseFile } from './read-case-file.js';
import { type Tree, treeOfValue } from './tree.js';
import { treeOfYaml } from './yaml-tree.js';

export interface ParsedCases {
  readonly book: CaseBook;
  /** The same as plain data, to be written elsewhere. */
  readonly file: CaseFile;
}

/** YAML or JSON. `fileName` is only said again in problems, which are in the order of the file. */
export function parseCases(
  source: string,
  fileName: string,
): ParsedCases | { readonly problems: readonly CaseProblem[] } {
  const problems = new Problems();
  const { tree, positionOf } = treeOfYaml(source, problems);
  const parsed = tree === undefined ? undefined : compileTree(tree, problems);
  if (parsed !== undefined && problems.isEmpty) return parsed;
  const placed = problems
    .list()
    .map((found): CaseProblem => ({ file: fileName, ...(found.at ?? positionOf(found.path)), ...shapeProblem(found) }));
  return { problems: inOrder(placed) };
}

/** A whole case file as an object: the same shape, the same rules. */
export function parseCaseObject(value: unknown): ParsedCases | { readonly problems: readonly ShapeProblem[] } {
  const problems = new Problems();
  const tree = treeOfValue(value, problems);
  const parsed = tree === undefined ? undefined : compileTree(tree, problems);
  return parsed !== undefined && problems.isEmpty ? parsed : { problems: problems.list().map(shapeProblem) };
}

/** A case set in code for one run. Without an id it is called `in-code`. */
export function compileCodeCase(
  value: unknown,
): { readonly case: Case } | { readonly problems: readonly ShapeProblem[] } {
  const shape = typeof value === 'object' && value !== null ? { id: 'in-code', ...value } : value;
  const parsed = parseCaseObject({ cases: [shape] });
  if ('problems' in parsed)
    return {
      problems: parsed.problems.map((problem) => ({ ...problem, key: problem.key.replace(/^cases\[0\]\.?/, '') })),
    };
  return { case: parsed.book.cases[0] as Case };
}

function compileTree(tree: Tree, problems: Problems): ParsedCases {
  const patterns = new PatternReader(problems);
  const file = readCaseFile(tree, patterns);
  return { file, book: compileCaseFile(file, patterns) };
}

function shapeProblem({ path, value, problem }: FoundProblem): ShapeProblem {
  return { key: path.text, ...(value === undefined ? {} : { value }), problem };
}

/** The count of those left out stays last. */
function inOrder(problems: readonly CaseProblem[]): CaseProblem[] {
  return problems
    .map((problem, index) => ({ problem, index }))
    .sort((a, b) => a.problem.line - b.problem.line || a.problem.column - b.problem.column || a.index - b.index)
    .map(({ problem }) => problem);
}
