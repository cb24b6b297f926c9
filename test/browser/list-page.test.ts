/** The list in a real browser: filters, pages, keyboard, runs that arrive while one reads. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { incidentText } from '../../src/incidents/incident-file.js';
import { send, view, type Viewed } from '../cli/view-support.js';
import { frozen, HASH, practised, vector } from '../page/support.js';
import { CASES, hostileTrace, longTrace } from '../page/traces.js';
import { axeViolations, executable, overflow, useBrowser } from './support.js';

const folder = mkdtempSync(join(tmpdir(), 'ragspan-view-'));
const cases = join(folder, 'cases.yaml');
writeFileSync(cases, CASES);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(executable === undefined)('ragspan view', () => {
  const browser = useBrowser();
  const open: Viewed[] = [];
  afterAll(() => Promise.all(open.map((one) => one.stop())));
  const started = async (args: readonly string[]): Promise<Viewed> => {
    const viewed = await view(args);
    open.push(viewed);
    return viewed;
  };

  const three = ['a', 'b', 'c'].map((name) => `test/vectors/canonical-${name}/trace.json`);

  it('lists runs, filters them by verdict and words, and opens one: without a script', async () => {
    const { url } = await started([...three, '--cases', 'test/vectors/canonical-a/cases.yaml']);
    const { page, incidents } = await browser.open(url, { javaScriptEnabled: false });
    expect(await page.locator('tbody tr').count()).toBe(3);
    await page.getByLabel('verdict').selectOption('H2');
    await page.getByRole('button', { name: 'Filter' }).click();
    expect(await page.locator('tbody tr .badge').allTextContents()).toEqual(['H2']);
    await page.getByLabel('search').fill('no such words');
    await page.keyboard.press('Enter');
    await page.getByText('No run matches.').waitFor();
    await page.getByRole('link', { name: 'all runs' }).click();
    await page.getByLabel('search').fill('below_k refund');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=below_k/u);
    await page.locator('tbody tr a').click();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('below k');
    await page.getByRole('link', { name: 'ragspan' }).click();
    expect(await page.locator('tbody tr').count()).toBe(3);
    expect(incidents).toEqual([]);
  });

  it('turns pages, and passes axe on each on a telephone at night and on a desk by day', async () => {
    const files = Array.from({ length: 60 }, (_, index) => traceFile(index));
    const full = await started([...files, '--cases', cases]);
    const { page } = await browser.open(full.url);
    expect(await page.locator('tbody tr').count()).toBe(50);
    await page.getByRole('link', { name: 'Older' }).click();
    await page.waitForURL(/page=2/u);
    expect(await page.locator('tbody tr').count()).toBe(10);
    expect(await page.getByRole('navigation', { name: 'Pages' }).innerText()).toContain('Page 2 of 2');
    const empty = await started([':0']);
    for (const url of [full.url, `${full.url}?q=nothing`, empty.url])
      for (const screen of [
        { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
        { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
      ] as const) {
        const { page: tab } = await browser.open(url, { ...screen, bypassCSP: true });
        expect(await overflow(tab)).toBe(0);
        expect(await axeViolations(tab)).toEqual([]);
        await tab.context().close();
      }
  });

  it('is worked by keyboard alone: to the search, to a run, and back', async () => {
    const { url } = await started([...three, '--cases', 'test/vectors/canonical-a/cases.yaml']);
    const { page } = await browser.open(url);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('H3a');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=H3a/u);
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.closest('#runs') !== null)) break;
    }
    expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)).toBe('solid');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/run\//u);
    await page.goBack();
    expect(page.url()).toContain('q=H3a');
  });

  it('shows runs as they arrive, and leaves focus, selection and what is typed where they are', async () => {
    const { url, otlp } = await started([':0', '--cases', cases]);
    const { page, incidents } = await browser.open(url);
    expect(await page.locator('#nothing').innerText()).toContain(`OTEL_EXPORTER_OTLP_ENDPOINT=${otlp}`);
    expect(await send(otlp, longTrace({ isCut: true, seed: 'one' }).trace)).toBe(200);
    await page.locator('tbody tr').first().waitFor();
    expect(await page.locator('tbody tr .badge').allTextContents()).toEqual(['H2']);
    const link = page.locator('tbody tr a').first();
    const href = await link.getAttribute('href');
    await link.focus();
    await page.evaluate(() => ((globalThis as { held?: unknown }).held = document.activeElement));
    for (const seed of ['two', 'three', 'four']) await send(otlp, longTrace({ isCut: false, seed }).trace);
    await expect.poll(() => page.locator('tbody tr').count(), { timeout: 20_000 }).toBe(4);
    // The same element, not one that looks like it.
    expect(await page.evaluate(() => document.activeElement === (globalThis as { held?: unknown }).held)).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(href);
    expect(await page.locator('#news').innerText()).toMatch(/new run/u);
    expect(await page.locator('#tally').innerText()).toContain('4 runs');
    expect(await page.title()).toContain('4 runs');

    await page.getByLabel('search').fill('half a wo');
    await send(otlp, longTrace({ isCut: false, seed: 'five' }).trace);
    await expect.poll(() => page.locator('tbody tr').count(), { timeout: 20_000 }).toBe(5);
    expect(await page.getByLabel('search').inputValue()).toBe('half a wo');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('q');
    expect(incidents).toEqual([]);
  });

  it('gets choices, spans and problems that came after it was opened, and keeps what was chosen or opened', async () => {
    const { url, otlp } = await started([':0', '--cases', cases]);
    const { page, incidents } = await browser.open(url);
    expect(await page.getByLabel('verdict').isVisible()).toBe(false);
    await send(otlp, longTrace({ isCut: true, seed: 'one' }).trace);
    await page.getByLabel('verdict').waitFor();
    expect(await page.getByLabel('verdict').locator('option').allTextContents()).toEqual([
      'any',
      'wrong (H1 to H3b)',
      'H2 (1)',
    ]);
    await page.getByLabel('verdict').selectOption('H2');
    await page.locator('h1').click();
    await send(otlp, longTrace({ isCut: false, seed: 'two' }).trace);
    await page.locator('select[name=verdict] option[value=H3a]').waitFor({ state: 'attached' });
    expect(await page.getByLabel('verdict').inputValue()).toBe('H2');

    const spans = async (): Promise<number> =>
      Number(/([\d,]+) spans?/u.exec(await page.locator('#live').innerText())?.[1]);
    const before = await spans();
    const span = { traceId: '1'.repeat(32), spanId: '2'.repeat(16), name: 'GET', startTimeUnixNano: '1' };
    await send(otlp, JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }));
    await expect.poll(spans, { timeout: 20_000 }).toBe(before + 1);

    expect(await send(otlp, 'rubbish')).toBe(400);
    await page.getByText('1 place could not be read').click();
    expect(await send(otlp, 'rubbish')).toBe(400);
    await page.getByText('2 places could not be read').waitFor();
    expect(await page.locator('#problems li').allInnerTexts()).toHaveLength(2);
    expect(await page.locator('#problems li').first().isVisible()).toBe(true);
    expect(incidents).toEqual([]);
  });

  it('shows an incident that was frozen after it was opened', async () => {
    const dir = mkdtempSync(join(folder, 'watched-'));
    const { url } = await started([dir]);
    const { page, incidents } = await browser.open(url);
    expect(await page.locator('#nothing').isVisible()).toBe(true);
    writeFileSync(join(dir, 'INC-7.json'), incidentText(await frozen(vector('canonical-b'), { id: 'INC-7' }), HASH));
    await page.getByRole('link', { name: /INC-7/u }).waitFor({ timeout: 20_000 });
    expect(await page.locator('#nothing').isVisible()).toBe(false);
    expect(incidents).toEqual([]);
  });

  it('keeps to the filter while runs arrive, and changes a run that arrives in parts', async () => {
    const { url, otlp } = await started([':0', '--cases', cases]);
    const { page } = await browser.open(`${url}?verdict=wrong`);
    const whole = JSON.parse(longTrace({ isCut: false, seed: 'parts' }).trace) as Whole;
    const [first, second] = halves(whole);
    await send(otlp, JSON.stringify(first));
    await send(otlp, longTrace({ isCut: true, seed: 'other' }).trace);
    await expect.poll(() => page.locator('tbody tr .badge').allTextContents(), { timeout: 20_000 }).toContain('H2');
    await send(otlp, JSON.stringify(second));
    await expect
      .poll(async () => (await page.locator('tbody tr .badge').allTextContents()).sort(), { timeout: 20_000 })
      .toEqual(['H2', 'H3a']);
  });

  it('says so when the server is gone', async () => {
    const viewed = await view([':0']);
    const { page } = await browser.open(viewed.url);
    await page.waitForFunction(() => !document.getElementById('live')?.classList.contains('off'));
    await viewed.stop();
    await page.locator('#live.off').waitFor();
    expect(await page.locator('#live').innerText()).toContain('Not connected');
  });

  it('runs nothing of hostile runs, in the list, live, and on the page of one', async () => {
    const hostile = hostileTrace(2_000_000);
    const file = join(folder, 'hostile.yaml');
    writeFileSync(file, hostile.cases ?? '');
    const { url, otlp } = await started([':0', '--cases', file]);
    const { page, incidents } = await browser.open(url);
    await send(otlp, hostile.trace);
    await page.locator('tbody tr').first().waitFor({ timeout: 30_000 });
    const pwned = (): Promise<unknown> => page.evaluate(() => (globalThis as { pwned?: unknown }).pwned);
    await page.locator('tbody tr').hover();
    expect(await page.locator('tbody script, tbody img, tbody svg, tbody iframe').count()).toBe(0);
    expect(await pwned()).toBeUndefined();
    await page.locator('tbody tr a').click();
    await page.waitForURL(/\/run\//u);
    expect(await page.getByRole('heading', { level: 2, name: 'The triple' }).count()).toBe(1);
    expect(await pwned()).toBeUndefined();
    await page.goto(
      `${url}?q=${encodeURIComponent('"><script>window.pwned=1</script>')}&service=<img src=x onerror=pwned=1>`,
    );
    expect(await pwned()).toBeUndefined();
    expect(await page.getByLabel('search').inputValue()).toBe('"><script>window.pwned=1</script>');
    expect(incidents).toEqual([]);
  });

  it('shows incidents of a folder beside runs', async () => {
    const dir = mkdtempSync(join(folder, 'incidents-'));
    const incident = practised(await frozen(vector('canonical-b'), { id: 'INC-114' }));
    writeFileSync(join(dir, 'INC-114.json'), incidentText(incident, HASH));
    writeFileSync(join(dir, 'run.json'), vector('canonical-c').trace);
    const { url } = await started([dir]);
    const { page } = await browser.open(url);
    await page.getByRole('link', { name: /INC-114/u }).click();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('INC-114');
    expect(await page.getByText('Sealed').count()).toBe(1);
  });

  it('asks for the token once, and keeps it out of the address', async () => {
    const { url } = await started([...three, '--token', 'a-token-of-our-own']);
    const { page } = await browser.open(url);
    expect(page.url()).not.toContain('token');
    expect(await page.locator('tbody tr').count()).toBe(3);
    await page.locator('tbody tr a').first().click();
    expect(await page.getByRole('heading', { level: 2, name: 'The triple' }).count()).toBe(1);
    expect(await page.evaluate(() => document.cookie)).toBe('');

    const bare = url.replace(/\?.*/u, '');
    const { page: stranger } = await browser.open(bare, { bypassCSP: true });
    expect(await axeViolations(stranger)).toEqual([]);
    await stranger.getByLabel('token').fill('not the token at all');
    await stranger.keyboard.press('Enter');
    expect(await stranger.getByRole('alert').innerText()).toBe('This is not the token.');
    await stranger.getByLabel('token').fill('a-token-of-our-own');
    await stranger.keyboard.press('Enter');
    await stranger.waitForURL(bare);
    expect(await stranger.locator('tbody tr').count()).toBe(3);
  });

  function traceFile(index: number): string {
    const path = join(folder, `trace-${index}.json`);
    writeFileSync(path, longTrace({ isCut: index % 3 === 0, seed: `list ${index}` }).trace);
    return path;
  }
});

interface Whole {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly scope: object; readonly spans: readonly object[] }[];
  }[];
}

/** What ended first is exported first: the root comes last. */
function halves(whole: Whole): readonly [object, object] {
  const [resource] = whole.resourceSpans;
  const [scope] = resource?.scopeSpans ?? [];
  const part = (from: number, to: number): object => ({
    resourceSpans: [{ ...resource, scopeSpans: [{ ...scope, spans: scope?.spans.slice(from, to) }] }],
  });
  return [
    part(1, 3),
    { resourceSpans: [...(part(0, 1) as Whole).resourceSpans, ...(part(3, 9) as Whole).resourceSpans] },
  ];
}
