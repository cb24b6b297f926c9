/** What could not be judged: lost instrumentation must not look like improvement. */
import { GraphThresholdsStyleConfigBuilder, GraphThresholdsStyleMode } from '@grafana/grafana-foundation-sdk/common';
import { bars, line, lines, thresholds, type Row } from '../panel.ts';
import { counted, recorded } from '../promql.ts';
import { runbookLink } from '../runbooks.ts';

export const unknown: Row = {
  title: 'Not judged',
  panels: [
    bars(
      {
        title: 'UNKNOWN by reason',
        description:
          'Runs a minute that no verdict could be given on. The reason names the artifact that is missing or was changed on the way.',
        unit: 'suffix: runs/min',
      },
      12,
    )
      .withTarget(
        line(
          `60 * ${counted('verdicts', { by: ['ragspan_reason'], as: 'rate', window: '$__rate_interval', where: 'ragspan_verdict="UNKNOWN"' })}`,
          '{{service}} {{ragspan_reason}}',
        ),
      )
      .links([runbookLink('unknown-rate')]),
    lines(
      {
        title: 'UNKNOWN ratio',
        description:
          'UNKNOWN among the runs that a case applies to, without output_unchecked, case_stale and content_off, which are choices. The alert reads both lines.',
        unit: 'percentunit',
      },
      12,
    )
      .thresholds(thresholds(0.2))
      .thresholdsStyle(new GraphThresholdsStyleConfigBuilder().mode(GraphThresholdsStyleMode.Dashed))
      .withTarget(line(recorded('unknown:ratio1h'), '{{service}} 1 h', 'Hour'))
      .withTarget(line(recorded('unknown:ratio15m'), '{{service}} 15 min', 'Quarter'))
      .links([runbookLink('unknown-rate')]),
  ],
};
