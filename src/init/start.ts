/**
 * The one line: `start()`.
 *
 * It looks at what the application has registered. Nothing: it sets up the whole SDK, exporting
 * over OTLP. An SDK provider: it joins its processors. A provider that takes none: it says what
 * works. Switched off, the application's tracing is what it would be without a judge. It never
 * throws; one line tells what it did.
 */
import { existsSync } from 'node:fs';
import * as api from '@opentelemetry/api';
import { lineWriter, readOptions, readStandardEnvironment, sayCapture, type Settings } from '../config/index.js';
import { RagspanLogRecordProcessor, RagspanProcessor, type ProcessorOptions } from '../processor/index.js';
import { handleOf, type Handled, type Ragspan, type StartMode } from './handle.js';
import type { Flushable } from './own-provider.js';
import { setUpOwnSdk } from './own-sdk.js';
import { findProvider, joinLogs, type Registered } from './registered-provider.js';

export type { Ragspan, StartMode } from './handle.js';

export interface StartOptions extends ProcessorOptions {
  /** `service.name` of the resource, when ragspan sets the SDK up; `OTEL_SERVICE_NAME` otherwise. */
  readonly serviceName?: string | undefined;
  /**
   * OpenTelemetry packages by name, for bundles in which they cannot be found at run time:
   * `{ '@opentelemetry/sdk-trace-node': sdkTraceNode, … }`.
   */
  readonly packages?: Readonly<Record<string, unknown>> | undefined;
}

const STARTED: unique symbol = Symbol.for('ragspan.started.v1') as never;

interface Holder {
  [STARTED]?: Ragspan | undefined;
}

export function start(options: StartOptions = {}): Ragspan {
  const holder = globalThis as Holder;
  const started = holder[STARTED];
  if (started !== undefined) {
    api.diag.info('ragspan: start() was called before; it has the first call’s options');
    return started;
  }
  const handle = startOnce(options);
  holder[STARTED] = handle;
  return handle;
}

function forget(handle: Ragspan): void {
  const holder = globalThis as Holder;
  if (holder[STARTED] === handle) holder[STARTED] = undefined;
}

/** One call of `start()`: what every way it may go needs. */
interface Start {
  readonly options: StartOptions;
  readonly processorOptions: ProcessorOptions;
  readonly settings: Settings;
  readonly say: (line: string) => void;
}

function startOnce(options: StartOptions): Ragspan {
  const { serviceName: _name, packages: _packages, ...processorOptions } = options;
  const { meterProvider: _meter, loggerProvider: _logger, onDecided: _decided, ...chosen } = processorOptions;
  const settings = readOptions(chosen, undefined, () => undefined);
  const say = lineWriter(settings.log);
  const call: Start = { options, processorOptions, settings, say };
  try {
    const { registered, incompatibleApi } = findProvider();
    if (registered.kind === 'none') return own(call);
    if (!settings.enabled) {
      say(`${SWITCHED_OFF}; the registered tracer provider is left alone`);
      return judgesNothing('off', settings);
    }
    if (incompatibleApi !== undefined) {
      say(
        `two copies of @opentelemetry/api that do not work together: ${incompatibleApi} is registered, ragspan sees another; install one version for the whole application`,
      );
    }
    switch (registered.kind) {
      case 'sdk':
        return join(registered, call);
      case 'foreign':
        say(
          `the registered tracer provider (${registered.name}) takes no span processors: nothing is judged in this process. ` +
            'retrieval(), assembly() and generation() still write to it; judge its spans with the Collector plugin or `ragspan attribute`',
        );
        return judgesNothing('foreign', settings);
    }
  } catch (error) {
    say(`could not start, nothing is judged: ${error instanceof Error ? error.message : String(error)}`);
    return judgesNothing('missing', settings);
  }
}

const SWITCHED_OFF = 'switched off (`enabled` or RAGSPAN_ENABLED): nothing is judged';

function own({ options, processorOptions, settings, say }: Start): Ragspan {
  const standard = readStandardEnvironment();
  if (standard.isDisabled) {
    say('OTEL_SDK_DISABLED is set: no SDK is set up, nothing is judged');
    return judgesNothing('off', settings);
  }
  const set = setUpOwnSdk({
    standard,
    packages: options.packages,
    serviceName: options.serviceName,
    judgesUnsampled: settings.judgeUnsampled,
    say,
    judging: settings.enabled
      ? () => {
          const spans = new RagspanProcessor(processorOptions);
          return { spans, logRecords: new RagspanLogRecordProcessor(spans) };
        }
      : undefined,
  });
  if ('missing' in set) {
    say(set.missing);
    return judgesNothing('missing', settings);
  }
  const { processor, providers } = set;
  if (processor === undefined) sayCapture(settings, false);
  const verdicts =
    standard.exporters.traces.length === 0
      ? 'verdicts reach metrics and incidents alone'
      : 'verdicts go on each answer’s trace';
  say(processor === undefined ? `${SWITCHED_OFF}; ${set.words}` : `${set.words}; ${verdicts}${withoutCases(settings)}`);
  return handle(processor === undefined ? 'off' : 'own', { processor, providers, areOurs: true, say });
}

function join(registered: Registered & { kind: 'sdk' }, { processorOptions, settings, say }: Start): Ragspan {
  // Bundlers number classes of one name.
  const name = (registered.provider.constructor?.name ?? 'provider').replace(/\$\d+$/, '');
  const attached = registered.processors.find((one) => one.constructor?.name === RagspanProcessor.name);
  const beside = { providers: [registered.provider as Flushable], areOurs: false, say };
  if (attached !== undefined) {
    say(`a RagspanProcessor is attached to the registered ${name} already; nothing to do`);
    return handle('joined', { processor: attached as RagspanProcessor, ...beside });
  }
  const processor = new RagspanProcessor(processorOptions);
  registered.join(processor);
  joinLogs(new RagspanLogRecordProcessor(processor));
  say(`joined the registered ${name}; verdicts go out through its exporters`);
  if (settings.judgeUnsampled)
    say('judgeUnsampled needs the sampler of that provider to be wrapped: sampler: recordUnsampled(yourSampler)');
  return handle('joined', { processor, ...beside });
}

function handle(mode: StartMode, parts: Omit<Handled, 'mode' | 'onEnded'>): Ragspan {
  return handleOf({ ...parts, mode, onEnded: forget });
}

/** A file in another directory than the process runs in is easily taken for one that is read. */
function withoutCases({ cases }: Settings): string {
  if (cases === undefined || cases.isNamed || existsSync(cases.path)) return '';
  return `; there is no ${cases.path} in ${process.cwd()}: losses are counted, no case applies`;
}

function judgesNothing(mode: StartMode, settings: Settings): Ragspan {
  // Spans that nobody judges here may be judged elsewhere: hashes and, by option, text go on them.
  sayCapture(settings, false);
  const nothing = (): Promise<void> => Promise.resolve();
  return { mode, processor: undefined, forceFlush: nothing, shutdown: nothing };
}
