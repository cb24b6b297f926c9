/** Provisioning: what Grafana is given as data sources is what the dashboard and the exemplars look for. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { JAEGER, PROMETHEUS, TEMPO } from '../../collector-config/grafana/data-sources.ts';
import type { Dashboard } from './dashboard-faults.ts';

interface DataSource {
  readonly uid: string;
  readonly type: string;
  readonly jsonData?: {
    readonly timeInterval?: string;
    readonly exemplarTraceIdDestinations?: readonly { readonly name: string; readonly datasourceUid: string }[];
  };
}

const read = (path: string): unknown => parse(readFileSync(`collector-config/${path}`, 'utf8'));
const { datasources } = read('grafana/provisioning/datasources/ragspan.yaml') as { datasources: readonly DataSource[] };
const dashboard = read('grafana/dashboards/ragspan.json') as Dashboard;
const prometheus = datasources.find(({ type }) => type === 'prometheus');

describe('the provisioned data sources', () => {
  it('are those that the dashboard chooses first, by uid and type', () => {
    const provisioned = datasources.map(({ uid, type }) => [type, uid]);
    expect(provisioned).toEqual([PROMETHEUS, TEMPO, JAEGER].map(({ uid, type }) => [type, uid]));
    const chosen = dashboard.templating.list
      .filter(({ type }) => type === 'datasource')
      .map(({ query, current }) => [query, current?.value]);
    expect(chosen).toEqual(provisioned);
  });

  it('lead from an exemplar to Tempo and to Jaeger, by the label that exporters write', () => {
    expect(prometheus?.jsonData?.exemplarTraceIdDestinations).toMatchObject([
      { name: 'trace_id', datasourceUid: TEMPO.uid },
      { name: 'trace_id', datasourceUid: JAEGER.uid },
    ]);
  });

  it('know how far apart the points of the recording rules are', () => {
    const { global } = read('prometheus/prometheus.yaml') as { global: { evaluation_interval: string } };
    expect(prometheus?.jsonData?.timeInterval).toBe(global.evaluation_interval);
  });
});
