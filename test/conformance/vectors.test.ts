import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { differences } from '../support/compare-verdict.js';
import { judgeVector, vectorNames } from '../support/judge-vector.js';

/** `RAGSPAN_VECTORS=DIR`: the vectors under DIR instead, whose verdicts may be partial (spec §14). */
const elsewhere = process.env['RAGSPAN_VECTORS'];
const folder = elsewhere === undefined || elsewhere === '' ? join(import.meta.dirname, '../vectors') : elsewhere;
const isPartial = elsewhere !== undefined && elsewhere !== '';
const names = vectorNames(folder);

describe(`vectors of ${folder}`, () => {
  it('finds vectors', () => {
    expect(names, `no folder under ${folder} holds a trace.json`).not.toHaveLength(0);
  });

  it.each(names)('%s', async (name) => {
    const wanted = readFileSync(join(folder, name, 'verdict.json'), 'utf8');
    const { json, damage } = await judgeVector(join(folder, name));
    const found = differences(JSON.parse(wanted), JSON.parse(json), isPartial);
    if (found.length > 0)
      expect.fail([`${name}:`, ...found, ...damage.map((problem) => `trace.json: ${problem}`)].join('\n  '));
    if (isPartial) return;
    expect(json, `${name}: the same values, other bytes`).toBe(wanted);
    expect(damage).toEqual([]);
  });
});
