/** All traffic, no case needed: what became of the chunks on their way into the prompt, and what the audit found. */
import { GraphThresholdsStyleConfigBuilder, GraphThresholdsStyleMode } from '@grafana/grafana-foundation-sdk/common';
import { bars, line, lines, thresholds, type Row } from '../panel.ts';
import { counted, recorded } from '../promql.ts';
import { runbookLink } from '../runbooks.ts';

const perMinute = { as: 'rate', window: '$__rate_interval' } as const;

export const losses: Row = {
  title: 'Losses, on all traffic',
  panels: [
    lines(
      {
        title: 'Truncation ratio',
        description:
          'Runs whose context was cut (loss "cut") or read only in part by the model server (loss "engine"), among those whose chunks could be followed. The alert reads both lines.',
        unit: 'percentunit',
      },
      12,
    )
      .thresholds(thresholds(0.05))
      .thresholdsStyle(new GraphThresholdsStyleConfigBuilder().mode(GraphThresholdsStyleMode.Dashed))
      .withTarget(line(recorded('truncation:ratio1h'), '{{service}} 1 h', 'Hour'))
      .withTarget(line(recorded('truncation:ratio15m'), '{{service}} 15 min', 'Quarter'))
      .links([runbookLink('truncation')]),
    bars(
      {
        title: 'Runs by loss',
        description:
          'Runs a minute by the worst that happened to their chunks; "none" is none. "clipped" and "packed_out" are often there by design.',
        unit: 'suffix: runs/min',
      },
      12,
    )
      .withTarget(
        line(`60 * ${counted('runs', { by: ['ragspan_loss'], ...perMinute })}`, '{{service}} {{ragspan_loss}}'),
      )
      .links([runbookLink('truncation')]),
    bars(
      {
        title: 'Chunk fates',
        description: 'Chunks handed on by retrieval, a minute, by what became of them.',
        unit: 'suffix: chunks/min',
      },
      12,
    )
      .withTarget(
        line(`60 * ${counted('chunks', { by: ['ragspan_fate'], ...perMinute })}`, '{{service}} {{ragspan_fate}}'),
      )
      .links([runbookLink('truncation')]),
    bars(
      {
        title: 'Audit findings',
        description:
          'Citations, quotations and addresses in answers, a minute, that the bytes sent to the model do not bear out, and sent chunks that speak to the model. Counts to look at, no verdicts.',
        unit: 'suffix: findings/min',
      },
      12,
    )
      .withTarget(
        line(
          `60 * ${counted('audit_findings', { by: ['ragspan_finding'], ...perMinute })}`,
          '{{service}} {{ragspan_finding}}',
        ),
      )
      .links([runbookLink('audit-findings')]),
  ],
};
