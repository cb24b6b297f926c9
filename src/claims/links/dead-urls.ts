/** Which links of an answer lead nowhere. It asks the network: never on the path to the user. */
import { type Deadline, startDeadline } from './deadline.js';
import { sharedHostTurns } from './host-turns.js';
import type { LinkKind } from './link.js';
import { type DeadUrlOptions, type LinkSettings, linkSettings } from './link-options.js';
import { lookAtUrl, type Looking } from './look-at-url.js';
import { MAX_URL_UNITS } from './bare-url.js';
import { markdownLinks } from './markdown-links.js';
import { Slots } from './slots.js';
import { dead, unchecked, type UrlOutcome } from './url-outcome.js';

/** A link with something against it. `dead` alone is proven; `blocked` was not asked for, `unchecked` is not known. */
export type UrlProblem = Exclude<UrlOutcome, { readonly kind: 'alive' }> & {
  /** As the Markdown says it. */
  readonly url: string;
  /** 1-based line of the first link to it. */
  readonly line: number;
  readonly link: LinkKind;
  /** How many links lead to it. */
  readonly count: number;
};

const MAX_MARKDOWN_UNITS = 1_048_576;

/**
 * GETs every `http:` and `https:` link of the Markdown, and gives those with a problem, in order of
 * place: `dead` (status of 400 or more, or unreachable, with the reason), `blocked` (never asked
 * for: special addresses, other ports, credentials), `unchecked`. Other schemes and relative links
 * are left alone. An empty list: every link answered.
 *
 * @throws RangeError for an option that is none, and for Markdown beyond 1,048,576 UTF-16 units;
 * the reason of `options.signal` when that ends the call.
 */
export async function deadUrls(markdown: string, options: DeadUrlOptions = {}): Promise<UrlProblem[]> {
  const settings = linkSettings(options);
  if (markdown.length > MAX_MARKDOWN_UNITS)
    throw new RangeError(
      `deadUrls: the Markdown has ${markdown.length} UTF-16 units, at most ${MAX_MARKDOWN_UNITS} are read; check it in parts`,
    );
  settings.signal?.throwIfAborted();
  const links = await distinctLinks(markdown);
  const budget = startDeadline(settings.totalMillis, settings.signal);
  const call: Call = {
    settings,
    turns: sharedHostTurns,
    slots: new Slots(settings.concurrency),
    signal: budget.signal,
    budget,
    asked: new Map(),
  };
  try {
    const outcomes = await Promise.all(links.map((link, index) => outcomeOf(link, index, call)));
    return outcomes.flatMap((outcome, index) => {
      const { url, line, link, count } = links[index] as DistinctLink;
      return outcome.kind === 'alive' ? [] : [{ url, line, link, count, ...outcome }];
    });
  } finally {
    budget.end();
  }
}

interface Call extends Looking {
  readonly budget: Deadline;
  /** By what is asked for: two links that differ in their fragment ask once. */
  readonly asked: Map<string, Promise<UrlOutcome>>;
}

interface DistinctLink {
  readonly url: string;
  /** What is asked for: without fragment. Undefined: no URL. */
  readonly target: URL | undefined;
  readonly line: number;
  readonly link: LinkKind;
  count: number;
}

async function distinctLinks(markdown: string): Promise<DistinctLink[]> {
  const links = new Map<string, DistinctLink>();
  for (const { url, kind, line } of await markdownLinks(markdown)) {
    const known = links.get(url);
    if (known !== undefined) known.count += 1;
    else if (/^\s*(?:https?:|\/\/)/i.test(url))
      links.set(url, { url, target: targetUrl(url), line, link: kind, count: 1 });
  }
  return [...links.values()];
}

function targetUrl(text: string): URL | undefined {
  if (text.length >= MAX_URL_UNITS) return undefined;
  try {
    const url = new URL(text, 'https://relative.invalid');
    url.hash = '';
    return url;
  } catch {
    return undefined;
  }
}

async function outcomeOf({ url, target }: DistinctLink, index: number, call: Call): Promise<UrlOutcome> {
  const { settings, asked } = call;
  if (index >= settings.maxUrls) return unchecked('too_many_urls', `beyond the first ${settings.maxUrls} URLs`);
  if (url.length >= MAX_URL_UNITS) return unchecked('too_long', `it has ${url.length} UTF-16 units or more`);
  if (target === undefined) return dead('invalid_url', 'it is no URL');
  const outcome = asked.get(target.href) ?? lookAt(target, call);
  asked.set(target.href, outcome);
  return outcome;
}

async function lookAt(target: URL, call: Call): Promise<UrlOutcome> {
  const { settings, budget } = call;
  const key = cacheKey(target, settings);
  const known = settings.cache?.get(key);
  if (known !== undefined) return known;
  try {
    const outcome = await lookAtUrl(target, call);
    settings.cache?.set(key, outcome);
    return outcome;
  } catch (error) {
    if (!budget.isOver()) throw error;
    return unchecked('budget', `the ${settings.totalMillis} ms of the whole check were over`);
  }
}

/** What one call may ask for, or waits for, another does not: results hold under the same rules alone. */
function cacheKey(target: URL, settings: LinkSettings): string {
  const { ports, allowHosts, maxRedirects, timeoutMillis, userAgent, resolve } = settings;
  return JSON.stringify([target.href, ports, allowHosts, maxRedirects, timeoutMillis, userAgent, numberOf(resolve)]);
}

const resolvers = new WeakMap<NonNullable<LinkSettings['resolve']>, number>();
let resolverCount = 0;

/** Two resolvers may know different names: each has its own results. The system's is 0. */
function numberOf(resolve: LinkSettings['resolve']): number {
  if (resolve === undefined) return 0;
  let number = resolvers.get(resolve);
  if (number === undefined) resolvers.set(resolve, (number = ++resolverCount));
  return number;
}
