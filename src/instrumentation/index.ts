/** The producer side: wrap the three hand-offs, and every answer can be judged. */
export { assembly } from './assembly.js';
export type { AssemblyOptions } from './assembly.js';
export type { AssemblyLog, PlacedChunk } from './assembly-log.js';
export type { Chunk, ChunkOf } from './chunk-of.js';
export type { ClaimCounts } from './claim-counts.js';
export { generation } from './generation.js';
export type { GenerationRequest } from './generation.js';
export type { GenerationLog } from './generation-log.js';
export { markAnswer, markRefusal } from './marks.js';
export { pack } from './pack.js';
export type { PackOptions } from './pack.js';
export { recordRetrieval, retrieval } from './retrieval.js';
export type { RetrievalResultOptions } from './retrieval.js';
export type { RetrievalLog, RetrievalOptions } from './retrieval-log.js';
export { run } from './run.js';
export type { RunLog, RunOptions } from './run.js';
export type { CodeCase, CodeNeed, CodePattern } from '../model/code-case.js';
