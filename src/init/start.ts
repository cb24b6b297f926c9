/**
 * The one line: `start()`.
 *
 * It looks at what the application has registered. Nothing: it sets up the whole SDK, exporting
 * over OTLP/HTTP. An SDK provider: it joins its processors. A provider that takes none: it says
 * what works. It never throws; one line tells what it did.
 */
import { existsSync } from 'node:fs';
import * as api from '@opentelemetry/api';
import { lineWriter, readOptions, readStandardEnvironment, sayCapture, type Settings } from '../config/index.js';
import { RagspanLogRecordProcessor, RagspanProcessor, type ProcessorOptions } from '../processor/index.js';
import { packageFinder } from './find-package.js';
import { registerOwnProvider, type Flushable } from './own-provider.js';
import { onProcessEnd } from './process-end.js';
import { findProvider, joinLogs, type Registered } from './registered-provider.js';
import { findSdk, lineOfApi } from './sdk-line.js';
import { registerOwnLogs, registerOwnMetrics } from './signals.js';

export interface StartOptions extends ProcessorOptions {
  /** `service.name` of the resource, when ragspan sets the SDK up; `OTEL_SERVICE_NAME` otherwise. */
  readonly serviceName?: string | undefined;
  /**
   * OpenTelemetry packages by name, for bundles in which they cannot be found at run time:
   * `{ '@opentelemetry/sdk-trace-node': sdkTraceNode, … }`.
   */
  readonly packages?: Readonly<Record<string, unknown>> | undefined;
}

/** `own`: the SDK was set up. `joined`: beside what was there. The others judge nothing. */
export type StartMode = 'own' | 'joined' | 'foreign' | 'missing' | 'off';

export interface Ragspan {
  readonly mode: StartMode;
  /** What judges; undefined where nothing does. */
  readonly processor: RagspanProcessor | undefined;
  /** Everything that has ended is decided and exported: the last line of a serverless handler. */
  forceFlush(): Promise<void>;
  /** Decides everything and ends what `start()` has set up. */
  shutdown(): Promise<void>;
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

function startOnce(options: StartOptions): Ragspan {
  const { serviceName, packages, ...processorOptions } = options;
  const { meterProvider: _meter, loggerProvider: _logger, onDecided: _decided, ...chosen } = processorOptions;
  const settings = readOptions(chosen, undefined, () => undefined);
  const say = lineWriter(settings.log);
  const standard = readStandardEnvironment();
  if (!settings.enabled) return judgesNothing('off', settings);
  try {
    const { registered, incompatibleApi } = findProvider();
    if (incompatibleApi !== undefined) {
      say(
        `two copies of @opentelemetry/api that do not work together: ${incompatibleApi} is registered, ragspan sees another; install one version for the whole application`,
      );
    }
    switch (registered.kind) {
      case 'sdk':
        return join(registered, processorOptions, settings, say);
      case 'foreign':
        say(
          `the registered tracer provider (${registered.name}) takes no span processors: nothing is judged in this process. ` +
            'retrieval(), assembly() and generation() still write to it; judge its spans with the Collector plugin or `ragspan attribute`',
        );
        return judgesNothing('foreign', settings);
      case 'none':
        break;
    }
    if (standard.isDisabled) {
      say('OTEL_SDK_DISABLED is set: no SDK is set up, nothing is judged');
      return judgesNothing('off', settings);
    }
    const finder = packageFinder(packages, say);
    const found = findSdk(finder, standard.protocol, lineOfApi(api));
    if ('missing' in found) {
      say(`the OpenTelemetry SDK is not installed, nothing is judged. To set it up: ${found.missing}`);
      return judgesNothing('missing', settings);
    }
    const processor = new RagspanProcessor(processorOptions);
    const { provider, resource } = registerOwnProvider({
      sdk: found.sdk,
      standard,
      serviceName,
      judgesUnsampled: settings.judgeUnsampled,
      processor,
    });
    const signals = { finder, standard, resource };
    const others = [registerOwnMetrics(signals), registerOwnLogs(signals, new RagspanLogRecordProcessor(processor))];
    say(
      `set up the OpenTelemetry SDK ${found.sdk.line}.x with OTLP/HTTP export; verdicts go on each answer’s trace${withoutCases(settings)}`,
    );
    return handleOf('own', processor, [provider, ...others.filter((one) => one !== undefined)]);
  } catch (error) {
    say(`could not start, nothing is judged: ${error instanceof Error ? error.message : String(error)}`);
    return judgesNothing('missing', settings);
  }
}

function join(
  registered: Registered & { kind: 'sdk' },
  options: ProcessorOptions,
  settings: Settings,
  say: (line: string) => void,
): Ragspan {
  // Bundlers number classes of one name.
  const name = (registered.provider.constructor?.name ?? 'provider').replace(/\$\d+$/, '');
  const attached = registered.processors.find((one) => one.constructor?.name === RagspanProcessor.name);
  if (attached !== undefined) {
    say(`a RagspanProcessor is attached to the registered ${name} already; nothing to do`);
    return handleOf('joined', attached as RagspanProcessor, [registered.provider as Flushable], false);
  }
  const processor = new RagspanProcessor(options);
  registered.join(processor);
  joinLogs(new RagspanLogRecordProcessor(processor));
  say(`joined the registered ${name}; verdicts go out through its exporters`);
  if (settings.judgeUnsampled)
    say('judgeUnsampled needs the sampler of that provider to be wrapped: sampler: recordUnsampled(yourSampler)');
  return handleOf('joined', processor, [registered.provider as Flushable], false);
}

/** A file in another directory than the process runs in is easily taken for one that is read. */
function withoutCases({ cases }: Settings): string {
  if (cases === undefined || cases.isNamed || existsSync(cases.path)) return '';
  return `; there is no ${cases.path} in ${process.cwd()}: losses are counted, no case applies`;
}

function handleOf(
  mode: StartMode,
  processor: RagspanProcessor,
  providers: readonly Flushable[],
  isOurs = true,
): Ragspan {
  let ended: Promise<void> | undefined;
  const all = async (what: 'forceFlush' | 'shutdown'): Promise<void> => {
    // The order matters: verdicts are decided before anything is flushed.
    await processor[what]();
    const called = isOurs || what === 'forceFlush' ? providers : [];
    await Promise.allSettled(called.map(async (provider) => provider[what]?.()));
  };
  const hooks = {
    decideAll: () => {
      processor.decideAll();
      processor.loseIncidents();
    },
    shutdown: () => (ended ??= all('shutdown').finally(() => forget())),
  };
  const removeHooks = isOurs ? onProcessEnd(hooks) : () => undefined;
  const handle: Ragspan = { mode, processor, forceFlush: () => all('forceFlush'), shutdown: hooks.shutdown };
  const forget = (): void => {
    removeHooks();
    const holder = globalThis as Holder;
    if (holder[STARTED] === handle) holder[STARTED] = undefined;
  };
  return handle;
}

function judgesNothing(mode: StartMode, settings: Settings): Ragspan {
  // Spans that nobody judges here may be judged elsewhere: hashes and, by option, text go on them.
  sayCapture(settings, false);
  const nothing = (): Promise<void> => Promise.resolve();
  return { mode, processor: undefined, forceFlush: nothing, shutdown: nothing };
}
