/**
 * The budget to scale, in its own unit: what fitted, where the cut fell, where the chunks would have
 * begun, the needed one marked.
 */
import { html, type Html } from '../html.js';
import type { PlannedChunk, RecordedCut } from '../triple-places.js';
import { grouped, inUnit } from '../words.js';
import { axis, labelAt, rounded, WIDTH, type Axis } from './axis.js';

export interface BudgetNumbers {
  readonly cut: RecordedCut | undefined;
  readonly budget: number | undefined;
  readonly used: number | undefined;
  readonly unit: string | undefined;
  readonly planned: readonly PlannedChunk[];
}

/** More ticks than this are a grey bar. */
const MAX_TICKS = 60;

/** Undefined where there is nothing to draw to scale. */
export function budgetDrawing(numbers: BudgetNumbers): Html | undefined {
  const { cut, budget, planned, used } = numbers;
  const end = cut?.at ?? budget;
  if (end === undefined) return undefined;
  const unit = numbers.unit ?? cut?.unit;
  const need = planned.find(({ isNeed }) => isNeed);
  const most = Math.max(end, used ?? 0, ...planned.map(({ at }) => at));
  const scale = axis(most * (most > end ? 1.06 : 1));
  const edge = scale.x(end);
  // The label of the need would stand on the zero.
  const isCrowded = need !== undefined && scale.x(need.at) <= 120;
  const isTail = cut === undefined || cut.side === 'tail';
  const name = cut?.at === undefined ? `budget ${inUnit(end, unit)}` : `cut at ${inUnit(end, unit)}`;
  return html`<figure class="drawing">
    <svg viewBox="0 0 ${WIDTH} ${isCrowded ? 80 : 66}" aria-hidden="true">
      ${labelAt(edge, 12, `${cut?.at === undefined ? '' : '✂ '}${name}`, cut?.at === undefined ? 'label' : 'label bad')}
      <rect x="0" y="26" width="${isTail ? edge : WIDTH}" height="14" class="kept" />
      ${isTail && edge < WIDTH && html`<rect x="${edge}" y="26" width="${rounded(WIDTH - edge)}" height="14" class="lost" />`}
      ${ticks(planned.slice(0, MAX_TICKS), scale)}
      <line x1="${edge}" y1="18" x2="${edge}" y2="46" class="${cut?.at === undefined ? 'end-line' : 'cut-line'}" />
      ${need !== undefined && html`<path d="M${scale.x(need.at)} 25l8 8-8 8-8-8z" class="need-mark" />`}
      ${need !== undefined && labelAt(scale.x(need.at), 60, `evidence planned at ${grouped(need.at)}`, 'label strong')}
      ${labelAt(0, isCrowded ? 76 : 60, '0', 'label soft')}
    </svg>
    <figcaption>
      Budget, in ${unit === undefined ? 'its own unit' : `${unit}s`}: ${description(numbers, unit)}
    </figcaption>
  </figure>`;
}

/** Where chunks would begin, each with its rank where there is room. */
function ticks(planned: readonly PlannedChunk[], scale: Axis): readonly Html[] {
  const need = planned.find(({ isNeed }) => isNeed);
  const isUnderNeed = (x: number): boolean => need !== undefined && Math.abs(scale.x(need.at) - x) < 14;
  return planned.map(({ at, rank, isNeed }, index) => {
    const x = scale.x(at);
    const room = scale.x(planned[index + 1]?.at ?? scale.end) - x;
    if (isNeed) return html``;
    return html`<line
        x1="${x}"
        y1="26"
        x2="${x}"
        y2="40"
        class="tick"
      />${room >= 14 && !isUnderNeed(x + 7) && rank !== undefined && html`<text x="${rounded(x + 7)}" y="37" text-anchor="middle" class="rank">${rank}</text>`}`;
  });
}

function description({ cut, budget, used, planned }: BudgetNumbers, unit: string | undefined): string {
  const need = planned.find(({ isNeed }) => isNeed);
  const parts = [
    budget === undefined ? '' : `${inUnit(budget, unit)} allowed`,
    used === undefined ? '' : `${grouped(used)} used`,
    cut?.at === undefined ? '' : `the ${cut.side} was cut at ${grouped(cut.at)}`,
    need === undefined
      ? ''
      : cut?.at !== undefined && cut.side === 'tail'
        ? `the evidence was planned at ${grouped(need.at)}, ${need.at >= cut.at ? `${grouped(need.at - cut.at)} beyond the cut` : `${grouped(cut.at - need.at)} before the cut`}`
        : `the evidence was planned at ${grouped(need.at)}`,
  ];
  return `${parts.filter((part) => part !== '').join('; ')}.`;
}
