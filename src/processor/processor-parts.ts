/** What a processor is put together from; tests put their own parts in. */
import type { MeterProvider } from '@opentelemetry/api';
import {
  judgingOptions,
  lineWriter,
  readOptions,
  sayCapture,
  type Environment,
  type RagspanOptions,
  type Settings,
} from '../config/index.js';
import { VerdictEmitter, type LoggerProviderLike, type RunMetrics } from '../emit/index.js';
import { textHash } from '../model/digest.js';
import { Sightings } from '../model/sightings.js';
import { LogEvents } from '../storage/log-events.js';
import { RecentSpans } from '../storage/recent-spans.js';
import { RunStore } from '../storage/run-store.js';
import { ATTRIBUTE_PREFIXES, EVENT_PREFIXES } from '../translator/index.js';
import type { JudgedRun } from '../joining/judge-trace.js';
import type { CaseSource } from './case-source.js';
import { SYSTEM_CLOCK, type Clock } from './clock.js';
import type { LiveSpan, ReadableSpanLike } from './live-span.js';
import { IncidentWriter } from './incident-writer.js';
import { openCaseSource } from './open-case-source.js';
import { createPipeline } from './create-pipeline.js';
import type { Pipeline } from './pipeline.js';
import { RunDecider } from './run-decider.js';
import { RunPublisher, type DecidedSink } from './run-publisher.js';
import { RunSearch } from './run-search.js';
import { SightingsReport } from './sightings-report.js';
import { createSniff, type Sniff } from './sniff.js';
import { SpanIntake } from './span-intake.js';

export interface ProcessorOptions extends RagspanOptions {
  /** Counts go here; default: the global MeterProvider, whenever it is registered. */
  readonly meterProvider?: MeterProvider | undefined;
  /** Log records go here; default: the global LoggerProvider. */
  readonly loggerProvider?: LoggerProviderLike | undefined;
  /**
   * Told of every run whose verdict stands, and again at each revision, in the application's own
   * call: it must be quick. What it throws is counted (`ragspan.dropped`, `internal_error`) and goes
   * no further. The run holds texts of the process: keep it no longer than needed.
   */
  readonly onDecided?: ((judged: JudgedRun) => void) | undefined;
}

export interface Seams {
  readonly clock?: Clock;
  readonly environment?: Environment;
  readonly cases?: CaseSource;
  readonly pipeline?: Pipeline;
  /** Told of every decided run, in the application's own call: it must be quick, and what it throws is counted as a fault. */
  readonly decided?: DecidedSink;
  /** Takes the lines that the option `log` would send elsewhere. */
  readonly say?: (line: string) => void;
}

export interface ProcessorParts {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly say: (line: string) => void;
  readonly cases: CaseSource;
  readonly store: RunStore<LiveSpan>;
  readonly recent: RecentSpans<ReadableSpanLike>;
  readonly logEvents: LogEvents;
  readonly intake: SpanIntake;
  readonly decider: RunDecider;
  readonly metrics: RunMetrics;
  readonly sightings: Sightings;
  readonly report: SightingsReport;
  /** Writes incidents; absent without the option. */
  readonly incidents: IncidentWriter | undefined;
  /** The span may have a part in a run, or a case asks for one of its attributes. */
  readonly concerns: Sniff;
}

/** GenAI events waiting for their span may take this share of `maxBytes`. */
const LOG_EVENT_SHARE = 4;

/** Undefined: switched off. */
export function createParts(
  options: ProcessorOptions,
  seams: Seams,
  onCasesReady: () => void,
): ProcessorParts | undefined {
  const { meterProvider, loggerProvider, onDecided, ...chosen } = options;
  const problems: string[] = [];
  const settings = readOptions(chosen, seams.environment, (line) => problems.push(line));
  const say = seams.say ?? lineWriter(settings.log);
  for (const problem of problems) say(problem);
  sayCapture(settings, settings.enabled);
  if (!settings.enabled) return undefined;

  const clock = seams.clock ?? SYSTEM_CLOCK;
  const cases = seams.cases ?? openCaseSource(settings, say, onCasesReady);
  const fixed = once(() => judgingOptions(settings, (source) => cases.compilePattern(source), say));
  const emitter = new VerdictEmitter({ carriers: settings.emit, meterProvider, loggerProvider });
  const own = seams.pipeline ?? createPipeline({ settings, fixed, hash: textHash(settings.hashKey), cases, clock });
  const pipeline = (): Pipeline => own;
  const store = new RunStore<LiveSpan>(settings);
  const sightings = new Sightings();
  const logEvents = new LogEvents({
    maxSpans: settings.maxRuns,
    maxBytes: settings.maxBytes / LOG_EVENT_SHARE,
    timeoutMillis: settings.timeoutMillis,
  });
  const judgesUnsampled = settings.judgeUnsampled;
  const intake = new SpanIntake({ pipeline, cases, metrics: emitter.metrics, sightings, judgesUnsampled, clock });
  const search = new RunSearch(store, pipeline, (trace, span) =>
    span.live === undefined
      ? undefined
      : intake.open(span.live, span.startSeenNano, logEvents.peek(trace.traceId, span.spanId)),
  );
  const incidents =
    settings.incidents === undefined
      ? undefined
      : new IncidentWriter({
          settings: settings.incidents,
          clock,
          say,
          onDropped: (reason) => emitter.metrics.countDropped(reason),
        });
  const publisher = new RunPublisher(
    emitter,
    { metricAttributes: settings.metricAttributes, judgesUnsampled },
    told([incidents === undefined ? undefined : (judged) => incidents.take(judged), onDecided, seams.decided]),
  );
  const decider = new RunDecider({
    store,
    search,
    publisher,
    pipeline,
    onSuperseded: () => emitter.metrics.countDropped('superseded'),
  });
  return {
    settings,
    clock,
    say,
    cases,
    store,
    recent: new RecentSpans(),
    logEvents,
    intake,
    decider,
    metrics: emitter.metrics,
    sightings,
    report: new SightingsReport(sightings, clock.nowMillis()),
    incidents,
    concerns: sniffWith(cases),
  };
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The attributes that cases ask for change with the case file. */
function sniffWith(cases: CaseSource): Sniff {
  let book = cases.book;
  let sniff = createSniff(ATTRIBUTE_PREFIXES, EVENT_PREFIXES, book?.attributeKeys ?? new Set());
  return (span: ReadableSpanLike) => {
    if (cases.book !== book) {
      book = cases.book;
      sniff = createSniff(ATTRIBUTE_PREFIXES, EVENT_PREFIXES, book?.attributeKeys ?? new Set());
    }
    return sniff(span);
  };
}

/** Whoever is to hear of decided runs; undefined: nobody. */
function told(all: readonly (DecidedSink | undefined)[]): DecidedSink | undefined {
  const sinks = all.filter((sink) => sink !== undefined);
  return sinks.length === 0 ? undefined : (judged) => sinks.forEach((sink) => sink(judged));
}
