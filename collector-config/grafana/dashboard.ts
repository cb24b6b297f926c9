/**
 * The Grafana dashboard of ragspan. `npm run dashboard` writes it to dashboards/ragspan.json; that file is what Grafana
 * reads, this and the files beside it are what is edited.
 */
import {
  AnnotationQueryBuilder,
  DashboardBuilder,
  DashboardCursorSync,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
  VariableRefresh,
  VariableSort,
  type Dashboard,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { JAEGER, PROMETHEUS, reference, TEMPO } from './data-sources.ts';
import { instrumentation } from './panels/instrumentation.ts';
import { losses } from './panels/losses.ts';
import { overview } from './panels/overview.ts';
import { runbooks } from './panels/runbook-list.ts';
import { traces } from './panels/traces.ts';
import { unknown } from './panels/unknown.ts';
import { verdicts } from './panels/verdicts.ts';
import { SERVICE } from './promql.ts';

const ROWS = [overview, verdicts, unknown, losses, instrumentation, traces, runbooks];

export function buildDashboard(): Dashboard {
  const builder = new DashboardBuilder('ragspan: where RAG answers lose their evidence')
    .uid('ragspan')
    .description(
      'Verdicts on RAG runs by the hand-off that lost the evidence, losses on all traffic, and the way to the traces. Needs the recording rules of collector-config/prometheus.',
    )
    .tags(['ragspan', 'rag', 'opentelemetry'])
    .timezone('browser')
    .time({ from: 'now-6h', to: 'now' })
    .refresh('1m')
    .tooltip(DashboardCursorSync.Crosshair)
    .annotation(
      new AnnotationQueryBuilder()
        .name('Alerts')
        .enable(true)
        .datasource(reference(PROMETHEUS))
        .iconColor('red')
        .expr(`ALERTS{alertname=~"Ragspan.+", alertstate="firing", ${SERVICE}}`)
        .step('60s')
        .titleFormat('{{alertname}}')
        .textFormat('{{service}}')
        .tagKeys('severity'),
    );
  for (const { variable, label, type, uid } of [PROMETHEUS, TEMPO, JAEGER]) {
    builder.withVariable(
      new DatasourceVariableBuilder(variable).label(label).type(type).current({ text: label, value: uid }),
    );
  }
  builder.withVariable(
    new QueryVariableBuilder('service')
      .label('Service')
      .description('Services that have verdicts.')
      .datasource(reference(PROMETHEUS))
      .query('label_values(ragspan:verdicts:by_source, service)')
      .refresh(VariableRefresh.OnTimeRangeChanged)
      .sort(VariableSort.AlphabeticalAsc)
      .multi(true)
      .includeAll(true)
      .allValue('.*')
      .current({ text: 'All', value: '$__all' }),
  );
  for (const { title, panels } of ROWS) {
    builder.withRow(new RowBuilder(title));
    for (const panel of panels) builder.withPanel(panel);
  }
  return numbered(builder.build());
}

/** Grafana finds a panel by its id; given here, links to a panel survive the next build as long as the order does. */
function numbered(dashboard: Dashboard): Dashboard {
  for (const [place, panel] of (dashboard.panels ?? []).entries()) panel.id = place + 1;
  return dashboard;
}

export const dashboardFile = (): string => `${JSON.stringify(buildDashboard(), undefined, 2)}\n`;
