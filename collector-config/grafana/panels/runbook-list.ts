/** What to read when an alert fires. */
import { PanelBuilder, TextMode } from '@grafana/grafana-foundation-sdk/text';
import { WIDE, type Row } from '../panel.ts';
import { runbookList } from '../runbooks.ts';

export const runbooks: Row = {
  title: 'Runbooks',
  panels: [
    new PanelBuilder()
      .title('Runbooks')
      .description('One page an alert, from the alert to the span.')
      .mode(TextMode.Markdown)
      .content(runbookList())
      .height(7)
      .span(WIDE),
  ],
};
