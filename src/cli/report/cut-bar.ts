/**
 * Where the cut fell, drawn to scale:
 *
 *     ├━━━━━━━━━━━━━━━━━━━━━━━✂╌╌╌╌◆╌╌
 *     0                   8,192   9,104
 */
import type { Evidence } from '../../model/verdict.js';
import { grouped } from '../numbers.js';
import type { Style } from '../style.js';

/** No lines where nothing can be drawn. */
export function cutBar(evidence: Evidence, width: number, style: Style): readonly string[] {
  const { cut, planned_at: planned, kept_bytes: kept, length } = evidence;
  if (cut?.at !== undefined && planned !== undefined && cut.side === 'tail' && planned >= cut.at)
    return offsets(cut.at, planned, width, style);
  if (kept !== undefined && length !== undefined && length > 0 && kept > 0 && kept < length)
    return share(kept, length, width, style);
  return [];
}

function offsets(at: number, planned: number, width: number, style: Style): readonly string[] {
  const cutText = grouped(at);
  const chunkText = grouped(planned);
  const cells = Math.max(24, Math.min(width, 64));
  // Room for both numbers: the one ends under the cut, the other stands near the chunk.
  const scale = Math.max(planned, 1) * 1.05;
  const cutCell = Math.min(
    cells - chunkText.length - 3,
    Math.max(cutText.length + 1, Math.round((at / scale) * cells)),
  );
  const chunkCell = Math.min(cells - 2, Math.max(cutCell + 2, Math.round((planned / scale) * cells)));
  const bar =
    style.green(`├${'━'.repeat(cutCell - 1)}`) +
    style.red('✂') +
    style.dim('╌'.repeat(chunkCell - cutCell - 1)) +
    style.red('◆') +
    style.dim('╌'.repeat(cells - chunkCell - 1));
  const numbers = `0${cutText.padStart(cutCell)}`;
  const chunkStart = Math.min(cells - chunkText.length, Math.max(numbers.length + 2, chunkCell - chunkText.length + 1));
  return [bar, style.dim(numbers.padEnd(chunkStart) + chunkText)];
}

function share(kept: number, length: number, width: number, style: Style): readonly string[] {
  const cells = Math.max(16, Math.min(width, 40));
  const filled = Math.min(cells - 1, Math.max(1, Math.round((kept / length) * cells)));
  return [style.green('█'.repeat(filled)) + style.dim('░'.repeat(cells - filled))];
}
