/** The three boundaries in order, each with its state in words and its numbers; the first that does not hold is convicted. */
import { html, type Html } from '../html.js';
import type { BoundaryState, BoundaryWords } from '../incident-view.js';

const SYMBOLS: { readonly [state in BoundaryState]: string } = {
  holds: '✔',
  lost: '✘',
  suspended: '–',
  unknown: '?',
  none: '–',
};

const STATES: { readonly [state in BoundaryState]: string } = {
  holds: 'holds',
  lost: 'diverges first',
  suspended: 'suspended',
  unknown: 'cannot be told',
  none: 'no claim',
};

const ARTIFACTS: { readonly [boundary: string]: string } = {
  retrieval: 'retrieval log',
  assembly: 'sent context',
  generation: 'output',
};

export function boundaryStrip(rows: readonly BoundaryWords[]): Html {
  return html`<ol class="strip">
    ${rows.map(
      ({ boundary, state, word, detail }) =>
        html`<li class="${state}">
          <h3>${boundary}</h3>
          <p class="state"><span class="symbol" aria-hidden="true">${SYMBOLS[state]}</span> ${STATES[state]}</p>
          <p>
            ${word !== '' && html`<b>${ARTIFACTS[boundary] ?? boundary}: ${word}</b>`}${word !== '' && detail !== '' && '. '}${detail}
          </p>
        </li>`,
    )}
  </ol>`;
}
