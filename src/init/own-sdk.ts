/** Sets the SDK up where the application has none: traces, and metrics and logs as far as they are installed. */
import * as api from '@opentelemetry/api';
import type { StandardEnvironment } from '../config/index.js';
import { packageFinder } from './find-package.js';
import { otherThanAsked, type Protocol, type Sent } from './otlp-exporter.js';
import { registerOwnProvider, type Flushable } from './own-provider.js';
import { EXPERIMENTAL, findSdk, lineOfApi, type SdkLine } from './sdk-line.js';
import { registerOwnLogs, registerOwnMetrics } from './signals.js';

export interface OwnSdkOptions<P extends object> {
  readonly standard: StandardEnvironment;
  readonly packages: Readonly<Record<string, unknown>> | undefined;
  readonly serviceName: string | undefined;
  readonly judgesUnsampled: boolean;
  readonly say: (line: string) => void;
  /** What judges, made once the SDK is found. Undefined: the SDK alone, nothing is judged. */
  readonly judging: (() => { readonly spans: P; readonly logRecords: object }) | undefined;
}

export type OwnSdk<P extends object> =
  | { readonly missing: string }
  | {
      readonly processor: P | undefined;
      readonly providers: readonly Flushable[];
      /** For the line at start: what was set up. */
      readonly words: string;
    };

export function setUpOwnSdk<P extends object>(options: OwnSdkOptions<P>): OwnSdk<P> {
  const { standard, say } = options;
  const broken: string[] = [];
  const finder = packageFinder(options.packages, ({ name, problem }) => {
    broken.push(name);
    say(`${name} is installed and does not load: ${problem}`);
  });
  const found = findSdk(finder, standard.protocols.traces, lineOfApi(api), standard.exporters.traces.includes('otlp'));
  if ('missing' in found) return { missing: missingWords(found.missing, broken) };
  const { sdk } = found;
  const judging = options.judging?.();
  for (const line of standard.unserved) say(line);
  const { provider, resource } = registerOwnProvider({
    sdk,
    standard,
    serviceName: options.serviceName,
    judgesUnsampled: judging !== undefined && options.judgesUnsampled,
    processor: judging?.spans,
  });
  const sent: Sent[] = [];
  if (sdk.exporter !== undefined)
    sent.push({ signal: 'trace', asked: standard.protocols.traces, protocol: sdk.exporter.protocol });
  const signals = { finder, standard, resource, onExporter: (one: Sent) => void sent.push(one) };
  const others = [registerOwnMetrics(signals), registerOwnLogs(signals, judging?.logRecords)];
  for (const line of otherThanAsked(sent, EXPERIMENTAL[sdk.line])) say(line);
  return {
    processor: judging?.spans,
    providers: [provider, ...others.filter((one) => one !== undefined)],
    words: `set up the OpenTelemetry SDK ${sdk.line}.x ${exportWords(sdk, standard)}`,
  };
}

/** To install again what is there helps nobody: it is named above. */
function missingWords(install: string, broken: readonly string[]): string {
  return broken.length === 0
    ? `the OpenTelemetry SDK is not installed, nothing is judged. To set it up: ${install}`
    : `nothing is judged until ${broken.join(' and ')} can be loaded: install what is missing of it`;
}

const OVER: Readonly<Record<Protocol, string>> = {
  'http/json': 'OTLP/HTTP',
  'http/protobuf': 'OTLP/HTTP',
  grpc: 'OTLP/gRPC',
};

function exportWords(sdk: SdkLine, { exporters }: StandardEnvironment): string {
  const ways = exporters.traces.map((kind) =>
    kind === 'otlp' ? `${OVER[sdk.exporter?.protocol ?? 'http/json']} export` : 'spans on standard output',
  );
  return ways.length === 0 ? 'without an exporter of spans (OTEL_TRACES_EXPORTER=none)' : `with ${ways.join(' and ')}`;
}
