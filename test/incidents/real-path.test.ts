/** Files that have several names. */
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realPath } from '../../src/incidents/files/real-path.js';

describe('the one name of a file', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ragspan-names-')));
  const at = (name: string): string => join(folder, name);
  mkdirSync(at('deep'));
  symlinkSync(at('deep'), at('shallow'));
  writeFileSync(at('deep/there'), '');
  symlinkSync('there', at('deep/link'));
  symlinkSync('../not-yet', at('deep/early'));
  symlinkSync(at('shallow/early'), at('twice'));
  symlinkSync('round', at('round'));

  it.each([
    ['deep/there', 'deep/there'],
    ['deep/link', 'deep/there'],
    ['shallow/link', 'deep/there'],
    ['shallow/new', 'deep/new'],
    ['deep/early', 'not-yet'],
    ['shallow/early', 'not-yet'],
    ['twice', 'not-yet'],
  ])('of %s is %s', async (name, real) => {
    expect(await realPath(at(name))).toBe(at(real));
  });

  it('is a name still where there is no such folder, or links lead round', async () => {
    expect(await realPath(at('none/file'))).toBe(at('none/file'));
    expect(await realPath(at('round'))).toBe(at('round'));
  });
});
