/** Which page an address means: the list, a run, an incident. */
import { incidentPage } from '../../page/incident-page.js';
import { LIVE_POLICY, listPage, SERVED_POLICY } from '../../page/list-page.js';
import type { LiveState } from '../../page/run-list.js';
import { incidentView } from './incident-view.js';
import type { LedgerPairings } from './ledger-pairings.js';
import { listedPart } from './list-query.js';
import type { Problems } from './problem-list.js';
import type { ShownRuns } from './shown-runs.js';
import type { Answer } from './view-server.js';

export interface ViewPagesOptions {
  readonly shown: ShownRuns;
  readonly problems: () => Problems;
  readonly source: string;
  readonly ledger: () => LedgerPairings | undefined;
  /** Undefined: nothing changes any more. */
  readonly live: (() => LiveState) | undefined;
  readonly madeBy: string;
}

export function viewPage(options: ViewPagesOptions, path: string, query: URLSearchParams): Answer | undefined {
  if (path === '/') return list(options, query);
  const [, kind, name] = /^\/(run|incident)\/([A-Za-z0-9._-]{1,200})$/u.exec(path) ?? [];
  return kind === undefined || name === undefined ? undefined : one(options, name, kind === 'incident');
}

function list({ shown, problems, source, live, madeBy }: ViewPagesOptions, query: URLSearchParams): Answer {
  const state = live?.();
  const { kept, count } = problems();
  const page = listPage(
    {
      source,
      ...listedPart(shown.all(), query),
      evicted: shown.evicted,
      problems: kept,
      problemCount: count,
      ...(state === undefined ? {} : { live: state }),
    },
    madeBy,
  );
  return { html: page, policy: state === undefined ? SERVED_POLICY : LIVE_POLICY };
}

function one(options: ViewPagesOptions, key: string, isFrozen: boolean): Answer | undefined {
  const { shown, madeBy } = options;
  const entry = shown.entry(key, isFrozen);
  const incident = shown.incident(key, isFrozen);
  if (entry === undefined || incident === undefined) return undefined;
  const { inProcess } = entry.listed;
  const ledger = options.ledger();
  const view = incidentView(incident, {
    isFrozen,
    ...(ledger === undefined || !isFrozen ? {} : { pairings: { source: ledger.source, all: ledger.of(incident.id) } }),
  });
  const html = incidentPage(inProcess === undefined ? view : { ...view, inProcess }, {
    madeBy,
    listLink: '/',
    policy: SERVED_POLICY,
    linkOf: (id) => (shown.entry(id, true) === undefined ? undefined : `/incident/${encodeURIComponent(id)}`),
  });
  return { html, policy: SERVED_POLICY };
}
