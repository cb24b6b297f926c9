/** One incident on one page that needs nothing else: no script, no network (a run without an incident too). */
import { contextPlaces } from './context-places.js';
import { pageText } from './document.js';
import { html, MOST_CHARACTERS, type Html } from './html.js';
import type { IncidentView } from './incident-view.js';
import { boundaryStrip } from './parts/boundary-strip.js';
import { contextColumn } from './parts/context-column.js';
import { evidenceFacts, originFacts, pinFacts } from './parts/fact-lists.js';
import { outputColumn, quotedWords } from './parts/output-column.js';
import { pairingList } from './parts/pairing-list.js';
import { predictionTable } from './parts/prediction-table.js';
import { rerunMatrix } from './parts/rerun-matrix.js';
import { retrievalColumn } from './parts/retrieval-column.js';
import { verdictBadge } from './parts/verdict-badge.js';
import { markedText } from './text/marked-text.js';
import { storedText } from './text/stored-text.js';
import { newBudget, type TextBudget } from './text/text-budget.js';
import { plural } from './words.js';

export interface IncidentPageOptions {
  /** The way back to a list; a file has none. */
  readonly listLink?: string;
  /** Where another incident is shown. */
  readonly linkOf?: (incident: string) => string | undefined;
  /** Name and version of the program. */
  readonly madeBy: string;
  /** As a served page sends it; a file carries its own. */
  readonly policy?: string;
}

/** The whole page as text. `view` may hold anything: all of it is escaped and bounded. */
export function incidentPage(view: IncidentView, options: IncidentPageOptions): string {
  const { incident, isFrozen } = view;
  const name = isFrozen ? incident.id : `Run ${incident.triple?.run_id ?? incident.triple?.trace_id ?? ''}`;
  const verdict = incident.verdict?.verdict ?? '';
  const kind = isFrozen ? 'incident' : 'run';
  const budget = newBudget();
  return pageText({
    title: `${verdict === '' ? '' : `${verdict} · `}${name} · ragspan`,
    ...(options.policy === undefined ? {} : { policy: options.policy }),
    trail: html`${options.listLink === undefined ? html`<span>ragspan</span>` : html`<a href="${options.listLink}">ragspan</a>`}
      <span aria-hidden="true">/</span> <span>${kind}</span>`,
    main: html`${head(view, name, budget)}
      ${view.inProcess !== undefined && html`<p class="aside">Judged in the process, where the texts were: <b>${view.inProcess}</b></p>`}
      <section aria-labelledby="boundaries">
        <h2 id="boundaries" class="vh">Boundaries</h2>
        ${boundaryStrip(view.boundaries)}
      </section>
      ${next(view)} ${triple(view, budget)}
      <section aria-labelledby="predictions">
        <h2 id="predictions">Predictions against the diff</h2>
        ${predictionTable(incident, isFrozen)}
      </section>
      <div class="two">
        <section aria-labelledby="pairing">
          <h2 id="pairing">Pairing</h2>
          ${pairingList(view.pairings, view.pairingSource, options.linkOf ?? (() => undefined))}
        </section>
        <section aria-labelledby="reruns">
          <h2 id="reruns">Re-runs</h2>
          ${rerunMatrix(incident)}
        </section>
      </div>
      <div class="three">
        <section aria-labelledby="evidence">
          <h2 id="evidence">Evidence</h2>
          ${evidenceFacts(incident)}
        </section>
        <section aria-labelledby="pins">
          <h2 id="pins">Pins</h2>
          ${pinFacts(incident)}
        </section>
        <section aria-labelledby="origin">
          <h2 id="origin">Origin</h2>
          ${originFacts(incident, isFrozen)}
        </section>
      </div>
      ${notes(incident.notes, budget)}`,
    footer: html`<p>
      Made by ${options.madeBy}. Offsets and lengths are UTF-8 bytes; characters that cannot be seen are spelt out, as
      <span class="hidden-char">RLO</span>.
    </p>`,
  });
}

function head({ incident, headline }: IncidentView, name: string, budget: TextBudget): Html {
  const { verdict } = incident;
  const input = storedText(incident.triple?.input);
  const needs = incident.case?.needs ?? [];
  return html`<div class="head">
    <h1>
      ${verdictBadge(verdict?.verdict ?? '')}
      ${name}${verdict?.reason !== undefined && html` <span class="reason">${verdict.reason.replaceAll('_', ' ')}</span>`}
    </h1>
    <p class="headline">${headline}</p>
    <dl class="ask">
      <div>
        <dt>question</dt>
        <dd>
          ${input === undefined ? hashed(incident.triple?.input) : markedText(input, { fold: { wholeBytes: 600, aroundBytes: 200 }, budget })}
        </dd>
      </div>
      ${needs.slice(0, 20).map(
        (need) =>
          html`<div>
            <dt>needed</dt>
            <dd>${needText(need)}</dd>
          </div>`,
      )}
    </dl>
  </div>`;
}

function hashed(text: { readonly sha256: string; readonly bytes: number } | undefined): Html {
  return text === undefined
    ? html`<span class="none">not logged</span>`
    : html`<span class="none">${plural(text.bytes, 'byte')}, text not kept ·</span>
        <code class="hash">${text.sha256}</code>`;
}

type Need = NonNullable<NonNullable<IncidentView['incident']['case']>['needs']>[number];

function needText({ line, line_sha256: sha256, line_bytes: bytes, chunks = [], ids = [] }: Need): Html {
  if (line !== undefined) return html`<mark class="need">${line}</mark>`;
  const any = [...ids.map((id) => `id ${id}`), ...chunks.map((digest) => `chunk ${digest}`)].slice(0, 20);
  return html`${sha256 !== undefined && html`<span class="none">a line of ${plural(bytes ?? 0, 'byte')}, text not kept ·</span> <code class="hash">${sha256}</code>`}${sha256 === undefined && any.map((one, index) => html`${index > 0 && ' or '}<code>${one}</code>`)}`;
}

function next({ nextSteps, practiceStep }: IncidentView): Html | undefined {
  if (nextSteps.length === 0 && practiceStep === undefined) return undefined;
  return html`<section class="next" aria-labelledby="next">
    <h2 id="next">Next</h2>
    ${practiceStep !== undefined && html`<p><b>${withCode(practiceStep)}</b></p>`}
    ${
      nextSteps.length > 0 &&
      html`<ul>
        ${nextSteps.map((step) => html`<li>${withCode(step)}</li>`)}
      </ul>`
    }
  </section>`;
}

/** Our own sentences put code between back-ticks. */
function withCode(sentence: string): readonly Html[] {
  return sentence.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

function triple({ incident }: IncidentView, budget: TextBudget): Html {
  const quote = quotedWords(incident);
  const hasText = incident.with_text === true;
  return html`<section aria-labelledby="triple">
    <h2 id="triple">The triple</h2>
    ${
      hasText
        ? html`<p class="legend">
            <mark class="need">needed evidence</mark> <mark class="quote">contradicting quote</mark>
            <mark class="rival">same words in a distractor</mark> <span class="redacted">redacted: rule</span>
            <span class="cut-word">✂ cut</span>
          </p>`
        : html`<p class="warn">
            The texts of this ${incident.frozen_sha256 === '' ? 'run' : 'incident'} were not kept: it shows hashes,
            ranks, lengths and offsets, drawn to scale.
          </p>`
    }
    <div class="triple">
      <section aria-labelledby="retrieval">
        <h3 id="retrieval">Retrieval log</h3>
        ${retrievalColumn(incident, quote, budget)}
      </section>
      <section aria-labelledby="context">
        <h3 id="context">Sent context</h3>
        ${contextColumn({ incident, places: contextPlaces(incident), quote, budget })}
      </section>
      <section aria-labelledby="output">
        <h3 id="output">Output</h3>
        ${outputColumn(incident, budget)}
      </section>
    </div>
  </section>`;
}

const NOTE_FOLD = { wholeBytes: 2000, aroundBytes: 400 };

function notes(all: readonly string[] | undefined, budget: TextBudget): Html | undefined {
  if (all === undefined || all.length === 0) return undefined;
  const one = (note: string): Html | string => {
    if (note.length <= MOST_CHARACTERS) return note;
    const text = storedText({ sha256: '', bytes: 0, text: note });
    return text === undefined ? note : markedText(text, { fold: NOTE_FOLD, budget });
  };
  return html`<section aria-labelledby="notes">
    <h2 id="notes">Notes</h2>
    <ul>
      ${all.slice(0, 100).map((note) => html`<li>${one(note)}</li>`)}
    </ul>
    ${all.length > 100 && html`<p class="none">${plural(all.length - 100, 'more note')} in the file.</p>`}
  </section>`;
}
