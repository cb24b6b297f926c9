/** Jaeger, all in one and in memory, on loopback; and its query API. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './ports.ts';
import { startProgram, type Program } from './program.ts';

const ui = fileURLToPath(new URL('../../collector-config/jaeger/ui.json', import.meta.url));

export interface JaegerField {
  readonly key: string;
  readonly value: unknown;
}

export interface JaegerSpan {
  readonly spanID: string;
  readonly operationName: string;
  readonly references: readonly { readonly refType: string; readonly spanID: string }[];
  readonly tags: readonly JaegerField[];
  readonly logs: readonly { readonly fields: readonly JaegerField[] }[];
}

export interface JaegerTrace {
  readonly traceID: string;
  readonly spans: readonly JaegerSpan[];
}

export interface Jaeger {
  readonly program: Program;
  /** Of its page and API. */
  readonly url: string;
  /** host:port of OTLP/gRPC. */
  readonly otlp: string;
  search(service: string, tags: Readonly<Record<string, string>>, limit?: number): Promise<readonly JaegerTrace[]>;
  trace(traceId: string): Promise<JaegerTrace | undefined>;
}

export async function startJaeger(binary: string, folder: string, preferred?: number): Promise<Jaeger> {
  const [query, queryGrpc, otlp, health] = [
    await freePort(preferred),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const at = (port: number): string => `127.0.0.1:${port}`;
  const config = join(folder, 'jaeger.yaml');
  // JSON is YAML.
  writeFileSync(
    config,
    JSON.stringify({
      service: {
        extensions: ['healthcheckv2', 'jaeger_storage', 'jaeger_query'],
        pipelines: { traces: { receivers: ['otlp'], processors: [], exporters: ['jaeger_storage_exporter'] } },
        telemetry: { metrics: { level: 'none' }, logs: { level: 'warn' } },
      },
      extensions: {
        healthcheckv2: { use_v2: true, http: { endpoint: at(health) } },
        jaeger_storage: { backends: { memory: { memory: { max_traces: 100_000 } } } },
        jaeger_query: {
          storage: { traces: 'memory' },
          ui: { config_file: ui },
          http: { endpoint: at(query) },
          grpc: { endpoint: at(queryGrpc) },
        },
      },
      receivers: { otlp: { protocols: { grpc: { endpoint: at(otlp) } } } },
      exporters: { jaeger_storage_exporter: { trace_storage: 'memory' } },
    }),
  );
  const url = `http://${at(query)}`;
  const program = await startProgram({
    name: 'Jaeger',
    argv: [binary, '--config', config],
    readyUrl: `${url}/api/services`,
  });
  return {
    program,
    url,
    otlp: at(otlp),
    search: async (service, tags, limit = 20) =>
      (await get(
        `${url}/api/traces?${new URLSearchParams({ service, tags: JSON.stringify(tags), limit: String(limit), lookback: '1h' })}`,
      )) ?? [],
    trace: async (traceId) => (await get(`${url}/api/traces/${traceId}`))?.[0],
  };
}

/** Undefined for what is not there. */
async function get(url: string): Promise<readonly JaegerTrace[] | undefined> {
  const response = await fetch(url);
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`Jaeger answers ${response.status} to ${url}: ${await response.text()}`);
  return ((await response.json()) as { readonly data?: readonly JaegerTrace[] | null }).data ?? [];
}

/** Tags as a record: the last of a name counts. */
export function fieldsOf(fields: readonly JaegerField[]): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ key, value }) => [key, value]));
}
