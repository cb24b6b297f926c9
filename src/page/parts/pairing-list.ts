/** Incidents that pair with this one: by pattern, numbers and configuration, never by the sentence. */
import { html, type Html } from '../html.js';
import type { PairingView } from '../incident-view.js';
import { isoTime, plural, shortHash, timeText } from '../words.js';

const MAX_PAIRINGS = 100;

/** `linkOf`: where another incident is shown, when it is. */
export function pairingList(
  pairings: readonly PairingView[],
  source: string | undefined,
  linkOf: (incident: string) => string | undefined,
): Html {
  if (pairings.length === 0)
    return html`<p class="none">
      ${source === undefined ? 'No ledger was named: pairings stand there alone' : `No pairing in ${source}`}. Two
      incidents pair when pattern, numbers (k, cut) and configuration are equal, whatever their sentences.
    </p>`;
  return html`<ul class="pairings">
      ${pairings.slice(0, MAX_PAIRINGS).map((one) => pairing(one, linkOf(one.incident)))}
    </ul>
    ${pairings.length > MAX_PAIRINGS && html`<p class="none">${plural(pairings.length - MAX_PAIRINGS, 'more pairing')}.</p>`}
    ${source !== undefined && html`<p class="facts">From ${source}.</p>`}`;
}

function pairing(view: PairingView, link: string | undefined): Html {
  const { incident, pattern, numbers, configSha256, pairedAtUnixNano, voidedAtUnixNano, voidReason, offer } = view;
  const name = link === undefined ? html`<b>${incident}</b>` : html`<a href="${link}"><b>${incident}</b></a>`;
  const isVoid = voidedAtUnixNano !== undefined;
  return html`<li class="${isVoid ? 'void' : 'open'}">
    ${name} <span class="tag ${isVoid ? 'lost' : 'sent'}">${isVoid ? 'void' : 'open'}</span>
    <p class="item-facts">
      ${pattern}${numbers !== '' && ` · ${numbers}`}${configSha256 !== undefined && configSha256 !== '' && html` · config <code title="${configSha256}">${shortHash(configSha256)}</code>`}
      · paired <time datetime="${isoTime(pairedAtUnixNano)}">${timeText(pairedAtUnixNano)}</time>
    </p>
    ${isVoid && html`<p>Void since <time datetime="${isoTime(voidedAtUnixNano)}">${timeText(voidedAtUnixNano)}</time>${voidReason !== undefined && html`: ${voidReason}`}</p>`}
    ${offer !== undefined && !isVoid && html`<p>Confirmed there, offered here, never applied by itself: <b>${offer}</b></p>`}
  </li>`;
}
