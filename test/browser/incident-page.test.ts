/** The page of an incident in a real browser: read, by keyboard, in the dark, on a telephone, under attack. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { IncidentMessage } from '../../src/proto/messages.generated.js';
import { BUDGET_REPAIR, frozen, page, practised, trials, vector } from '../page/support.js';
import { hostileTrace, longTrace } from '../page/traces.js';
import { axeViolations, executable, overflow, useBrowser } from './support.js';

const folder = mkdtempSync(join(tmpdir(), 'ragspan-pages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file, as `ragspan incident html --out` writes it. */
function file(name: string, html: string): string {
  const path = join(folder, `${name}.html`);
  writeFileSync(path, html);
  return pathToFileURL(path).href;
}

async function withTrials(incident: IncidentMessage): Promise<IncidentMessage> {
  const all = [
    ...trials(incident, '', ['H2', 'H2', 'H2']),
    ...trials(incident, 'budget-16k', ['HOLD', 'HOLD', 'HOLD']),
  ];
  return { ...incident, repairs: [BUDGET_REPAIR], trials: all };
}

const PAGES: { readonly [name: string]: () => Promise<string> } = {
  'A (H1)': async () => page(practised(await frozen(vector('canonical-a')))),
  'B (H2), with re-runs': async () => page(await withTrials(practised(await frozen(vector('canonical-b'))))),
  'C (H3a)': async () => page(practised(await frozen(vector('canonical-c')))),
  'B without text': async () => page(practised(await frozen(vector('canonical-b'), { withText: false }))),
  'a long context, cut': async () => page(practised(await frozen(longTrace({ isCut: true })))),
  'a long context with a distractor': async () => page(practised(await frozen(longTrace({ isCut: false })))),
  'a run that is no incident': async () => page(await frozen(vector('canonical-c-gen-ai')), false),
  'hostile texts': async () => page(practised(await frozen(hostileTrace(50_000), { redactors: [] }))),
};

/** A telephone at night, a desk by day. */
const SCREENS = [
  { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
] as const;

describe.skipIf(executable === undefined)('the page of an incident', () => {
  const browser = useBrowser();

  describe.each(Object.keys(PAGES))('%s', (name) => {
    it('passes axe on a telephone at night and on a desk by day, and fits the window', async () => {
      const url = file('axe', await (PAGES[name] as () => Promise<string>)());
      for (const screen of SCREENS) {
        const { page: tab } = await browser.open(url, { ...screen, bypassCSP: true });
        expect(await overflow(tab)).toBe(0);
        expect(await axeViolations(tab)).toEqual([]);
        await tab.context().close();
      }
    });
  });

  it('is styled by its own sheet under its own policy, and asks for nothing', async () => {
    const { page: tab, incidents } = await browser.open(
      file('own', await (PAGES['C (H3a)'] as () => Promise<string>)()),
    );
    const mark = tab.locator('.triple mark.need').first();
    expect(await mark.evaluate((one) => getComputedStyle(one).borderBottomStyle)).toBe('solid');
    expect(incidents).toEqual([]);
  });

  it('is dark where the reader asks for it', async () => {
    const url = file('dark', await (PAGES['C (H3a)'] as () => Promise<string>)());
    const background = async (colorScheme: 'light' | 'dark'): Promise<string> => {
      const { page: tab } = await browser.open(url, { colorScheme });
      return tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
    };
    expect(await background('light')).toBe('rgb(247, 247, 245)');
    expect(await background('dark')).toBe('rgb(18, 21, 24)');
  });

  it('is walked through by keyboard: skip link first, then the folds, each with a visible focus', async () => {
    const { page: tab } = await browser.open(
      file('keys', await (PAGES['a long context, cut'] as () => Promise<string>)()),
    );
    await tab.keyboard.press('Tab');
    expect(await tab.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await tab.keyboard.press('Enter');
    expect(await tab.evaluate(() => document.activeElement?.id)).toBe('main');
    await tab.keyboard.press('Tab');
    const isFold = await tab.evaluate(() => document.activeElement?.tagName);
    expect(isFold).toBe('SUMMARY');
    expect(await tab.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)).toBe('solid');
    await tab.keyboard.press('Enter');
    expect(await tab.locator('details.fold').first().getAttribute('open')).toBe('');
  });

  it('has one heading for each part, in order, and the landmarks a reader jumps to', async () => {
    const { page: tab } = await browser.open(
      file('parts', await (PAGES['B (H2), with re-runs'] as () => Promise<string>)()),
    );
    const headings = await tab.getByRole('heading', { level: 2 }).allTextContents();
    expect(headings).toEqual([
      'Boundaries',
      'Next',
      'The triple',
      'Predictions against the diff',
      'Pairing',
      'Re-runs',
      'Evidence',
      'Pins',
      'Origin',
    ]);
    for (const role of ['main', 'banner', 'contentinfo'] as const) expect(await tab.getByRole(role).count()).toBe(1);
    expect(await tab.getByRole('region', { name: 'Sent context' }).count()).toBe(1);
  });

  it('stands side by side on a desk and one below the other on a telephone', async () => {
    const url = file('columns', await (PAGES['C (H3a)'] as () => Promise<string>)());
    const tops = async (viewport: { readonly width: number; readonly height: number }): Promise<number> => {
      const { page: tab } = await browser.open(url, { viewport });
      const all = await tab
        .locator('.triple > section')
        .evaluateAll((list) => list.map((one) => one.getBoundingClientRect().top));
      return new Set(all).size;
    };
    expect(await tops({ width: 1280, height: 900 })).toBe(1);
    expect(await tops({ width: 360, height: 740 })).toBe(3);
  });

  it('prints on white, without what a screen needs', async () => {
    const { page: tab } = await browser.open(file('print', await (PAGES['C (H3a)'] as () => Promise<string>)()), {
      colorScheme: 'dark',
    });
    await tab.emulateMedia({ media: 'print' });
    expect(await tab.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
    expect((await tab.pdf()).length).toBeGreaterThan(10_000);
  });

  it('runs nothing that stands in a text, and leaves for nowhere', async () => {
    const html = page(practised(await frozen(hostileTrace(), { redactors: [] })));
    expect(html.length).toBeLessThan(3_000_000);
    // Without the policy too: what is escaped needs none.
    for (const bypassCSP of [false, true]) {
      const url = file('hostile', html);
      const { page: tab, incidents } = await browser.open(url, { bypassCSP });
      for (const summary of await tab.locator('summary').all()) await summary.click();
      for (const one of await tab.locator('.item-head, mark, .text').all()) await one.hover({ timeout: 2000 });
      await tab.keyboard.press('Tab');
      expect(await tab.evaluate(() => (globalThis as { pwned?: unknown }).pwned)).toBeUndefined();
      expect(
        await tab.locator('.text script, .text img, .text a, .item-head b b, main form, main iframe').count(),
      ).toBe(0);
      expect(await tab.title()).toContain('ragspan');
      expect(tab.url()).toBe(url);
      expect(await tab.locator('footer').isVisible()).toBe(true);
      expect(incidents).toEqual([]);
    }
  });

  it('would stop what it did not escape: the policy alone holds', async () => {
    const attack = `<script>window.pwned = 1</script><img src="x" onerror="window.pwned = 2"><a id="js" href="javascript:window.pwned=3">x</a><p id="styled" style="color:red">x</p><img src="http://evil.example/x.png"><form id="f" action="http://evil.example/"><button>x</button></form>`;
    const html = (await (PAGES['C (H3a)'] as () => Promise<string>)()).replace('<h1>', `${attack}<h1>`);
    const url = file('unescaped', html);
    const { page: tab } = await browser.open(url);
    await tab.locator('#js').click();
    expect(await tab.locator('#styled').evaluate((one) => getComputedStyle(one).color)).not.toBe('rgb(255, 0, 0)');
    await tab.evaluate(() => (document.getElementById('f') as HTMLFormElement).requestSubmit());
    expect(await tab.evaluate(() => (globalThis as { pwned?: unknown }).pwned)).toBeUndefined();
    expect(tab.url()).toBe(url);
  });

  it('shows what runs backwards in the order of its bytes', async () => {
    const { page: tab } = await browser.open(file('bidi', await (PAGES['hostile texts'] as () => Promise<string>)()));
    const text = await tab.locator('#main .text', { hasText: 'admin' }).first().innerText();
    expect(text).toContain('adminRLOgnp.exe');
    expect(text).toContain('nulNUL');
  });
});
