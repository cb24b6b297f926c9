/** The colour a verdict is shown in. */
import type { VerdictName } from '../../model/verdict.js';
import type { Color } from '../style.js';

export const VERDICT_COLOR: { readonly [verdict in VerdictName]: Color } = {
  H1: 'red',
  H2: 'red',
  H3: 'red',
  H3a: 'red',
  H3b: 'magenta',
  HOLD: 'green',
  UNKNOWN: 'yellow',
  UNDECLARED: 'blue',
};
