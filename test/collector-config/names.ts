/** The names a query may use: what src/semconv.ts has, as each backend spells it. */
import { METRIC_ATTRIBUTES } from '../../src/config/settings.js';
import { FATES, FINDINGS } from '../../src/model/verdict.js';
import { GEN_AI, METRIC, METRIC_ATTRIBUTE, RAGSPAN, VERDICT } from '../../src/semconv.js';

/** The Collector's processor adds the application's service.name under this name (its own resource would hide it). */
const OF_THE_PROCESSOR = 'ragspan.service.name';
const NEED = [
  'digest',
  'length',
  'rank',
  'stage',
  'candidates_seen',
  'offset',
  'message',
  'part',
  'form',
  'kept_bytes',
  'planned_at',
];

const prefixed = (prefix: string, names: readonly string[]): string[] => names.map((name) => prefix + name);

export const ATTRIBUTES: ReadonlySet<string> = new Set<string>([
  ...Object.values(GEN_AI),
  ...Object.values(RAGSPAN),
  ...Object.values(VERDICT),
  ...Object.values(METRIC_ATTRIBUTE),
  ...prefixed(VERDICT.NEED_PREFIX, NEED),
  ...prefixed(VERDICT.CHUNKS_PREFIX, ['retrieved', 'distinct', ...FATES]),
  ...prefixed(VERDICT.AUDIT_PREFIX, FINDINGS),
  OF_THE_PROCESSOR,
]);

/** Those that a metric may carry (spec §10), `ragspan.origin` among them. */
export const METRIC_LABELS: readonly string[] = [
  VERDICT.VERDICT,
  VERDICT.REASON,
  VERDICT.CASE_ID,
  VERDICT.ORIGIN,
  VERDICT.LOSS,
  VERDICT.OUTCOME,
  ...Object.values(METRIC_ATTRIBUTE),
  ...METRIC_ATTRIBUTES,
  OF_THE_PROCESSOR,
];

const underscored = (name: string): string => name.replaceAll('.', '_');

export const LABELS: ReadonlySet<string> = new Set([...ATTRIBUTES].map(underscored));

const UNITS: Readonly<Record<string, string>> = { [METRIC.CONTEXT_SIZE]: '_bytes', [METRIC.JOIN_DURATION]: '_seconds' };

/** Spelled by an exporter (unit and `_total`), or by the Collector for its own metrics (neither). */
export const METRIC_NAMES: ReadonlySet<string> = new Set(
  Object.values(METRIC).flatMap((name) => {
    const bare = underscored(name);
    const unit = UNITS[name];
    if (unit === undefined) return name === METRIC.PENDING ? [bare] : [bare, `${bare}_total`];
    return [bare, bare + unit].flatMap((stem) => ['_bucket', '_sum', '_count'].map((part) => stem + part));
  }),
);
