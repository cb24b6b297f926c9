/** The ledger for people. */
import { cutWords } from '../../ledger/compare-keys.js';
import type { LedgerIncident, Pairing } from '../../ledger/ledger-state.js';
import type { ClassView, LedgerView } from '../../ledger/ledger-view.js';
import { offerWords } from '../../ledger/offers.js';
import { voidWords } from '../../ledger/void-words.js';
import { hashWords, numberWords } from '../../ledger/words.js';
import { escapeText } from '../escape-text.js';
import { plural, timeText } from '../numbers.js';
import type { Style } from '../style.js';
import { padEnd, textWidth, wrap } from '../text-width.js';

export function ledgerText(view: LedgerView, path: string, style: Style): readonly string[] {
  const { classes, unpairable, open, voided, sameSentence, entries, head } = view;
  const count = classes.reduce((sum, { incidents }) => sum + incidents.length, 0) + unpairable.length;
  const counts = `${plural(count, 'incident')} in ${plural(classes.length, 'pairing class', 'pairing classes')}, ${plural(open.length, 'open pairing')}, ${voided.length} void; ${plural(entries, 'entry', 'entries')}`;
  const lines = [
    style.bold(escapeText(path)),
    ...wrap(counts, style.width),
    // On one line however narrow the screen: it is there to be copied.
    ...(head === undefined ? [] : [style.dim(`head ${head}`)]),
  ];
  const pairings = pairingsByIncident(open);
  for (const one of classes) lines.push('', ...classLines(one, pairings, style));
  if (unpairable.length > 0) {
    lines.push('', style.bold('pair with none'));
    for (const { incident, because } of unpairable) lines.push(...folded(`${incident.id} ${because}`, style.width));
  }
  if (sameSentence.length > 0) {
    lines.push('', style.bold('same sentence, different incident'));
    for (const { outputSha256, groups } of sameSentence) {
      lines.push(`  output ${hashWords(outputSha256)}`);
      for (const group of groups) {
        const ids = group.map(({ id }) => id).join(', ');
        const words = `${verdictWords(group[0] as LedgerIncident)}: ${ids}`;
        lines.push(...folded(words, style.width - 2).map((line) => `  ${line}`));
      }
    }
  }
  if (voided.length > 0) {
    lines.push('', style.bold('void pairings'));
    for (const { incident, other, voided: how } of voided)
      lines.push(...folded(`${incident} and ${other}: ${how === undefined ? '' : voidWords(how)}`, style.width));
  }
  return lines;
}

function classLines(
  { incidents, offers }: ClassView,
  open: ReadonlyMap<string, readonly Pairing[]>,
  style: Style,
): readonly string[] {
  const first = incidents[0] as LedgerIncident;
  const { key } = first;
  const width = incidents.reduce((widest, { id }) => Math.max(widest, textWidth(escapeText(id))), 0);
  const name = escapeText(verdictWords(first));
  const facts = `${key.pattern}, k ${numberWords(key.top_k)}, cut ${cutWords(key)}, configuration ${hashWords(key.config_sha256)}`;
  const isOneLine = textWidth(name) + 2 + textWidth(escapeText(facts)) <= style.width;
  const lines = isOneLine
    ? [`${style.bold(name)}  ${escapeText(facts)}`]
    : [style.bold(name), ...folded(facts, style.width)];
  for (const { id, atUnixNano, sequence, key: own } of incidents) {
    const parts = [timeText(atUnixNano), `entry ${sequence}`, ...(own.service === undefined ? [] : [own.service])];
    const when = escapeText(parts.join('  '));
    if (width + textWidth(when) + 4 <= style.width)
      lines.push(`  ${padEnd(escapeText(id), width)}  ${style.dim(when)}`);
    else lines.push(...folded(id, style.width), ...wrap(when, style.width - 4).map((line) => style.dim(`    ${line}`)));
  }
  for (const { id } of incidents)
    for (const { incident, other, sequence } of open.get(id) ?? [])
      lines.push(...folded(`paired: ${incident} and ${other} (entry ${sequence})`, style.width));
  for (const offer of offers) lines.push(...folded(offerWords(offer), style.width).map(style.green));
  if (incidents.length === 1) lines.push(style.dim('  pairs with none so far'));
  return lines;
}

function verdictWords({ key }: LedgerIncident): string {
  return `${key.verdict}${key.reason === undefined ? '' : ` ${key.reason}`}`;
}

/** Each once, under the incident it names first. */
function pairingsByIncident(pairings: readonly Pairing[]): ReadonlyMap<string, readonly Pairing[]> {
  const byIncident = new Map<string, Pairing[]>();
  for (const pairing of pairings) {
    const known = byIncident.get(pairing.incident);
    if (known === undefined) byIncident.set(pairing.incident, [pairing]);
    else known.push(pairing);
  }
  return byIncident;
}

function folded(text: string, width: number): readonly string[] {
  return wrap(escapeText(text), width - 4).map((line, index) => `${index === 0 ? '  ' : '    '}${line}`);
}
