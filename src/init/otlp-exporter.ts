/** OTLP exporters of one signal: the protocol that is asked for when its package is there, else HTTP. */
import { constructorOf, type Constructor, type PackageFinder } from './find-package.js';

export type Protocol = 'http/json' | 'http/protobuf' | 'grpc';
export type Signal = 'trace' | 'metrics' | 'logs';

export interface OtlpExporter {
  readonly Exporter: Constructor;
  readonly protocol: Protocol;
}

const CLASS: Readonly<Record<Signal, string>> = {
  trace: 'OTLPTraceExporter',
  metrics: 'OTLPMetricExporter',
  logs: 'OTLPLogExporter',
};

const ENDING: Readonly<Record<Protocol, string>> = { 'http/json': 'http', 'http/protobuf': 'proto', grpc: 'grpc' };

/** gRPC only when asked for: it speaks to another port. */
const OVER_HTTP: readonly Protocol[] = ['http/json', 'http/protobuf'];

/** The package of the protocol; of one that does not exist, that of HTTP with JSON. */
export function exporterPackage(signal: Signal, asked: string | undefined): string {
  return `@opentelemetry/exporter-${signal}-otlp-${ENDING[isProtocol(asked) ? asked : 'http/json']}`;
}

/** Undefined: no exporter of this signal is installed. */
export function otlpExporter(
  finder: PackageFinder,
  signal: Signal,
  asked: string | undefined,
): OtlpExporter | undefined {
  for (const protocol of isProtocol(asked) ? new Set([asked, ...OVER_HTTP]) : OVER_HTTP) {
    const Exporter = constructorOf(finder.find(exporterPackage(signal, protocol)), CLASS[signal]);
    if (Exporter !== undefined) return { Exporter, protocol };
  }
  return undefined;
}

function isProtocol(name: string | undefined): name is Protocol {
  return name !== undefined && Object.hasOwn(ENDING, name);
}

/**
 * Undefined: it is sent as asked. Where another protocol goes to an endpoint that was meant for
 * this one, nothing may arrive, and the SDK keeps that to itself.
 */
export function otherThanAsked(
  signal: Signal,
  asked: string | undefined,
  sent: Protocol,
  version: string,
): string | undefined {
  if (asked === undefined || asked === sent) return undefined;
  const what = signal === 'trace' ? 'spans' : signal === 'logs' ? 'log records' : 'metrics';
  const port = asked === 'grpc' ? ' (4318 is the port for that, 4317 the one of gRPC)' : '';
  const remedy = isProtocol(asked)
    ? `${exporterPackage(signal, asked)} is not installed; to have it: npm install ${exporterPackage(signal, asked)}@${version}`
    : `Served are ${Object.keys(ENDING).join(', ')}`;
  return `OTLP protocol ${asked}: ${what} go as ${sent} to the endpoint as it stands${port}. ${remedy}`;
}
