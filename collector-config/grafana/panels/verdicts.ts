/** Verdicts over time, the ratios of H1, H2 and H3, and which cases they come from. */
import { GraphThresholdsStyleConfigBuilder, GraphThresholdsStyleMode } from '@grafana/grafana-foundation-sdk/common';
import { PROMETHEUS, reference } from '../data-sources.ts';
import { bars, line, lines, rows, table, thresholds, type Row, WIDE } from '../panel.ts';
import { counted, recorded } from '../promql.ts';
import { runbookLink } from '../runbooks.ts';
import { columns } from '../table-columns.ts';
import { jaegerLink, tempoLink } from '../trace-links.ts';

const perMinute = { as: 'rate', window: '$__rate_interval' } as const;

const case_ = '${__data.fields.case}';
const service = '${__data.fields.service}';
const verdict = '${__data.fields.verdict}';

export const verdicts: Row = {
  title: 'Verdicts',
  panels: [
    bars(
      {
        title: 'Verdicts per service',
        description:
          'Runs a minute by verdict. H1 never retrieved, H2 lost before the prompt, H3 answer fails with the evidence at hand, HOLD passes, UNKNOWN an artifact is missing, UNDECLARED no case.',
        unit: 'suffix: runs/min',
      },
      12,
    ).withTarget(
      line(`60 * ${counted('verdicts', { by: ['ragspan_verdict'], ...perMinute })}`, '{{service}} {{ragspan_verdict}}'),
    ),
    lines(
      {
        title: 'H1, H2 and H3 ratio',
        description:
          'Share of each verdict among the judged runs of the 15 minutes before: all runs but UNKNOWN and UNDECLARED, of which nothing is claimed. H3 counts H3a and H3b too.',
        unit: 'percentunit',
      },
      12,
    )
      .withTarget(line(recorded('h1:ratio15m'), '{{service}} H1', 'H1'))
      .withTarget(line(recorded('h2:ratio15m'), '{{service}} H2', 'H2'))
      .withTarget(line(recorded('h3:ratio15m'), '{{service}} H3', 'H3'))
      .links([runbookLink('h1-rate'), runbookLink('h2-conviction-rate'), runbookLink('h3-rate')]),
    lines(
      {
        title: 'H2 ratio, as the alert reads it',
        description:
          'H2 among the judged runs (without UNKNOWN and UNDECLARED), over the hour and over the last 15 minutes. The alert fires when both stand above the red line, with at least 20 judged runs in the hour.',
        unit: 'percentunit',
      },
      12,
    )
      .thresholds(thresholds(0.05))
      .thresholdsStyle(new GraphThresholdsStyleConfigBuilder().mode(GraphThresholdsStyleMode.Dashed))
      .withTarget(line(recorded('h2:ratio1h'), '{{service}} 1 h', 'Hour'))
      .withTarget(line(recorded('h2:ratio15m'), '{{service}} 15 min', 'Quarter'))
      .links([runbookLink('h2-conviction-rate')]),
    bars(
      {
        title: 'Reasons of H1, H2 and H3',
        description: 'Runs a minute by verdict and reason: what in the hand-off failed.',
        unit: 'suffix: runs/min',
      },
      12,
    ).withTarget(
      line(
        `60 * ${counted('verdicts', { by: ['ragspan_verdict', 'ragspan_reason'], where: 'ragspan_verdict=~"H1|H2|H3|H3a|H3b"', ...perMinute })}`,
        '{{service}} {{ragspan_verdict}} {{ragspan_reason}}',
      ),
    ),
    table(
      {
        title: 'Cases',
        description:
          'Runs in the time shown, by case, verdict and reason. The links of a row lead to its traces. Beyond 200 cases the rest stands under "overflow".',
        unit: 'short',
      },
      WIDE,
    )
      .height(10)
      .decimals(0)
      .datasource(reference(PROMETHEUS))
      .withTarget(
        rows(
          `${counted('verdicts', { by: ['ragspan_case_id', 'ragspan_verdict', 'ragspan_reason'], as: 'increase', window: '$__range', where: 'ragspan_case_id!=""' })} > 0`,
        ),
      )
      .withTransformation(
        columns(
          ['service', 'ragspan_case_id', 'ragspan_verdict', 'ragspan_reason', 'Value'],
          { ragspan_case_id: 'case', ragspan_verdict: 'verdict', ragspan_reason: 'reason', Value: 'runs' },
          ['Time'],
        ),
      )
      .overrideByName('case', [
        {
          id: 'links',
          value: [
            tempoLink(
              'Traces in Tempo',
              `{ resource.service.name = "${service}" && span.ragspan.case.id = "${case_}" && span.ragspan.verdict = "${verdict}" }`,
            ).build(),
            jaegerLink('Traces in Jaeger', service, `ragspan.case.id="${case_}" ragspan.verdict="${verdict}"`).build(),
          ],
        },
      ]),
  ],
};
