/** The list of runs and incidents: filters and pages are links and a form, so that it works without a script. */
import { pageText, policyHash } from './document.js';
import { html, type Html } from './html.js';
import { LIVE_SCRIPT } from './live-script.js';
import { PAGE_STYLE } from './page-style.js';
import { verdictBadge } from './parts/verdict-badge.js';
import type { ListChoice, ListedRun, ListFilter, RunListView } from './run-list.js';
import { grouped, isoTime, plural, timeText } from './words.js';

const STYLE = `style-src ${policyHash(PAGE_STYLE)}`;

/** Of served pages without a script: an incident, a sign-in, a problem. */
export const SERVED_POLICY = `default-src 'none'; ${STYLE}; base-uri 'none'; form-action 'self'`;
/** Of the list while it may change: our own script, and no address but ours. */
export const LIVE_POLICY = `default-src 'none'; ${STYLE}; script-src ${policyHash(LIVE_SCRIPT)}; connect-src 'self'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'`;

export function listPage(view: RunListView, madeBy: string): string {
  const isLive = view.live !== undefined;
  return pageText({
    title: `${plural(view.matching, 'run')} · ${view.source} · ragspan`,
    policy: isLive ? LIVE_POLICY : SERVED_POLICY,
    trail: html`<span>ragspan</span> <span aria-hidden="true">/</span> <span>${view.source}</span>`,
    main: html`<h1>Runs</h1>
      ${isLive && liveLine(view)} ${problems(view)} ${filters(view)}
      <section aria-labelledby="list">
        <h2 id="list" class="vh">List</h2>
        ${tally(view)} ${table(view)} ${pager(view)}
      </section>`,
    footer: html`<p>Made by ${madeBy}.</p>`,
    ...(isLive ? { script: LIVE_SCRIPT } : {}),
  });
}

function liveLine({ live }: RunListView): Html {
  return html`<p class="live" id="live">${liveText(live)}</p>
    <p class="vh" role="status" id="news"></p>
    <noscript>
      <p class="warn">New runs appear when the page is loaded again: its script is off.</p>
    </noscript>`;
}

function liveText(live: RunListView['live']): string {
  const { otlp, readsFiles = false } = live ?? {};
  return [
    otlp === undefined ? '' : `Listening on ${otlp.url} (OTLP/HTTP): ${plural(otlp.spans, 'span')} so far`,
    readsFiles ? 'Files that are added or change are read again' : '',
  ]
    .filter((part) => part !== '')
    .join('. ');
}

/** The place stays where there is none: a page that is open may get one. */
function problems({ problems: all, problemCount }: RunListView): Html {
  return html`<div id="problems">
    ${
      all.length > 0 &&
      html`<details class="warn">
        <summary>${plural(problemCount, 'place')} could not be read</summary>
        <div>
          <ul>
            ${all.map((one) => html`<li>${one}</li>`)}
          </ul>
          ${problemCount > all.length && html`<p>and ${grouped(problemCount - all.length)} more.</p>`}
        </div>
      </details>`
    }
  </div>`;
}

function filters({ filter, verdicts, services, cases }: RunListView): Html {
  return html`<form class="filters" id="filters" method="get" action="/" role="search" aria-label="Filter the list">
    <label class="wide">search<input type="search" name="q" value="${filter.search}" maxlength="200" /></label>
    ${choice('verdict', filter.verdict, verdicts, [{ value: 'wrong', label: 'wrong (H1 to H3b)' }])}
    ${choice('service', filter.service, services, [])} ${choice('case', filter.caseId, cases, [])}
    <button>Filter</button>
    ${isFiltered(filter) && html`<a href="/">all runs</a>`}
  </form>`;
}

function isFiltered({ verdict, service, caseId, search }: ListFilter): boolean {
  return [verdict, service, caseId, search].some((one) => one !== '');
}

interface Extra {
  readonly value: string;
  readonly label: string;
}

/** Hidden while there is nothing to choose: a page that is open may get something. */
function choice(name: string, chosen: string, choices: readonly ListChoice[], extras: readonly Extra[]): Html {
  const option = (value: string, words: string): Html =>
    html`<option value="${value}" ${value === chosen && 'selected'}>${words}</option>`;
  const isListed = chosen === '' || [...choices, ...extras].some(({ value }) => value === chosen);
  return html`<label ${choices.length === 0 && chosen === '' && 'hidden'}
    >${name}<select name="${name}">
      ${option('', 'any')} ${extras.map((one) => option(one.value, one.label))}
      ${choices.map(({ value, count }) => option(value, `${value} (${grouped(count)})`))}
      ${!isListed && option(chosen, chosen)}
    </select></label
  >`;
}

function tally(view: RunListView): Html {
  const { filter, total, matching, verdicts, evicted } = view;
  const of = isFiltered(filter) ? `${grouped(matching)} of ${plural(total, 'run')}` : plural(total, 'run');
  return html`<div id="tally">
    <ul class="tally">
      <li><b>${of}</b></li>
      ${verdicts.map(
        ({ value, count }) =>
          html`<li>
            <a href="${address({ ...filter, verdict: value }, 1)}">${verdictBadge(value)}</a> ${grouped(count)}
          </li>`,
      )}
    </ul>
    ${evicted > 0 && html`<p class="facts">${plural(evicted, 'older run')} let go: the list is full.</p>`}
  </div>`;
}

function table({ rows, total, live }: RunListView): Html {
  const nothing =
    total > 0
      ? 'No run matches.'
      : live?.otlp === undefined
        ? 'No runs: no trace holds a retrieval and a model call that belong together, and there is no incident. `ragspan doctor FILE` says what is there.'
        : `No runs yet. Set OTEL_EXPORTER_OTLP_ENDPOINT=${live.otlp.url} and use the application.`;
  return html`<table class="runs">
      <caption class="vh">
        Runs, newest first
      </caption>
      <thead>
        <tr>
          <th scope="col">verdict</th>
          <th scope="col">question</th>
          <th scope="col">case</th>
          <th scope="col">service</th>
          <th scope="col">time</th>
        </tr>
      </thead>
      <tbody id="runs">
        ${rows.map(row)}
      </tbody>
    </table>
    <p class="none" id="nothing" ${rows.length > 0 && 'hidden'}>${nothing}</p>`;
}

function row(run: ListedRun): Html {
  const title = run.question ?? (run.id === undefined ? 'question not logged' : run.id);
  return html`<tr id="${run.isIncident ? 'i' : 'r'}-${run.key}" data-version="${run.version}">
    <td class="verdict">
      ${verdictBadge(run.verdict)} <span class="small">${run.reason?.replaceAll('_', ' ') ?? ''}</span>
    </td>
    <td class="what">
      <a href="${hrefOf(run)}">${run.isIncident && run.question !== undefined && `${run.id ?? ''}: `}${title}</a>
      <div class="why">
        ${run.explanation}${run.inProcess !== undefined && html`<br />in process: <b>${run.inProcess}</b>`}
      </div>
    </td>
    <td class="small">${run.caseId ?? ''}</td>
    <td class="small">${run.service ?? ''}</td>
    <td class="when"><time datetime="${isoTime(run.atUnixNano)}">${timeText(run.atUnixNano)}</time></td>
  </tr>`;
}

export function hrefOf({ key, isIncident }: Pick<ListedRun, 'key' | 'isIncident'>): string {
  return `/${isIncident ? 'incident' : 'run'}/${encodeURIComponent(key)}`;
}

function pager({ filter, page, pages }: RunListView): Html {
  return html`<nav class="pages" aria-label="Pages" id="pages">
    ${
      pages > 1 &&
      html`${page > 1 && html`<a href="${address(filter, page - 1)}" rel="prev">Newer</a>`}
        <span>Page ${grouped(page)} of ${grouped(pages)}</span>
        ${page < pages && html`<a href="${address(filter, page + 1)}" rel="next">Older</a>`}`
    }
  </nav>`;
}

function address({ verdict, service, caseId, search }: ListFilter, page: number): string {
  const query = new URLSearchParams();
  for (const [name, value] of [
    ['q', search],
    ['verdict', verdict],
    ['service', service],
    ['case', caseId],
  ] as const)
    if (value !== '') query.set(name, value);
  if (page > 1) query.set('page', String(page));
  const text = query.toString();
  return text === '' ? '/' : `/?${text}`;
}
