/** What `npm run stack` says. */
import { fieldsOf, type Jaeger } from './jaeger.ts';
import type { Notification } from './webhook.ts';
import type { Stack } from './whole.ts';

const SERVICES = ['support-bot', 'support-bot-sdk'] as const;
const JUDGED_BY = { 'support-bot': 'judged by the Collector', 'support-bot-sdk': 'judged in the process' } as const;

export function addressesOf({ jaeger, collector, prometheus, alertmanager }: Stack): string {
  const { grpc, http, own, connector, sdk } = collector.ports;
  const rows = [
    ['Jaeger', jaeger.url],
    ...(prometheus === undefined ? [] : [['Prometheus', prometheus.url]]),
    ...(alertmanager === undefined ? [] : [['Alertmanager', alertmanager.url]]),
    [
      'OTLP/HTTP',
      `http://127.0.0.1:${http}   your own application: OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:${http}`,
    ],
    ['OTLP/gRPC', `127.0.0.1:${grpc}`],
    ['metrics', `http://127.0.0.1:${own}/metrics (processor), :${connector} (connector), :${sdk} (applications)`],
  ];
  return rows.map(([name = '', address = '']) => `  ${name.padEnd(14)} ${address}`).join('\n');
}

export type Counted = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Verdict and reason of every run of the demo that Jaeger has, by service. */
export async function countVerdicts(jaeger: Jaeger): Promise<Counted> {
  const counted: Record<string, Record<string, number>> = {};
  for (const service of SERVICES) {
    const of: Record<string, number> = (counted[service] = {});
    for (const { spans } of await jaeger.search(service, {}, 1000)) {
      for (const { tags } of spans) {
        const { 'ragspan.verdict': verdict, 'ragspan.reason': reason } = fieldsOf(tags);
        if (typeof verdict !== 'string') continue;
        const name = typeof reason === 'string' ? `${verdict} ${reason}` : verdict;
        of[name] = (of[name] ?? 0) + 1;
      }
    }
  }
  return counted;
}

export function verdictTable(counted: Counted): string {
  const names = [...new Set(Object.values(counted).flatMap((one) => Object.keys(one)))].toSorted();
  if (names.length === 0) return '  none';
  const width = Math.max(...names.map((name) => name.length));
  const head = `  ${''.padEnd(width)}  ${SERVICES.map((service) => service).join('  ')}`;
  const rows = names.map((name) => {
    const cells = SERVICES.map((service) => String(counted[service]?.[name] ?? 0).padStart(service.length));
    return `  ${name.padEnd(width)}  ${cells.join('  ')}`;
  });
  const notes = SERVICES.map((service) => `${service}: ${JUDGED_BY[service]}`).join('; ');
  return [head, ...rows, `  (${notes})`].join('\n');
}

/** Jaeger's page needs its own build of the front end: what it would show comes from its API. */
export function placesToLook({ jaeger, prometheus }: Stack): string {
  const tags = encodeURIComponent('{"ragspan.verdict":"H2"}');
  const lines = [
    'traces that lost their evidence in assembly',
    `  curl '${jaeger.url}/api/traces?service=support-bot&lookback=1h&tags=${tags}'`,
    `  ${jaeger.url}/search?service=support-bot&lookback=1h&tags=${tags}   (a Jaeger with its page; this one is built without)`,
  ];
  if (prometheus !== undefined) {
    const graph = (expression: string): string =>
      `  ${prometheus.url}/graph?g0.expr=${encodeURIComponent(expression)}&g0.tab=0&g0.range_input=15m`;
    lines.push(
      'verdicts by service',
      graph('sum by (service_name, ragspan_verdict) (rate(ragspan_verdicts_total{job="ragspan-connector"}[1m]))'),
      'share of runs whose context was cut, and its alert',
      graph('ragspan:truncation:ratio15m'),
      `  ${prometheus.url}/alerts`,
    );
  }
  return lines.map((line) => `  ${line}`).join('\n');
}

export function notificationLine({ at, receiver, status, alerts }: Notification): string {
  const said = alerts.map(({ labels, annotations }) => `${labels['alertname'] ?? ''}: ${annotations['summary'] ?? ''}`);
  return `${at.toTimeString().slice(0, 8)}  ${status.toUpperCase()} to ${receiver}\n${said.map((one) => `          ${one}`).join('\n')}`;
}
