/** The last lines of a report over several runs: how many of each verdict, and why. */
import type { RunVerdict, VerdictName } from '../../model/verdict.js';
import { plural } from '../numbers.js';
import type { Style } from '../style.js';
import { padEnd } from '../text-width.js';
import { VERDICT_COLOR } from './verdict-color.js';

const ORDER: readonly VerdictName[] = ['H1', 'H2', 'H3', 'H3a', 'H3b', 'HOLD', 'UNKNOWN', 'UNDECLARED'];

export class Summary {
  /** By verdict, then by reason or loss. */
  readonly #counts = new Map<VerdictName, Map<string, number>>();
  runs = 0;

  add(verdict: RunVerdict): void {
    this.runs += 1;
    const reasons = this.#counts.get(verdict.verdict) ?? new Map<string, number>();
    this.#counts.set(verdict.verdict, reasons);
    const why =
      verdict.reason ?? (verdict.verdict === 'UNDECLARED' && verdict.loss !== undefined ? `loss ${verdict.loss}` : '');
    reasons.set(why, (reasons.get(why) ?? 0) + 1);
  }

  text(style: Style): string {
    const lines = [style.dim('─'.repeat(style.width)), style.bold(plural(this.runs, 'run'))];
    for (const name of ORDER) {
      const reasons = this.#counts.get(name);
      if (reasons === undefined) continue;
      const total = [...reasons.values()].reduce((sum, count) => sum + count, 0);
      const why = [...reasons]
        .filter(([reason]) => reason !== '')
        .sort(([, a], [, b]) => b - a)
        .map(([reason, count]) => `${count} ${reason}`)
        .join(', ');
      lines.push(
        ` ${style[VERDICT_COLOR[name]](padEnd(name, 11))} ${String(total).padStart(6)}  ${style.dim(why)}`.trimEnd(),
      );
    }
    return `${lines.join('\n')}\n`;
  }
}
