/** Pins, hashes and origin of an incident, as lists of names and values. */
import { html, type Html } from '../html.js';
import type { IncidentMessage } from '../../proto/messages.generated.js';
import { inUnit, isoTime, plural, timeText } from '../words.js';

const MAX_PARAMETERS = 60;

type Fact = readonly [name: string, value: Html | string | undefined];

function facts(all: readonly Fact[]): Html {
  const given = all.filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return html`<p class="none">Nothing was logged.</p>`;
  return html`<dl class="list">
    ${given.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

const hash = (value: string | undefined): Html | undefined =>
  value === undefined || value === '' ? undefined : html`<code class="hash">${value}</code>`;

export function pinFacts({ pins }: IncidentMessage): Html {
  // The model stands among the request's parameters too.
  const parameters = Object.entries(pins?.parameters ?? {})
    .filter(([name, value]) => name !== 'model' || value !== JSON.stringify(pins?.model))
    .slice(0, MAX_PARAMETERS);
  return facts([
    ['top_k', pins?.top_k === undefined ? undefined : String(pins.top_k)],
    ['budget', pins?.budget === undefined ? undefined : inUnit(pins.budget, pins.budget_unit)],
    ['model', pins?.model],
    ...parameters.map(([name, value]): Fact => [name, html`<code>${value}</code>`]),
    ['snapshot', pins?.snapshot],
    ['template', pins?.template_version],
    ['template hash', hash(pins?.template_sha256)],
    ['input hash', hash(pins?.input_sha256)],
    ['configuration', hash(pins?.config_sha256)],
  ]);
}

export function evidenceFacts({ verdict, case: declared, triple }: IncidentMessage): Html {
  const needs = declared?.needs ?? [];
  const audit = Object.entries(verdict?.audit ?? {}).filter(([, count]) => typeof count === 'number' && count > 0);
  return facts([
    ['case', declared?.id ?? verdict?.case],
    ['pattern', verdict?.pattern],
    ['explanation', verdict?.explanation],
    ['outcome', verdict?.outcome?.replace('_', ', ')],
    ['loss', verdict?.loss?.replace('_', ' ')],
    ['still possible', verdict?.candidates?.join(' or ')],
    ['claim audit', audit.map(([finding, count]) => `${count} ${finding.replace('_', ' ')}`).join(', ')],
    ...needs.slice(0, 20).flatMap(({ line_sha256: sha256, line_bytes: bytes, line_is: is }, index): Fact[] => [
      [needs.length > 1 ? `line ${index + 1} hash` : 'line hash', hash(sha256)],
      [
        needs.length > 1 ? `line ${index + 1}` : 'line',
        [bytes === undefined ? '' : plural(bytes, 'byte'), is === undefined ? '' : `declared ${is}`]
          .filter((part) => part !== '')
          .join(', '),
      ],
    ]),
    ['input hash', hash(verdict?.sha256?.input ?? triple?.input?.sha256)],
    ['context hash', hash(verdict?.sha256?.context ?? triple?.context?.sha256)],
    ['output hash', hash(verdict?.sha256?.output ?? triple?.output?.text?.sha256)],
  ]);
}

export function originFacts(incident: IncidentMessage, isFrozen: boolean): Html {
  const { triple, verdict, service } = incident;
  const frozenAt = incident.frozen_at_unix_nano;
  return facts([
    ['service', service],
    ['trace', hash(triple?.trace_id ?? verdict?.trace_id)],
    ['root span', hash(triple?.span_id)],
    ['run id', triple?.run_id],
    ['answered by span', hash(triple?.answered_by)],
    ['judged by', [verdict?.origin, verdict?.version].filter((part) => part !== undefined).join(' ')],
    ['revision', verdict?.revision === undefined || verdict.revision === 0 ? undefined : String(verdict.revision)],
    ['hash key', triple?.hash_key],
    ...(isFrozen
      ? ([
          ['frozen', html`<time datetime="${isoTime(frozenAt)}">${timeText(frozenAt)}</time> by ${incident.frozen_by}`],
          ['frozen hash', hash(incident.frozen_sha256)],
          ['file hash', hash(incident.sha256)],
        ] as const)
      : []),
  ]);
}
