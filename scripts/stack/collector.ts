/**
 * A Collector of the built distribution with a configuration of collector-config/, on loopback. What
 * differs from the shipped file is laid over it by a second file: addresses, and what the caller says.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './ports.ts';
import { startProgram, type Program } from './program.ts';

const shipped = fileURLToPath(new URL('../../collector-config/collector/', import.meta.url));

/** Part of a configuration: merged into the shipped one, lists replaced. */
export type Overlay = { readonly [key: string]: unknown };

export interface CollectorOptions {
  readonly binary: string;
  /** For its files; storage survives a restart with the same folder. */
  readonly folder: string;
  /** Name of a file of collector-config/collector/, or a whole configuration. Default gateway.yaml. */
  readonly config?: string | Overlay;
  readonly overlay?: Overlay;
  readonly cases?: string;
  /** host:port that traces go to (OTLP/gRPC). */
  readonly traces?: string;
  /** Taken from a Collector that is replaced; chosen otherwise. */
  readonly ports?: CollectorPorts;
  readonly preferred?: Partial<CollectorPorts>;
  readonly gates?: readonly string[];
}

export interface CollectorPorts {
  readonly grpc: number;
  readonly http: number;
  readonly health: number;
  /** Its own metrics, those of the processor among them. */
  readonly own: number;
  /** Those of the connector. */
  readonly connector: number;
  /** Those that applications send. */
  readonly sdk: number;
}

export interface Collector {
  readonly program: Program;
  readonly ports: CollectorPorts;
  /** OTLP/HTTP, for OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  /** A page of metrics in the Prometheus format. */
  metrics(of: 'own' | 'connector' | 'sdk'): Promise<string>;
}

export async function choosePorts(preferred: Partial<CollectorPorts> = {}): Promise<CollectorPorts> {
  return {
    grpc: await freePort(preferred.grpc),
    http: await freePort(preferred.http),
    health: await freePort(preferred.health),
    own: await freePort(preferred.own),
    connector: await freePort(preferred.connector),
    sdk: await freePort(preferred.sdk),
  };
}

export async function startCollector(options: CollectorOptions): Promise<Collector> {
  const {
    binary,
    folder,
    config = 'gateway.yaml',
    overlay = {},
    cases = '',
    traces = '127.0.0.1:1',
    gates = [],
  } = options;
  const ports = options.ports ?? (await choosePorts(options.preferred));
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: Overlay): string => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(text));
    return path;
  };
  const files = [
    typeof config === 'string' ? join(shipped, config) : write('config.json', config),
    write('addresses.json', typeof config === 'string' ? addresses(ports, config) : {}),
    write('overlay.json', overlay),
  ];
  const program = await startProgram({
    name: 'Collector',
    argv: [
      binary,
      ...files.flatMap((file) => ['--config', file]),
      ...(gates.length > 0 ? [`--feature-gates=${gates.join(',')}`] : []),
    ],
    env: {
      LISTEN_HOST: '127.0.0.1',
      RAGSPAN_CASES: cases,
      STORAGE_DIR: join(folder, 'storage'),
      TRACES_ENDPOINT: traces,
    },
    readyLine: 'Everything is ready',
  });
  return {
    program,
    ports,
    url: `http://127.0.0.1:${ports.http}`,
    metrics: async (of) => {
      const response = await fetch(`http://127.0.0.1:${ports[of]}/metrics`, {
        headers: { accept: 'application/openmetrics-text;version=1.0.0;q=1,text/plain;q=0.5' },
      });
      return response.text();
    },
  };
}

/** The shipped files fix the ports, as one host has one Collector; here there may be several. */
export function addresses(ports: CollectorPorts, config: string): Overlay {
  const at = (port: number): { endpoint: string } => ({ endpoint: `127.0.0.1:${port}` });
  const isFirstTier = config.startsWith('two-tier-agent') || config.startsWith('kafka-agent');
  const isSecondTier = config.startsWith('two-tier-gateway') || config.startsWith('kafka-gateway');
  return {
    receivers: { otlp: { protocols: { grpc: at(ports.grpc), ...(isSecondTier ? {} : { http: at(ports.http) }) } } },
    exporters: {
      ...(isFirstTier ? {} : { 'prometheus/ragspan': at(ports.connector) }),
      ...(isSecondTier ? {} : { 'prometheus/sdk': at(ports.sdk) }),
    },
    extensions: { health_check: at(ports.health) },
    service: { telemetry: { metrics: { readers: [ownMetrics(ports.own)] } } },
  };
}

/** The reader of the Collector's own metrics, for whole configurations too. */
export function ownMetrics(port: number): Overlay {
  return { pull: { exporter: { prometheus: { host: '127.0.0.1', port } } } };
}
