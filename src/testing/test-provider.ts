/**
 * The real SDK under a test suite. Each tested call has a RagspanProcessor of its own, so that tests
 * may run at the same time and no case applies to another test's run.
 *
 * How it works: one tracer provider is registered for the process, or the one that is there is
 * joined, with one span processor that hands each span to the call in whose asynchronous context it
 * started. Spans outside of any call pass. Nothing is exported and nothing is judged twice.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import * as api from '@opentelemetry/api';
import { readStandardEnvironment } from '../config/index.js';
import { constructorOf, packageFinder, type PackageFinder } from '../init/find-package.js';
import { construct, registerOwnProvider } from '../init/own-provider.js';
import { findProvider } from '../init/registered-provider.js';
import { findSdk, lineOfApi } from '../init/sdk-line.js';
import type { RagspanProcessor } from '../processor/index.js';
import type { LiveSpan } from '../processor/live-span.js';

/** The processor of the call at hand. */
const calls = new AsyncLocalStorage<RagspanProcessor>();

class CallDispatcher {
  readonly #processors = new WeakMap<LiveSpan, RagspanProcessor>();

  onStart(span: LiveSpan, context: api.Context): void {
    const processor = calls.getStore();
    if (processor === undefined) return;
    this.#processors.set(span, processor);
    processor.onStart(span, context);
  }

  onEnding(span: LiveSpan): void {
    this.#processors.get(span)?.onEnding(span);
  }

  onEnd(span: LiveSpan): void {
    this.#processors.get(span)?.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return Promise.resolve();
  }

  shutdown(): Promise<void> {
    return Promise.resolve();
  }
}

export interface TestProvider {
  /** Runs `work` so that its spans, however they are started, reach this processor. */
  within<T>(processor: RagspanProcessor, work: () => T): T;
}

let provider: TestProvider | undefined;

/** Registers or joins once a process. Throws an Error whose message says what to install or to leave out. */
export function testProvider(): TestProvider {
  return (provider ??= openProvider());
}

function openProvider(): TestProvider {
  const finder = packageFinder();
  const { registered } = findProvider();
  switch (registered.kind) {
    case 'none':
      registerOwn(finder);
      break;
    case 'sdk':
      // In front: a RagspanProcessor that is there finds the spans of a call taken, and stands by.
      registered.join(new CallDispatcher());
      ensureContexts(finder);
      break;
    case 'foreign':
      throw new Error(
        `ragspanTest: a tracer provider (${registered.name}) that takes no span processors is registered; leave it out of the tests`,
      );
  }
  return { within: (processor, work) => calls.run(processor, work) };
}

function registerOwn(finder: PackageFinder): void {
  const standard = readStandardEnvironment();
  const found = findSdk(finder, standard.protocols.traces, lineOfApi(api), false);
  if ('missing' in found)
    throw new Error(
      `ragspanTest: the OpenTelemetry SDK is not installed: ${found.missing.replace('npm install', 'npm install -D').replace(/ @opentelemetry\/exporter-\S+/gu, '')}`,
    );
  registerOwnProvider({
    sdk: found.sdk,
    standard: { ...standard, sampler: 'always_on', exporters: { traces: [], metrics: [], logs: [] } },
    serviceName: undefined,
    judgesUnsampled: false,
    processor: new CallDispatcher(),
  });
}

/** A provider without a context manager would start each hand-off in a trace of its own. */
function ensureContexts(finder: PackageFinder): void {
  const key = api.createContextKey('ragspan test');
  if (api.context.with(api.ROOT_CONTEXT.setValue(key, true), () => api.context.active().getValue(key)) === true) return;
  const Manager = constructorOf(finder.find('@opentelemetry/context-async-hooks'), 'AsyncLocalStorageContextManager');
  if (Manager !== undefined) api.context.setGlobalContextManager((construct(Manager) as { enable(): never }).enable());
}
