import { mkdtempSync, readFileSync, readdirSync, writeFileSync, cpSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { incidentName } from '../../src/cli/incident/incident-files.js';
import { diffIncident } from '../../src/incidents/diff.js';
import { incidentText, readIncident } from '../../src/incidents/incident-file.js';
import { predictIncident } from '../../src/incidents/predict.js';
import { textHash } from '../../src/model/digest.js';
import { file, run, vector } from './support.js';

const folder = (): string => join(mkdtempSync(join(tmpdir(), 'ragspan-practice-')), 'incidents');
const freeze = (name: string, dir: string, ...more: string[]) =>
  run([
    'incident',
    'freeze',
    vector(`canonical-${name}`),
    '--cases',
    vector(`canonical-${name}`, 'cases.yaml'),
    '--out',
    dir,
    ...more,
  ]);

describe('ragspan incident', () => {
  it('goes from a trace to a golden case', async () => {
    const dir = folder();
    for (const name of ['a', 'b', 'c']) {
      const frozen = await freeze(name, dir, '--incident-id', `INC-${name}`, '--with-text');
      expect(frozen).toMatchObject({ status: 0, out: `${join(dir, `INC-${name}.json`)}\n` });
    }
    const ids = ['INC-a', 'INC-b', 'INC-c'];
    expect(await run(['incident', 'diff', '--dir', dir, 'INC-a'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('Run `ragspan incident predict` on it first.') as string,
    });
    const predicted = await run(['incident', 'predict', '--dir', dir, ...ids]);
    expect(predicted.status).toBe(0);
    expect(predicted.out).toContain('H2     offset ≥ 8192 token or offset absent');
    const diffed = await run(['incident', 'diff', '--dir', dir, ...ids]);
    expect(diffed.status).toBe(0);
    expect(diffed.out).toMatch(/retrieval +ABSENT +rank 47\/50, k = 5 \(> k\)\n +diverges: as predicted by H1/u);
    expect(diffed.out).toMatch(
      /context +ABSENT +planned at 9104 ≥ cut at 8192 token, 0 of 35 bytes\n +kept\n +diverges: as predicted by H2/u,
    );
    expect(diffed.out).toMatch(
      /output +CONTRADICTS +output byte 12, 13 bytes +“was processed”\n +diverges: as predicted by H3/u,
    );
    const forms = JSON.parse((await run(['incident', 'show', '--format', 'json', '--dir', dir, ...ids])).out) as {
      first_divergence: string;
    }[];
    expect(forms.map((form) => form.first_divergence)).toEqual(['retrieval', 'assembly', 'generation']);
    expect((await run(['incident', 'show', '--format', 'markdown', join(dir, 'INC-c.json')])).out).toContain(
      '## INC-c: H3a contradiction',
    );
    const golden = await run(['incident', 'to-case', '--dir', dir, ...ids], { outFile: 'empty' });
    const cases = file('golden.yaml', golden.out);
    expect(await run(['cases', 'check', cases])).toMatchObject({ status: 0 });
    expect(await run(['attribute', '--cases', cases, '--fail-on', 'H2', vector('canonical-b')])).toMatchObject({
      status: 1,
    });
    const more = await run(['incident', 'to-case', '--dir', dir, '--case-id', 'again', 'INC-a']);
    writeFileSync(cases, golden.out + more.out);
    expect((await run(['cases', 'check', cases])).out).toContain('4 cases');
  });

  it('names the incident in the next command as the command will find it', async () => {
    const dir = folder();
    const odd = join(dir, "it's here");
    await freeze('b', dir, '--incident-id', 'INC-b');
    await freeze('b', odd, '--incident-id', 'INC-b');
    const next = async (...where: string[]): Promise<string> => {
      const [form] = JSON.parse((await run(['incident', 'show', '--format', 'json', ...where])).out) as [
        { next: string },
      ];
      return form.next;
    };
    for (const where of [[join(dir, 'INC-b.json')], ['--dir', dir, 'INC-b']])
      expect(await next(...where)).toBe(`Predict before you look: ragspan incident predict ${join(dir, 'INC-b.json')}`);
    expect(await next(join(odd, 'INC-b.json'))).toContain(String.raw`/it'\''s here/INC-b.json'`);
    expect(incidentName('./incidents/INC-b.json', 'INC-b')).toBe('INC-b');
    expect(incidentName('-rf.json', 'INC-b')).toBe('./-rf.json');
    expect(incidentName("-it's.json", 'INC-b')).toBe(String.raw`'./-it'\''s.json'`);
  });

  it('prints no case file that holds an id twice', async () => {
    const dir = folder();
    await freeze('a', dir, '--incident-id', 'INC-A1');
    await freeze('b', dir, '--incident-id', 'inc-a1');
    const twice = await run(['incident', 'to-case', '--dir', dir, 'INC-A1', 'inc-a1'], { outFile: 'empty' });
    expect(twice).toMatchObject({ status: 2, out: '' });
    expect(twice.err).toContain('two of the incidents give a case "inc-a1"');
    expect(twice.err).toContain('--case-id');
  });

  it('says in words that a folder cannot be made where a file is', async () => {
    for (const dir of [file('taken', ''), join(file('taken', ''), 'below')]) {
      const { status, err } = await freeze('a', dir);
      expect({ status, err }).toEqual({
        status: 2,
        err: expect.stringMatching(/: a part of the path is a file, not a folder\nCheck the path\.\n/u) as string,
      });
    }
  });

  it('never overwrites, and says which incident is there', async () => {
    const dir = folder();
    expect((await freeze('a', dir)).status).toBe(0);
    // The same run once more is no fault: a nightly job finds yesterday's.
    for (const more of [[], ['--when', 'H1']]) {
      const same = await freeze('a', dir, ...more);
      expect(same).toMatchObject({ status: 0, out: '', err: expect.stringContaining('frozen before') as string });
    }
    const before = readFileSync(join(dir, readdirSync(dir)[0] ?? ''));
    const again = await freeze('a', dir, '--with-text');
    expect(again).toMatchObject({ status: 2, out: '', err: expect.stringContaining('is there already') as string });
    expect(readFileSync(join(dir, readdirSync(dir)[0] ?? ''))).toEqual(before);
  });

  it('takes other evidence of a run for news, not for what was frozen before', async () => {
    const dir = folder();
    const trace = readFileSync(vector('canonical-b'), 'utf8');
    const frozenOf = (text: string) =>
      run([
        'incident',
        'freeze',
        file('again.json', text),
        '--cases',
        vector('canonical-b', 'cases.yaml'),
        '--out',
        dir,
      ]);
    expect((await frozenOf(trace)).status).toBe(0);
    expect(await frozenOf(trace)).toMatchObject({ status: 0, err: expect.stringContaining('frozen before') as string });
    expect(trace).toContain('September 2');
    expect(await frozenOf(trace.replaceAll('September 2', 'September 9'))).toMatchObject({
      status: 2,
      err: expect.stringContaining('is there already, and is not overwritten') as string,
    });
  });

  it('keeps no text unasked, and redacts what is kept', async () => {
    const dir = folder();
    await freeze('c', dir, '--incident-id', 'bare');
    await freeze('c', dir, '--incident-id', 'kept', '--with-text', '--redact-pattern', 'ref=/RB-[0-9]+/');
    const bare = readFileSync(join(dir, 'bare.json'), 'utf8');
    expect(bare).not.toContain('Your refund');
    expect(bare).not.toContain('Where is my refund');
    expect(bare).not.toContain('no reference issued');
    const kept = readFileSync(join(dir, 'kept.json'), 'utf8');
    expect(kept).toContain('reference [redacted:ref].');
    const { case: applied, ...run } = JSON.parse(kept) as { case: object };
    expect(JSON.stringify(run)).not.toContain('RB-8814');
    // What the operator declared is no text of the run.
    expect(JSON.stringify(applied)).toContain('reference RB-8814');
    for (const flags of [
      ['--redact', 'nothing'],
      ['--redact-pattern', 'x'],
      ['--redact-pattern', 'x=/(/'],
    ])
      expect(await freeze('c', dir, '--with-text', ...flags)).toMatchObject({ status: 2, out: '' });
  });

  it('holds the whole case, and says where a redactor would have bitten', async () => {
    const dir = folder();
    const must = ['--must', 'PENDING', '--must', 'mail help@example.com'];
    const { status, err } = await run([
      ...['incident', 'freeze', vector('canonical-c'), '--out', dir, '--incident-id', 'INC-w'],
      ...['--line', 'refund PENDING, no reference issued', ...must],
    ]);
    expect(status).toBe(0);
    expect(err).toContain('must[1][0] of the case is kept as declared, although the redactor email finds something');
    expect((await run(['incident', 'show', '--dir', dir, 'INC-w'])).out).toMatch(/note +must\[1\]\[0\]/u);
    const golden = await run(['incident', 'to-case', '--dir', dir, 'INC-w']);
    expect(golden.out).toMatch(/- "?PENDING"?\n +- "?mail help@example\.com/u);
  });

  it('goes on with the others where one cannot be done', async () => {
    const dir = folder();
    for (const name of ['a', 'b', 'c']) await freeze(name, dir, '--incident-id', `INC-${name}`);
    writeFileSync(join(dir, 'INC-b.json'), readFileSync(join(dir, 'INC-b.json'), 'utf8').replace('"INC-b"', '"x"'));
    const all = ['--dir', dir, 'INC-a', 'INC-b', 'INC-c'];
    const damaged = expect.stringContaining('INC-b.json: sha256: the file was changed') as string;
    for (const action of ['predict', 'diff', 'show']) {
      const { status, out, err } = await run(['incident', action, ...all]);
      expect({ status, err }).toEqual({ status: 2, err: damaged });
      expect(out).toContain('INC-a');
      expect(out).toContain('INC-c');
    }
    expect(await run(['incident', 'predict', ...all])).toMatchObject({ status: 2, out: '' });
  });

  it('shows a file of another version, or one that somebody made, without harm', async () => {
    const dir = folder();
    await freeze('b', dir, '--incident-id', 'INC-b');
    const plain = await readIncident(join(dir, 'INC-b.json'), textHash());
    const predicted = predictIncident(plain, 1n, textHash());
    const odd = '\u001b]0;pwned\u0007\u001b[2J';
    const { verdict, triple, pins, ...rest } = diffIncident(predicted, textHash());
    if (verdict === undefined || triple === undefined) throw new Error('no verdict');
    const files = [
      {
        ...rest,
        pins: { ...pins, budget_unit: `token${odd}` },
        triple: { ...triple, trace_id: `ab${odd}` },
        verdict: { ...verdict, verdict: `H2${odd}`, reason: `cut${odd}`, explanation: odd },
        diff: rest.diff?.map((row) => ({ ...row, unit: `token${odd}`, fits: [`H2${odd}`], state: `diverges${odd}` })),
        next: odd,
      },
      ...['H1', 'H2', 'UNKNOWN', 'H4', 'constructor'].map((name) => ({
        ...rest,
        ...{ pins, triple },
        verdict: { ...verdict, verdict: name, reason: name === 'H4' ? 'constructor' : 'evicted_by_cosmic_rays' },
        diff: rest.diff?.map((row) => ({ ...row, reason: 'constructor', state: 'constructor' })),
      })),
    ];
    for (const incident of files) {
      const path = file('INC-b.json', incidentText(incident as never, textHash()));
      for (const args of [['show'], ['show', '--format', 'markdown'], ['html', '--out', `${path}.html`], ['to-case']]) {
        const { status, out, err } = await run(['incident', ...args, path]);
        expect({ status, err }).toMatchObject({ status: 0 });
        expect(err).not.toContain('internal error');
        // eslint-disable-next-line no-control-regex
        expect(out).not.toMatch(/[\u001b\u0007]/u);
      }
    }
    const { predictions: _predictions, diff: _diff, ...open } = files[0] as (typeof files)[0];
    const unsealed = file('INC-b.json', incidentText({ ...open, id: 'INC-b' } as never, textHash()));
    // eslint-disable-next-line no-control-regex
    expect((await run(['incident', 'predict', unsealed])).out).not.toMatch(/[\u001b\u0007]/u);
  });

  it('asks which run is meant, and freezes all of a kind', async () => {
    const dir = folder();
    const traces = ['a', 'b', 'c'].map((name) => vector(`canonical-${name}`));
    const cases = ['--cases', vector('canonical-a', 'cases.yaml'), '--out', dir];
    const ask = await run(['incident', 'freeze', ...traces, ...cases]);
    expect(ask.status).toBe(2);
    const [choice] = /--run (\w+) +H2/u.exec(ask.err) ?? [];
    expect(choice).toBeDefined();
    expect(await run(['incident', 'freeze', ...traces, ...cases, '--run', 'ffff'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('there are:') as string,
    });
    expect(
      await run(['incident', 'freeze', ...traces, ...cases, ...(choice ?? '').split(/ +/u).slice(0, 2)]),
    ).toMatchObject({ status: 0, err: expect.stringContaining('H2 cut') as string });
    const all = await run(['incident', 'freeze', ...traces, ...cases, '--when', 'H1,H3']);
    expect(all.err).toContain('2 incidents frozen of 3 runs');
    expect(readdirSync(dir)).toHaveLength(3);
  });

  it.each([
    [['incident'], 'no action given'],
    [['incident', 'freze'], 'Did you mean `ragspan incident freeze`?'],
    [['incident', 'show', 'INC-none'], 'there is no incident "INC-none"'],
    [['incident', 'show'], 'no incident given'],
    [['incident', 'show', '--format', 'xml', 'package.json'], 'is none of text, json, markdown'],
    [['incident', 'show', 'package.json'], 'is no version this ragspan reads'],
    [['incident', 'freeze', '/no/such/file'], 'there is no such file: check the path\nragspan: no run was found\nMend'],
    [['incident', 'freeze', 'test/vectors'], 'test/vectors: is a directory, not a file: name the files in it'],
    [['incident', 'freeze', vector('canonical-a'), '--incident-id', '../x', '--line', 'x'], 'is no incident id'],
    [
      ['incident', 'freeze', vector('canonical-a'), '--case', 'none', '--cases', vector('canonical-a', 'cases.yaml')],
      'There are refund-status.',
    ],
    [['incident', 'freeze', vector('canonical-a'), '--when', 'H9'], 'is no verdict'],
  ])('says what is wrong and what to do: %j', async (args, words) => {
    const ran = await run(args);
    expect(ran.status).toBe(2);
    expect(ran.err).toContain(words);
    expect(ran.err).not.toMatch(/\n\s+at /u);
  });

  it.each(['freeze', 'predict', 'diff', 'show', 'to-case'])('%s --help fits a terminal', async (action) => {
    const { status, out } = await run(['incident', action, '--help']);
    expect(status).toBe(0);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });
});

describe('ragspan report', () => {
  it('reads a folder as it lies there', async () => {
    const dir = folder();
    for (const name of ['a', 'b']) await freeze(name, dir, '--incident-id', `INC-${name}`);
    mkdirSync(join(dir, 'traces'));
    for (const name of ['a', 'b', 'c']) cpSync(vector(`canonical-${name}`), join(dir, 'traces', `${name}.json`));
    writeFileSync(join(dir, 'notes.txt'), 'not evidence');
    const args = ['report', dir, '--cases', vector('canonical-a', 'cases.yaml'), '--by', 'all'];
    const { status, out } = await run(args);
    expect(status).toBe(0);
    expect(out).toMatch(/all +\w{8} +2 +0 \(0 %\) +1 \(50 %\) +1 \(50 %\) +0 \(0 %\)/u);
    expect(out).toMatch(/all +\w{8} +assembly +1 +0 of 1 +not tried/u);
    const json = JSON.parse((await run([...args, '--format', 'json'])).out) as {
      runs: { judged: number }[];
      recovery: unknown[];
    };
    expect(json.runs.reduce((sum, { judged }) => sum + judged, 0)).toBe(3);
    expect(json.recovery).toHaveLength(2);
    // No number over all boundaries.
    expect(JSON.stringify(json)).not.toMatch(/accuracy|score/iu);
  });

  it('says what it could not read, and counts the rest', async () => {
    const dir = folder();
    await freeze('a', dir, '--incident-id', 'INC-a');
    const text = readFileSync(join(dir, 'INC-a.json'), 'utf8');
    writeFileSync(join(dir, 'INC-x.json'), text.replace('"INC-a"', '"INC-x"'));
    writeFileSync(join(dir, 'broken.json'), '{"resourceSpans":[{');
    const { status, out, err } = await run(['report', dir]);
    expect(status).toBe(2);
    expect(err).toContain('INC-x.json: sha256: the file was changed');
    expect(err).toContain('broken.json');
    expect(out).toContain('0 of 1');
    const missing = await run(['report', '/no/such', dir]);
    expect(missing).toMatchObject({ status: 2, out: expect.stringContaining('0 of 1') });
    expect(missing.err).toContain('/no/such: there is no such file or folder. Check the path.');
    // Files of packages that are installed there are not the user's.
    mkdirSync(join(dir, 'node_modules', 'x'), { recursive: true });
    writeFileSync(join(dir, 'node_modules', 'x', 'broken-too.json'), '{"resourceSpans":[{');
    expect((await run(['report', dir])).err).not.toContain('broken-too');
    expect(await run(['report'])).toMatchObject({ status: 2 });
    expect(await run(['report', dir, '--by', 'hour'])).toMatchObject({ status: 2 });
  });
});
