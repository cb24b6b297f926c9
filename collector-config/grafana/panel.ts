/** What the panels share: how a line, a bar, a number and a table look here, and how a query is asked. */
import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import {
  BigValueColorMode,
  LegendDisplayMode,
  LegendPlacement,
  ReduceDataOptionsBuilder,
  SortOrder,
  StackingConfigBuilder,
  StackingMode,
  TooltipDisplayMode,
  VizLegendOptionsBuilder,
  VizTooltipOptionsBuilder,
  GraphDrawStyle,
} from '@grafana/grafana-foundation-sdk/common';
import { ThresholdsConfigBuilder, ThresholdsMode, type Panel } from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder, PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as TableBuilder } from '@grafana/grafana-foundation-sdk/table';
import { PanelBuilder as TimeSeriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { PROMETHEUS, reference } from './data-sources.ts';

/** A row of the dashboard. */
export interface Row {
  readonly title: string;
  readonly panels: readonly Builder<Panel>[];
}

export interface Words {
  readonly title: string;
  readonly description: string;
  /** A unit of Grafana's list, or `suffix:…`. */
  readonly unit: string;
}

export const WIDE = 24;
const TALL = 8;

export const line = (expr: string, legend: string, refId = 'A'): DataqueryBuilder =>
  new DataqueryBuilder().datasource(reference(PROMETHEUS)).refId(refId).expr(expr).legendFormat(legend).range();

export const rows = (expr: string): DataqueryBuilder =>
  new DataqueryBuilder()
    .datasource(reference(PROMETHEUS))
    .refId('A')
    .expr(expr)
    .format(PromQueryFormat.Table)
    .instant();

export const lines = ({ title, description, unit }: Words, width: number): TimeSeriesBuilder =>
  new TimeSeriesBuilder()
    .title(title)
    .description(description)
    .unit(unit)
    .datasource(reference(PROMETHEUS))
    .min(0)
    .fillOpacity(8)
    .legend(
      new VizLegendOptionsBuilder()
        .displayMode(LegendDisplayMode.List)
        .placement(LegendPlacement.Bottom)
        .showLegend(true),
    )
    .tooltip(new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi).sort(SortOrder.Descending))
    .height(TALL)
    .span(width);

export const bars = (words: Words, width: number): TimeSeriesBuilder =>
  lines(words, width)
    .drawStyle(GraphDrawStyle.Bars)
    .fillOpacity(70)
    .lineWidth(0)
    .stacking(new StackingConfigBuilder().mode(StackingMode.Normal));

/** One number a service, red from the threshold of its alert on. */
export const number = ({ title, description, unit }: Words, width: number, redFrom?: number): StatBuilder =>
  new StatBuilder()
    .title(title)
    .description(description)
    .unit(unit)
    .datasource(reference(PROMETHEUS))
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']))
    .colorMode(redFrom === undefined ? BigValueColorMode.None : BigValueColorMode.Value)
    .thresholds(thresholds(redFrom))
    .noValue('no runs')
    .height(5)
    .span(width);

export const table = ({ title, description, unit }: Words, width: number): TableBuilder =>
  new TableBuilder().title(title).description(description).unit(unit).height(TALL).span(width);

export const thresholds = (redFrom?: number): ThresholdsConfigBuilder =>
  new ThresholdsConfigBuilder()
    .mode(ThresholdsMode.Absolute)
    .steps([{ value: null, color: 'green' }, ...(redFrom === undefined ? [] : [{ value: redFrom, color: 'red' }])]);
