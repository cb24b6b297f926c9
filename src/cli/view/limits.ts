/** How much `ragspan view` holds. */
import type { ShelfLimits } from './run-shelf.js';

const MEGABYTE = 1024 * 1024;

/** Runs of trace files: what is beyond memory lies in a temporary file. */
export const FILE_LIMITS: ShelfLimits = {
  maxRuns: 50_000,
  maxHeldBytes: 128 * MEGABYTE,
  spills: true,
  goesFirst: 'oldest',
};
/** Incidents are files that somebody froze by name, a bounded number a folder: none is let go. */
export const INCIDENT_LIMITS: ShelfLimits = { ...FILE_LIMITS, maxRuns: Number.POSITIVE_INFINITY };
/** While spans arrive: what came first goes first. */
export const LIVE_LIMITS: ShelfLimits = {
  maxRuns: 2000,
  maxHeldBytes: 256 * MEGABYTE,
  spills: false,
  goesFirst: 'first_come',
};
/** Requests that are kept to judge their traces again. */
export const MAX_REQUEST_BYTES = 128 * MEGABYTE;
