/** Every vector is an incident in small: what is frozen of it must bear its verdict out, whatever happened in it. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCases } from '../../src/cases/index.js';
import { caseBookOf } from '../../src/incidents/case-message.js';
import { diffIncident, firstDivergence } from '../../src/incidents/diff.js';
import { freezeIncident } from '../../src/incidents/freeze-incident.js';
import { goldenCase } from '../../src/incidents/golden-case.js';
import { incidentText, parseIncident } from '../../src/incidents/incident-file.js';
import { predictIncident } from '../../src/incidents/predict.js';
import { paperForm } from '../../src/incidents/show/paper-form.js';
import { paperMarkdown } from '../../src/incidents/show/markdown.js';
import { judgeRun } from '../../src/joining/judge-trace.js';
import type { JudgedFileRun } from '../../src/files/judge-files.js';
import { decodeMessage, encodeMessage } from '../../src/proto/messages.js';
import { vectorNames, vectorRuns } from '../support/judge-vector.js';

const VECTORS = 'test/vectors';
const frozenAt = 1_790_000_000_000_000_000n;

/** Freezes without redactors: what is compared below is the bytes. */
function frozenOf(run: JudgedFileRun, withText: boolean) {
  return freezeIncident(run, { nowUnixNano: frozenAt, withText, redactors: [] });
}

describe.each(vectorNames(VECTORS))('%s', (name) => {
  it('is frozen, predicted and diffed: the boundary convicted is the verdict’s', async () => {
    for (const run of await vectorRuns(join(VECTORS, name))) {
      const { hash } = run.basis.options;
      for (const withText of [true, false]) {
        const frozen = frozenOf(run, withText);
        const text = incidentText(frozen, hash);
        const read = parseIncident(text, name, hash);
        expect(read).toEqual(frozen);
        expect(decodeMessage('Incident', encodeMessage('Incident', frozen))).toEqual(frozen);
        if (run.verdict.case === undefined) {
          expect(() => predictIncident(frozen, frozenAt, hash)).toThrow(/nothing says what it needed/u);
          continue;
        }
        const diffed = diffIncident(predictIncident(read, frozenAt + 1n, hash), hash);
        const divergence = firstDivergence(diffed.diff ?? []);
        expect(divergence?.state === 'diverges' ? divergence.boundary : undefined).toBe(run.verdict.boundary);
        if (run.verdict.verdict === 'UNKNOWN') expect(divergence?.state).toBe('unknown');
        if (run.verdict.verdict === 'HOLD') expect(divergence).toBeUndefined();
        expect(paperMarkdown(paperForm(diffed))).toContain(run.verdict.verdict);
        if (!withText) expectNoText(run, text);
      }
    }
  });

  it('gives a golden case that judges the same run alike', async () => {
    for (const run of await vectorRuns(join(VECTORS, name))) {
      if (run.verdict.case === undefined) continue;
      const { hash } = run.basis.options;
      const frozen = frozenOf(run, true);
      const golden = goldenCase(frozen, { hash });
      const parsed = parseCases(`version: 1\ncases:\n${golden.item}`, 'golden');
      expect(parsed).toHaveProperty('book');
      // Judged by the case alone: services and lists of wrong chunks stay in the case file.
      const again = judgeRun(
        run.run,
        {
          ...run.basis.book,
          ...caseBookOf(frozen.case ?? { id: '' }, hash),
          services: run.basis.book?.services ?? [],
          incorrectChunks: run.basis.book?.incorrectChunks ?? new Set(),
        },
        run.basis.options,
      );
      const { case: _case, cases_matched: _matched, ...verdict } = again?.verdict ?? { verdict: 'none' };
      const { case: _id, cases_matched: _count, ...before } = run.verdict;
      if (run.verdict.reason !== 'case_stale') expect(verdict).toEqual(before);
    }
  });
});

/** Neither a chunk, nor a message, nor the output stands in the file. */
function expectNoText(run: JudgedFileRun, text: string): void {
  const texts = [
    ...run.run.retrievals.flatMap(({ list }) => (list.items ?? []).flatMap((item) => item.text ?? [])),
    ...run.run.calls.flatMap(({ model }) => [
      ...(model.messages ?? []).flatMap(({ parts }) => parts.flatMap(({ leaves }) => leaves)),
      ...(model.output?.text === undefined ? [] : [model.output.text.text]),
    ]),
  ];
  // Shorter ones stand in names and patterns by chance.
  for (const one of texts) if (one.trim().length >= 24) expect(text).not.toContain(JSON.stringify(one).slice(1, -1));
}
