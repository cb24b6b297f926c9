import { execFileSync } from 'node:child_process';
/** `ragspan incident html`: one file of a page. */
import { mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { frozen, practised, vector } from '../page/support.js';
import { incidentText } from '../../src/incidents/incident-file.js';
import { textHash } from '../../src/model/digest.js';
import { run } from './support.js';

const folder = mkdtempSync(join(tmpdir(), 'ragspan-incident-html-'));

async function incidentFile(id: string, options: { readonly withText?: boolean } = {}): Promise<string> {
  const incident = practised(await frozen(vector('canonical-b'), { id, ...options }));
  const path = join(folder, `${id}.json`);
  writeFileSync(path, incidentText(incident, textHash()));
  return path;
}

describe('ragspan incident html', () => {
  it('writes the page to standard output, or to a file that only its owner reads', async () => {
    const path = await incidentFile('INC-1');
    const printed = await run(['incident', 'html', path]);
    expect(printed.status).toBe(0);
    expect(printed.out).toMatch(/^<!doctype html>/u);
    expect(printed.out).toContain('INC-1');
    const out = join(folder, 'page.html');
    writeFileSync(out, '<!doctype html>\nan older page');
    const written = await run(['incident', 'html', path, '--out', out]);
    expect([written.status, written.out]).toEqual([0, '']);
    expect(written.err).toContain('page.html');
    expect(readFileSync(out, 'utf8')).toBe(printed.out);
    expect(statSync(out).mode & 0o077).toBe(0);
  });

  it('finds an incident by its id in a folder', async () => {
    await incidentFile('INC-2');
    expect((await run(['incident', 'html', 'INC-2', '--dir', folder])).out).toContain('INC-2');
  });

  it('shows pairings of the ledger, with what is on offer', async () => {
    const ledger = join(folder, 'ledger.jsonl');
    const [one, two] = [await incidentFile('INC-3'), await twin('INC-4')];
    expect((await run(['ledger', 'add', one, two, '--ledger', ledger])).status).toBe(0);
    expect((await run(['ledger', 'pair', 'INC-3', 'INC-4', '--ledger', ledger])).status).toBe(0);
    const { status, out } = await run(['incident', 'html', one, '--ledger', ledger]);
    expect(status).toBe(0);
    expect(out).toMatch(/<b>INC-4<\/b> <span class="tag sent">open<\/span>/u);
    expect(out).toContain(`From the ledger ${ledger}.`);
    expect(
      (await run(['ledger', 'expire', 'INC-3', 'INC-4', '--because', 'a new index', '--ledger', ledger])).status,
    ).toBe(0);
    const after = (await run(['incident', 'html', one, '--ledger', ledger])).out;
    expect(after).toMatch(/<b>INC-4<\/b> <span class="tag lost">void<\/span>/u);
    expect(after).toContain('a new index');
  });

  it('refuses a file that was changed after it was sealed, and says which', async () => {
    const path = await incidentFile('INC-5');
    writeFileSync(path, readFileSync(path, 'utf8').replace('PENDING', 'PAID'));
    const { status, out, err } = await run(['incident', 'html', path]);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('INC-5.json: sha256: the file was changed after it was sealed');
  });

  it('never replaces evidence, under whatever name: only a page, or an empty file', async () => {
    const path = await incidentFile('INC-6');
    const link = join(folder, 'link.html');
    symlinkSync(path, link);
    const ledger = join(folder, 'kept.jsonl');
    expect((await run(['ledger', 'add', path, '--ledger', ledger])).status).toBe(0);
    const before = [path, ledger].map((file) => readFileSync(file, 'utf8'));
    for (const out of [path, link, ledger]) {
      const { status, out: printed, err } = await run(['incident', 'html', path, '--ledger', ledger, '--out', out]);
      expect([status, printed]).toEqual([2, '']);
      expect(err).toContain('is there already and is no HTML page');
    }
    expect([path, ledger].map((file) => readFileSync(file, 'utf8'))).toEqual(before);
    const empty = join(folder, 'empty.html');
    writeFileSync(empty, '');
    expect((await run(['incident', 'html', path, '--out', empty])).status).toBe(0);
    expect((await run(['incident', 'html', path, '--out', empty])).status).toBe(0);
    const blanks = join(folder, 'blanks.json');
    writeFileSync(blanks, `${' '.repeat(600)}{}`);
    expect((await run(['incident', 'html', path, '--out', blanks])).status).toBe(2);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect((await run(['incident', 'html', path, '--out', pipe])).err).toContain('is no file');
    expect((await run(['incident', 'html', path, '--out', folder])).err).toMatch(/is no file|is a folder/u);
  });

  it.each([
    [['incident', 'html'], 'no incident given'],
    [['incident', 'html', 'a.json', 'b.json'], 'one page of one incident'],
    [['incident', 'html', 'nowhere.json'], 'nowhere.json: there is no such file'],
    [['incident', 'html', 'INC-9', '--dir', folder], 'there is no incident "INC-9"'],
    [['incident', 'html', 'a.json', '--ot', 'x'], 'Did you mean --out?'],
  ])('is 2 for wrong usage: %j', async (args, words) => {
    const { status, err } = await run(args);
    expect(status).toBe(2);
    expect(err).toContain(words);
  });

  it('is told of by its help', async () => {
    expect((await run(['incident', 'html', '--help'])).out).toContain('--ledger FILE');
  });
});

/** The same failure in another run: other artifacts, the same numbers and configuration. */
async function twin(id: string): Promise<string> {
  const { trace, cases } = vector('canonical-b');
  const other = {
    trace: trace
      .replaceAll('"traceId": "01', '"traceId": "02')
      .replaceAll('"traceId":"01', '"traceId":"02')
      .replaceAll('reference RB-8814.', 'reference RB-8814!'),
    ...(cases === undefined ? {} : { cases }),
  };
  const path = join(folder, `${id}.json`);
  writeFileSync(path, incidentText(practised(await frozen(other, { id })), textHash()));
  return path;
}
