import { expect, it } from 'vitest';
import { splitTestText } from '../../../src/cli/split-test/split-test-text.js';
import { styleFor } from '../../../src/cli/style.js';
import type { SplitTestMessage } from '../../../src/proto/messages.generated.js';

/** Ids as they are when nobody names them, and a verdict with its longest words. */
const INCIDENTS = ['INC-245825af31b1', 'INC-9704d126bc09'];
const REPAIRS = { 'top-k-6': 'retrieval', wide: 'assembly', strict: 'generation' };

const TEST: SplitTestMessage = {
  version: 1,
  started_at_unix_nano: 0n,
  app: 'rag.mjs',
  trials_per_cell: 3,
  incidents: INCIDENTS.map((id) => ({ id, frozen_sha256: '', verdict: 'H3a', reason: 'contradiction' })),
  repairs: Object.entries(REPAIRS).map(([id, boundary]) => ({ id, boundary })),
  matrix: INCIDENTS.flatMap((incident) =>
    ['', ...Object.keys(REPAIRS)].map((repair) => ({
      incident,
      repair,
      trials: 3,
      recovered: repair === 'strict' ? 3 : 0,
      unknown: 0,
    })),
  ),
  app_sha256: '',
  tested_by: '',
  sha256: '',
};

const matrix = (width: number): string[] => {
  const text = splitTestText(
    TEST,
    0,
    styleFor({ env: { COLUMNS: String(width) }, isOutTerminal: false, columns: undefined }),
  );
  return text.slice(text.indexOf('Recovered'), text.indexOf('\n\nRulings')).split('\n').slice(1);
};

it('stays a matrix in 80 columns, with the ids that incidents get by themselves', () => {
  expect(matrix(80)[2]).toBe(' INC-245825af31b1  H3a (contradiction)  0/3      0/3        0/3       3/3');
});

it('gives up the reason before it gives up the matrix', () => {
  expect(matrix(70)[2]).toBe(' INC-245825af31b1  H3a  0/3      0/3        0/3       3/3');
});

it('is a list with its counts in one column where there is no room', () => {
  expect(matrix(45).slice(0, 5)).toEqual([
    ' INC-245825af31b1  H3a (contradiction)',
    '   control  0/3',
    '   top-k-6  0/3',
    '   wide     0/3',
    '   strict   3/3',
  ]);
});
