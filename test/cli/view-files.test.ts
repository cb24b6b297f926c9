/** What `ragspan view` makes of files: what it takes for what, and that it looks again. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { FileRuns } from '../../src/cli/view/file-runs.js';
import { lookAgain } from '../../src/cli/view/look-again.js';
import { ShownRuns } from '../../src/cli/view/shown-runs.js';
import { SourceScan } from '../../src/cli/view/source-scan.js';
import { WatchedLedger } from '../../src/cli/view/watched-ledger.js';
import { incidentText } from '../../src/incidents/incident-file.js';
import { frozen, HASH, practised, vector } from '../page/support.js';
import { longTrace } from '../page/traces.js';
import { run } from './support.js';
import { events, view, type Viewed } from './view-support.js';

const folder = mkdtempSync(join(tmpdir(), 'ragspan-view-files-'));
const open: Viewed[] = [];
afterAll(async () => {
  await Promise.all(open.map((one) => one.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const newFolder = (): string => mkdtempSync(join(folder, 'dir-'));
const judging = { acceptForms: [], maxScanBytes: 2 ** 21, refusals: [], retrievalTools: [], hash: HASH } as const;

interface Looked {
  readonly files: FileRuns;
  readonly shown: ShownRuns;
  /** Ids of incidents, questions of runs. */
  names(): string[];
}

async function filesOf(paths: readonly string[], stdin = ''): Promise<Looked> {
  const shown = new ShownRuns();
  const options = { paths, shown, stdin: Readable.from([Buffer.from(stdin)]), book: undefined, judging, redactors: [] };
  const files = new FileRuns(options);
  await files.read(() => () => undefined);
  const names = (): string[] =>
    shown
      .all()
      .map(({ listed }) => listed.id ?? listed.key.slice(0, 32))
      .sort();
  return { files, shown, names };
}

async function incident(dir: string, id: string, file = id): Promise<string> {
  const path = join(dir, `${file}.json`);
  writeFileSync(path, incidentText(await frozen(vector('canonical-b'), { id }), HASH));
  return path;
}

const trace = (seed: string): string => longTrace({ isCut: false, seed }).trace;
const traceId = (text: string): string => /"traceId":\s*"([0-9a-f]{32})"/u.exec(text)?.[1] ?? '';

describe('files that are looked at again', () => {
  it('show an incident that was frozen meanwhile, one that has changed, and none that has gone', async () => {
    const dir = newFolder();
    await incident(dir, 'INC-1');
    const { files, shown, names } = await filesOf([dir]);
    expect(names()).toEqual(['INC-1']);
    expect(await files.look()).toBe(false);
    const path = await incident(dir, 'INC-2');
    expect([await files.look(), names()]).toEqual([true, ['INC-1', 'INC-2']]);
    writeFileSync(path, incidentText(practised(await frozen(vector('canonical-b'), { id: 'INC-2' })), HASH));
    expect(await files.look()).toBe(true);
    expect(shown.incident('INC-2', true)?.predictions).toBeDefined();
    expect(shown.entry('INC-2', true)?.listed.version).toBe(2);
    unlinkSync(path);
    expect([await files.look(), names()]).toEqual([true, ['INC-1']]);
    expect(await files.look()).toBe(false);
  });

  it('show a trace file that grows, comes or goes, and keep the versions of rows that stay as they were', async () => {
    const dir = newFolder();
    const [one, two, three] = [trace('1'), trace('2'), trace('3')];
    writeFileSync(join(dir, 'a.jsonl'), `${one}\n`);
    const { files, shown, names } = await filesOf([dir]);
    const before = shown.all()[0]?.listed.version;
    writeFileSync(join(dir, 'a.jsonl'), `${one}\n${two}\n`);
    expect([await files.look(), names()]).toEqual([true, [traceId(one), traceId(two)].sort()]);
    expect(shown.all().map(({ listed }) => listed.version)).toEqual([before, before]);
    writeFileSync(join(dir, 'b.json'), three);
    unlinkSync(join(dir, 'a.jsonl'));
    expect([await files.look(), names()]).toEqual([true, [traceId(three)]]);
    expect(await files.look()).toBe(false);
  });

  it('join the spans of a trace over files that come one after the other', async () => {
    const dir = newFolder();
    const whole = JSON.parse(trace('parts')) as { resourceSpans: { scopeSpans: { spans: object[] }[] }[] };
    const half = (from: number, to?: number): string => {
      const part = structuredClone(whole);
      for (const { scopeSpans } of part.resourceSpans)
        for (const scope of scopeSpans) scope.spans = scope.spans.slice(from, to);
      return JSON.stringify(part);
    };
    writeFileSync(join(dir, 'first.json'), half(0, 2));
    const { files, shown } = await filesOf([dir]);
    writeFileSync(join(dir, 'second.json'), half(2));
    await files.look();
    const atOnce = await filesOf(['-'], JSON.stringify(whole));
    const listed = (of: ShownRuns): unknown => of.all().map((one) => ({ ...one.listed, version: 0 }));
    expect(listed(shown)).toEqual(listed(atOnce.shown));
  });

  it('say what can no longer be read, and take it back', async () => {
    const dir = newFolder();
    const path = await incident(dir, 'INC-1');
    const named = join(dir, 'named.json');
    writeFileSync(named, trace('named'));
    const { files, names } = await filesOf([dir, named]);
    expect(files.problems.count).toBe(0);
    unlinkSync(named);
    writeFileSync(path, 'x');
    expect([await files.look(), names()]).toEqual([true, []]);
    expect(files.problems.kept.join('\n')).toMatch(
      /named\.json: there is no such file or folder\n.*is none of OTLP JSON/u,
    );
    await incident(dir, 'INC-1');
    writeFileSync(named, trace('named'));
    expect([await files.look(), names().length, files.problems.count]).toEqual([true, 2, 0]);
  });

  it('give the next file its turn when two had one id', async () => {
    const dir = newFolder();
    const first = await incident(dir, 'INC-1', 'a');
    await incident(dir, 'INC-1', 'b');
    const { files, names } = await filesOf([dir]);
    expect(files.problems.kept).toEqual([`${join(dir, 'b.json')}: another file has the id INC-1 too`]);
    unlinkSync(first);
    await files.look();
    expect([names(), files.problems.count]).toEqual([['INC-1'], 0]);
  });

  it('are told from others of the same size and time', async () => {
    const dir = newFolder();
    const path = join(dir, 'a.json');
    const [one, two] = [trace('one'), trace('two')];
    const at = new Date(1_700_000_000_000);
    writeFileSync(path, one);
    utimesSync(path, at, at);
    const { files, names } = await filesOf([path]);
    writeFileSync(path, two);
    utimesSync(path, at, at);
    expect([await files.look(), names()]).toEqual([true, [traceId(two)]]);
  });

  it('keep what standard input said, and what was read with it', async () => {
    const dir = newFolder();
    const [one, two, three] = [trace('1'), trace('2'), trace('3')];
    const path = join(dir, 'a.json');
    writeFileSync(path, two);
    const { files, names } = await filesOf(['-', path], one);
    writeFileSync(path, three);
    expect([await files.look(), names()]).toEqual([false, [traceId(one), traceId(two)].sort()]);
    expect((await filesOf(['-'], one)).files.canChange).toBe(false);
    expect((await filesOf([newFolder()])).files.canChange).toBe(true);
  });

  it('are left alone where nobody waits for them any more', async () => {
    const dir = newFolder();
    for (const write of [async () => writeFileSync(join(dir, 'a.json'), trace('1')), () => incident(dir, 'INC-1')]) {
      const { files, names } = await filesOf([dir]);
      const before = names();
      await write();
      files.close();
      expect([await files.look(), names()]).toEqual([false, before]);
    }
  });
});

describe('a folder', () => {
  it('costs one entry that cannot be read itself alone', async () => {
    const dir = newFolder();
    await incident(dir, 'INC-1');
    symlinkSync('/nowhere/x.json', join(dir, 'z.json'));
    const { files, names } = await filesOf([dir]);
    expect(names()).toEqual(['INC-1']);
    expect(files.problems.kept).toEqual([`${join(dir, 'z.json')}: there is no such file or folder`]);
  });

  it('that holds nothing says so, and that folders in it are not read', async () => {
    const dir = newFolder();
    mkdirSync(join(dir, 'deeper'));
    await incident(join(dir, 'deeper'), 'INC-1');
    const viewed = await view([dir]);
    open.push(viewed);
    expect(viewed.err()).toContain(`${dir}: no trace file and no incident is in it; folders in it are not read`);
  });

  it('is asked for ages and sizes alone where nothing has changed', async () => {
    const dir = newFolder();
    const path = await incident(dir, 'INC-1');
    const scan = new SourceScan([dir, path]);
    const first = await scan.look();
    expect(first.incidents.map((one) => one.path)).toEqual([path, path]);
    expect(await scan.look()).toMatchObject({
      incidents: first.incidents,
      traces: [],
      notes: [],
      unread: [],
      empty: [],
    });
  });
});

describe('the ledger', () => {
  it('is read again when it has changed, and keeps what it knew while it cannot be', async () => {
    const dir = newFolder();
    const path = join(dir, 'ledger.jsonl');
    expect((await run(['ledger', 'add', await incident(dir, 'INC-1'), '--ledger', path])).status).toBe(0);
    const ledger = await WatchedLedger.open(path, HASH);
    const before = ledger.pairings;
    expect(await ledger.look()).toBe(false);
    writeFileSync(path, 'no ledger\n');
    expect([await ledger.look(), await ledger.look()]).toEqual([true, false]);
    expect(ledger.problem).toContain('ledger.jsonl');
    expect(ledger.pairings).toBe(before);
    unlinkSync(path);
    expect((await run(['ledger', 'add', join(dir, 'INC-1.json'), '--ledger', path])).status).toBe(0);
    expect([await ledger.look(), ledger.problem]).toEqual([true, undefined]);
    expect(ledger.pairings).not.toBe(before);
  });
});

describe('looking again', () => {
  it('tells an open page of an incident that was frozen meanwhile', async () => {
    const dir = newFolder();
    const viewed = await view([dir]);
    open.push(viewed);
    const page = await events(viewed.url);
    expect(await page.next()).toBe('0');
    await incident(dir, 'INC-77');
    expect(await page.next()).toBe('1');
    await page.close();
    const body = await (await fetch(viewed.url)).text();
    expect(body).toContain('href="/incident/INC-77"');
    expect(body).toContain('Files that are added or change are read again');
  });

  it('rests ten times as long as a look took, and ends when it is closed', async () => {
    vi.useFakeTimers();
    const began: number[] = [];
    let news = 0;
    const looking = lookAgain(
      async () => {
        began.push(Date.now());
        await new Promise((resolve) => setTimeout(resolve, 1000));
        return began.length === 2;
      },
      () => (news += 1),
    );
    const start = Date.now();
    await vi.advanceTimersByTimeAsync(25_000);
    expect(began.map((at) => at - start)).toEqual([2000, 13_000, 24_000]);
    expect(news).toBe(1);
    looking.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(began).toHaveLength(3);
    vi.useRealTimers();
  });
});
