/**
 * The metrics of spec §10, through whichever MeterProvider the application has: the one it hands
 * in, else the global one, looked up again whenever it has changed (ours may be set up first).
 */
import {
  metrics,
  type Counter,
  type Histogram,
  type Meter,
  type MeterProvider,
  type UpDownCounter,
} from '@opentelemetry/api';
import { VERSION } from '../model/version.js';
import { FATES, FINDINGS, type RunVerdict } from '../model/verdict.js';
import { METRIC, METRIC_ATTRIBUTE, SCHEMA_URL, SCOPE_NAME, VERDICT } from '../semconv.js';
import { CappedValues } from './capped-values.js';

const MOST_CASES = 200;
const MOST_OPTED_IN = 50;

const SIZE_BUCKETS = [256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304];
const SECONDS_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600];

interface Instruments {
  readonly verdicts: Counter;
  readonly runs: Counter;
  readonly chunks: Counter;
  readonly findings: Counter;
  readonly spans: Counter;
  readonly contextSize: Histogram;
  readonly joinDuration: Histogram;
  readonly pending: UpDownCounter;
  readonly dropped: Counter;
}

export interface CountedRun {
  readonly verdict: RunVerdict;
  readonly origin: string;
  /** Under a head sampler one run stands for several. */
  readonly weight: number;
  readonly contextBytes?: number | undefined;
  readonly joinSeconds: number;
  /** Opted in by `metricAttributes`: name and value, as far as the run has one. */
  readonly extra: Readonly<Record<string, string>>;
}

export class RunMetrics {
  readonly #given: MeterProvider | undefined;
  readonly #cases = new CappedValues(MOST_CASES);
  readonly #optedIn = new Map<string, CappedValues>();
  #provider: MeterProvider | undefined;
  #instruments: Instruments | undefined;

  constructor(given?: MeterProvider) {
    this.#given = given;
  }

  countRun(run: CountedRun): void {
    const { verdict, weight } = run;
    const instruments = this.#current();
    const extra = this.#capped(run.extra);
    instruments.verdicts.add(weight, {
      ...extra,
      [VERDICT.VERDICT]: verdict.verdict,
      ...(verdict.reason === undefined ? {} : { [VERDICT.REASON]: verdict.reason }),
      ...(verdict.case === undefined ? {} : { [VERDICT.CASE_ID]: this.#cases.of(verdict.case) }),
      [VERDICT.ORIGIN]: run.origin,
    });
    instruments.runs.add(weight, {
      ...extra,
      ...(verdict.loss === undefined ? {} : { [VERDICT.LOSS]: verdict.loss }),
      ...(verdict.outcome === undefined ? {} : { [VERDICT.OUTCOME]: verdict.outcome }),
      [VERDICT.ORIGIN]: run.origin,
    });
    for (const fate of FATES) {
      const count = verdict.chunks?.[fate];
      if (count !== undefined && count > 0) instruments.chunks.add(count * weight, { [METRIC_ATTRIBUTE.FATE]: fate });
    }
    for (const finding of FINDINGS) {
      const count = verdict.audit?.[finding];
      if (count !== undefined && count > 0)
        instruments.findings.add(count * weight, { [METRIC_ATTRIBUTE.FINDING]: finding });
    }
    if (run.contextBytes !== undefined) instruments.contextSize.record(run.contextBytes);
    instruments.joinDuration.record(Math.max(0, run.joinSeconds));
  }

  countSpan(kind: 'retrieval' | 'assembly' | 'model', dialect: string, weight: number): void {
    this.#current().spans.add(weight, { [METRIC_ATTRIBUTE.KIND]: kind, [METRIC_ATTRIBUTE.DIALECT]: dialect });
  }

  addPending(change: number): void {
    this.#current().pending.add(change);
  }

  countDropped(reason: string, count = 1): void {
    this.#current().dropped.add(count, { [VERDICT.REASON]: reason });
  }

  #capped(extra: Readonly<Record<string, string>>): Record<string, string> {
    const capped: Record<string, string> = {};
    for (const [name, value] of Object.entries(extra)) {
      let values = this.#optedIn.get(name);
      if (values === undefined) {
        values = new CappedValues(MOST_OPTED_IN);
        this.#optedIn.set(name, values);
      }
      capped[name] = values.of(value.slice(0, 256));
    }
    return capped;
  }

  #current(): Instruments {
    const provider = this.#given ?? metrics.getMeterProvider();
    if (this.#instruments === undefined || provider !== this.#provider) {
      this.#provider = provider;
      this.#instruments = createInstruments(provider.getMeter(SCOPE_NAME, VERSION, { schemaUrl: SCHEMA_URL }));
    }
    return this.#instruments;
  }
}

function createInstruments(meter: Meter): Instruments {
  const counter = (name: string, unit: string, description: string): Counter =>
    meter.createCounter(name, { unit, description });
  return {
    verdicts: counter(METRIC.VERDICTS, '{run}', 'Runs by verdict.'),
    runs: counter(METRIC.RUNS, '{run}', 'Runs by loss and outcome, with or without a case.'),
    chunks: counter(METRIC.CHUNKS, '{chunk}', 'Chunks handed on by retrieval, by what became of them.'),
    findings: counter(METRIC.AUDIT_FINDINGS, '{finding}', 'Findings of the claim audit.'),
    spans: counter(METRIC.SPANS, '{span}', 'Spans read, by kind and dialect.'),
    contextSize: meter.createHistogram(METRIC.CONTEXT_SIZE, {
      unit: 'By',
      description: 'Size of the context sent by the answering call.',
      advice: { explicitBucketBoundaries: SIZE_BUCKETS },
    }),
    joinDuration: meter.createHistogram(METRIC.JOIN_DURATION, {
      unit: 's',
      description: 'From the first artifact of a run to its verdict.',
      advice: { explicitBucketBoundaries: SECONDS_BUCKETS },
    }),
    pending: meter.createUpDownCounter(METRIC.PENDING, { unit: '{run}', description: 'Runs that wait for their end.' }),
    dropped: counter(METRIC.DROPPED, '{event}', 'What was left out, by reason.'),
  };
}
