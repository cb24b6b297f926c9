/** Which line of the SDK is installed, and what to install when it is not (spec issue: both lines). */
import { constructorOf, type Constructor, type Package, type PackageFinder } from './find-package.js';
import { exporterPackage, otlpExporter, type OtlpExporter } from './otlp-exporter.js';

/** What is used of the tracing SDK, one shape for both lines. */
export interface SdkLine {
  readonly line: 2 | 3;
  readonly TracerProvider: Constructor;
  readonly sdkTrace: Package;
  readonly contextManager: Constructor;
  readonly core: Package;
  readonly resources: Package;
  /** Absent: spans are not to be exported over OTLP, and it is not installed. */
  readonly exporter?: OtlpExporter;
  /** The SDK 2.x reads samplers and batch settings from the environment by itself. */
  readonly readsEnvironment: boolean;
}

export type FoundSdk = { readonly sdk: SdkLine } | { readonly missing: string };

const EXPORTER = exporterPackage('trace', undefined);
/** Of the exporters and whatever else is not stable yet. */
export const EXPERIMENTAL = { 2: '0.223', 3: '0.301' } as const;

const LINE_2 = {
  sdk: '@opentelemetry/sdk-trace-node',
  install: ['@opentelemetry/sdk-trace-node@2', `${EXPORTER}@${EXPERIMENTAL[2]}`],
};
const LINE_3 = {
  sdk: '@opentelemetry/sdk-trace',
  install: ['@opentelemetry/sdk-trace@3', `${EXPORTER}@${EXPERIMENTAL[3]}`, '@opentelemetry/context-async-hooks@3'],
};

/**
 * @param protocol what the operator asks for: the exporter of that protocol is taken where it is there.
 * @param lineOfApi the line that goes with the API this package sees.
 * @param exports false: nothing is to be exported, so that no exporter need be installed.
 */
export function findSdk(
  finder: PackageFinder,
  protocol: string | undefined,
  lineOfApi: 2 | 3,
  exports = true,
): FoundSdk {
  const second = line2(finder);
  const third = second === undefined ? line3(finder) : undefined;
  const found = second ?? third;
  if (found === undefined) return { missing: `npm install ${(lineOfApi === 2 ? LINE_2 : LINE_3).install.join(' ')}` };
  const beside = found.line === 2 ? LINE_2.sdk : LINE_3.sdk;
  const exporter = exports ? otlpExporter(finder, 'trace', protocol) : undefined;
  const contextManager = constructorOf(
    finder.find('@opentelemetry/context-async-hooks', beside),
    'AsyncLocalStorageContextManager',
  );
  const core = finder.find('@opentelemetry/core', beside);
  const resources = finder.find('@opentelemetry/resources', beside);
  const install = found.line === 2 ? LINE_2.install : LINE_3.install;
  const missing = [
    ...(exporter === undefined && exports ? [EXPORTER] : []),
    ...(contextManager === undefined ? ['@opentelemetry/context-async-hooks'] : []),
    ...(core === undefined ? ['@opentelemetry/core'] : []),
    ...(resources === undefined ? ['@opentelemetry/resources'] : []),
  ];
  if (missing.length > 0 || contextManager === undefined || core === undefined || resources === undefined) {
    const named = missing.map((name) => install.find((one) => one.startsWith(`${name}@`)) ?? `${name}@${found.line}`);
    return { missing: `npm install ${named.join(' ')}` };
  }
  return { sdk: { ...found, contextManager, core, resources, ...(exporter === undefined ? {} : { exporter }) } };
}

type Tracing = Pick<SdkLine, 'line' | 'TracerProvider' | 'sdkTrace' | 'readsEnvironment'>;

function line2(finder: PackageFinder): Tracing | undefined {
  const node = finder.find(LINE_2.sdk);
  const TracerProvider = constructorOf(node, 'NodeTracerProvider');
  if (node === undefined || TracerProvider === undefined) return undefined;
  const base = finder.find('@opentelemetry/sdk-trace-base', LINE_2.sdk);
  return { line: 2, TracerProvider, sdkTrace: { ...base, ...node }, readsEnvironment: true };
}

/** `@opentelemetry/sdk-trace` stands on both lines; alone it is enough on either. */
function line3(finder: PackageFinder): Tracing | undefined {
  const sdkTrace = finder.find(LINE_3.sdk);
  const TracerProvider = constructorOf(sdkTrace, 'TracerProvider');
  return sdkTrace === undefined || TracerProvider === undefined
    ? undefined
    : { line: 3, TracerProvider, sdkTrace, readsEnvironment: false };
}

/** The API has logs of its own since 1.10, which goes with the SDK 3.x; the SDK 2.x takes 1.9 and older. */
export function lineOfApi(api: object): 2 | 3 {
  return 'logs' in api ? 3 : 2;
}
