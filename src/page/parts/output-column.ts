/** What the model returned, with the words that contradict, and what the case wanted it to say. */
import { html, type Html } from '../html.js';
import type {
  AlternativesMessage,
  CaseMessage,
  IncidentMessage,
  PatternMessage,
  QuoteMessage,
} from '../../proto/messages.generated.js';
import { markedText, type Mark } from '../text/marked-text.js';
import { storedText, textBetween } from '../text/stored-text.js';
import type { TextBudget } from '../text/text-budget.js';
import { grouped, plural } from '../words.js';
import { quoteDrawing } from '../drawing/quote-drawing.js';

const FOLD = { wholeBytes: 4000, aroundBytes: 400 };
const MAX_PATTERNS = 50;

export function quoteOf({ verdict, diff }: IncidentMessage): QuoteMessage | undefined {
  return verdict?.evidence?.quote ?? diff?.find(({ quote }) => quote !== undefined)?.quote;
}

/** The words that contradict; undefined when the output's text was not kept, or they are redacted. */
export function quotedWords(incident: IncidentMessage): string | undefined {
  const quote = quoteOf(incident);
  const text = storedText(incident.triple?.output?.text);
  if (quote === undefined || text === undefined) return undefined;
  const start = text.place(quote.offset, 'start');
  const end = text.place(quote.offset + quote.length, 'end');
  const isRedacted = text.redactions.some((one) => one.start < end && one.end > start);
  return end > start && !isRedacted ? textBetween(text.bytes, start, end) : undefined;
}

export function outputColumn(incident: IncidentMessage, budget: TextBudget): Html {
  const output = incident.triple?.output;
  const quote = quoteOf(incident);
  if (output === undefined)
    return html`<p class="none">No output was logged.</p>
      ${expectations(incident.case)}`;
  const text = storedText(output.text);
  const marks: readonly Mark[] =
    quote === undefined || text === undefined
      ? []
      : [
          {
            kind: 'quote',
            start: text.place(quote.offset, 'start'),
            end: text.place(quote.offset + quote.length, 'end'),
          },
        ];
  return html`<p class="facts">${facts(incident)}</p>
    ${output.incomplete === true && html`<p class="warn">The output broke off.</p>`}
    ${output.text?.lossy === true && html`<p class="warn">Telemetry may have changed this text.</p>`}
    ${text !== undefined && markedText(text, { marks, fold: FOLD, budget })}
    ${
      text === undefined &&
      output.text !== undefined &&
      html`${quoteDrawing(output.text.bytes, quote)}
        <p class="none">${plural(output.text.bytes, 'byte')}, text not kept · <code>${output.text.sha256}</code></p>`
    }
    ${quote !== undefined && html`<p class="item-facts">Contradicting quote: output byte ${grouped(quote.offset)}, ${plural(quote.length, 'byte')}.</p>`}
    ${expectations(incident.case)}`;
}

function facts({ triple }: IncidentMessage): string {
  const output = triple?.output;
  return [
    output?.text === undefined ? '' : plural(output.text.bytes, 'byte'),
    output?.outcome === undefined ? '' : output.outcome.replace('_', ', '),
    output?.finish_reasons === undefined ? '' : `finished: ${output.finish_reasons.slice(0, 5).join(', ')}`,
    output?.response_id === undefined ? '' : `response ${output.response_id}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function expectations(declared: CaseMessage | undefined): Html | undefined {
  const { must = [], must_not: mustNot = [], allow = [] } = declared?.expect ?? {};
  if (must.length + mustNot.length + allow.length === 0) return undefined;
  const list = (entries: readonly AlternativesMessage[]): readonly Html[] =>
    entries
      .slice(0, MAX_PATTERNS)
      .map(
        ({ patterns = [] }) =>
          html`<li>
            ${patterns.slice(0, MAX_PATTERNS).map((one, index) => html`${index > 0 && ' or '}${pattern(one)}`)}
          </li>`,
      );
  return html`<section class="part">
    <h4>What the case wants it to say</h4>
    <dl class="wants">
      ${
        must.length > 0 &&
        html`<dt>must</dt>
          <dd>
            <ul>
              ${list(must)}
            </ul>
          </dd>`
      }
      ${
        mustNot.length > 0 &&
        html`<dt>must not</dt>
          <dd>
            <ul>
              ${list(mustNot)}
            </ul>
          </dd>`
      }
      ${
        allow.length > 0 &&
        html`<dt>allowed</dt>
          <dd>
            <ul>
              ${list(allow.map((one) => ({ patterns: [one] })))}
            </ul>
          </dd>`
      }
    </dl>
  </section>`;
}

function pattern({ text, re2 }: PatternMessage): Html {
  return html`<code>${re2 === undefined ? `“${text ?? ''}”` : `/${re2}/`}</code>`;
}
