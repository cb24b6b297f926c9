/** What is wrong with a dashboard, in words; empty when nothing is. */
import { jaegerTagFaults, promqlFaults, traceqlFaults } from './query-faults.ts';

export interface Target {
  readonly refId?: string;
  readonly expr?: string;
  readonly query?: string;
  readonly tags?: string;
  readonly datasource?: { readonly type?: string; readonly uid?: string };
}

interface Link {
  readonly url?: string;
}

export interface Panel {
  readonly id?: number;
  readonly type: string;
  readonly title?: string;
  readonly description?: string;
  readonly gridPos?: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig?: {
    readonly defaults: { readonly unit?: string; readonly links?: readonly Link[] };
    readonly overrides?: readonly {
      readonly properties: readonly { readonly id: string; readonly value?: unknown }[];
    }[];
  };
  readonly targets?: readonly Target[];
  readonly links?: readonly Link[];
  readonly datasource?: { readonly uid?: string };
}

export interface Dashboard {
  readonly uid?: string;
  readonly panels: readonly Panel[];
  readonly templating: {
    readonly list: readonly {
      readonly name: string;
      readonly type: string;
      readonly query?: unknown;
      readonly current?: { readonly value?: unknown };
      readonly datasource?: { readonly uid?: string };
    }[];
  };
  readonly annotations: {
    readonly list: readonly { readonly expr?: string; readonly datasource?: { readonly uid?: string } }[];
  };
}

export function dashboardFaults(dashboard: Dashboard): string[] {
  const variables = new Set(dashboard.templating.list.map(({ name }) => `\${${name}}`));
  const seen = new Set<number | undefined>();
  return [
    ...dashboard.panels.flatMap((panel) => {
      const faults = [
        ...panelFaults(panel),
        ...sourceFaults(panel, variables),
        ...targetFaults(panel),
        ...linkFaults(panel),
      ];
      if (panel.id === undefined || seen.has(panel.id)) faults.push(`id ${panel.id} is missing or taken`);
      seen.add(panel.id);
      return faults.map((fault) => `${panel.title}: ${fault}`);
    }),
    ...overlaps(dashboard.panels),
    ...dashboard.annotations.list.flatMap(({ expr }) => (expr === undefined ? [] : promqlFaults(expr))),
    ...dashboard.templating.list.flatMap(({ type, query }) => {
      const series = type === 'query' ? /^label_values\((.+), \w+\)$/.exec(String(query))?.[1] : undefined;
      if (type !== 'query') return [];
      return series === undefined ? [`variable asks ${String(query)}`] : promqlFaults(series);
    }),
  ];
}

function panelFaults({ type, title, description, fieldConfig }: Panel): string[] {
  const faults = [];
  if (title === undefined || title.trim() === '') faults.push('no title');
  if (type === 'row') return faults;
  if (description === undefined || description.trim() === '') faults.push('no description');
  // A text shows no value.
  if (type !== 'text' && (fieldConfig?.defaults.unit ?? '') === '') faults.push('no unit');
  return faults;
}

function sourceFaults({ datasource, targets = [] }: Panel, variables: ReadonlySet<string>): string[] {
  return [datasource, ...targets.map((target) => target.datasource)]
    .filter((source) => source !== undefined)
    .filter(({ uid }) => uid === undefined || !variables.has(uid))
    .map(({ uid }) => `data source ${uid} is no variable of the dashboard`);
}

function targetFaults({ type, targets = [] }: Panel): string[] {
  if (type === 'row' || type === 'text') return [];
  if (targets.length === 0) return ['asks nothing'];
  const refIds = targets.map(({ refId }) => refId);
  return [
    ...(new Set(refIds).size === refIds.length ? [] : ['two queries of one refId']),
    ...targets.flatMap(({ datasource, expr, query }) => {
      if (datasource === undefined) return ['a query without a data source'];
      if (datasource.type === 'prometheus') return promqlFaults(expr ?? '');
      return datasource.type === 'tempo' ? traceqlFaults(query ?? '') : [`data source of type ${datasource.type}`];
    }),
  ];
}

/** Links into Explore carry a query of their own. */
export function linksOf({ links = [], fieldConfig }: Panel): string[] {
  const fromOverrides = (fieldConfig?.overrides ?? [])
    .flatMap(({ properties }) => properties)
    .filter(({ id }) => id === 'links')
    .flatMap(({ value }) => value as readonly Link[]);
  return [...links, ...(fieldConfig?.defaults.links ?? []), ...fromOverrides].map(({ url }) => url ?? '');
}

function linkFaults(panel: Panel): string[] {
  return linksOf(panel).flatMap((url) => {
    if (!url.startsWith('/explore?')) return url.startsWith('https://') ? [] : [`link to ${url}`];
    const { ragspan } = JSON.parse(new URL(url, 'http://grafana').searchParams.get('panes') ?? '{}') as {
      ragspan?: { queries: readonly Target[] };
    };
    if (ragspan === undefined) return [`link without a query: ${url}`];
    return ragspan.queries.flatMap(({ datasource, query, tags }) =>
      datasource?.type === 'tempo' ? traceqlFaults(query ?? '') : jaegerTagFaults(tags ?? ''),
    );
  });
}

function overlaps(panels: readonly Panel[]): string[] {
  const placed = panels.map(({ title, gridPos }) => ({ title, ...(gridPos ?? { x: -1, y: -1, w: 0, h: 0 }) }));
  return placed.flatMap((one, place) => [
    ...(one.x >= 0 && one.y >= 0 && one.w > 0 && one.h > 0 && one.x + one.w <= 24
      ? []
      : [`${one.title}: off the grid`]),
    ...placed
      .slice(place + 1)
      .filter((two) => one.x < two.x + two.w && two.x < one.x + one.w && one.y < two.y + two.h && two.y < one.y + one.h)
      .map((two) => `${one.title} lies over ${two.title}`),
  ]);
}
