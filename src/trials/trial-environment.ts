/** The environment of a trial: the user's own, without what would export its spans, drop or hide them. */
import type { Environment } from '../config/index.js';

/** An SDK that the application sets up from the environment exports nothing either. */
const SET = { OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' } as const;

/** A sampler drops spans that the verdict needs; a switched-off SDK makes none. */
const UNSET: ReadonlySet<string> = new Set(['OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG', 'OTEL_SDK_DISABLED']);

export function trialEnvironment(environment: Environment): Record<string, string | undefined> {
  const kept = Object.entries(environment).filter(([name]) => !UNSET.has(name));
  return { ...Object.fromEntries(kept), ...SET };
}
