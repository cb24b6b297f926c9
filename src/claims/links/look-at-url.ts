/** Asks one URL, redirects followed: each step is looked up, checked and waits for its host anew. */
import { startDeadline } from './deadline.js';
import { getHead, type Head } from './get-head.js';
import { type HostTurns, untilAborted } from './host-turns.js';
import type { LinkSettings } from './link-options.js';
import type { Slots } from './slots.js';
import { bareHost, type Target, targetOf } from './target.js';
import { blocked, dead, type UrlOutcome } from './url-outcome.js';

export interface Looking {
  readonly settings: LinkSettings;
  readonly turns: HostTurns;
  readonly slots: Slots;
  /** Aborted when the call is over. */
  readonly signal: AbortSignal;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Rejects with the signal's reason alone. */
export async function lookAtUrl(start: URL, looking: Looking): Promise<UrlOutcome> {
  const { maxRedirects } = looking.settings;
  let url = start;
  for (let redirects = 0; ; redirects += 1) {
    const step = await stepTo(url, looking);
    if ('kind' in step) return redirectedTo(step, url, start);
    if (step.status >= 400)
      return redirectedTo(
        { kind: 'dead', reason: 'status', status: step.status, detail: `answered ${step.status}` },
        url,
        start,
      );
    if (!REDIRECTS.has(step.status)) return { kind: 'alive' };
    if (redirects === maxRedirects)
      return redirectedTo(dead('too_many_redirects', `more than ${maxRedirects} redirects`), url, start);
    const next = nextUrl(step, url);
    if (!(next instanceof URL)) return redirectedTo(next, url, start);
    url = next;
  }
}

async function stepTo(url: URL, looking: Looking): Promise<Head | UrlOutcome> {
  const { settings, turns, slots } = looking;
  return turns.take(bareHost(url), settings.hostGapMillis, looking.signal, () =>
    slots.use(looking.signal, async () => {
      const deadline = startDeadline(settings.timeoutMillis, looking.signal);
      try {
        const target: Target | UrlOutcome = await untilAborted(targetOf(url, settings), deadline.signal);
        return 'kind' in target ? target : await getHead(target, settings.userAgent, deadline.signal);
      } catch (error) {
        if (!deadline.isOver()) throw error;
        return dead('timeout', `${url.host}: no answer within ${settings.timeoutMillis} ms`);
      } finally {
        deadline.end();
      }
    }),
  );
}

/** The fragment of the first URL has nothing to say to a server, and stays out of the way. */
function nextUrl({ status, location }: Head, from: URL): URL | UrlOutcome {
  if (location === undefined) return dead('redirect', `answered ${status} without a Location`);
  let next: URL;
  try {
    next = new URL(location, from);
  } catch {
    return dead('redirect', `answered ${status} with a Location that is no URL`);
  }
  next.hash = '';
  if (next.protocol !== 'http:' && next.protocol !== 'https:')
    return blocked('scheme', `redirects to ${next.protocol}, neither http: nor https:`);
  return next;
}

function redirectedTo(outcome: UrlOutcome, url: URL, start: URL): UrlOutcome {
  if (url === start || outcome.kind === 'alive') return outcome;
  // What was not asked for is not passed on either: a redirect may carry what it found out.
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return { ...outcome, redirectedTo: shown.href };
}
