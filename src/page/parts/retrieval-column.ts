/** The retrieval log in rank order: what was handed on, the border of k, the candidates below. */
import { html, type Html } from '../html.js';
import type { IncidentMessage, RetrievedItemMessage } from '../../proto/messages.generated.js';
import { markedText, type Mark } from '../text/marked-text.js';
import { lineMarks, needLines, everyPlace } from '../text/need-lines.js';
import { storedText } from '../text/stored-text.js';
import type { TextBudget } from '../text/text-budget.js';
import { grouped, plural, shortHash } from '../words.js';
import { handedOn, needItem } from '../triple-places.js';

/** Items with their texts; those beyond are counted. */
const MAX_ITEMS = 300;
const FOLD = { wholeBytes: 700, aroundBytes: 160 };
/** Of an item that is neither needed nor a distractor. */
const PLAIN_FOLD = { wholeBytes: 280, aroundBytes: 160, showsEnd: false };
/** Of the candidates below k so many show at once. */
const OPEN_BELOW = 3;

export function retrievalColumn(incident: IncidentMessage, quote: string | undefined, budget: TextBudget): Html {
  const log = incident.triple?.retrieval;
  if (log === undefined) return html`<p class="none">No retrieval was logged.</p>`;
  const items = log.items ?? [];
  const above = handedOn(incident.triple);
  const below = items.slice(above.length);
  const column: Column = {
    lines: needLines(incident.case),
    need: needItem(incident),
    rivals: new Set(incident.verdict?.evidence?.distractors),
    quote,
    budget,
  };
  const draw = (one: RetrievedItemMessage): Html => itemRow(one, column);
  const shownBelow = below.filter((item, index) => index < OPEN_BELOW || item === column.need);
  const folded = below.filter((item) => !shownBelow.includes(item)).slice(0, MAX_ITEMS);
  const left = below.length - shownBelow.length - folded.length;
  return html`<p class="facts">${summary(incident, above.length, below.length)}</p>
    ${log.failed === true && html`<p class="warn">A retrieval of this run ended in error.</p>`}
    ${log.lossy === true && html`<p class="warn">Telemetry may have changed this log: nothing is “not found” in it.</p>`}
    ${log.content_off === true && html`<p class="warn">The spans say neither texts nor hashes: an empty list proves nothing.</p>`}
    ${items.length === 0 && log.content_off !== true && html`<p class="none">0 items: the retrieval returned nothing.</p>`}
    ${
      above.length > 0 &&
      html`<ol class="items">
        ${above.slice(0, MAX_ITEMS).map(draw)}
      </ol>`
    }
    ${above.length > MAX_ITEMS && html`<p class="none">${plural(above.length - MAX_ITEMS, 'more item')} in the file.</p>`}
    ${
      below.length > 0 &&
      html`<p class="border-k">
          <span
            >${log.top_k === undefined ? 'handed on above' : `k = ${grouped(log.top_k)}`} · below: seen, not handed
            on</span
          >
        </p>
        <ol class="items below">
          ${shownBelow.map(draw)}
        </ol>`
    }
    ${
      folded.length > 0 &&
      html`<details class="more">
        <summary>${plural(folded.length + left, 'further candidate')}</summary>
        <ol class="items below">
          ${folded.map(draw)}
        </ol>
        ${left > 0 && html`<p class="none">${plural(left, 'more candidate')} in the file.</p>`}
      </details>`
    }`;
}

interface Column {
  readonly lines: readonly string[];
  readonly need: RetrievedItemMessage | undefined;
  readonly rivals: ReadonlySet<string>;
  readonly quote: string | undefined;
  readonly budget: TextBudget;
}

function summary({ triple, verdict }: IncidentMessage, above: number, below: number): string {
  const log = triple?.retrieval;
  const seen = log?.candidates_seen ?? above + below;
  const k = log?.top_k;
  const source = log?.top_k_source === 'observed' ? ' (observed)' : '';
  const rank = verdict?.evidence?.rank;
  return [
    `${grouped(above)} handed on of ${plural(seen, 'candidate')}`,
    k === undefined ? '' : `k = ${grouped(k)}${source}`,
    rank === undefined ? '' : `evidence at rank ${grouped(rank)}`,
    log?.snapshot === undefined ? '' : `snapshot ${log.snapshot}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function itemRow(item: RetrievedItemMessage, column: Column): Html {
  const isNeed = item === column.need;
  const isRival = item.digest !== undefined && column.rivals.has(item.digest);
  const text = storedText(item.text);
  const marks: readonly Mark[] =
    text === undefined
      ? []
      : [
          ...lineMarks(text, column.lines),
          ...(isRival && column.quote !== undefined ? everyPlace(text, column.quote, 'rival') : []),
        ];
  return html`<li class="item${isNeed && ' is-need'}${isRival && ' is-rival'}">
    <p class="item-head">
      <span class="rank-no">${item.rank > 0 ? grouped(item.rank) : '–'}</span>
      ${item.id === undefined ? html`<span class="none">no id</span>` : html`<b class="id">${item.id}</b>`}${isNeed && html` <span class="tag need">needed evidence</span>`}${isRival && html` <span class="tag rival">distractor</span>`}${item.fate !== undefined && html` <span class="tag fate ${item.fate === 'sent' || item.fate === 'unknown' ? 'kept' : 'lost'}">${item.fate.replace('_', ' ')}</span>`}
    </p>
    ${text !== undefined && markedText(text, { marks, fold: isNeed || isRival ? FOLD : PLAIN_FOLD, budget: column.budget })}
    <p class="item-facts">${itemFacts(item, text !== undefined)}</p>
  </li>`;
}

function itemFacts(item: RetrievedItemMessage, hasText: boolean): string {
  return [
    item.bytes === undefined ? '' : plural(item.bytes, 'byte'),
    item.digest === undefined ? 'no digest' : hasText ? shortHash(item.digest) : item.digest,
    item.score === undefined ? '' : `score ${Number(item.score.toPrecision(4))}`,
    item.stage === undefined || item.stage === 'retrieve' ? '' : `stage ${item.stage}`,
    item.path ?? '',
    ...(item.urls ?? []).slice(0, 3),
    item.text?.lossy === true ? 'lossy' : '',
    item.text?.invalid === true ? 'invalid text' : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
