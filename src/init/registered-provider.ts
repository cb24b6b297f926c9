/** The tracer provider that the application has registered, and whether a processor can join it. */
import { ProxyTracerProvider, trace } from '@opentelemetry/api';
import { globalLoggerProvider } from '../emit/log-record.js';

export type Registered =
  | { readonly kind: 'none' }
  /** An SDK: `join` puts a processor before the others. */
  | {
      readonly kind: 'sdk';
      readonly provider: object;
      readonly processors: readonly object[];
      join(processor: object): void;
    }
  /** A vendor's own, that takes no span processors. */
  | { readonly kind: 'foreign'; readonly name: string };

export interface FoundProvider {
  readonly registered: Registered;
  /** Another copy of the API registered it, of a version that ours does not work with. */
  readonly incompatibleApi: string | undefined;
}

const API = Symbol.for('opentelemetry.js.api.1');

interface ApiGlobals {
  readonly version?: string;
  readonly trace?: object;
}

export function findProvider(): FoundProvider {
  const seen = delegateOf(trace.getTracerProvider());
  if (!isNoop(seen)) return { registered: classify(seen), incompatibleApi: undefined };
  const globals = (globalThis as Record<symbol, unknown>)[API] as ApiGlobals | undefined;
  if (globals?.trace === undefined) return { registered: { kind: 'none' }, incompatibleApi: undefined };
  const theirs = delegateOf(globals.trace);
  if (isNoop(theirs)) return { registered: { kind: 'none' }, incompatibleApi: undefined };
  return { registered: classify(theirs), incompatibleApi: globals.version ?? 'unknown' };
}

function delegateOf(provider: object): object {
  let found = provider;
  for (let depth = 0; depth < 4; depth += 1) {
    const { getDelegate } = found as { getDelegate?: () => object };
    if (typeof getDelegate !== 'function') return found;
    const next = getDelegate.call(found);
    if (next === found || typeof next !== 'object' || next === null) return found;
    found = next;
  }
  return found;
}

/** What a proxy without a delegate gives. */
const NOOP: object = new ProxyTracerProvider().getDelegate();

/** Of another copy of the API its name is all that tells. */
function isNoop(provider: object): boolean {
  return (
    provider === NOOP ||
    /noop/i.test(provider.constructor?.name ?? '') ||
    provider.constructor?.name === 'ProxyTracerProvider'
  );
}

function classify(provider: object): Registered {
  const list = processorList(provider);
  if (list !== undefined) {
    return {
      kind: 'sdk',
      provider,
      processors: list,
      join: (processor) => {
        // First: what it reads has not been masked yet, and it writes before others export.
        list.unshift(processor);
      },
    };
  }
  const { addSpanProcessor } = provider as { addSpanProcessor?: (processor: object) => void };
  if (typeof addSpanProcessor === 'function') {
    return { kind: 'sdk', provider, processors: [], join: (processor) => addSpanProcessor.call(provider, processor) };
  }
  return { kind: 'foreign', name: provider.constructor?.name ?? 'unknown' };
}

/** Where SDK 2.x and 3.x keep the processors; their tracers call this very list. */
function processorList(provider: object): object[] | undefined {
  const { _activeSpanProcessor: active } = provider as { _activeSpanProcessor?: { _spanProcessors?: unknown } };
  const list = active?._spanProcessors;
  return Array.isArray(list) && !Object.isFrozen(list) ? (list as object[]) : undefined;
}

/** GenAI events may travel as log records: the processor reads them where the log SDK lets it. */
export function joinLogs(processor: object): boolean {
  const provider = globalLoggerProvider() as
    | { _sharedState?: { activeProcessor?: { processors?: unknown } } }
    | undefined;
  const list = provider?._sharedState?.activeProcessor?.processors;
  if (!Array.isArray(list) || Object.isFrozen(list)) return false;
  list.unshift(processor);
  return true;
}
