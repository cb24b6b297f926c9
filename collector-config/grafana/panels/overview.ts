/** How it stands now: one number a service for each ratio that has an alert, and the alerts that fire. */
import { runbookLink } from '../runbooks.ts';
import { line, number, rows, table, type Row } from '../panel.ts';
import { recorded, SERVICE } from '../promql.ts';
import { columns } from '../table-columns.ts';
import { PROMETHEUS, reference } from '../data-sources.ts';

const JUDGED = 'Of the judged runs of the last hour; UNKNOWN and UNDECLARED are not among them.';

export const overview: Row = {
  title: 'Now',
  panels: [
    number(
      {
        title: 'H2 ratio',
        description: `Evidence retrieved and lost before the prompt. ${JUDGED}`,
        unit: 'percentunit',
      },
      4,
      0.05,
    )
      .withTarget(line(recorded('h2:ratio1h'), '{{service}}'))
      .links([runbookLink('h2-conviction-rate')]),
    number({ title: 'H1 ratio', description: `Evidence never retrieved. ${JUDGED}`, unit: 'percentunit' }, 4, 0.1)
      .withTarget(line(recorded('h1:ratio1h'), '{{service}}'))
      .links([runbookLink('h1-rate')]),
    number(
      {
        title: 'H3 ratio',
        description: `Evidence in the prompt, answer fails all the same. ${JUDGED}`,
        unit: 'percentunit',
      },
      4,
      0.1,
    )
      .withTarget(line(recorded('h3:ratio1h'), '{{service}}'))
      .links([runbookLink('h3-rate')]),
    number(
      {
        title: 'UNKNOWN ratio',
        description:
          'Runs with a case that cannot be judged, of the last hour; output_unchecked, case_stale and content_off are choices and left out. While this is high, the ratios beside it say little.',
        unit: 'percentunit',
      },
      4,
      0.2,
    )
      .withTarget(line(recorded('unknown:ratio1h'), '{{service}}'))
      .links([runbookLink('unknown-rate')]),
    number(
      {
        title: 'Truncation ratio',
        description:
          'Runs of the last hour whose context was cut (loss "cut") or read only in part by the model server (loss "engine"), with a case or without.',
        unit: 'percentunit',
      },
      4,
      0.05,
    )
      .withTarget(line(recorded('truncation:ratio1h'), '{{service}}'))
      .links([runbookLink('truncation')]),
    number(
      {
        title: 'Runs in the last hour',
        description: 'All runs, judged or not. Below 20 judged runs in the hour no alert speaks.',
        unit: 'short',
      },
      4,
    )
      .decimals(0)
      .withTarget(line(recorded('all:increase1h'), '{{service}}'))
      .links([runbookLink('verdicts-stopped')]),
    table(
      {
        title: 'Alerts that fire',
        description:
          'Alerts of collector-config/prometheus that fire now. The runbook of each stands at the end of this page.',
        unit: 'none',
      },
      24,
    )
      .height(6)
      .noValue('none')
      .datasource(reference(PROMETHEUS))
      .withTarget(
        rows(
          `sum by (alertname, severity, service, ragspan_reason, ragspan_finding) (ALERTS{alertname=~"Ragspan.+", alertstate="firing", ${SERVICE}})`,
        ),
      )
      .withTransformation(
        columns(
          ['alertname', 'severity', 'service', 'ragspan_reason', 'ragspan_finding'],
          { alertname: 'alert', ragspan_reason: 'reason', ragspan_finding: 'finding' },
          ['Time', 'Value'],
        ),
      ),
  ],
};
