/** A verdict as letters in a box: never by colour alone. */
import { html, type Html } from '../html.js';

/** What a file says the verdict is need be none of ours: the class is. */
export function toneOf(verdict: string): 'bad' | 'corpus' | 'good' | 'unsure' | 'plain' {
  switch (verdict) {
    case 'H1':
    case 'H2':
    case 'H3':
    case 'H3a':
      return 'bad';
    case 'H3b':
      return 'corpus';
    case 'HOLD':
      return 'good';
    case 'UNKNOWN':
      return 'unsure';
    default:
      return 'plain';
  }
}

export function verdictBadge(verdict: string): Html {
  return html`<span class="badge ${toneOf(verdict)}">${verdict === '' ? 'no verdict' : verdict}</span>`;
}
