/** One browser for a test file, pages that note everything that must not happen, and what axe says of a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';

export const executable = inject('chromium');

export interface Watched {
  readonly page: Page;
  /** Errors, refusals of the policy, dialogs, requests that left the page's own origin. */
  readonly incidents: string[];
}

export interface BrowserSupport {
  /** Closed with the browser. */
  open(url: string, options?: BrowserContextOptions): Promise<Watched>;
  blank(options?: BrowserContextOptions): Promise<Watched>;
}

/** To be called where tests are described. */
export function useBrowser(): BrowserSupport {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (executable === undefined) return;
    // Chromium's own sandbox does not run as root; the pages of these tests are our own.
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    browser = await chromium.launch({ executablePath: executable, args });
  });
  afterAll(() => browser?.close());
  const blank = async (options: BrowserContextOptions = {}): Promise<Watched> => {
    if (browser === undefined) throw new Error('no browser');
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const incidents: string[] = [];
    page.on('pageerror', (error) => incidents.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => {
      incidents.push(`dialog: ${dialog.message()}`);
      dialog.dismiss().catch(() => undefined);
    });
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') incidents.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol === 'data:' || url.protocol === 'about:') return;
      if (url.protocol !== 'file:' && url.hostname !== '127.0.0.1' && url.hostname !== 'localhost')
        incidents.push(`request: ${request.url().slice(0, 200)}`);
    });
    return { page, incidents };
  };
  const open = async (url: string, options: BrowserContextOptions = {}): Promise<Watched> => {
    const watched = await blank(options);
    await watched.page.goto(url);
    return watched;
  };
  return { open, blank };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
  }[];
}

/** One line for each violation of WCAG 2.2 A and AA, and of axe's best practices. The page must bypass its policy. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.addScriptTag({ content: AXE });
  const results = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<unknown> } };
    return axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    });
  });
  return (results as AxeResults).violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary.replaceAll('\n', ' ')}`,
    ),
  );
}

/** Wider than the window: something does not fit. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
