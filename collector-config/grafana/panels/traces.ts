/** From a number to the trace: exemplars, and the newest traces of each verdict. */
import { DataqueryBuilder, SearchTableType } from '@grafana/grafana-foundation-sdk/tempo';
import type { PanelBuilder } from '@grafana/grafana-foundation-sdk/table';
import { reference, TEMPO } from '../data-sources.ts';
import { line, lines, table, type Row, WIDE } from '../panel.ts';
import { runbookLink } from '../runbooks.ts';
import { jaegerLink, tempoLink } from '../trace-links.ts';

const OF_THE_SERVICES = 'resource.service.name =~ "${service:pipe}"';

const newest = (title: string, description: string, condition: string): PanelBuilder =>
  table({ title, description, unit: 'none' }, 8)
    .noValue('none in the time shown')
    .datasource(reference(TEMPO))
    .withTarget(
      new DataqueryBuilder()
        .datasource(reference(TEMPO))
        .refId('A')
        .queryType('traceql')
        .query(`{ ${OF_THE_SERVICES} && ${condition} }`)
        .limit(20)
        .tableType(SearchTableType.Traces),
    );

/** Exemplars hang on the raw series, as scraped: a recording rule leaves them behind. */
const job = '=~"(.*/)?($service)"';
const raw = ['exported_job', 'exported_job="", job']
  .map((label) => `rate(ragspan_verdicts_total{${label}${job}, ragspan_verdict!~"HOLD|UNDECLARED"}[$__rate_interval])`)
  .join(' or ');

export const traces: Row = {
  title: 'Traces',
  panels: [
    lines(
      {
        title: 'Exemplars',
        description:
          "Verdicts that ask for a look, a minute. Each dot is one run: click it to open its trace in Tempo or Jaeger. From the ragspan connector; the processor's own metrics carry none.",
        unit: 'suffix: runs/min',
      },
      WIDE,
    )
      .withTarget(line(`60 * sum by (ragspan_verdict) (${raw})`, '{{ragspan_verdict}}').exemplar(true))
      .dataLinks([tempoLink('Traces in Tempo', '{ span.ragspan.verdict = "${__field.labels.ragspan_verdict}" }')])
      .links([
        runbookLink('h2-conviction-rate'),
        tempoLink('All H2 in Tempo', '{ span.ragspan.verdict = "H2" }'),
        jaegerLink('H2 in Jaeger (choose one service first)', '${service}', 'ragspan.verdict="H2"'),
      ]),
    newest(
      'Newest H2',
      'Traces with a run whose evidence was lost before the prompt.',
      'span.ragspan.verdict = "H2"',
    ).links([runbookLink('h2-conviction-rate')]),
    newest(
      'Newest truncations',
      'Traces with a run whose context was cut, or read only in part by the model server; with a case or without.',
      'span.ragspan.loss =~ "cut|engine"',
    ).links([runbookLink('truncation')]),
    newest('Newest UNKNOWN', 'Traces with a run that could not be judged.', 'span.ragspan.verdict = "UNKNOWN"').links([
      runbookLink('unknown-rate'),
    ]),
  ],
};
