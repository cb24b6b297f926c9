/** ragspan: tells which hand-off of a RAG answer lost the evidence. The public names, one by one. */
export { start, type Ragspan, type StartMode, type StartOptions } from './init/start.js';
export { recordUnsampled, type SamplerLike } from './init/samplers.js';
export { configure } from './config/configure.js';
export type { RagspanOptions } from './config/settings.js';
export { RagspanLogRecordProcessor, RagspanProcessor, type ProcessorOptions } from './processor/index.js';
export {
  assembly,
  generation,
  markAnswer,
  markRefusal,
  pack,
  recordRetrieval,
  retrieval,
  run,
  type AssemblyLog,
  type AssemblyOptions,
  type Chunk,
  type ChunkOf,
  type CodeCase,
  type CodeNeed,
  type CodePattern,
  type GenerationLog,
  type GenerationRequest,
  type PackOptions,
  type PlacedChunk,
  type RetrievalLog,
  type RetrievalOptions,
  type RetrievalResultOptions,
  type RunLog,
  type RunOptions,
} from './instrumentation/index.js';
export { VERSION } from './model/version.js';
