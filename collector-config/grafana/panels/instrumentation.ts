/** Whether ragspan sees what it needs, and how it fares itself. */
import {
  HeatmapColorMode,
  HeatmapColorOptionsBuilder,
  PanelBuilder,
  YAxisConfigBuilder,
} from '@grafana/grafana-foundation-sdk/heatmap';
import { PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus';
import { PROMETHEUS, reference } from '../data-sources.ts';
import { bars, line, lines, type Row } from '../panel.ts';
import { buckets, counted } from '../promql.ts';
import { runbookLink } from '../runbooks.ts';

const perMinute = { as: 'rate', window: '$__rate_interval' } as const;
const joining = buckets('join_duration', 'seconds');
const ONCE_A_SOURCE = 'A run that the SDK and the Collector both counted stands here twice; the shape stays the same.';

export const instrumentation: Row = {
  title: 'Instrumentation and ragspan itself',
  panels: [
    lines(
      {
        title: 'Retrieval, assembly and model spans by dialect',
        description:
          'Spans read a minute, by kind and by the instrumentation they come from. Model spans without retrieval spans: an instrumentation was lost, and its runs with it.',
        unit: 'suffix: spans/min',
      },
      12,
    )
      .withTarget(
        line(
          `60 * ${counted('spans', { by: ['ragspan_kind', 'ragspan_dialect'], ...perMinute })}`,
          '{{service}} {{ragspan_kind}} {{ragspan_dialect}}',
        ),
      )
      .links([runbookLink('retrieval-lost'), runbookLink('verdicts-stopped')]),
    new PanelBuilder()
      .title('Context size')
      .description(`Bytes of the context that the answering calls sent. ${ONCE_A_SOURCE}`)
      .unit('short')
      .datasource(reference(PROMETHEUS))
      .calculate(false)
      .color(new HeatmapColorOptionsBuilder().mode(HeatmapColorMode.Scheme).scheme('Oranges').steps(64))
      .yAxis(new YAxisConfigBuilder().unit('bytes'))
      .height(8)
      .span(12)
      .withTarget(line(buckets('context_size', 'bytes'), '{{le}}').format(PromQueryFormat.Heatmap))
      .links([runbookLink('truncation')]),
    lines(
      {
        title: 'Join duration',
        description: `From the first artifact of a run to its verdict. Near the wait of the configuration: roots do not arrive. ${ONCE_A_SOURCE}`,
        unit: 's',
      },
      8,
    )
      .withTarget(line(`histogram_quantile(0.5, ${joining})`, 'p50', 'Half'))
      .withTarget(line(`histogram_quantile(0.95, ${joining})`, 'p95', 'Most'))
      .withTarget(line(`histogram_quantile(0.99, ${joining})`, 'p99', 'Nearly'))
      .links([runbookLink('unknown-rate')]),
    lines(
      {
        title: 'Pending runs',
        description:
          'Runs that wait for their end (in the Collector: traces with such runs), of all services, by the process that holds them. At the bound of the configuration the oldest are given up.',
        unit: 'suffix: runs',
      },
      8,
    )
      .withTarget(line('sum by (job, instance) (ragspan_pending)', '{{job}} {{instance}}'))
      .links([runbookLink('dropped')]),
    bars(
      {
        title: 'Dropped',
        description:
          'What was left out, a minute, by reason, of all services; the Collector counts under its own job, for it may not know the service. "late" was forwarded and may have led to a revision.',
        unit: 'suffix: /min',
      },
      8,
    )
      .withTarget(
        line(
          `60 * ${counted('dropped', { by: ['ragspan_reason'], isOfAll: true, ...perMinute })}`,
          '{{service}} {{ragspan_reason}}',
        ),
      )
      .links([runbookLink('dropped')]),
  ],
};
