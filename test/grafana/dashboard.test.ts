/** The Grafana dashboard: the committed file is the built one, and nothing it asks for is a name that does not exist. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dashboardFile } from '../../collector-config/grafana/dashboard.ts';
import { dashboardFaults, linksOf, type Dashboard, type Panel } from './dashboard-faults.ts';
import { rules } from './names.ts';

const committed = readFileSync('collector-config/grafana/dashboards/ragspan.json', 'utf8');
const dashboard = JSON.parse(committed) as Dashboard;
const changed = (change: (copy: any) => void): Dashboard => {
  const copy = structuredClone(dashboard);
  change(copy);
  return copy;
};
const titled = (title: string): Panel => {
  const panel = dashboard.panels.find((one) => one.title === title);
  if (panel === undefined) throw new Error(`no panel ${title}`);
  return panel;
};
const asked = (title: string): string => (titled(title).targets ?? []).map(({ expr }) => expr).join('\n');

describe('the dashboard', () => {
  it('is what its source builds (else: npm run dashboard)', () => {
    expect(committed).toBe(dashboardFile());
  });

  it('parses in every query, names what exists, and every panel has title, description and unit', () => {
    expect(dashboardFaults(dashboard)).toEqual([]);
  });

  it('shows a runbook for every alert, and nothing but runbooks of alerts', () => {
    const ofAlerts = new Set(rules.flatMap(({ annotations }) => annotations?.['runbook_url'] ?? []));
    const text = JSON.stringify(dashboard);
    const linked = new Set(text.match(/https:\/\/github\.com\/ragspan\/ragspan\/blob\/main\/docs\/[\w/-]+\.md/g));
    expect([...linked].sort()).toEqual([...ofAlerts].sort());
  });

  it('links only to pages that this repository has', () => {
    const pages = dashboard.panels
      .flatMap(linksOf)
      .filter((url) => url.startsWith('https://'))
      .map((url) => url.replace('https://github.com/ragspan/ragspan/blob/main/', ''));
    expect([...new Set(pages)].filter((page) => !existsSync(page))).toEqual([]);
  });

  it('leads from every ratio to a runbook', () => {
    const ratios = dashboard.panels.filter((panel) => panel.fieldConfig?.defaults.unit === 'percentunit');
    expect(ratios.length).toBeGreaterThan(5);
    for (const panel of ratios) expect(linksOf(panel).join(' '), panel.title).toContain('docs/alerts/');
  });

  it('reads each service from one source: connector, else processor, else SDK', () => {
    const query = asked('Verdicts per service');
    expect(query).toContain('unless on (service) ragspan:verdicts:by_source{source=~"connector"}');
    expect(query).toContain('unless on (service) ragspan:verdicts:by_source{source=~"connector|processor"}');
  });

  it('asks Tempo for the traces of H2, and shows exemplars of the verdicts', () => {
    expect(titled('Newest H2').targets?.[0]?.query).toContain('span.ragspan.verdict = "H2"');
    expect(titled('Exemplars').targets?.[0]).toMatchObject({ exemplar: true });
  });
});

describe('the checks of the dashboard fire', () => {
  const first = (copy: any): any => copy.panels.find((panel: Panel) => panel.type !== 'row');
  const asking = (expr: string) => (copy: any) => {
    first(copy).targets[0].expr = expr;
  };

  it.each<[string, (copy: any) => void, string]>([
    ['a query that does not parse', asking('sum by (service'), 'does not parse'],
    ['a metric nobody makes', asking('sum(rate(ragspan_verdict_total[5m]))'), 'no series ragspan_verdict_total'],
    ['a recording rule nobody records', asking('ragspan:h2:ratio5m'), 'no series ragspan:h2:ratio5m'],
    ['a metric nobody makes, by __name__', asking('{__name__="ragspan_nothing"}'), 'no series ragspan_nothing'],
    ['a query of everything', asking('{service="a"}'), 'selects every metric'],
    ['a label nobody writes', asking('sum by (verdict) (ragspan:h2:ratio1h)'), 'no label verdict'],
    ['a verdict there is not', asking('ragspan_verdicts{ragspan_verdict="H4"}'), 'ragspan_verdict is never H4'],
    ['an alert there is not', asking('ALERTS{alertname="RagspanNothing"}'), 'no alert RagspanNothing'],
    ['a panel without a unit', (copy) => delete first(copy).fieldConfig.defaults.unit, 'no unit'],
    ['a panel without a title', (copy) => (first(copy).title = ' '), 'no title'],
    ['a panel without a description', (copy) => delete first(copy).description, 'no description'],
    ['a panel that asks nothing', (copy) => (first(copy).targets = []), 'asks nothing'],
    ['two queries of one refId', (copy) => first(copy).targets.push(first(copy).targets[0]), 'of one refId'],
    ['an id that is taken', (copy) => (copy.panels[2].id = copy.panels[1].id), 'missing or taken'],
    ['a panel over another', (copy) => (copy.panels[2].gridPos = { ...copy.panels[1].gridPos }), 'lies over'],
    ['a panel beyond the edge', (copy) => (first(copy).gridPos.w = 25), 'off the grid'],
    ['a data source that is no variable', (copy) => (first(copy).datasource.uid = 'P1809F7CD0C75ACF3'), 'no variable'],
    ['a link into nowhere', (copy) => (first(copy).links = [{ url: 'javascript:0' }]), 'link to'],
  ])('on %s', (_, change, fault) => {
    expect(dashboardFaults(changed(change)).join('\n')).toContain(fault);
  });

  it.each([
    ['{ span.ragspan.verdict = }', 'does not parse'],
    ['{ span.ragspan.verdicts = "H2" }', 'no attribute ragspan.verdicts'],
    ['{ span.ragspan.verdict = "h2" }', 'ragspan.verdict is never h2'],
  ])('on the TraceQL %s', (query, fault) => {
    const planted = changed((copy) => {
      copy.panels.find((panel: Panel) => panel.title === 'Newest H2').targets[0].query = query;
    });
    expect(dashboardFaults(planted).join('\n')).toContain(fault);
  });

  it.each([
    ['verdict=H2', 'not key="value"'],
    ['ragspan.verdikt="H2"', 'no attribute ragspan.verdikt'],
    ['ragspan.verdict="H5"', 'ragspan.verdict is never H5'],
  ])('on the Jaeger tags %s', (tags, fault) => {
    const planted = changed((copy) => {
      const panes = { ragspan: { queries: [{ datasource: { type: 'jaeger' }, tags }] } };
      first(copy).links = [{ url: `/explore?panes=${encodeURIComponent(JSON.stringify(panes))}` }];
    });
    expect(dashboardFaults(planted).join('\n')).toContain(fault);
  });
});
