/** `ragspan ledger`, as a user runs it: from trace files through `ragspan incident freeze`. */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { incidentText, parseIncident } from '../../src/incidents/incident-file.js';
import { sealedSha256 } from '../../src/incidents/sealed-json.js';
import { textHash } from '../../src/model/digest.js';
import { CASES, FIVE, traceText, type TraceSpec } from '../ledger/traces.js';
import { run, type Ran } from './support.js';

const HASH = textHash();

class Desk {
  readonly folder = mkdtempSync(join(tmpdir(), 'ragspan-ledger-'));
  readonly ledgerPath = join(this.folder, 'ragspan.ledger.jsonl');
  readonly env: Readonly<Record<string, string>>;

  constructor(env: Readonly<Record<string, string>> = {}) {
    this.env = env;
    writeFileSync(this.path('cases.yaml'), CASES);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Path of the incident that `ragspan incident freeze` made of a trace. */
  async freeze(id: string, spec: TraceSpec): Promise<string> {
    const trace = this.path(`${id}.trace.json`);
    writeFileSync(trace, traceText(spec));
    const flags = ['--cases', this.path('cases.yaml'), '--incident-id', id, '--out', this.path('incidents')];
    const { status, err } = await run(['incident', 'freeze', trace, ...flags], { env: this.env });
    if (status !== 0) throw new Error(err);
    return this.path(`incidents/${id}.json`);
  }

  async freezeFive(): Promise<readonly string[]> {
    const paths: string[] = [];
    for (const [id, spec] of Object.entries(FIVE)) paths.push(await this.freeze(id, spec));
    return paths;
  }

  ledger(action: string, ...rest: readonly string[]): Promise<Ran> {
    return run(['ledger', action, '--ledger', this.ledgerPath, ...rest], { env: { COLUMNS: '100', ...this.env } });
  }

  get entries(): number {
    return existsSync(this.ledgerPath) ? readFileSync(this.ledgerPath, 'utf8').split('\n').length - 1 : 0;
  }
}

async function deskWithFive(): Promise<Desk> {
  const desk = new Desk();
  const { status, err } = await desk.ledger('add', ...(await desk.freezeFive()));
  if (status !== 0) throw new Error(err);
  return desk;
}

/** Without what differs from run to run: times and hashes over them. */
const steady = (text: string): string =>
  text
    .replaceAll(/^.*\/ragspan\.ledger\.jsonl/gm, 'LEDGER')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC/g, 'TIME')
    .replaceAll(/head [0-9a-f]{64}/g, 'head HASH');

describe('the ledger example: five incidents, one sentence', () => {
  it('pairs by triple: two lost in retrieval, two in assembly, one in generation alone', async () => {
    const desk = new Desk();
    const added = await desk.ledger('add', ...(await desk.freezeFive()));
    expect(added).toEqual({
      status: 0,
      err: '',
      out: `INC-114 entered (entry 1)
INC-115 entered (entry 2)
  same sentence, different incident: INC-114
INC-116 entered (entry 3)
  same sentence, different incident: INC-114, INC-115
INC-118 entered (entry 4): pairs with INC-114
  same sentence, different incident: INC-115, INC-116
INC-119 entered (entry 5): pairs with INC-115
  same sentence, different incident: INC-114, INC-116, INC-118
`,
    });
    expect((await desk.ledger('pair', 'INC-114', 'INC-118')).out).toMatch(
      /^INC-114 and INC-118 pair: both are absent\/absent\/fails, H1 below_k, k 5, cut none, configuration \w{8}\.\nrecorded \(entry 6\)\n$/,
    );
    expect((await desk.ledger('pair', 'INC-119', 'INC-115')).status).toBe(0);
    const refused = await desk.ledger('pair', 'INC-114', 'INC-116');
    expect(refused).toEqual({
      status: 1,
      out: '',
      err: 'ragspan: refused: INC-114 and INC-116 do not pair, although their sentence is the same: pattern absent/absent/fails against present/present/fails.\n',
    });
    const { out } = await desk.ledger('list');
    const config = /configuration (\w{8})/.exec(out)?.[1];
    expect(steady(out)).toBe(`LEDGER
5 incidents in 3 pairing classes, 2 open pairings, 0 void; 7 entries
head HASH

H1 below_k  absent/absent/fails, k 5, cut none, configuration ${config}
  INC-114  TIME  entry 1  refund-bot
  INC-118  TIME  entry 4  refund-bot
  paired: INC-114 and INC-118 (entry 6)

H2 cut  present/absent/fails, k 5, cut at 8192 token (tail), configuration ${config}
  INC-115  TIME  entry 2  refund-bot
  INC-119  TIME  entry 5  refund-bot
  paired: INC-119 and INC-115 (entry 7)

H3a contradiction  present/present/fails, k 5, cut none, configuration ${config}
  INC-116  TIME  entry 3  refund-bot
  pairs with none so far

same sentence, different incident
  output 4e72d966
    H1 below_k: INC-114, INC-118
    H2 cut: INC-115, INC-119
    H3a contradiction: INC-116
`);
  });

  it('says the same as JSON', async () => {
    const desk = await deskWithFive();
    await desk.ledger('pair', 'INC-114', 'INC-118');
    const { out } = await desk.ledger('list', '--format', 'json');
    const view = JSON.parse(out) as {
      classes: { incidents: { id: string }[] }[];
    };
    expect(view).toMatchObject({
      version: 1,
      entries: 6,
      pairings: [{ incidents: ['INC-114', 'INC-118'], sequence: 6, state: 'open' }],
      same_sentence: [{ incidents: [['INC-114', 'INC-118'], ['INC-115', 'INC-119'], ['INC-116']] }],
      unpairable: [],
    });
    expect(view.classes.map(({ incidents }) => incidents.map(({ id }) => id))).toEqual([
      ['INC-114', 'INC-118'],
      ['INC-115', 'INC-119'],
      ['INC-116'],
    ]);
    expect(view.classes).toMatchObject([
      { verdict: 'H1', reason: 'below_k', pattern: 'absent/absent/fails', top_k: 5 },
      { verdict: 'H2', reason: 'cut', top_k: 5, cut: { at: 8192, unit: 'token', side: 'tail' } },
      { verdict: 'H3a', reason: 'contradiction' },
    ]);
  });
});

describe('ledger add', () => {
  it('says that an incident is there already, in words, and as JSON', async () => {
    const desk = new Desk();
    const path = await desk.freeze('INC-114', FIVE['INC-114']);
    await desk.ledger('add', path);
    expect(await desk.ledger('add', path)).toEqual({
      status: 0,
      out: 'INC-114 is in the ledger already, with the same evidence (entry 1): nothing was written\n',
      err: '',
    });
    const json = await desk.ledger('add', '--format', 'json', '--dir', desk.path('incidents'), 'INC-114');
    expect(JSON.parse(json.out)).toEqual([{ id: 'INC-114', outcome: 'known', sequence: 1 }]);
    expect(desk.entries).toBe(1);
  });

  it('refuses the artifacts of another incident, and enters the rest', async () => {
    const desk = new Desk();
    const [first = '', second = ''] = await desk.freezeFive();
    const copied = { ...parseIncident(readFileSync(first, 'utf8'), first, HASH), id: 'INC-200' };
    writeFileSync(desk.path('copy.json'), incidentText(copied, HASH));
    const { status, out, err } = await desk.ledger('add', first, desk.path('copy.json'), second);
    expect({ status, err }).toEqual({
      status: 1,
      err: 'ragspan: refused: INC-200 reuses the artifacts of INC-114: its triple is the same, byte for byte; an incident has its own\n',
    });
    expect(out).toContain('INC-115 entered (entry 2)');
  });

  it('tells files that were touched or are none, and enters the rest', async () => {
    const desk = new Desk();
    const path = await desk.freeze('INC-114', FIVE['INC-114']);
    copyFileSync(path, desk.path('touched.json'));
    writeFileSync(desk.path('touched.json'), readFileSync(path, 'utf8').replace('below_k', 'below_x'));
    const { status, out, err } = await desk.ledger('add', desk.path('touched.json'), path, desk.path('none.json'));
    expect(status).toBe(2);
    expect(out).toBe('INC-114 entered (entry 1)\n');
    expect(err).toContain('touched.json: sha256: the file was changed after it was sealed');
    expect(err).toContain('none.json: there is no such file or folder');
    expect(err).toContain('2 incidents could not be read');
  });

  it('voids the open pairings of the service once its configuration moved', async () => {
    const desk = await deskWithFive();
    await desk.ledger('pair', 'INC-114', 'INC-118');
    const path = await desk.freeze('INC-120', { order: 9001, rank: 30, topK: 20, hour: 1 });
    expect((await desk.ledger('add', path)).out).toBe(`INC-120 entered (entry 7)
  same sentence, different incident: INC-114, INC-115, INC-116, INC-118, INC-119
  pairing of INC-114 and INC-118: void since entry 8: top_k went from 5 to 20; as INC-120 shows
`);
    const { out } = await desk.ledger('list');
    expect(out).toContain('0 open pairings, 1 void');
    expect(out).toContain(`void pairings
  INC-114 and INC-118: void since entry 8: top_k went from 5 to 20; as INC-120 shows
`);
    expect((await desk.ledger('pair', 'INC-114', 'INC-118')).err).toContain('do not pair any more: void since entry 8');
  });

  it('voids nothing for an incident that is entered late and ran before', async () => {
    const desk = await deskWithFive();
    await desk.ledger('pair', 'INC-114', 'INC-118');
    const path = await desk.freeze('INC-120', { order: 9001, rank: 30, topK: 20, hour: -1 });
    expect((await desk.ledger('add', path)).out).toBe(`INC-120 entered (entry 7)
  same sentence, different incident: INC-114, INC-115, INC-116, INC-118, INC-119
`);
    expect((await desk.ledger('list')).out).toContain('1 open pairing, 0 void');
  });

  it('tells on pairing that the configuration has moved since', async () => {
    const desk = await deskWithFive();
    await desk.ledger('add', await desk.freeze('INC-120', { order: 9001, rank: 30, topK: 20, hour: 1 }));
    const { status, out } = await desk.ledger('pair', 'INC-114', 'INC-118');
    expect(out).toMatch(
      /pair: both are .*\nrecorded \(entry 7\)\nnot open: void since entry 8: top_k went from 5 to 20; as INC-120 shows\n$/,
    );
    expect(status).toBe(0);
    const json = await desk.ledger('pair', '--format', 'json', 'INC-115', 'INC-119');
    expect(JSON.parse(json.out)).toMatchObject({ outcome: 'recorded', sequence: 9, pairing: { state: 'void' } });
  });

  it('enters the same question in a new run, though every byte is the same, and refuses a copy', async () => {
    const desk = new Desk();
    const spec: TraceSpec = { order: 2014, rank: 47 };
    await desk.ledger('add', await desk.freeze('INC-1', spec));
    expect((await desk.ledger('add', await desk.freeze('INC-2', { ...spec, run: 2, hour: 1 }))).out).toBe(
      'INC-2 entered (entry 2): pairs with INC-1\n  same log, context and output as INC-1, in another run\n',
    );
    expect((await desk.ledger('pair', 'INC-1', 'INC-2')).status).toBe(0);
    const copied = await desk.ledger('add', await desk.freeze('INC-3', { ...spec, copy: 3, hour: 2 }));
    expect(copied).toEqual({
      status: 1,
      out: '',
      err: 'ragspan: refused: INC-3 reuses the artifacts of INC-1: retrieval log, sent context and output are the same, byte for byte, and so is the id of the root span (0000000000000001); an incident has its own\n',
    });
  });

  it('shows no control character of a trace to the terminal', async () => {
    const desk = new Desk();
    const service = 'bot\u001b[31m\u202e';
    await desk.ledger('add', await desk.freeze('INC-1', { order: 1, rank: 47, service }));
    const { out } = await desk.ledger('list');
    expect(out).toContain('bot\\u{1b}[31m\\u{202e}');
    expect(out).not.toContain('\u001b');
  });
});

describe('ledger confirm', () => {
  it('offers a repair that recovered three of three, on add, why and list, and applies nothing', async () => {
    const desk = new Desk();
    await desk.ledger('add', await desk.freeze('INC-114', FIVE['INC-114']));
    const flags = ['--repair', 'top-k-50', '--change', 'top_k=50', '--recovered', '3', '--trials', '3'];
    expect((await desk.ledger('confirm', 'INC-114', ...flags)).out).toBe(
      'repair top-k-50 recovered INC-114 3/3: recorded\n',
    );
    const offer = 'INC-118 pairs with INC-114: repair top-k-50 recovered it 3/3; not applied';
    expect((await desk.ledger('add', await desk.freeze('INC-118', FIVE['INC-118']))).out).toBe(
      `INC-118 entered (entry 3): pairs with INC-114\n  ${offer}\n`,
    );
    expect((await desk.ledger('why', 'INC-114', 'INC-118')).out).toMatch(
      new RegExp(`pair: both are .*\\n${offer}\\n$`),
    );
    expect((await desk.ledger('list')).out).toContain(`  ${offer}\n`);
    const json = await desk.ledger('why', '--format', 'json', 'INC-118', 'INC-114');
    expect(JSON.parse(json.out)).toMatchObject({
      pairs: true,
      same_sentence: true,
      offers: [{ incident: 'INC-118', recovered_incident: 'INC-114', repair: 'top-k-50', applied: false }],
    });
    expect((await desk.ledger('confirm', 'INC-114', ...flags)).out).toContain('says so already, nothing was written');
    expect(desk.entries).toBe(3);
  });

  it.each([
    ['2', '3', 'not every trial recovered'],
    ['2', '2', 'fewer than 3 trials'],
  ])('keeps %s of %s, and does not offer it', async (recovered, trials, because) => {
    const desk = await deskWithFive();
    const flags = ['--repair', 'top-k-50', '--recovered', recovered, '--trials', trials];
    expect((await desk.ledger('confirm', 'INC-114', ...flags)).out).toBe(
      `repair top-k-50 recovered INC-114 ${recovered}/${trials}: recorded, and not offered: ${because}\n`,
    );
    expect((await desk.ledger('list')).out).not.toContain('not applied');
  });

  it('reads the result of a split test', async () => {
    const desk = await deskWithFive();
    const { frozen_sha256 } = parseIncident(readFileSync(desk.path('incidents/INC-114.json'), 'utf8'), '', HASH);
    const trial = { repair: 'top-k-50', incident: 'INC-114', verdict: { verdict: 'HOLD' } };
    const test = {
      version: 1,
      app: 'app.mjs',
      trialsPerCell: 3,
      incidents: [{ id: 'INC-114', frozenSha256: frozen_sha256, verdict: 'H1' }],
      repairs: [{ id: 'top-k-50', boundary: 'retrieval', changes: [{ pin: 'top_k', from: '5', to: '50' }] }],
      trials: [trial, trial, trial],
      rulings: [
        { repair: 'top-k-50', ruling: 'discriminant', because: 'it recovered A alone', recovered: ['INC-114'] },
      ],
    };
    const path = desk.path('split-test.json');
    writeFileSync(path, JSON.stringify({ ...test, sha256: sealedSha256(test, ['sha256'], HASH) }));
    expect(await desk.ledger('confirm', '--from', path)).toEqual({
      status: 0,
      out: 'repair top-k-50 recovered INC-114 3/3: recorded; offered for INC-118, not applied\n',
      err: '',
    });
    const confounded = {
      ...test,
      rulings: [{ repair: 'top-k-50', ruling: 'confounded', because: 'it recovered all' }],
    };
    writeFileSync(path, JSON.stringify({ ...confounded, sha256: sealedSha256(confounded, ['sha256'], HASH) }));
    expect(await desk.ledger('confirm', '--from', path)).toEqual({
      status: 1,
      out: '',
      err: 'ragspan: not taken: repair top-k-50 is confounded: it recovered all\n',
    });
  });
});

describe('ledger expire', () => {
  const paired = async (): Promise<Desk> => {
    const desk = await deskWithFive();
    await desk.ledger('pair', 'INC-114', 'INC-118');
    await desk.ledger('pair', 'INC-115', 'INC-119');
    return desk;
  };

  it('voids one pairing, with the words of the operator', async () => {
    const desk = await paired();
    expect((await desk.ledger('expire', '--because', 'the index was rebuilt', 'INC-118', 'INC-114')).out).toBe(
      'INC-114 and INC-118: void since entry 8: the index was rebuilt\n1 pairing void\n',
    );
    expect((await desk.ledger('list')).out).toContain('1 open pairing, 1 void');
  });

  it('voids all that are under other pins, by flags and by file, with from and to', async () => {
    const desk = await paired();
    const same = await desk.ledger('expire', '--because', 'checked', '--top-k', '5', '--budget', '8192');
    expect(same.out).toBe('no open pairing is under other pins: nothing was written\n');
    const { out } = await desk.ledger('expire', '--because', 'k raised', '--top-k', '50', '--service', 'refund-bot');
    expect(out).toBe(`INC-114 and INC-118: void since entry 8: top_k went from 5 to 50; k raised
INC-115 and INC-119: void since entry 9: top_k went from 5 to 50; k raised
2 pairings void
`);
    const other = await paired();
    const now = await other.freeze('INC-130', { order: 8111, rank: 47, snapshot: 'idx-2026-11-30' });
    const json = await other.ledger('expire', '--because', 'rebuilt', '--pins', now, '--format', 'json');
    expect(JSON.parse(json.out)).toMatchObject([
      {
        incidents: ['INC-114', 'INC-118'],
        state: 'void',
        void: { because: 'rebuilt', changes: [{ pin: 'snapshot', from: '"idx-2026-08-14"', to: '"idx-2026-11-30"' }] },
      },
      { incidents: ['INC-115', 'INC-119'], state: 'void' },
    ]);
  });
});

describe('the file', () => {
  it('is refused with file and line once it was touched', async () => {
    const desk = await deskWithFive();
    writeFileSync(desk.ledgerPath, readFileSync(desk.ledgerPath, 'utf8').replace('"INC-116"', '"INC-117"'));
    expect(await desk.ledger('list')).toEqual({
      status: 2,
      out: '',
      err: `ragspan: ${desk.ledgerPath}:3: its content does not fit its sha256: it was changed after it was written
Take the ledger from a copy that nobody touched; entries are added by ragspan alone, never by hand.
`,
    });
  });

  it('tells of a torn last line on every look, and puts it aside with the next entry', async () => {
    const desk = await deskWithFive();
    appendFileSync(desk.ledgerPath, '{"atUnix');
    const { status, err } = await desk.ledger('why', 'INC-114', 'INC-118');
    expect(status).toBe(0);
    expect(err).toBe(
      `ragspan: ${desk.ledgerPath}:6: the line was cut off while it was written (8 bytes), and nobody was told that it was done; the next entry puts it aside in ${desk.ledgerPath}.torn\n`,
    );
    const pair = await desk.ledger('pair', 'INC-114', 'INC-118');
    expect(pair.err).toBe(
      `ragspan: ${desk.ledgerPath}:6: the line was cut off while it was written; its 8 bytes are kept in ${desk.ledgerPath}.torn\n`,
    );
    expect(readFileSync(`${desk.ledgerPath}.torn`, 'utf8')).toBe('{"atUnix\n');
    expect((await desk.ledger('list')).err).toBe('');
  });

  it('shows by a head kept elsewhere that entries were cut off its end', async () => {
    const desk = await deskWithFive();
    const head = /head ([0-9a-f]{64})/.exec((await desk.ledger('list')).out)?.[1] ?? '';
    await desk.ledger('pair', 'INC-114', 'INC-118');
    expect((await desk.ledger('list', '--head', head.slice(0, 12))).status).toBe(0);
    const lines = readFileSync(desk.ledgerPath, 'utf8').split('\n');
    writeFileSync(desk.ledgerPath, `${lines.slice(0, 4).join('\n')}\n`);
    expect((await desk.ledger('list')).status).toBe(0);
    const { status, err } = await desk.ledger('list', '--head', head.slice(0, 12));
    expect(status).toBe(2);
    expect(err).toContain(`holds no entry ${head.slice(0, 12)}: entries were cut off its end`);
  });

  it('is readable for its owner alone, and so is what was put aside', async () => {
    const desk = await deskWithFive();
    appendFileSync(desk.ledgerPath, '{"atUnix');
    await desk.ledger('pair', 'INC-114', 'INC-118');
    for (const path of [desk.ledgerPath, `${desk.ledgerPath}.torn`]) expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('puts a torn line aside beside the file, whatever link names it, and says where', async () => {
    const desk = await deskWithFive();
    const link = join(mkdtempSync(join(tmpdir(), 'ragspan-link-')), 'ledger.jsonl');
    symlinkSync(desk.ledgerPath, link);
    appendFileSync(desk.ledgerPath, '{"atUnix');
    const aside = `${realpathSync(desk.ledgerPath)}.torn`;
    expect((await run(['ledger', 'list', '--ledger', link])).err).toContain(`puts it aside in ${aside}\n`);
    const { err } = await run(['ledger', 'pair', '--ledger', link, 'INC-114', 'INC-118']);
    expect(err).toContain(`its 8 bytes are kept in ${aside}\n`);
    expect(existsSync(aside)).toBe(true);
  });

  it('is begun in a folder that is there', async () => {
    const desk = new Desk();
    const path = await desk.freeze('INC-114', FIVE['INC-114']);
    const { status, err } = await run(['ledger', 'add', '--ledger', desk.path('none/ledger.jsonl'), path]);
    expect({ status, err }).toEqual({
      status: 2,
      err: `ragspan: ${desk.path('none/ledger.jsonl')}: there is no folder ${desk.path('none')}\nMake the folder, or name another file with --ledger.\n`,
    });
  });

  it.each([40, 60])(
    'keeps to a terminal of %d columns, but for the hash that is there to be copied',
    async (columns) => {
      const desk = await deskWithFive();
      const long = 'INC-2026-refunds-eu-west-01';
      await desk.ledger('add', await desk.freeze(long, FIVE['INC-114']));
      await desk.ledger('pair', 'INC-114', 'INC-118');
      await desk.ledger('pair', 'INC-114', long);
      const { out } = await run(['ledger', 'list', '--ledger', desk.ledgerPath], { env: { COLUMNS: String(columns) } });
      const [, ...lines] = out.split('\n');
      const wide = lines.filter((line) => line.length > columns);
      expect(wide).toEqual([expect.stringMatching(/^head [0-9a-f]{64}$/)]);
    },
  );

  it('is sealed under RAGSPAN_HASH_KEY', async () => {
    const desk = new Desk({ RAGSPAN_HASH_KEY: 'secret' });
    expect((await desk.ledger('add', await desk.freeze('INC-114', FIVE['INC-114']))).status).toBe(0);
    expect((await desk.ledger('list')).status).toBe(0);
    const without = await run(['ledger', 'list', '--ledger', desk.ledgerPath]);
    expect(without.status).toBe(2);
    expect(without.err).toContain(`${desk.ledgerPath}:1: was written under the key named`);
    expect(without.err).toContain('Give the key it was written under: RAGSPAN_HASH_KEY, or --hash-key.');
  });
});

describe('wrong usage', () => {
  const rows: readonly (readonly [words: readonly string[], problem: string])[] = [
    [[], 'ledger: no action given'],
    [['ad'], 'Did you mean `ragspan ledger add`?'],
    [['add'], 'ledger add: no incident given'],
    [['add', 'INC-9'], 'there is no incident "INC-9": neither a file of that name nor'],
    [['add', 'test/cli/no-incident.json'], 'test/cli/no-incident.json: there is no such file or folder'],
    [['list', 'INC-1'], 'ledger list takes no incident'],
    [['list', '--format', 'yaml'], '--format: "yaml" is neither text nor json'],
    [['list', '--head', 'xyz'], '--head: "xyz" is not 8 to 64 hex digits'],
    [['list', '--ledger', 'nowhere.jsonl'], 'there is no ledger nowhere.jsonl'],
    [['why', 'INC-114'], 'ledger why takes two incidents, and 1 was given'],
    [['why', 'INC-114', 'INC-114'], '"INC-114" stands twice'],
    [['why', 'INC-114', 'INC-999'], 'there is no incident "INC-999" in this ledger'],
    [['pair', 'INC-114', 'INC-118', 'INC-119'], 'ledger pair takes two incidents, and 3 were given'],
    [['confirm', '--repair', 'x'], 'ledger confirm takes one incident'],
    [['confirm', 'INC-114'], 'ledger confirm: no repair given'],
    [['confirm', 'INC-114', '--repair', 'x', '--trials', '3'], 'ledger confirm: --recovered is missing'],
    [['confirm', 'INC-114', '--repair', 'x', '--recovered', '4', '--trials', '3'], 'recovered 4 of 3 trials cannot be'],
    [['confirm', 'INC-114', '--repair', 'x', '--recovered', '-', '--trials', '3'], '--recovered: "-" is no count'],
    [
      ['confirm', 'INC-114', '--repair', 'x', '--change', 'top_k', '--recovered', '3', '--trials', '3'],
      '--change: "top_k" is not PIN=VALUE',
    ],
    [['confirm', '--from', 'nowhere.json'], 'nowhere.json: there is no such file'],
    [['confirm', '--from', 'x.json', '--repair', 'x'], '--from brings incidents, repairs and numbers with it'],
    [['expire', 'INC-114', 'INC-118'], 'ledger expire: no reason given'],
    [['expire', '--because', 'x', 'INC-114', 'INC-118'], 'INC-114 and INC-118 are not paired'],
    [['expire', '--because', 'x', '--top-k', 'many'], '--top-k: "many" is no count'],
    [['expire', '--because', 'x', '--budget-unit', 'words'], '--budget-unit: "words" is not token, byte or char'],
    [['expire', '--because', 'x', '--template-sha256', 'AB'], '--template-sha256: "AB" is not 64 hex digits'],
    [['expire', '--because', 'x', '--top-k', '5', 'INC-114', 'INC-118'], 'takes two incidents or pins, not both'],
    [['expire', '--because', 'x', '--service', 's', 'INC-114', 'INC-118'], '--service goes with pins'],
  ];
  it('is told with what and where, and writes nothing', async () => {
    const desk = await deskWithFive();
    const before = readFileSync(desk.ledgerPath);
    for (const [words, problem] of rows) {
      const named = words.includes('--ledger') || words.length === 0 ? [] : ['--ledger', desk.ledgerPath];
      const { status, out, err } = await run(['ledger', ...words, ...named]);
      expect({ words, status, out }).toEqual({ words, status: 2, out: '' });
      expect(err).toContain(problem);
    }
    expect(readFileSync(desk.ledgerPath)).toEqual(before);
  });

  it.each(['', 'add', 'list', 'why', 'pair', 'confirm', 'expire'])(
    'ledger %s --help says what it does',
    async (action) => {
      const { status, out, err } = await run(['ledger', ...(action === '' ? [] : [action]), '--help']);
      expect({ status, err }).toEqual({ status: 0, err: '' });
      expect(out).toMatch(/^Usage: ragspan ledger/);
      for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    },
  );
});
