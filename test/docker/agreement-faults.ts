/** Where the files of the stack do not agree on a name or a port; empty when they do. */
import { globSync } from 'node:fs';
import { listeningPorts, readYaml, traceTargets, type StackFiles } from './stack-files.ts';

/** What images listen on by themselves, where no file of ours says so. */
const BUILT_IN: Readonly<Record<string, readonly number[]>> = {
  prometheus: [9090],
  alertmanager: [9093],
  grafana: [3000],
};

export function portsOf(service: string, files: StackFiles): readonly number[] {
  switch (service) {
    case 'app':
      return [Number(files.compose.services['app']?.environment?.['PORT'])];
    case 'collector':
      return files.collector.flatMap(listeningPorts);
    case 'jaeger':
      return listeningPorts(files.jaeger);
    case 'tempo': {
      const { server } = readYaml(files.tempo) as { server: { http_listen_port: number } };
      return [server.http_listen_port, ...listeningPorts(files.tempo)];
    }
    default:
      return BUILT_IN[service] ?? [];
  }
}

export function agreementFaults(files: StackFiles): string[] {
  const { services } = files.compose;

  const reaches = (who: string, address: string): string[] => {
    const [host = '', port = ''] = address.replace(/^https?:\/\//, '').split(':');
    if (services[host] === undefined) return [`${who}: ${address} names no service of compose.yaml`];
    return portsOf(host, files).includes(Number(port)) ? [] : [`${who}: ${host} does not listen on ${port}`];
  };

  const app = services['app']?.environment ?? {};
  return [
    ...reaches('the application', app['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? 'nowhere'),
    ...traceTargets(files).flatMap((address) => reaches('the Collector', address)),
    ...backendFaults(files),
    ...files.prometheus.scrape_configs.flatMap(({ job_name, static_configs }) =>
      static_configs
        .flatMap(({ targets }) => targets)
        .flatMap((address) => reaches(`job ${job_name}`, address.replace(/^localhost:/, 'prometheus:'))),
    ),
    ...files.prometheus.alerting.alertmanagers
      .flatMap(({ static_configs }) => static_configs.flatMap(({ targets }) => targets))
      .flatMap((address) => reaches('Prometheus', address)),
    ...files.prometheus.rule_files
      .filter((pattern) => globSync(`collector-config/prometheus/${pattern}`).length === 0)
      .map((pattern) => `rule_files: ${pattern} finds nothing`),
    ...files.dataSources.flatMap(({ type, url }) => reaches(`data source ${type}`, url)),
    ...dashboardFaults(files),
    ...Object.entries(services).flatMap(([name, { ports = [], healthcheck }]) => [
      ...ports.flatMap((published) => reaches(`port ${published}`, `${name}:${published.split(':').at(-1)}`)),
      ...healthFaults(name, healthcheck?.test.at(-1), reaches),
    ]),
  ];
}

/** Both backends get the traces, or a link of the dashboard leads to nothing. */
function backendFaults(files: StackFiles): string[] {
  const hosts = traceTargets(files).map((address) => address.split(':')[0]);
  return files.dataSources
    .filter(({ type }) => type === 'tempo' || type === 'jaeger')
    .map(({ url }) => new URL(url).hostname)
    .filter((host) => !hosts.includes(host))
    .map((host) => `the Collector sends no traces to ${host}`);
}

function dashboardFaults({ dashboards, compose }: StackFiles): string[] {
  const mounted = (compose.services['grafana']?.volumes ?? []).map((volume) => volume.split(':')[1]);
  return dashboards
    .filter((path) => !mounted.includes(path))
    .map((path) => `the provider of dashboards reads ${path}, which is not mounted`);
}

function healthFaults(
  name: string,
  url: string | undefined,
  reaches: (who: string, address: string) => string[],
): string[] {
  if (url === undefined) return [];
  const { port } = new URL(url);
  return reaches(`health check of ${name}`, `${name}:${port}`);
}
