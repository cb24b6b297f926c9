/** What an answer says of its sources, checked before anybody reads it. */
export type { ChunkId, Claim, ClaimValue } from './claim.js';
