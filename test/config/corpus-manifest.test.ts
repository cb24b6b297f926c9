import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgingOptions, readOptions } from '../../src/config/index.js';
import { parseCorpusManifest, readCorpusManifest } from '../../src/config/corpus-manifest.js';

const digest = 'd4e2'.repeat(8);

describe('the corpus manifest', () => {
  it('holds a digest a line; blank lines and comments do not count', () => {
    const read = parseCorpusManifest(`# corpus of May\n${digest}\r\n\n${digest.toUpperCase()}${digest}\n`, 'm.txt');
    expect(read).toEqual({ digests: new Set([digest]) });
  });

  it('names the line that is no digest', () => {
    expect(parseCorpusManifest(`${digest}\nledger/1\n`, 'm.txt')).toEqual({
      problem: 'm.txt:2: not a digest of 32 hex characters',
    });
  });

  it('is left out with a warning when it cannot be read', () => {
    const warnings: string[] = [];
    const settings = readOptions({ corpusManifest: '/nowhere/m.txt' }, {});
    const options = judgingOptions(
      settings,
      () => undefined,
      (line) => warnings.push(line),
    );
    expect(options.corpus).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('/nowhere/m.txt cannot be read: there is no such file;');
    expect(readCorpusManifest('/nowhere/m.txt')).toHaveProperty('problem');
  });

  it('reaches attribution as a set', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'ragspan-')), 'm.txt');
    writeFileSync(file, `${digest}\n`);
    const options = judgingOptions(
      readOptions({ corpusManifest: file }, {}),
      () => undefined,
      () => undefined,
    );
    expect(options.corpus).toEqual(new Set([digest]));
  });
});
