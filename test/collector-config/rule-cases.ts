/**
 * Cases of the alert rules, as documents for `promtool test rules`: each alert, told by each source under its own
 * spelling, in front of several services; too few runs; UNKNOWN alone; repaired; counted by both origins.
 */
import { stringify } from 'yaml';
import { SCENARIOS, type Flow, type Scenario } from './rule-scenarios.js';

type Source = 'connector' | 'processor' | 'sdk';

/** A service that is well, beside whichever is ill: it must never appear. */
const BYSTANDER: readonly Flow[] = [
  { metric: 'verdicts', labels: { ragspan_verdict: 'HOLD' }, pace: [[2, 200]] },
  { metric: 'verdicts', labels: { ragspan_verdict: 'H2', ragspan_reason: 'cut' }, pace: [[0.02, 200]] },
  { metric: 'runs', labels: { ragspan_loss: 'none', ragspan_outcome: 'answered' }, pace: [[2, 200]] },
  { metric: 'spans', labels: { ragspan_kind: 'retrieval', ragspan_dialect: 'gen-ai' }, pace: [[2, 200]] },
  { metric: 'spans', labels: { ragspan_kind: 'model', ragspan_dialect: 'gen-ai' }, pace: [[2, 200]] },
];

/** Runs of which nothing is known, by choice: no alert says anything of them. */
const UNKNOWN_ALONE: readonly Flow[] = [
  { metric: 'verdicts', labels: { ragspan_verdict: 'UNKNOWN', ragspan_reason: 'content_off' }, pace: [[2, 200]] },
  { metric: 'verdicts', labels: { ragspan_verdict: 'UNDECLARED' }, pace: [[2, 200]] },
  { metric: 'runs', labels: { ragspan_loss: 'unknown', ragspan_outcome: 'answered' }, pace: [[4, 200]] },
];

/** What only some metrics carry (spec §10); the others get it from the scrape configuration. */
const ORIGIN_OF: Readonly<Record<Source, string>> = { connector: 'collector', processor: 'collector', sdk: 'sdk' };

interface Series {
  readonly series: string;
  readonly values: string;
}

/** One service's flows as one source would expose them. */
function seriesOf(flows: readonly Flow[], service: string, source: Source, factor = 1): Series[] {
  const place =
    source === 'processor'
      ? { job: 'ragspan-collector', instance: 'collector:8888', ragspan_service_name: service }
      : source === 'connector'
        ? {
            job: 'ragspan-connector',
            instance: 'collector:9464',
            exported_job: `shop/${service}`,
            service_name: service,
          }
        : { job: `shop/${service}`, instance: 'pod-1' };
  return flows.map(({ metric, labels, pace }) => {
    const all = { ...place, ...labels, ragspan_origin: ORIGIN_OF[source] };
    const written = Object.entries(all).map(([name, value]) => `${name}="${value}"`);
    const suffix = source === 'processor' ? '' : '_total';
    return { series: `ragspan_${metric}${suffix}{${written.join(', ')}}`, values: valuesOf(pace, factor) };
  });
}

/** promtool's notation: start+stepxcount, one piece a pace, a sample a minute. */
function valuesOf(pace: Flow['pace'], factor: number): string {
  let at = 0;
  return pace
    .map(([perMinute, minutes]) => {
      const step = perMinute * factor;
      const piece = `${at}+${step}x${minutes - 1}`;
      at += step * minutes;
      return piece;
    })
    .join(' ');
}

interface Expectation {
  readonly said: string;
  readonly minute: number;
  readonly services: readonly string[];
}

function testOf(scenario: Scenario, series: readonly Series[], expectations: readonly Expectation[]): object {
  return {
    interval: '1m',
    input_series: series,
    promql_expr_test: expectations.map(({ said, minute, services }) => ({
      // The comment names the case in what promtool prints.
      expr: `count by (service) (ALERTS{alertname="${scenario.alert}", severity="${scenario.severity}", alertstate="firing"}) # ${said}`,
      eval_time: `${minute}m`,
      exp_samples: services.map((service) => ({ labels: `{service="${service}"}`, value: 1 })),
    })),
  };
}

/** Every case of one alert. */
export function ruleTestFile(scenario: Scenario, ruleFiles: readonly string[]): string {
  const { firesAt, resolvedAt, flows, well, tooFew } = scenario;
  const bystander = seriesOf(BYSTANDER, 'catalog', 'connector');
  const ill = (source: Source, factor = 1): Series[] => seriesOf(flows, 'refund-bot', source, factor);
  const healthy = (source: Source): Series[] => seriesOf(well, 'refund-bot', source);
  const tests = [
    ...(['connector', 'processor', 'sdk'] as const).map((source) =>
      testOf(
        scenario,
        [...ill(source), ...bystander, ...seriesOf(flows, 'claims-bot', 'processor')],
        [
          {
            said: `fires for two of three services, ${source}`,
            minute: firesAt,
            services: ['claims-bot', 'refund-bot'],
          },
          { said: `resolves, ${source}`, minute: resolvedAt, services: [] },
        ],
      ),
    ),
    testOf(
      scenario,
      [...ill('connector', tooFew), ...bystander],
      [{ said: 'does not fire below 20', minute: firesAt, services: [] }],
    ),
    testOf(
      scenario,
      [...seriesOf(UNKNOWN_ALONE, 'refund-bot', 'connector'), ...bystander],
      [{ said: 'does not fire for UNKNOWN alone', minute: firesAt, services: [] }],
    ),
    testOf(
      scenario,
      [...ill('connector'), ...healthy('sdk')],
      [{ said: 'both origins: the Collector says ill', minute: firesAt, services: ['refund-bot'] }],
    ),
    testOf(
      scenario,
      [...healthy('processor'), ...ill('sdk')],
      [{ said: 'both origins: the Collector says well', minute: firesAt, services: [] }],
    ),
  ];
  return fileOf(ruleFiles, tests);
}

/** Three sources that counted the same runs: one a minute, counted once. */
export function countedOnceFile(ruleFiles: readonly string[]): string {
  const flow: Flow[] = [{ metric: 'verdicts', labels: { ragspan_verdict: 'HOLD' }, pace: [[1, 120]] }];
  const read = (sources: readonly Source[], expected: Source): object => ({
    interval: '1m',
    input_series: sources.flatMap((source) => seriesOf(flow, 'refund-bot', source)),
    promql_expr_test: [
      {
        expr: 'ragspan:verdicts:increase1h',
        eval_time: '100m',
        exp_samples: [
          {
            labels: `ragspan:verdicts:increase1h{service="refund-bot", source="${expected}", ragspan_verdict="HOLD"}`,
            value: 60,
          },
        ],
      },
    ],
  });
  const tests = [
    read(['connector', 'processor', 'sdk'], 'connector'),
    read(['processor', 'sdk'], 'processor'),
    read(['sdk'], 'sdk'),
  ];
  return fileOf(ruleFiles, tests);
}

/** A target that went down leaves no series at all, which is not the same as counters that stand still. */
export function targetGoneFile(ruleFiles: readonly string[]): string {
  const flow: Flow[] = [{ metric: 'verdicts', labels: { ragspan_verdict: 'HOLD' }, pace: [[1, 60]] }];
  const stopped = 'count by (service) (ALERTS{alertname="RagspanVerdictsStopped", alertstate="firing"})';
  const told = (minute: number, services: readonly string[]): object => ({
    expr: stopped,
    eval_time: `${minute}m`,
    exp_samples: services.map((service) => ({ labels: `{service="${service}"}`, value: 1 })),
  });
  const series = (['processor', 'sdk'] as const).flatMap((source) => seriesOf(flow, `told-by-${source}`, source));
  const gone = series.map(({ series: name, values }) => ({ series: name, values: `${values} stale` }));
  const services = ['told-by-processor', 'told-by-sdk'];
  // Six hours after the last verdict the service is taken to have been retired.
  const promql_expr_test = [told(60, []), told(110, services), told(400, services), told(520, [])];
  return fileOf(ruleFiles, [{ interval: '1m', input_series: gone, promql_expr_test }]);
}

/** What the processor gives up belongs to no application: the Collector's job stands for it. */
export function droppedByTheCollectorFile(ruleFiles: readonly string[]): string {
  const labels = 'job="ragspan-collector", instance="collector:8888", ragspan_reason="evicted"';
  return fileOf(ruleFiles, [
    {
      interval: '1m',
      input_series: [{ series: `ragspan_dropped{${labels}}`, values: '0+1x60' }],
      promql_expr_test: [
        {
          expr: 'count by (service, source, ragspan_reason) (ALERTS{alertname="RagspanDropped", alertstate="firing"})',
          eval_time: '40m',
          exp_samples: [
            { labels: '{service="ragspan-collector", source="processor", ragspan_reason="evicted"}', value: 1 },
          ],
        },
      ],
    },
  ]);
}

/** The words an on-call person reads, whole: labels and templates of every alert. */
export function annotationsFile(ruleFiles: readonly string[]): string {
  const tests = SCENARIOS.map((scenario) => ({
    interval: '1m',
    input_series: seriesOf(scenario.flows, 'refund-bot', 'connector'),
    alert_rule_test: [
      {
        eval_time: `${scenario.firesAt}m`,
        alertname: scenario.alert,
        exp_alerts: [{ exp_labels: scenario.labels, exp_annotations: scenario.annotations }],
      },
    ],
  }));
  return fileOf(ruleFiles, tests);
}

/** As data goes; without it promtool takes the groups of the files in no particular order. */
const GROUPS = ['ragspan-sources', 'ragspan-increases', 'ragspan-ratios', 'ragspan-alerts'];

const fileOf = (ruleFiles: readonly string[], tests: readonly object[]): string =>
  stringify({ rule_files: ruleFiles, evaluation_interval: '2m', group_eval_order: GROUPS, tests }, { lineWidth: 0 });
