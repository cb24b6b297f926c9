import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharesMaximumLength, vectorFiles } from '../support/vector-builder.js';
import { vectorNames } from '../support/judge-vector.js';
import { readme } from '../support/vectors/readme.js';
import { vectors } from '../support/vectors/index.js';
import {
  FATES,
  FINDINGS,
  FORMS,
  H1_REASONS,
  H2_REASONS,
  H3_REASONS,
  LOSSES,
  UNKNOWN_REASONS,
} from '../../src/model/verdict.js';

const folder = join(import.meta.dirname, '../vectors');
/** No trace file can show these: a run that is judged before it has ended, and a fault of our own. */
const NOT_IN_FILES = new Set(['timeout', 'evicted', 'shutdown', 'internal_error']);

describe('the vectors of the repository', () => {
  it('are what test/support/vectors says (npm run vectors writes them anew)', () => {
    expect(vectorNames(folder)).toEqual(vectors.map(({ name }) => name).sort());
    for (const vector of vectors) {
      const files = vectorFiles(vector);
      const written = readdirSync(join(folder, vector.name)).map(
        (name) => [name, readFileSync(join(folder, vector.name, name), 'utf8')] as const,
      );
      expect([vector.name, Object.fromEntries(written)]).toEqual([vector.name, Object.fromEntries(files)]);
    }
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe(readme(vectors));
  });

  it('have distinct names', () => {
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
  });

  it('do not make readers infer a value limit unless they mean to', () => {
    expect(
      vectors.filter((vector) => vector.infersLimit !== true && sharesMaximumLength(vector)).map(({ name }) => name),
    ).toEqual([]);
  });

  const runs = vectors.flatMap((vector) => vector.runs);
  const shown = (key: string): Set<unknown> => new Set(runs.map((run) => run[key]));
  const inside = (key: string): Set<string> =>
    new Set(runs.flatMap((run) => Object.keys((run[key] as object | undefined) ?? {})));

  it('show every verdict, boundary, outcome, loss and route', () => {
    expect(
      ['H1', 'H2', 'H3', 'H3a', 'H3b', 'HOLD', 'UNKNOWN', 'UNDECLARED'].filter((one) => !shown('verdict').has(one)),
    ).toEqual([]);
    expect(['retrieval', 'assembly', 'generation'].filter((one) => !shown('boundary').has(one))).toEqual([]);
    expect(['abstained', 'answered_empty', 'answered'].filter((one) => !shown('outcome').has(one))).toEqual([]);
    expect(LOSSES.filter((one) => !shown('loss').has(one))).toEqual([]);
    expect(['outside_retrieval', 'self_report'].filter((one) => !shown('route').has(one))).toEqual([]);
  });

  it('show every reason that a file can show', () => {
    const reasons = [...H1_REASONS, ...H2_REASONS, ...H3_REASONS, ...UNKNOWN_REASONS].filter(
      (reason) => !NOT_IN_FILES.has(reason),
    );
    expect(reasons.filter((reason) => !shown('reason').has(reason))).toEqual([]);
  });

  it('show every fate, every finding of the audit and every form', () => {
    expect(FATES.filter((fate) => !inside('chunks').has(fate))).toEqual([]);
    expect(FINDINGS.filter((finding) => !inside('audit').has(finding))).toEqual([]);
    const forms = new Set(runs.map((run) => (run['evidence'] as { form?: string } | undefined)?.form));
    expect([...FORMS, 'edited'].filter((form) => !forms.has(form))).toEqual([]);
  });
});
