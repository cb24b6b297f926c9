/** The whole SDK set-up, where the application has none: provider, context, propagation, OTLP export. */
import { context, propagation, trace } from '@opentelemetry/api';
import type { StandardEnvironment } from '../config/index.js';
import { constructorOf } from './find-package.js';
import { samplerFrom } from './samplers.js';
import type { SdkLine } from './sdk-line.js';

/** A list of 60 messages fills the SDK's own 128 attributes. */
const ATTRIBUTE_COUNT_LIMIT = 10_000;
const EVENT_COUNT_LIMIT = 1_000;

export interface Flushable {
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

export interface OwnProviderOptions {
  readonly sdk: SdkLine;
  readonly standard: StandardEnvironment;
  readonly serviceName: string | undefined;
  readonly judgesUnsampled: boolean;
  /** Undefined: spans are exported, and nothing is judged. */
  readonly processor: object | undefined;
}

export interface OwnProvider {
  readonly provider: Flushable;
  readonly resource: unknown;
}

export function registerOwnProvider(options: OwnProviderOptions): OwnProvider {
  const { sdk, standard, processor } = options;
  const resource = resourceFrom(sdk, options.serviceName);
  const sampler = samplerFrom(sdk, standard, options.judgesUnsampled);
  const provider = construct(sdk.TracerProvider, {
    resource,
    spanProcessors: [...(processor === undefined ? [] : [processor]), ...exportProcessors(sdk, standard)],
    spanLimits: {
      attributeCountLimit: standard.attributeCountLimit ?? ATTRIBUTE_COUNT_LIMIT,
      eventCountLimit: standard.eventCountLimit ?? EVENT_COUNT_LIMIT,
      ...(standard.attributeValueLengthLimit === undefined
        ? {}
        : { attributeValueLengthLimit: standard.attributeValueLengthLimit }),
    },
    ...(sampler === undefined ? {} : { sampler }),
  }) as Flushable & Parameters<typeof trace.setGlobalTracerProvider>[0];
  const contextManager = construct(sdk.contextManager) as { enable(): never };
  context.setGlobalContextManager(contextManager.enable());
  propagation.setGlobalPropagator(propagatorFrom(sdk, standard));
  trace.setGlobalTracerProvider(provider);
  return { provider, resource };
}

function exportProcessors(sdk: SdkLine, standard: StandardEnvironment): unknown[] {
  return standard.exporters.traces.flatMap((kind) => {
    switch (kind) {
      case 'console': {
        const Console = constructorOf(sdk.sdkTrace, 'ConsoleSpanExporter');
        const Simple = constructorOf(sdk.sdkTrace, 'SimpleSpanProcessor');
        return Console === undefined || Simple === undefined ? [] : processorOf(sdk, Simple, construct(Console), {});
      }
      case 'otlp': {
        const Batch = constructorOf(sdk.sdkTrace, 'BatchSpanProcessor');
        return Batch === undefined || sdk.exporter === undefined
          ? []
          : processorOf(sdk, Batch, construct(sdk.exporter.Exporter), standard.batch);
      }
    }
  });
}

/** SDK 2.x takes the exporter first, 3.x everything in one object. */
function processorOf(
  sdk: SdkLine,
  Processor: new (...args: never[]) => unknown,
  exporter: unknown,
  settings: object,
): unknown {
  return sdk.line === 2 ? construct(Processor, exporter, settings) : construct(Processor, { exporter, ...settings });
}

function resourceFrom(sdk: SdkLine, serviceName: string | undefined): unknown {
  const make = sdk.resources as unknown as ResourceFunctions;
  const resource = make.defaultResource().merge(make.detectResources({ detectors: [make.envDetector] }));
  return serviceName === undefined
    ? resource
    : resource.merge(make.resourceFromAttributes({ 'service.name': serviceName }));
}

interface ResourceFunctions {
  defaultResource(): Mergeable;
  detectResources(options: { readonly detectors: readonly unknown[] }): Mergeable;
  resourceFromAttributes(attributes: object): Mergeable;
  readonly envDetector: unknown;
}

interface Mergeable {
  merge(other: Mergeable): Mergeable;
}

const PROPAGATORS = { tracecontext: 'W3CTraceContextPropagator', baggage: 'W3CBaggagePropagator' } as const;

function propagatorFrom(sdk: SdkLine, standard: StandardEnvironment): never {
  const propagators = standard.propagators.flatMap((name) => {
    const Propagator = constructorOf(sdk.core, PROPAGATORS[name]);
    return Propagator === undefined ? [] : construct(Propagator);
  });
  return construct(constructorOf(sdk.core, 'CompositePropagator') as never, { propagators }) as never;
}

export function construct(Class: new (...args: never[]) => unknown, ...args: readonly unknown[]): unknown {
  return new Class(...(args as never[]));
}
