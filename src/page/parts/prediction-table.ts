/** What was predicted and sealed before anything was opened, against what the diff then measured. */
import { html, type Html } from '../html.js';
import type { BoundaryDiffMessage, IncidentMessage, PredictionMessage } from '../../proto/messages.generated.js';
import { grouped, inUnit, isoTime, timeText } from '../words.js';

const BOUNDARIES = ['retrieval', 'assembly', 'generation'] as const;
const HYPOTHESES = ['holds', 'H1', 'H2', 'H3'] as const;
const MAX_ROWS = 100;

const SYMBOLS: { readonly [state: string]: string } = {
  holds: '✔',
  diverges: '✘',
  bypassed: '↷',
  suspended: '–',
  unknown: '?',
};

export function predictionTable(incident: IncidentMessage, isFrozen: boolean): Html {
  const { predictions, diff = [] } = incident;
  if (predictions === undefined)
    return html`<p class="none">
      ${
        isFrozen
          ? html`Nothing was predicted for this incident yet. <code>ragspan incident predict</code> writes and seals the
              numbers before the diff is made.`
          : html`This run is no incident: nothing was predicted before it was looked at.
              <code>ragspan incident freeze</code> makes one of it.`
      }
    </p>`;
  const rows = (predictions.rows ?? []).slice(0, MAX_ROWS);
  return html`<p class="facts">
      Sealed
      <time datetime="${isoTime(predictions.sealed_at_unix_nano)}">${timeText(predictions.sealed_at_unix_nano)}</time> ·
      seal <code class="hash">${predictions.sha256}</code>
    </p>
    <div class="table" role="region" tabindex="0" aria-label="Table of predictions">
      <table class="wide-table">
        <thead>
          <tr>
            <th scope="col">boundary</th>
            ${HYPOTHESES.map((one) => html`<th scope="col">${one === 'holds' ? 'if it holds' : `if ${one}`}</th>`)}
            <th scope="col">measured</th>
            <th scope="col">diff</th>
          </tr>
        </thead>
        <tbody>
          ${BOUNDARIES.map((boundary) =>
            row(
              boundary,
              rows,
              diff.find((one) => one.boundary === boundary),
            ),
          )}
        </tbody>
      </table>
    </div>
    ${diff.length === 0 && html`<p class="none">The diff was not made yet: <code>ragspan incident diff</code> marks the boundaries in order.</p>`}`;
}

function row(boundary: string, rows: readonly PredictionMessage[], diff: BoundaryDiffMessage | undefined): Html {
  const fits = new Set(diff?.fits);
  return html`<tr>
    <th scope="row">${boundary}</th>
    ${HYPOTHESES.map((hypothesis) => {
      const said = rows.filter((one) => one.boundary === boundary && one.hypothesis === hypothesis);
      const isFit = fits.has(hypothesis) || (hypothesis === 'holds' && diff?.state === 'holds');
      // Two sentences of one hypothesis are two ways to be true; of a boundary that holds, all must be.
      const between = hypothesis === 'holds' ? ' and ' : ' or ';
      return html`<td${isFit ? html` class="fits"` : undefined}>${said.map((one, index) => html`${index > 0 && between}${words(one)}`)}${said.length === 0 && html`<span class="soft">–</span>`}${isFit && html` <span class="tag fit">fits</span>`}</td>`;
    })}
    <td>${diff === undefined ? html`<span class="soft">–</span>` : measured(diff)}</td>
    <td>${diff === undefined ? html`<span class="soft">–</span>` : state(diff)}</td>
  </tr>`;
}

function words({ measure, relation, limit, unit }: PredictionMessage): string {
  const bound =
    limit === undefined ? '' : ` ${unit === undefined || unit === 'rank' ? grouped(limit) : inUnit(limit, unit)}`;
  const what = measure === 'kept_bytes' ? 'kept' : measure === 'expected_text' ? 'expected text' : measure;
  switch (relation) {
    case 'at_most':
      return `${what} ≤${bound}`;
    case 'at_least':
      return `${what} ≥${bound}`;
    case 'above':
      return `${what} >${bound}`;
    case 'before':
      return `${what} <${bound}`;
    case 'at_or_after':
      return `${what} ≥${bound}`;
    case 'present':
      return measure === 'offset' ? 'present' : measure === 'rank' ? 'in the log' : `${what} present`;
    case 'absent':
      return 'absent';
    case 'fails':
      return 'contradicted, refused or missing';
    default:
      return `${what} ${relation.replaceAll('_', ' ')}${bound}`;
  }
}

function measured({
  boundary,
  measured: value,
  limit,
  unit,
  candidates_seen: seen,
  quote,
  reason,
}: BoundaryDiffMessage): string {
  const number =
    value === undefined
      ? ''
      : value < 0
        ? 'absent'
        : boundary === 'retrieval'
          ? `rank ${grouped(value)}${seen === undefined ? '' : ` of ${grouped(seen)}`}`
          : `at ${unit === undefined || unit === 'rank' ? grouped(value) : inUnit(value, unit)}`;
  return [
    number,
    limit === undefined ? '' : `limit ${unit === undefined || unit === 'rank' ? grouped(limit) : inUnit(limit, unit)}`,
    quote === undefined ? '' : `quote at output byte ${grouped(quote.offset)}`,
    reason === undefined ? '' : reason.replaceAll('_', ' '),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function state({ state: name }: BoundaryDiffMessage): Html {
  const tone = Object.hasOwn(SYMBOLS, name) ? name : 'unknown';
  return html`<span class="outcome ${tone}"><span aria-hidden="true">${SYMBOLS[tone]}</span> ${name}</span>`;
}
