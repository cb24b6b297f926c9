/**
 * The Collector configurations that ship, and which distribution runs each: the stack suite has the built binary
 * validate every one.
 */
export interface CollectorConfig {
  /** Under collector-config/collector. */
  readonly file: string;
  /** `default` is collector/distribution/manifest.yaml; `gateway` adds load_balancing and kafka. */
  readonly distribution: 'default' | 'gateway';
  /** Judges, counts and samples; the others only carry spans to those that do. */
  readonly judges: boolean;
}

export const CONFIG_DIR = 'collector-config/collector';

export const COLLECTOR_CONFIGS: readonly CollectorConfig[] = [
  { file: 'agent.yaml', distribution: 'default', judges: true },
  { file: 'gateway.yaml', distribution: 'default', judges: true },
  { file: 'two-tier-agent.yaml', distribution: 'gateway', judges: false },
  { file: 'two-tier-gateway.yaml', distribution: 'default', judges: true },
  { file: 'kafka-agent.yaml', distribution: 'gateway', judges: false },
  { file: 'kafka-gateway.yaml', distribution: 'gateway', judges: true },
];
