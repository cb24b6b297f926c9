/** The Collector configurations say what the documents promise. That the binary takes them, the stack suite tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COLLECTOR_CONFIGS, CONFIG_DIR } from './configs.js';

type Settings = Record<string, unknown>;

interface Pipeline {
  readonly receivers: readonly string[];
  readonly processors?: readonly string[];
  readonly exporters: readonly string[];
}

interface Collector {
  readonly receivers: Record<string, Settings>;
  readonly processors: Record<string, Settings>;
  readonly connectors?: Record<string, Settings>;
  readonly exporters: Record<string, Settings>;
  readonly extensions: Record<string, Settings>;
  readonly service: {
    readonly extensions: readonly string[];
    readonly pipelines: Record<string, Pipeline>;
    readonly telemetry: { readonly metrics: { readonly readers: readonly unknown[] } };
  };
}

const load = (file: string): Collector => parse(readFileSync(join(CONFIG_DIR, file), 'utf8')) as Collector;
const seconds = (duration: unknown): number => Number(/^(\d+)s$/.exec(String(duration))?.[1]);

it('every configuration in the folder is in the table', () => {
  expect(readdirSync(CONFIG_DIR).sort()).toEqual(COLLECTOR_CONFIGS.map(({ file }) => file).sort());
});

describe.each(COLLECTOR_CONFIGS)('$file', ({ file, distribution, judges }) => {
  const config = load(file);
  const { pipelines, extensions } = config.service;

  it('defines what it uses and uses what it defines', () => {
    const used = Object.values(pipelines).flatMap((pipeline) => [
      ...pipeline.receivers,
      ...(pipeline.processors ?? []),
      ...pipeline.exporters,
    ]);
    const defined = [config.receivers, config.processors, config.connectors ?? {}, config.exporters].flatMap((part) =>
      Object.keys(part),
    );
    expect([...new Set(used)].sort()).toEqual([...new Set(defined)].sort());
    expect([...extensions].sort()).toEqual(Object.keys(config.extensions).sort());
  });

  it('limits memory first, and can be asked for its health and its own metrics', () => {
    const taking = Object.values(pipelines).filter(({ receivers }) =>
      receivers.some((name) => /^(otlp|kafka)$/.test(name)),
    );
    for (const { processors } of taking) expect(processors?.[0]).toBe('memory_limiter');
    expect(extensions).toContain('health_check');
    expect(JSON.stringify(config.service.telemetry.metrics.readers)).toContain('"port":8888');
  });

  it('keeps on disk what waits, where it keeps anything', () => {
    const storages = [...JSON.stringify(config).matchAll(/"storage":"([^"]+)"/g)].map((match) => match[1]);
    for (const storage of storages) expect(extensions).toContain(storage);
    if (judges) expect(config.processors['ragspan']?.['storage']).toBe('file_storage/ragspan');
  });

  it('names the distribution it needs', () => {
    const special = /load_balancing|kafka/.test(
      JSON.stringify(Object.keys({ ...config.receivers, ...config.exporters })),
    );
    expect(distribution).toBe(special ? 'gateway' : 'default');
    expect(readFileSync(join(CONFIG_DIR, file), 'utf8')).toContain(`# Binary: the ${distribution} distribution`);
  });
});

describe.each(COLLECTOR_CONFIGS.filter(({ judges }) => !judges))('$file, which only carries', ({ file }) => {
  it('sends all spans of a trace one way, and samples nothing', () => {
    const { exporters, processors } = load(file);
    const { kafka, load_balancing: balancing } = exporters;
    expect(kafka?.['partition_traces_by_id'] === true || balancing?.['routing_key'] === 'traceID').toBe(true);
    expect(JSON.stringify(processors)).not.toContain('sampl');
  });
});

describe.each(COLLECTOR_CONFIGS.filter(({ judges }) => judges))('$file, which judges', ({ file }) => {
  const config = load(file);
  const { pipelines } = config.service;

  it('judges, counts, and only then samples', () => {
    const judge = pipelines['traces/judge'];
    expect(judge?.processors?.at(-1)).toBe('ragspan');
    expect(judge?.exporters).toEqual(['ragspan', 'forward']);
    expect(pipelines['traces/keep']?.receivers).toEqual(['forward']);
    expect(pipelines['traces/keep']?.processors).toEqual(['tail_sampling', 'batch']);
    expect(pipelines['metrics/verdicts']?.receivers).toEqual(['ragspan']);
    const sampling = Object.values(pipelines).filter(({ processors }) => processors?.includes('tail_sampling'));
    expect(sampling.flatMap(({ exporters }) => exporters)).toEqual(['otlp_grpc/backend']);
  });

  it('keeps every H1, H2 and H3, five percent of the rest, and drops nothing', () => {
    const policies = config.processors['tail_sampling']?.['policies'] as readonly Settings[];
    expect(policies).toContainEqual(
      expect.objectContaining({
        type: 'string_attribute',
        string_attribute: { key: 'ragspan.verdict', values: ['H1', 'H2', 'H3', 'H3a', 'H3b'] },
      }),
    );
    expect(policies).toContainEqual(
      expect.objectContaining({ type: 'probabilistic', probabilistic: { sampling_percentage: 5 } }),
    );
    expect(policies.map(({ type }) => type)).not.toContain('drop');
    expect(JSON.stringify(policies)).not.toContain('invert_match');
  });

  it('samples after the verdict: its wait exceeds ours, and our cache our traces', () => {
    const ours = config.processors['ragspan'] ?? {};
    const theirs = config.processors['tail_sampling'] ?? {};
    expect(seconds(theirs['decision_wait'])).toBeGreaterThan(
      seconds(ours['decision_wait']) + seconds(ours['decision_wait_after_root_received']),
    );
    expect(theirs['decision_wait_after_root_received']).toBeUndefined();
    const cache = ours['decision_cache'] as Settings;
    expect(Number(cache['size'])).toBeGreaterThanOrEqual(10 * Number(ours['num_traces']));
  });

  it('exposes exemplars and the resource of the application', () => {
    expect(config.exporters['prometheus/ragspan']).toMatchObject({
      enable_open_metrics: true,
      resource_constant_labels: { included: expect.arrayContaining(['service.name']) },
    });
  });
});

describe.each(['agent.yaml', 'gateway.yaml', 'two-tier-gateway.yaml'])('%s', (file) => {
  it('joins messages that travel as log records', () => {
    const logs = load(file).service.pipelines['logs/genai'];
    expect(logs?.receivers).toEqual(['otlp']);
    expect(logs?.processors?.at(-1)).toBe('ragspan');
  });
});
