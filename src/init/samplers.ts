/** Samplers from the standard environment, and one that records what the others drop. */
import type { StandardEnvironment } from '../config/index.js';
import { constructorOf } from './find-package.js';
import type { SdkLine } from './sdk-line.js';

/** The sampler of the SDK, by shape. */
export interface SamplerLike {
  shouldSample(...args: never[]): {
    readonly decision: number;
    readonly attributes?: unknown;
    readonly traceState?: unknown;
  };
  toString(): string;
}

const NOT_RECORD = 0;
const RECORD = 1;

/**
 * Spans that `sampler` drops are recorded for the processors, and still not exported: with
 * `judgeUnsampled` their runs are judged and counted. For those who set the SDK up themselves.
 */
export function recordUnsampled<S extends SamplerLike>(sampler: S): S {
  const wrapped: SamplerLike = {
    shouldSample: (...args) => {
      const result = sampler.shouldSample(...args);
      return result.decision === NOT_RECORD ? { ...result, decision: RECORD } : result;
    },
    toString: () => `RecordUnsampled{${String(sampler)}}`,
  };
  return wrapped as S;
}

/** Undefined: the SDK's own choice is right. */
export function samplerFrom(sdk: SdkLine, standard: StandardEnvironment, judgesUnsampled: boolean): unknown {
  if (sdk.readsEnvironment && !judgesUnsampled) return undefined;
  const sampler = standardSampler(sdk, standard);
  return sampler !== undefined && judgesUnsampled ? recordUnsampled(sampler) : sampler;
}

function standardSampler(sdk: SdkLine, standard: StandardEnvironment): SamplerLike | undefined {
  const make = (name: string, ...args: readonly unknown[]): SamplerLike | undefined => {
    const Sampler = constructorOf(sdk.sdkTrace, name);
    return Sampler === undefined ? undefined : (new Sampler(...(args as never[])) as SamplerLike);
  };
  const parentBased = (root: SamplerLike | undefined): SamplerLike | undefined => make('ParentBasedSampler', { root });
  const ratio = (): SamplerLike | undefined => make('TraceIdRatioBasedSampler', standard.samplerRatio ?? 1);
  switch (standard.sampler ?? '') {
    case 'always_on':
      return make('AlwaysOnSampler');
    case 'always_off':
      return make('AlwaysOffSampler');
    case 'traceidratio':
      return ratio();
    case 'parentbased_always_off':
      return parentBased(make('AlwaysOffSampler'));
    case 'parentbased_traceidratio':
      return parentBased(ratio());
    default:
      return parentBased(make('AlwaysOnSampler'));
  }
}
