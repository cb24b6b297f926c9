/** The cases that a test suite holds: a case file, or the same as an object. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { decode } from '../cases/case-file-bytes.js';
import { type CaseFile, formatProblem, type ParsedCases, parseCaseObject, parseCases } from '../cases/index.js';

/** A case file as an object: what stands in YAML, as data. */
export interface CasesObject {
  readonly version?: number | string;
  readonly services?: object;
  readonly cases: readonly object[];
  readonly incorrect_chunks?: readonly string[];
}

export const DEFAULT_CASES = 'ragspan.cases.yaml';

/** Throws an Error that names file, line and key. */
export function readTestCases(cases: string | CasesObject): ParsedCases {
  if (typeof cases !== 'string') {
    const parsed = parseCaseObject(cases);
    if (!('problems' in parsed)) return parsed;
    throw new Error(
      `ragspanTest: no valid cases:\n${parsed.problems.map(({ key, problem }) => `${key}: ${problem}`).join('\n')}`,
    );
  }
  const path = resolve(cases);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(
      `ragspanTest: the case file ${path} cannot be read (${code ?? message}); give its path from the folder in which the tests are started`,
      { cause: error },
    );
  }
  const source = decode(bytes);
  if ('problem' in source) throw new Error(`ragspanTest: the case file ${path}: ${source.problem}; save it as UTF-8`);
  const parsed = parseCases(source.text, cases);
  if (!('problems' in parsed)) return parsed;
  throw new Error(`ragspanTest: the case file is not valid:\n${parsed.problems.map(formatProblem).join('\n')}`);
}

/** A case that asks one question word for word. */
export interface GoldenQuestion {
  readonly id: string;
  readonly input: string;
}

/** In file order: what a suite can go through. Cases with `input_matches`, hashes or templates are not among them. */
export function questionsOf({ cases }: CaseFile): GoldenQuestion[] {
  return cases.flatMap(({ id, when: { input } }) =>
    input === undefined || /\$\{[^{}]+\}/.test(input) ? [] : [{ id, input }],
  );
}
