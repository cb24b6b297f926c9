/** One provider's (or framework's) spelling of what comes back. */
import type { Shape } from '../shape.js';
import type { OutputRecord } from './output-record.js';

export interface ProviderReader {
  /** Reads a whole response; false = not this spelling, and nothing was read. */
  response(shape: Shape, output: OutputRecord): boolean;
  /** Reads one item of a stream; false = not this spelling. */
  chunk(shape: Shape, output: OutputRecord): boolean;
}
