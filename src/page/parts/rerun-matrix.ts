/** Re-runs of the pinned input: a row for each repair, a cell for each trial. */
import { html, type Html } from '../html.js';
import type { IncidentMessage, PinChangeMessage, RepairMessage, TrialMessage } from '../../proto/messages.generated.js';
import { isRecovered } from '../../proto/trial-outcome.js';
import { grouped, plural, shortHash } from '../words.js';
import { verdictBadge } from './verdict-badge.js';

const MAX_ROWS = 50;
const MAX_TRIALS = 30;

export function rerunMatrix({ id, repairs = [], trials = [], verdict }: IncidentMessage): Html {
  const own = trials.filter(({ incident }) => incident === id || incident === '');
  if (own.length === 0 && repairs.length === 0)
    return html`<p class="none">
      No re-runs yet. <code>ragspan split-test</code> runs the pinned input again, each trial freshly attributed.
    </p>`;
  const names = [...new Set(['', ...repairs.map((one) => one.id), ...own.map(({ repair }) => repair)])];
  const shown = names.filter((name) => name !== '' || own.some(({ repair }) => repair === '')).slice(0, MAX_ROWS);
  const most = Math.min(
    MAX_TRIALS,
    Math.max(1, ...shown.map((name) => own.filter(({ repair }) => repair === name).length)),
  );
  return html`<div class="table" role="region" tabindex="0" aria-label="Table of re-runs">
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">repair</th>
            <th scope="col">changes</th>
            <th scope="col" colspan="${most}">trials</th>
            <th scope="col">recovered</th>
            <th scope="col">rank</th>
          </tr>
        </thead>
        <tbody>
          ${shown.map((name) =>
            matrixRow(
              name,
              repairs.find((one) => one.id === name),
              own,
              most,
              verdict?.boundary,
            ),
          )}
        </tbody>
      </table>
    </div>
    ${names.length > MAX_ROWS && html`<p class="none">${plural(names.length - MAX_ROWS, 'more repair')} in the file.</p>`}`;
}

function matrixRow(
  name: string,
  repair: RepairMessage | undefined,
  trials: readonly TrialMessage[],
  columns: number,
  boundary: string | undefined,
): Html {
  const own = trials.filter((one) => one.repair === name).sort((a, b) => a.number - b.number);
  const recovered = own.filter(isRecovered).length;
  const aim =
    repair !== undefined && repair.boundary !== ''
      ? ` (${repair.boundary}${repair.boundary === boundary ? ', its own boundary' : ''})`
      : '';
  const cells = own.slice(0, columns).map((one) => html`<td>${trial(one)}</td>`);
  const empty = columns - cells.length;
  return html`<tr>
    <th scope="row">
      ${name === '' ? 'control (no repair)' : name}${aim !== '' && html`<span class="soft">${aim}</span>`}${repair?.description !== undefined && html`<br /><span class="soft">${repair.description}</span>`}${repair?.pan_repair === true && html` <span class="tag lost">pan-repair</span>`}
    </th>
    <td>
      ${(repair?.changes ?? []).slice(0, 20).map((one) => change(one))}${repair?.changes === undefined && html`<span class="soft">–</span>`}
    </td>
    ${cells}${empty > 0 && html`<td colspan="${empty}">${own.length === 0 && html`<span class="soft">not run</span>`}</td>`}
    <td class="number">${own.length === 0 ? '–' : `${grouped(recovered)}/${grouped(own.length)}`}</td>
    <td class="number">${ranks(own)}</td>
  </tr>`;
}

function trial({ number, verdict, error }: TrialMessage): Html {
  const title = error ?? verdict?.explanation ?? '';
  return html`<span class="trial" title="${title}"
    ><span class="vh">trial ${number}: </span
    >${error !== undefined ? html`<span class="badge plain">error</span>` : verdict === undefined ? html`<span class="badge plain">no run</span>` : verdictBadge(verdict.verdict)}</span
  >`;
}

function change({ pin, from, to }: PinChangeMessage): Html {
  return html`<div><code>${pin}</code> ${from === undefined ? 'as it was' : value(from)} → ${value(to)}</div>`;
}

function value(json: string | undefined): string {
  if (json === undefined) return 'not set';
  return json.length > 40 ? shortHash(json.slice(1, -1)) : json;
}

/** One number: stable. */
function ranks(trials: readonly TrialMessage[]): string {
  const telling = trials.filter(({ error }) => error === undefined);
  const seen = [...new Set(telling.flatMap(({ verdict }) => verdict?.evidence?.rank ?? []))].sort((a, b) => a - b);
  return seen.length === 0 ? '–' : seen.map(grouped).join(', ');
}
