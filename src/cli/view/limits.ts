/** How much `ragspan view` holds. */
import type { ShelfLimits } from './run-shelf.js';

const MEGABYTE = 1024 * 1024;

/** Of files: what is beyond memory lies in a temporary file. */
export const FILE_LIMITS: ShelfLimits = { maxRuns: 50_000, maxHeldBytes: 128 * MEGABYTE, spills: true };
/** While spans arrive: what came first goes first. */
export const LIVE_LIMITS: ShelfLimits = { maxRuns: 2000, maxHeldBytes: 256 * MEGABYTE, spills: false };
/** Requests that are kept to judge their traces again. */
export const MAX_REQUEST_BYTES = 128 * MEGABYTE;
