import { describe, expect, it } from 'vitest';
import { differences } from '../support/compare-verdict.js';

describe('comparing a verdict with a vector', () => {
  const reached = { version: 1, runs: [{ verdict: 'H2', reason: 'cut', chunks: { sent: 2, cut: 3 } }] };

  it('names each path that differs', () => {
    expect(
      differences({ version: 1, runs: [{ verdict: 'H1', reason: 'cut', chunks: { sent: 2 } }] }, reached, false),
    ).toEqual(['runs[0].chunks.cut: expected nothing, got 3', 'runs[0].verdict: expected "H1", got "H2"']);
  });

  it('reads only what a partial verdict names', () => {
    expect(differences({ runs: [{ verdict: 'H2', chunks: { cut: 3 } }] }, reached, true)).toEqual([]);
    expect(differences({ runs: [{ verdict: 'H1' }] }, reached, true)).toEqual([
      'runs[0].verdict: expected "H1", got "H2"',
    ]);
  });

  it('lets {"$in": […]} stand for any of its values', () => {
    expect(differences({ runs: [{ reason: { $in: ['clipped', 'cut'] } }] }, reached, true)).toEqual([]);
    expect(differences({ runs: [{ reason: { $in: ['clipped'] } }] }, reached, true)).toEqual([
      'runs[0].reason: expected any of ["clipped"], got "cut"',
    ]);
  });

  it('counts runs in a partial verdict too', () => {
    expect(differences({ runs: [] }, reached, true)).toEqual(['runs: expected 0 entries, got 1']);
    expect(differences({ runs: [] }, { version: 1 }, true)).toEqual([]);
  });
});
