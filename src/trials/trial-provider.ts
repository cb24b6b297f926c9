/**
 * The real SDK around one trial: RagspanProcessor, the verdicts handed to us, and no exporter at all.
 *
 * How it works: our provider is registered before the application is loaded. What the application
 * registers itself then comes second and gets no spans, so that a trial never reaches the user's
 * backend. Where a provider was registered before us (`--import` in NODE_OPTIONS), we join it.
 */
import * as api from '@opentelemetry/api';
import { readStandardEnvironment, type RagspanOptions } from '../config/index.js';
import { packageFinder } from '../init/find-package.js';
import { registerOwnProvider } from '../init/own-provider.js';
import { findProvider } from '../init/registered-provider.js';
import { findSdk, lineOfApi } from '../init/sdk-line.js';
import type { JudgedRun } from '../joining/judge-trace.js';
import type { CaseBook } from '../model/case.js';
import { compilePattern } from '../cases/index.js';
import { RagspanProcessor } from '../processor/index.js';
import type { CaseSource } from '../processor/case-source.js';

export interface TrialProvider {
  readonly processor: RagspanProcessor;
  /** Every decided run, revisions included, in the order decided. */
  readonly decided: readonly JudgedRun[];
  readonly notes: string[];
  /** The application tried to register a provider after ours. */
  readonly hasRival: () => boolean;
}

export interface TrialProviderOptions {
  readonly app: string;
  readonly book: CaseBook | undefined;
  readonly judging: RagspanOptions;
}

/** Throws an Error whose message says what to install or to leave out. */
export function registerTrialProvider({ app, book, judging }: TrialProviderOptions): TrialProvider {
  const decided: JudgedRun[] = [];
  const notes: string[] = [];
  const processor = new RagspanProcessor(
    // Whatever the environment asks of production: a trial freezes nothing.
    { ...judging, cases: false, incidents: false, emit: [], log: 'off', enabled: true },
    { cases: fixedCases(book), decided: (judged) => void decided.push(judged), say: (line) => void notes.push(line) },
  );
  const hasRival = watchRegistrations();
  const { registered } = findProvider();
  switch (registered.kind) {
    case 'none':
      registerOwn(processor, app);
      break;
    case 'sdk':
      if (registered.processors.some((one) => one.constructor?.name === RagspanProcessor.name))
        throw new Error('ragspan was started before the trial; leave `--import ragspan/register` out of NODE_OPTIONS');
      registered.join(processor);
      notes.push('joined the tracer provider that was registered before the trial');
      break;
    case 'foreign':
      throw new Error(
        `a tracer provider (${registered.name}) that takes no span processors was registered before the trial; leave it out of NODE_OPTIONS`,
      );
  }
  return { processor, decided, notes, hasRival };
}

function registerOwn(processor: RagspanProcessor, app: string): void {
  const standard = readStandardEnvironment();
  const found = findSdk(
    packageFinder({}, () => undefined, [app]),
    standard.protocols.traces,
    lineOfApi(api),
    false,
  );
  if ('missing' in found)
    throw new Error(
      `the OpenTelemetry SDK is not installed beside the application: ${found.missing.replace(/ @opentelemetry\/exporter-\S+/gu, '')}`,
    );
  registerOwnProvider({
    sdk: found.sdk,
    standard: { ...standard, sampler: 'always_on', exporters: { traces: [], metrics: [], logs: [] } },
    serviceName: undefined,
    judgesUnsampled: false,
    processor,
  });
}

/** A case that the application sets in code is left out: a trial is judged by its incident's case. */
function fixedCases(book: CaseBook | undefined): CaseSource {
  return {
    book,
    isReady: true,
    compileCase: () => undefined,
    compilePattern: (source) => {
      const compiled = compilePattern(source);
      return 'pattern' in compiled ? compiled.pattern : undefined;
    },
    close: () => undefined,
  };
}

/** The API tells its diagnostics of a second registration, and nobody else. */
function watchRegistrations(): () => boolean {
  let isRival = false;
  const quiet = (): void => undefined;
  const error = (message: string, ...args: unknown[]): void => {
    if ([message, ...args].some((one) => /duplicate registration of API: trace/u.test(String(one)))) isRival = true;
  };
  api.diag.setLogger(
    { error, warn: quiet, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: api.DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  return () => isRival;
}
