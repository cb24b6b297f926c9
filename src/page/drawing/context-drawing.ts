/** The sent context to scale, in bytes: its parts, the chunks that stand in it, the need, the cut. */
import { html, type Html } from '../html.js';
import type { SegmentMessage } from '../../proto/messages.generated.js';
import type { PlacedChunk } from '../triple-places.js';
import { grouped, plural } from '../words.js';
import { axis, labelAt, rounded, WIDTH, type Axis } from './axis.js';

export interface ContextNumbers {
  readonly bytes: number;
  readonly segments: readonly SegmentMessage[];
  readonly chunks: readonly PlacedChunk[];
  /** Where the needed evidence stands. */
  readonly need?: { readonly offset: number; readonly bytes: number };
  /** The verdict says so; else nothing is said of it. */
  readonly isNeedAbsent: boolean;
  readonly cutOffset?: number;
}

const MAX_SHAPES = 200;
/** Nothing is drawn thinner than can be seen. */
const LEAST = 2;

export function contextDrawing(numbers: ContextNumbers): Html | undefined {
  const { bytes, segments, chunks, need, cutOffset } = numbers;
  if (bytes <= 0) return undefined;
  const scale = axis(bytes);
  const words = description(numbers);
  // The label of the need would stand on the length.
  const isCrowded = need !== undefined && scale.x(need.offset) > 180;
  return html`<figure class="drawing">
    <svg viewBox="0 0 ${WIDTH} ${isCrowded ? 82 : 68}" aria-hidden="true">
      ${cutOffset !== undefined && labelAt(scale.x(cutOffset), 12, `✂ ends at byte ${grouped(cutOffset)}`, 'label bad')}
      <rect x="0" y="26" width="${WIDTH}" height="18" class="frame" />
      ${segments.slice(1, MAX_SHAPES).map(({ offset }) => html`<line x1="${scale.x(offset)}" y1="22" x2="${scale.x(offset)}" y2="48" class="part-line" />`)}
      ${chunks.slice(0, MAX_SHAPES).map((chunk) => chunkShape(chunk, scale))}
      ${need !== undefined && html`<rect x="${scale.x(need.offset)}" y="22" width="${rounded(Math.max(LEAST + 1, scale.x(need.offset + need.bytes) - scale.x(need.offset)))}" height="26" class="need-mark" />`}
      ${cutOffset !== undefined && html`<line x1="${scale.x(cutOffset)}" y1="18" x2="${scale.x(cutOffset)}" y2="50" class="cut-line" />`}
      ${need !== undefined && labelAt(scale.x(need.offset), 62, `evidence at byte ${grouped(need.offset)}`, 'label strong')}
      ${labelAt(WIDTH, isCrowded ? 78 : 62, `${grouped(bytes)} bytes`, 'label soft')}
    </svg>
    <figcaption>Sent context, in bytes: ${words}</figcaption>
  </figure>`;
}

function chunkShape(chunk: PlacedChunk, scale: Axis): Html {
  const x = scale.x(chunk.offset);
  const width = Math.max(LEAST, scale.x(chunk.offset + chunk.bytes) - x - 0.8);
  const className = `chunk${chunk.isPart ? ' part' : ''}${chunk.isRival ? ' rival' : ''}`;
  return html`<rect
      x="${x}"
      y="28"
      width="${rounded(width)}"
      height="14"
      class="${className}"
    />${width >= 16 && chunk.rank !== undefined && html`<text x="${rounded(x + width / 2)}" y="39" text-anchor="middle" class="rank">${chunk.rank}</text>`}`;
}

function description({ bytes, segments, chunks, need, isNeedAbsent, cutOffset }: ContextNumbers): string {
  const parts = [
    `${grouped(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}${segments.length === 0 ? '' : ` in ${plural(segments.length, 'part')}`}`,
    chunks.length === 0 ? '' : `${plural(chunks.length, 'chunk')} in place`,
    need === undefined
      ? isNeedAbsent
        ? 'the evidence is not in it'
        : ''
      : `the evidence stands at byte ${grouped(need.offset)}`,
    cutOffset === undefined ? '' : `what was cut is missing from byte ${grouped(cutOffset)} on`,
  ];
  return `${parts.filter((part) => part !== '').join('; ')}.`;
}
