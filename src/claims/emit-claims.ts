/** What an audit counted, on the model call's span and in the metrics. Numbers alone: no text, no id. */
import { context, metrics, trace, type Counter, type MeterProvider, type Span } from '@opentelemetry/api';
import { type ClaimCounts, writeClaims } from '../instrumentation/claim-counts.js';
import type { GenerationLog } from '../instrumentation/generation-log.js';
import { guarded } from '../instrumentation/guard.js';
import { VERSION } from '../model/version.js';
import { METRIC, METRIC_ATTRIBUTE, SCHEMA_URL, SCOPE_NAME } from '../semconv.js';

export interface ClaimTarget {
  /** Of the `generation()` whose answer it is. */
  readonly log?: Pick<GenerationLog, 'claims'> | undefined;
  /** Any other span. Without both, the active one: inside `generation()`, that of the call. */
  readonly span?: Span | undefined;
}

export function emitClaims(counts: ClaimCounts, { log, span }: ClaimTarget): void {
  guarded(
    'writing claims on a span',
    () => {
      if (log !== undefined) return log.claims(counts);
      const target = span ?? trace.getSpan(context.active());
      if (target !== undefined) writeClaims(target, counts);
    },
    undefined,
  );
  guarded('counting claims', () => count(counts), undefined);
}

interface Counters {
  readonly claims: Counter;
  readonly problems: Counter;
}

let counters: Counters | undefined;
let provider: MeterProvider | undefined;

function count({ claims, ...problems }: ClaimCounts): void {
  const current = metrics.getMeterProvider();
  if (counters === undefined || provider !== current) {
    provider = current;
    const meter = current.getMeter(SCOPE_NAME, VERSION, { schemaUrl: SCHEMA_URL });
    counters = {
      claims: meter.createCounter(METRIC.CLAIMS, {
        unit: '{claim}',
        description: 'Claims of answers that were audited.',
      }),
      problems: meter.createCounter(METRIC.CLAIM_PROBLEMS, {
        unit: '{problem}',
        description: 'What was wrong with audited claims, by kind.',
      }),
    };
  }
  if (claims > 0) counters.claims.add(claims);
  for (const [kind, number] of Object.entries(problems))
    if (number > 0) counters.problems.add(number, { [METRIC_ATTRIBUTE.PROBLEM]: kind });
}
