/** Setting ragspan up. */
export { recordUnsampled, type SamplerLike } from './samplers.js';
export { start, type Ragspan, type StartMode, type StartOptions } from './start.js';
