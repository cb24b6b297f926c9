/** Cases as a process of the built package has them: their reader is there from the first span on. */
import * as reader from '../../src/cases/index.js';
import type { CaseSource } from '../../src/processor/case-source.js';
import { openCaseSource } from '../../src/processor/open-case-source.js';

export function casesAtOnce(path?: string): CaseSource {
  const cases = path === undefined ? undefined : { path, isNamed: true };
  const nothing = (): void => undefined;
  return openCaseSource({ cases, refusals: [] }, nothing, nothing, { atOnce: () => reader, later: async () => reader });
}
