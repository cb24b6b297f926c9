/** The output to scale, in bytes, with the quote in it: for outputs whose text was not kept. */
import { html, type Html } from '../html.js';
import type { QuoteMessage } from '../../proto/messages.generated.js';
import { grouped } from '../words.js';
import { axis, labelAt, rounded, WIDTH } from './axis.js';

export function quoteDrawing(bytes: number, quote: QuoteMessage | undefined): Html | undefined {
  if (bytes <= 0) return undefined;
  const scale = axis(bytes);
  const words = `${grouped(bytes)} bytes${quote === undefined ? '' : `; the contradicting quote stands at byte ${grouped(quote.offset)}`}.`;
  return html`<figure class="drawing">
    <svg viewBox="0 0 ${WIDTH} 66" aria-hidden="true">
      <rect x="0" y="8" width="${WIDTH}" height="18" class="frame" />
      ${quote !== undefined && html`<rect x="${scale.x(quote.offset)}" y="4" width="${rounded(Math.max(3, scale.x(quote.offset + quote.length) - scale.x(quote.offset)))}" height="26" class="quote-mark" />`}
      ${quote !== undefined && labelAt(scale.x(quote.offset), 44, `quote at byte ${grouped(quote.offset)}`, 'label bad')}
      ${labelAt(WIDTH, 60, `${grouped(bytes)} bytes`, 'label soft')}
    </svg>
    <figcaption>Output, in bytes: ${words}</figcaption>
  </figure>`;
}
