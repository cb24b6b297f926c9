/** The list that an address asks for: filters, search, page. */
import type { ListChoice, ListFilter, RunListView } from '../../page/run-list.js';
import type { ShelfEntry } from './run-shelf.js';

export const PAGE_ROWS = 50;
const MAX_WORD = 200;
/** More choices than this are no menu. */
const MAX_CHOICES = 100;
const WRONG: ReadonlySet<string> = new Set(['H1', 'H2', 'H3', 'H3a', 'H3b']);
const ORDER = ['H1', 'H2', 'H3', 'H3a', 'H3b', 'HOLD', 'UNKNOWN', 'UNDECLARED'];

export type ListedPart = Pick<
  RunListView,
  'rows' | 'filter' | 'total' | 'matching' | 'page' | 'pages' | 'verdicts' | 'services' | 'cases'
>;

/** `entries` in the order in which they are shown. */
export function listedPart(entries: readonly ShelfEntry[], query: URLSearchParams): ListedPart {
  const word = (name: string): string => (query.get(name) ?? '').slice(0, MAX_WORD);
  const filter: ListFilter = {
    verdict: word('verdict'),
    service: word('service'),
    caseId: word('case'),
    search: word('q').trim(),
  };
  const matching = entries.filter(matcher(filter));
  const pages = Math.max(1, Math.ceil(matching.length / PAGE_ROWS));
  const asked = /^\d{1,7}$/u.test(query.get('page') ?? '') ? Number(query.get('page')) : 1;
  const page = Math.min(pages, Math.max(1, asked));
  return {
    rows: matching.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS).map(({ listed }) => listed),
    filter,
    total: entries.length,
    matching: matching.length,
    page,
    pages,
    verdicts: choices(
      entries.map(({ listed }) => listed.verdict),
      (a, b) => place(a.value) - place(b.value) || byName(a, b),
    ),
    services: choices(entries.map(({ listed }) => listed.service)),
    cases: choices(entries.map(({ listed }) => listed.caseId)),
  };
}

/** Every word of the search must be found somewhere. */
function matcher({ verdict, service, caseId, search }: ListFilter): (entry: ShelfEntry) => boolean {
  const words = search
    .toLowerCase()
    .split(/\s+/u)
    .filter((one) => one !== '');
  return ({ listed, haystack }) =>
    (verdict === '' || listed.verdict === verdict || (verdict === 'wrong' && WRONG.has(listed.verdict))) &&
    (service === '' || listed.service === service) &&
    (caseId === '' || listed.caseId === caseId) &&
    words.every((one) => haystack.includes(one));
}

function choices(
  values: readonly (string | undefined)[],
  order: (a: ListChoice, b: ListChoice) => number = byName,
): readonly ListChoice[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== undefined && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_CHOICES)
    .sort(order);
}

function byName(a: ListChoice, b: ListChoice): number {
  return a.value < b.value ? -1 : 1;
}

function place(verdict: string): number {
  const at = ORDER.indexOf(verdict);
  return at === -1 ? ORDER.length : at;
}
