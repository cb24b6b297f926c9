/** The files that docker/compose.yaml puts together, read: what the checks of their agreement look at. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string; readonly target?: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly deploy?: { readonly resources?: { readonly limits?: { readonly cpus?: string; readonly memory?: string } } };
  readonly cap_drop?: readonly string[];
  readonly privileged?: boolean;
}

export interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

export interface Prometheus {
  readonly rule_files: readonly string[];
  readonly alerting: { readonly alertmanagers: readonly { readonly static_configs: readonly Targets[] }[] };
  readonly scrape_configs: readonly { readonly job_name: string; readonly static_configs: readonly Targets[] }[];
}

interface Targets {
  readonly targets: readonly string[];
}

interface Pipeline {
  readonly exporters: readonly string[];
}

interface Exporter {
  readonly endpoint?: string;
}

export interface StackFiles {
  readonly compose: Compose;
  /** Texts of the Collector's configurations, in the order of --config. */
  readonly collector: readonly string[];
  readonly jaeger: string;
  readonly tempo: string;
  readonly prometheus: Prometheus;
  readonly dataSources: readonly { readonly type: string; readonly url: string }[];
  readonly dashboards: readonly string[];
}

const text = (path: string): string => readFileSync(path, 'utf8');

/** Anchors and merge keys resolved, as compose does. */
export const readYaml = (content: string): unknown => parse(content, { merge: true });

export function readStack(): StackFiles {
  const grafana = 'collector-config/grafana/provisioning';
  const { providers } = readYaml(text(`${grafana}/dashboards/ragspan.yaml`)) as {
    providers: { options: { path: string } }[];
  };
  const { datasources } = readYaml(text(`${grafana}/datasources/ragspan.yaml`)) as {
    datasources: StackFiles['dataSources'];
  };
  return {
    compose: readYaml(text('docker/compose.yaml')) as Compose,
    collector: [text('collector-config/collector/gateway.yaml'), text('docker/both-backends.yaml')],
    jaeger: text('collector-config/jaeger/jaeger.yaml'),
    tempo: text('collector-config/tempo/tempo.yaml'),
    prometheus: readYaml(text('collector-config/prometheus/prometheus.yaml')) as Prometheus,
    dataSources: datasources,
    dashboards: providers.map(({ options }) => options.path),
  };
}

/** The port of each address that a Collector (Jaeger is one too) listens on: receivers, exporters to scrape, health. */
export function listeningPorts(config: string): number[] {
  return [
    // `endpoint: ${env:LISTEN_HOST:-0.0.0.0}:4317`
    ...[...config.matchAll(/^\s*endpoint: (?:\$\{env:\w+:-0\.0\.0\.0\}|0\.0\.0\.0):(\d+)/gm)].map(([, port]) =>
      Number(port),
    ),
    // `host: …` and `port: 8888` of the metrics reader.
    ...[...config.matchAll(/^\s*host: \$\{env:\w+:-0\.0\.0\.0\}\s+port: (\d+)/gm)].map(([, port]) => Number(port)),
  ];
}

/** Where the traces are sent, as host:port, with the environment of the service put in. */
export function traceTargets({ collector, compose }: StackFiles): string[] {
  const environment = compose.services['collector']?.environment ?? {};
  const exporters: Record<string, Exporter> = {};
  let chosen: readonly string[] = [];
  for (const config of collector) {
    const read = readYaml(config) as {
      exporters: Record<string, Exporter>;
      service: { pipelines: Record<string, Pipeline> };
    };
    Object.assign(exporters, read.exporters);
    chosen = read.service.pipelines['traces/keep']?.exporters ?? chosen;
  }
  return chosen.map((name) => {
    const endpoint = exporters[name]?.endpoint ?? `${name}, which no file defines`;
    return endpoint.replace(
      /\$\{env:(\w+):-([^}]*)\}/,
      (_, variable: string, otherwise: string) => environment[variable] ?? otherwise,
    );
  });
}
