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

/** What one signal is sent by. */
export interface Sent {
  readonly signal: Signal;
  readonly asked: string | undefined;
  readonly protocol: Protocol;
}

const WHAT: Readonly<Record<Signal, string>> = { trace: 'spans', metrics: 'metrics', logs: 'log records' };

/**
 * A line for each protocol that is asked for and not sent. Where another goes to an endpoint that
 * was meant for this one, nothing may arrive, and the SDK keeps that to itself.
 * @param version of the OTLP exporters that go with the SDK.
 */
export function otherThanAsked(sent: readonly Sent[], version: string): string[] {
  const others = sent.filter(({ asked, protocol }) => asked !== undefined && asked !== protocol);
  const pairs = new Map(others.map((one) => [`${one.asked} ${one.protocol}`, one]));
  return [...pairs.values()].map(({ asked, protocol }) => {
    const signals = others.filter((one) => one.asked === asked && one.protocol === protocol).map((one) => one.signal);
    const port = asked === 'grpc' ? ' (4318 is the port for that, 4317 the one of gRPC)' : '';
    const remedy = isProtocol(asked)
      ? `To have it: npm install ${signals.map((signal) => `${exporterPackage(signal, asked)}@${version}`).join(' ')}`
      : `Served are ${Object.keys(ENDING).join(', ')}`;
    const what = signals.map((signal) => WHAT[signal]).join(', ');
    return `OTLP protocol ${asked}: ${what} go as ${protocol} to the endpoint as it stands${port}. ${remedy}`;
  });
}
