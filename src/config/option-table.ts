/**
 * The one option table (spec §12): name, environment variable, default, reader, and the sentence
 * that documents it. docs/options.md and the reader of options are made from it.
 */
import type { RetrievalTool } from '../model/case.js';
import { incidentSettings } from './incident-settings.js';
import { entries, flag, listOf, oneOf, text, wholeNumber, type Parse } from './parse.js';
import {
  CARRIERS,
  LOG_TARGETS,
  METRIC_ATTRIBUTES,
  type CaseFile,
  type PatternSource,
  type RagspanOptions,
  type Settings,
} from './settings.js';

export interface OptionRow<K extends keyof Settings = keyof Settings> {
  readonly option: K & keyof RagspanOptions;
  readonly env: string;
  /** Standard variables that say the same; read after our own. */
  readonly standardEnv?: readonly { readonly name: string; readonly parse: Parse<Settings[K]> }[];
  readonly default: Settings[K];
  /** The default in words, where the value does not say it. */
  readonly defaultText?: string;
  readonly parse: Parse<Settings[K]>;
  readonly unit?: string;
  /** May change a verdict, and so may stand in a vector's `options.json`. */
  readonly changesVerdict?: true;
  readonly doc: string;
}

const MEBIBYTE = 1024 * 1024;
const ONE_WEEK_MILLIS = 7 * 24 * 3_600_000;

const caseFile: Parse<CaseFile | undefined> = (raw) => {
  if (raw === false || (typeof raw === 'string' && /^(off|none|false)$/i.test(raw.trim()))) return { value: undefined };
  const path = text(raw);
  return 'problem' in path ? path : { value: { path: path.value, isNamed: true } };
};

function readTool(raw: unknown): RetrievalTool | undefined {
  if (typeof raw === 'string') return raw === '' ? undefined : { name: raw };
  if (typeof raw !== 'object' || raw === null) return undefined;
  const { name, text, id, ...others } = raw as Record<string, unknown>;
  if (typeof name !== 'string' || name === '' || Object.keys(others).length > 0) return undefined;
  if (text !== undefined && typeof text !== 'string') return undefined;
  if (id !== undefined && typeof id !== 'string') return undefined;
  return { name, ...(text === undefined ? {} : { text }), ...(id === undefined ? {} : { id }) };
}

function readPattern(raw: unknown): PatternSource | undefined {
  if (typeof raw === 'string') return raw === '' ? undefined : raw;
  if (typeof raw !== 'object' || raw === null) return undefined;
  const { text, ...others } = raw as Record<string, unknown>;
  return typeof text === 'string' && text !== '' && Object.keys(others).length === 0 ? { text } : undefined;
}

/** `true`, or one of the modes that put content on spans (GenAI instrumentations of any age). */
const standardCapture: Parse<boolean> = (raw) => {
  const mode = typeof raw === 'string' ? raw.trim().toUpperCase() : '';
  if (mode === 'SPAN_ONLY' || mode === 'SPAN_AND_EVENT') return { value: true };
  if (mode === 'NO_CONTENT' || mode === 'EVENT_ONLY') return { value: false };
  return flag(raw);
};

const row = <K extends keyof Settings & keyof RagspanOptions>(value: OptionRow<K>): OptionRow<K> => value;

const limit = wholeNumber(1);

export const OPTION_TABLE: readonly OptionRow[] = [
  row({
    option: 'enabled',
    env: 'RAGSPAN_ENABLED',
    default: true,
    parse: flag,
    doc: 'Off: nothing is judged and nothing is held; spans are exported as if ragspan were not there. Read once, at the start.',
  }),
  row({
    option: 'cases',
    env: 'RAGSPAN_CASES',
    default: { path: 'ragspan.cases.yaml', isNamed: false },
    defaultText: '`ragspan.cases.yaml`, when it is there',
    parse: caseFile,
    doc: 'Path of the case file; `off` for none. It is read again when it changes.',
  }),
  row({
    option: 'acceptForms',
    env: 'RAGSPAN_ACCEPT_FORMS',
    default: [],
    defaultText: 'none',
    parse: listOf(['html', 'crlf', 'nfc', 'ws']),
    changesVerdict: true,
    doc: 'Altered forms that count as presence: any of `html`, `crlf`, `nfc`, `ws`.',
  }),
  row({
    option: 'corpusManifest',
    env: 'RAGSPAN_CORPUS_MANIFEST',
    default: undefined,
    parse: text,
    changesVerdict: true,
    doc: 'Path of a file with the digest of every chunk of the corpus, one a line: tells `not_in_corpus` from `not_retrieved`.',
  }),
  row({
    option: 'hashKey',
    env: 'RAGSPAN_HASH_KEY',
    default: undefined,
    defaultText: 'plain SHA-256',
    parse: text,
    changesVerdict: true,
    doc: 'Key of the HMAC-SHA-256 that replaces SHA-256 in every digest.',
  }),
  row({
    option: 'maxScanBytes',
    env: 'RAGSPAN_MAX_SCAN_BYTES',
    default: 2 * MEBIBYTE,
    unit: 'bytes',
    parse: limit,
    changesVerdict: true,
    doc: 'Context and chunks scanned a run for the fates of chunks; needs are always looked for.',
  }),
  row({
    option: 'refusals',
    env: 'RAGSPAN_REFUSALS',
    default: [],
    defaultText: 'none',
    parse: entries(readPattern, false),
    changesVerdict: true,
    doc: 'Sentences with which this application refuses, beside the built-in list: one pattern, or a JSON array of them.',
  }),
  row({
    option: 'retrievalTools',
    env: 'RAGSPAN_RETRIEVAL_TOOLS',
    default: [],
    defaultText: 'none',
    parse: entries(readTool, true),
    changesVerdict: true,
    doc: 'Tools whose result is a retrieval log: names (`*` at the end) with commas between, or a JSON array of `{name, text, id}`.',
  }),
  row({
    option: 'topK',
    env: 'RAGSPAN_TOP_K',
    default: undefined,
    defaultText: 'the number handed on',
    parse: wholeNumber(1),
    changesVerdict: true,
    doc: 'k of the retrieval, where neither the log nor the case file says it.',
  }),
  row({
    option: 'valueLengthLimit',
    env: 'RAGSPAN_VALUE_LENGTH_LIMIT',
    standardEnv: [
      { name: 'OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT', parse: limit },
      { name: 'OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT', parse: limit },
    ],
    default: undefined,
    defaultText: 'what the span says, else inferred',
    parse: limit,
    changesVerdict: true,
    doc: 'Length at which telemetry cuts attribute values: a text as long as this is never judged "not found".',
  }),
  row({
    option: 'emit',
    env: 'RAGSPAN_EMIT',
    default: ['attributes', 'span_event'],
    defaultText: '`attributes,span_event`',
    parse: listOf(CARRIERS),
    doc: 'What carries a verdict: any of `attributes`, `span_event`, `log_event`; `none` leaves the metrics alone.',
  }),
  row({
    option: 'metricAttributes',
    env: 'RAGSPAN_METRIC_ATTRIBUTES',
    default: [],
    defaultText: 'none',
    parse: listOf(METRIC_ATTRIBUTES),
    doc: `Attributes added to the metrics of runs, each capped at 50 values: any of ${METRIC_ATTRIBUTES.map((name) => `\`${name}\``).join(', ')}.`,
  }),
  row({
    option: 'captureContent',
    env: 'RAGSPAN_CAPTURE_CONTENT',
    standardEnv: [{ name: 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT', parse: standardCapture }],
    default: false,
    parse: flag,
    doc: 'Text of queries, chunks, prompts and outputs goes on exported spans. Off: hashes, lengths, ranks and offsets alone leave the process.',
  }),
  row({
    option: 'judgeUnsampled',
    env: 'RAGSPAN_JUDGE_UNSAMPLED',
    default: false,
    parse: flag,
    doc: 'Runs that the head sampler drops are recorded, judged and counted too (none of their spans is exported).',
  }),
  row({
    option: 'incidents',
    env: 'RAGSPAN_INCIDENTS',
    default: undefined,
    defaultText: 'none',
    parse: incidentSettings,
    doc: 'Runs that are frozen as incident files: a folder, or `{dir, when, withText, redactors, maxPerMinute, maxFiles}` (in the environment as JSON). `when`: verdicts, default `H1`, `H2`, `H3`; `withText`: keep texts, redacted, default false; at most 30 a minute and 1,000 files unless said otherwise. See [incidents](incidents.md).',
  }),
  row({
    option: 'timeoutMillis',
    env: 'RAGSPAN_TIMEOUT_MILLIS',
    default: 600_000,
    unit: 'milliseconds',
    parse: wholeNumber(1, ONE_WEEK_MILLIS),
    doc: 'A run that has not ended this long after its first artifact is decided as it stands.',
  }),
  row({
    option: 'maxRuns',
    env: 'RAGSPAN_MAX_RUNS',
    default: 10_000,
    unit: 'traces',
    parse: limit,
    doc: 'Traces with an undecided run held at once; beyond it the oldest is decided UNKNOWN(`evicted`).',
  }),
  row({
    option: 'maxSpans',
    env: 'RAGSPAN_MAX_SPANS',
    default: 100_000,
    unit: 'spans',
    parse: limit,
    doc: 'Spans held at once, over all traces; beyond it as for `maxRuns`.',
  }),
  row({
    option: 'maxBytes',
    env: 'RAGSPAN_MAX_BYTES',
    default: 64 * MEBIBYTE,
    unit: 'bytes',
    parse: limit,
    doc: 'Bytes held at once, estimated; beyond it as for `maxRuns`.',
  }),
  row({
    option: 'log',
    env: 'RAGSPAN_LOG',
    default: 'stderr',
    parse: oneOf(LOG_TARGETS),
    doc: 'Where the few lines of ragspan go: `stderr`, `diag` (the OpenTelemetry diagnostics logger), `off`.',
  }),
] as readonly unknown[] as readonly OptionRow[];
