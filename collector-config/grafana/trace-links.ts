/** Links from a row of a table to the traces behind it: Grafana's Explore page, with the query filled in. */
import { DashboardLinkBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { JAEGER, reference, TEMPO } from './data-sources.ts';

/** Explore reads its state from the address; Grafana puts variables in only where `${…}` stands unescaped. */
function explore(datasource: { type: string; uid: string }, query: Readonly<Record<string, unknown>>): string {
  const panes = {
    ragspan: {
      datasource: datasource.uid,
      queries: [{ refId: 'A', datasource, ...query }],
      range: { from: '${__from}', to: '${__to}' },
    },
  };
  const escaped = encodeURIComponent(JSON.stringify(panes)).replace(/%24%7B(.*?)%7D/g, '$${$1}');
  return `/explore?schemaVersion=1&panes=${escaped}`;
}

export const tempoLink = (title: string, traceql: string): DashboardLinkBuilder =>
  new DashboardLinkBuilder(title)
    .targetBlank(true)
    .url(explore(reference(TEMPO), { queryType: 'traceql', query: traceql, limit: 20, tableType: 'traces' }));

/** Jaeger compares for equality alone; several tags must all hold. */
export const jaegerLink = (title: string, service: string, tags: string): DashboardLinkBuilder =>
  new DashboardLinkBuilder(title)
    .targetBlank(true)
    .url(explore(reference(JAEGER), { queryType: 'search', service, tags, limit: 20 }));
