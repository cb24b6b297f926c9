import { describe, expect, it } from 'vitest';
import { ratesText, type RatesReport } from '../../../src/cli/rates/rates-text.js';
import { styleFor, type Style } from '../../../src/cli/style.js';
import { textWidth } from '../../../src/cli/text-width.js';

const REPORT: RatesReport = {
  by: 'month',
  runs: [
    {
      period: '2026-11',
      config: '2aefd737'.repeat(8),
      judged: 1200,
      retrieval_lost: 120,
      assembly_lost: 12,
      generation_lost: 60,
      holds: 1008,
      unknown: 3,
      undeclared: 4500,
      undeclared_truncated: 17,
    },
  ],
  recovery: [
    {
      period: '2026-11',
      config: '2aefd737'.repeat(8),
      boundary: 'generation',
      incidents: 3,
      recovered: 1,
      repairs: ['strict', 'top-k-6', 'wide-window', 'count-tokens'].map((repair) => ({
        repair,
        recovered: 0,
        trials: 3,
      })),
    },
  ],
};
const styleOf = (width: number): Style =>
  styleFor({ env: { COLUMNS: String(width) }, isOutTerminal: false, columns: undefined });
const at = (width: number): string => ratesText(REPORT, styleOf(width));

describe('rates in a terminal', () => {
  it('say why a recovery counts as none', () => {
    const repairs = [{ repair: 'both', recovered: 3, trials: 3, mark: 'pan_repair' }] as const;
    const recovery = REPORT.recovery.map((row) => ({ ...row, repairs }));
    expect(ratesText({ ...REPORT, recovery }, styleOf(120))).toContain('both 3/3 (pan-repair)');
  });

  it.each([40, 60, 80, 100, 120])('fit into %i columns, and lose nothing', (width) => {
    const text = at(width);
    for (const line of text.split('\n')) expect(textWidth(line), line).toBeLessThanOrEqual(width);
    const words = text.replaceAll(/\s+/gu, ' ');
    for (const part of ['120 (10 %)', '1008 (84 %)', '4500 (17 cut)', '1 of 3', 'wide-window 0/3, count-tokens 0/3'])
      expect(words).toContain(part);
  });

  it('move closer together before they give up their columns', () => {
    const [run] = REPORT.runs;
    const few = { period: '2026-11-30', judged: 5, retrieval_lost: 2, assembly_lost: 2, generation_lost: 1, holds: 0 };
    const none = { unknown: 0, undeclared: 0, undeclared_truncated: 0 };
    const runs = run === undefined ? [] : [{ ...run, ...few, ...none }];
    expect(ratesText({ by: 'day', runs, recovery: [] }, styleOf(80))).toMatchInlineSnapshot(`
      "Lost by each boundary, of runs judged
      period     config   judged retrieval assembly generation holds   unknown no case
      2026-11-30 2aefd737 5      2 (40 %)  2 (40 %) 1 (20 %)   0 (0 %) 0       0
      "
    `);
  });

  it('are a table with a wrapped last column where there is room, and paragraphs where there is none', () => {
    expect(at(80)).toMatchInlineSnapshot(`
      "Lost by each boundary, of runs judged
      2026-11  2aefd737
        judged 1200  retrieval 120 (10 %)  assembly 12 (1 %)  generation 60 (5 %)
        holds 1008 (84 %)  unknown 3  no case 4500 (17 cut)

      Incidents, and what brought them back
      frozen   config    boundary    incidents  recovered  repairs
      2026-11  2aefd737  generation  3          1 of 3     strict 0/3, top-k-6 0/3,
                                                           wide-window 0/3,
                                                           count-tokens 0/3
      "
    `);
    expect(at(40)).toMatchInlineSnapshot(`
      "Lost by each boundary, of runs judged
      2026-11  2aefd737
        judged 1200  retrieval 120 (10 %)
        assembly 12 (1 %)
        generation 60 (5 %)
        holds 1008 (84 %)  unknown 3
        no case 4500 (17 cut)

      Incidents, and what brought them back
      2026-11  2aefd737
        boundary generation  incidents 3
        recovered 1 of 3
        repairs strict 0/3, top-k-6 0/3,
          wide-window 0/3, count-tokens 0/3
      "
    `);
  });
});
