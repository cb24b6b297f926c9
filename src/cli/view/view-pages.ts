/** Which page an address means: the list, a run, an incident. */
import { incidentPage } from '../../page/incident-page.js';
import { LIVE_POLICY, listPage, SERVED_POLICY } from '../../page/list-page.js';
import type { LiveState } from '../../page/run-list.js';
import { incidentView } from './incident-view.js';
import type { LedgerPairings } from './ledger-pairings.js';
import { listedPart } from './list-query.js';
import type { ProblemList } from './problem-list.js';
import type { RunShelf } from './run-shelf.js';
import type { Answer } from './view-server.js';

export interface ViewPagesOptions {
  readonly shelf: RunShelf;
  readonly problems: ProblemList;
  readonly source: string;
  readonly ledger: LedgerPairings | undefined;
  /** Undefined: nothing arrives any more. */
  readonly live: (() => LiveState) | undefined;
  readonly madeBy: string;
}

export function viewPage(options: ViewPagesOptions, path: string, query: URLSearchParams): Answer | undefined {
  if (path === '/') return list(options, query);
  const [, kind, name] = /^\/(run|incident)\/([A-Za-z0-9._-]{1,200})$/u.exec(path) ?? [];
  return kind === undefined || name === undefined ? undefined : one(options, name, kind === 'incident');
}

function list({ shelf, problems, source, live, madeBy }: ViewPagesOptions, query: URLSearchParams): Answer {
  const state = live?.();
  const page = listPage(
    {
      source,
      ...listedPart(shelf.all(), query),
      problems: problems.kept,
      problemCount: problems.count,
      ...(state === undefined ? {} : { live: state }),
    },
    madeBy,
  );
  return { html: page, policy: state === undefined ? SERVED_POLICY : LIVE_POLICY };
}

function one({ shelf, ledger, madeBy }: ViewPagesOptions, key: string, isFrozen: boolean): Answer | undefined {
  const entry = shelf.entry(key);
  const incident = shelf.incident(key);
  if (entry === undefined || incident === undefined || entry.listed.isIncident !== isFrozen) return undefined;
  const { inProcess } = entry.listed;
  const view = incidentView(incident, {
    isFrozen,
    ...(ledger === undefined || !isFrozen ? {} : { pairings: { source: ledger.source, all: ledger.of(incident.id) } }),
  });
  const html = incidentPage(inProcess === undefined ? view : { ...view, inProcess }, {
    madeBy,
    listLink: '/',
    policy: SERVED_POLICY,
    linkOf: (id) => (shelf.entry(id)?.listed.isIncident === true ? `/incident/${encodeURIComponent(id)}` : undefined),
  });
  return { html, policy: SERVED_POLICY };
}
