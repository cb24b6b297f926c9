/** Queries of the Grafana dashboard, answered by Prometheus (promtool) over series as the three sources expose them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { buckets, counted } from '../../collector-config/grafana/promql.ts';

const scratch = mkdtempSync(join(tmpdir(), 'ragspan-dashboard-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** `bot` is counted by all three, `search` by the processor, `batch` by the SDK alone. */
const SERIES: Readonly<Record<string, number>> = {
  'ragspan_verdicts_total{exported_job="shop/bot",job="ragspan-connector",service_name="bot",ragspan_verdict="HOLD",ragspan_origin="collector"}': 1,
  'ragspan_verdicts{job="ragspan-collector",ragspan_service_name="bot",ragspan_verdict="HOLD",ragspan_origin="collector"}': 1,
  'ragspan_verdicts{job="ragspan-collector",ragspan_service_name="bot",ragspan_verdict="H2",ragspan_origin="collector"}': 1,
  'ragspan_verdicts_total{job="shop/bot",ragspan_verdict="HOLD",ragspan_origin="sdk"}': 1,
  'ragspan_verdicts{job="ragspan-collector",ragspan_service_name="search",ragspan_verdict="H2",ragspan_origin="collector"}': 2,
  'ragspan_verdicts_total{job="shop/batch",ragspan_verdict="H2",ragspan_origin="sdk"}': 3,
  'ragspan_join_duration_seconds_bucket{exported_job="shop/bot",job="ragspan-connector",le="1.0"}': 1,
  'ragspan_join_duration_seconds_bucket{exported_job="shop/bot",job="ragspan-connector",le="+Inf"}': 1,
  'ragspan_join_duration_bucket{ragspan_service_name="bot",job="ragspan-collector",le="100"}': 9,
  'ragspan_context_size_bucket{ragspan_service_name="bot",job="ragspan-collector",le="1024"}': 30,
};

const filled = (query: string): string =>
  query.replaceAll('$__rate_interval', '5m').replaceAll('$__range', '20m').replaceAll('$service', 'bot|search|batch');

function answers(query: string, samples: Readonly<Record<string, number>>): void {
  const file = join(scratch, 'test.yaml');
  writeFileSync(
    file,
    stringify({
      rule_files: [resolve('collector-config/prometheus/rules/ragspan-recording.yaml')],
      evaluation_interval: '30s',
      tests: [
        {
          interval: '30s',
          input_series: Object.entries(SERIES).map(([series, step]) => ({ series, values: `0+${step}x60` })),
          promql_expr_test: [
            {
              expr: filled(query),
              eval_time: '30m',
              exp_samples: Object.entries(samples).map(([labels, value]) => ({ labels, value })),
            },
          ],
        },
      ],
    }),
  );
  try {
    expect(execFileSync('promtool', ['test', 'rules', file], { encoding: 'utf8', stdio: 'pipe' })).toContain('SUCCESS');
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: string; stdout?: string; stderr?: string };
    if (code === 'ENOENT') throw new Error('promtool is missing: apt-get install prometheus', { cause: error });
    throw new Error(`${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}

const inRange = { by: ['ragspan_verdict'], as: 'increase', window: '$__range' } as const;

describe('the dashboard', () => {
  it('counts a run once, whichever sources counted it', () => {
    answers(counted('verdicts', inRange), {
      '{service="bot", ragspan_verdict="HOLD"}': 40,
      '{service="search", ragspan_verdict="H2"}': 80,
      '{service="batch", ragspan_verdict="H2"}': 120,
    });
  });

  it('believes the first source that it had no H2', () => {
    answers(counted('verdicts', { ...inRange, where: 'ragspan_verdict="H2"' }), {
      '{service="search", ragspan_verdict="H2"}': 80,
      '{service="batch", ragspan_verdict="H2"}': 120,
    });
  });

  it('reads histograms under either name, and one of the two', () => {
    answers(`histogram_quantile(0.5, ${buckets('join_duration', 'seconds')})`, { '{}': 0.5 });
    answers(buckets('context_size', 'bytes'), { '{le="1024"}': 1 });
  });
});
