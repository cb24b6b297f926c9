/** Prometheus with the shipped configuration and rules on loopback, in fast motion if asked; and its API. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import type { CollectorPorts } from './collector.ts';
import { fasterRules, shortened } from './faster.ts';
import { freePort } from './ports.ts';
import { startProgram, type Program } from './program.ts';

const shipped = fileURLToPath(new URL('../../collector-config/prometheus/', import.meta.url));

export interface PrometheusOptions {
  readonly binary: string;
  readonly folder: string;
  readonly collector: CollectorPorts;
  /** host:port */
  readonly alertmanager?: string;
  readonly preferred?: number;
  /** 60 makes an hour a minute; 1 is as shipped. */
  readonly factor?: number;
}

export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly state: 'pending' | 'firing';
}

export interface Exemplar {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: string;
}

export interface Prometheus {
  readonly program: Program;
  readonly url: string;
  query(expression: string): Promise<readonly Sample[]>;
  alerts(): Promise<readonly Alert[]>;
  exemplars(expression: string): Promise<readonly Exemplar[]>;
}

interface ShippedConfig {
  readonly global: { readonly scrape_interval: string; readonly evaluation_interval: string };
  readonly alerting: object;
  readonly scrape_configs: readonly { readonly job_name: string }[];
}

export async function startPrometheus(options: PrometheusOptions): Promise<Prometheus> {
  const { binary, folder, factor = 1 } = options;
  const port = await freePort(options.preferred);
  mkdirSync(join(folder, 'rules'), { recursive: true });
  for (const name of readdirSync(join(shipped, 'rules'))) {
    const rules = readFileSync(join(shipped, 'rules', name), 'utf8');
    writeFileSync(join(folder, 'rules', name), factor === 1 ? rules : fasterRules(rules, factor));
  }
  const config = join(folder, 'prometheus.yaml');
  writeFileSync(config, configText(options, port, factor));
  const url = `http://127.0.0.1:${port}`;
  const program = await startProgram({
    name: 'Prometheus',
    argv: [
      binary,
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--enable-feature=exemplar-storage',
      '--log.level=warn',
    ],
    cwd: folder,
    readyUrl: `${url}/-/ready`,
  });
  const get = <T>(path: string, parameters: Record<string, string> = {}): Promise<T> =>
    read<T>(`${url}/api/v1/${path}?${new URLSearchParams(parameters)}`);
  return {
    program,
    url,
    query: async (query) => {
      const { result } = await get<{ result: { metric: Record<string, string>; value: [number, string] }[] }>('query', {
        query,
      });
      return result.map(({ metric, value }) => ({ metric, value: Number(value[1]) }));
    },
    alerts: async () => (await get<{ alerts: readonly Alert[] }>('alerts')).alerts,
    exemplars: async (query) => {
      const now = Date.now() / 1000;
      const series = await get<readonly { readonly exemplars: readonly Exemplar[] }[]>('query_exemplars', {
        query,
        start: String(now - 3600),
        end: String(now + 60),
      });
      return series.flatMap(({ exemplars }) => exemplars);
    },
  };
}

/** The shipped file; only the addresses differ, and the two intervals in fast motion. */
function configText({ collector, alertmanager }: PrometheusOptions, port: number, factor: number): string {
  const config = parse(readFileSync(join(shipped, 'prometheus.yaml'), 'utf8')) as ShippedConfig;
  const targets: Readonly<Record<string, number | string | undefined>> = {
    'ragspan-collector': collector.own,
    'ragspan-connector': collector.connector,
    'ragspan-sdk': collector.sdk,
    prometheus: port,
    alertmanager,
  };
  const at = (target: number | string): string => (typeof target === 'number' ? `127.0.0.1:${target}` : target);
  return stringify({
    ...config,
    global: {
      scrape_interval: shortened(config.global.scrape_interval, factor),
      evaluation_interval: shortened(config.global.evaluation_interval, factor),
    },
    alerting: alertmanager === undefined ? {} : { alertmanagers: [{ static_configs: [{ targets: [alertmanager] }] }] },
    scrape_configs: config.scrape_configs.flatMap((job) => {
      const target = targets[job.job_name];
      return target === undefined ? [] : [{ ...job, static_configs: [{ targets: [at(target)] }] }];
    }),
  });
}

async function read<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`Prometheus answers ${response.status} to ${url}: ${await response.text()}`);
  return ((await response.json()) as { readonly data: T }).data;
}
