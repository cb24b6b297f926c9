/** Our own spans (spec §10 "Producer spans"): hashes, lengths, ranks and offsets; text when captured. */
import type { AssembledChunk, AssemblyRecord, BudgetUnit, CutSide, OffsetUnit } from '../model/assembly-record.js';
import { isRedactionMark } from '../model/redaction.js';
import type { RetrievalStage } from '../model/retrieval-log.js';
import type { ItemReading } from '../model/retrieved-item.js';
import type { Attributes, AttributeValue, SpanRecord } from '../model/span.js';
import type { SpanKind } from '../model/span-facts.js';
import type { CapturedText } from '../model/text.js';
import { GEN_AI, RAGSPAN, VERDICT } from '../semconv.js';
import { capture } from './capture.js';
import type { Dialect, ModelReading, ReadingContext, RetrievalReading, SpanReading } from './dialect.js';
import { asCount, asFlag, asHex, asId, asList, asNumber, asWord } from './scalars.js';

const RETRIEVAL = 'ragspan.retrieval.';
const ASSEMBLY = 'ragspan.assembly.';
const STAGES: ReadonlySet<string> = new Set<RetrievalStage>(['retrieve', 'fuse', 'rerank', 'filter']);
const UNITS: ReadonlySet<string> = new Set<BudgetUnit>(['token', 'byte', 'char']);
const SIDES: ReadonlySet<string> = new Set<CutSide>(['tail', 'head', 'middle']);
const OFFSET_UNITS: ReadonlySet<string> = new Set<OffsetUnit>(['byte', 'utf16', 'code_point']);
const MODEL_KEYS = [
  RAGSPAN.ANSWER,
  RAGSPAN.REFUSED,
  RAGSPAN.ENGINE_PROMPT_LIMIT,
  RAGSPAN.OUTPUT_SHA256,
  RAGSPAN.OUTPUT_BYTES,
  RAGSPAN.CONTEXT_PARTIAL,
];

export const ragspan: Dialect = {
  name: 'ragspan',
  attributePrefixes: ['ragspan.'],
  translate(record, context) {
    const { attributes } = record;
    const has = { retrieval: false, assembly: false };
    for (const key in attributes) {
      if (key.startsWith(RETRIEVAL)) has.retrieval = true;
      else if (key.startsWith(ASSEMBLY)) has.assembly = true;
    }
    const kind = kindOf(record, has);
    return {
      kind,
      ...runReading(attributes, context),
      ...(has.retrieval || kind === 'retrieval' ? { retrieval: retrievalReading(attributes, context) } : {}),
      ...(has.assembly || kind === 'assembly'
        ? { assembly: assemblyRecord(record, context, kind === 'assembly') }
        : {}),
      model: modelReading(attributes),
    };
  },
};

/** `other` here may still be a model span: OpenTelemetry's names say so beside ours. */
function kindOf(record: SpanRecord, has: { readonly retrieval: boolean; readonly assembly: boolean }): SpanKind {
  if (has.retrieval) return 'retrieval';
  if (record.attributes[GEN_AI.OPERATION_NAME] !== undefined) return 'other';
  if (has.assembly) return 'assembly';
  if (MODEL_KEYS.some((key) => record.attributes[key] !== undefined)) return 'model';
  return record.name === 'assembly' && record.attributes[RAGSPAN.CONTEXT_SHA256] !== undefined ? 'assembly' : 'other';
}

function runReading(attributes: Attributes, context: ReadingContext): Partial<SpanReading> {
  const runId = asId(attributes[RAGSPAN.RUN_ID]);
  const input = textOf(attributes[RAGSPAN.INPUT], context);
  const output = textOf(attributes[RAGSPAN.OUTPUT], context);
  const attachedVerdict = asWord(attributes[VERDICT.VERDICT]);
  return {
    ...(runId === undefined ? {} : { runId }),
    ...(input === undefined ? {} : { input, declaredInput: input.text }),
    ...(output === undefined ? {} : { output }),
    ...(attachedVerdict === undefined ? {} : { attachedVerdict }),
  };
}

/** A mark of redaction alone says only that there was a text. */
function textOf(value: AttributeValue, context: ReadingContext): CapturedText | undefined {
  return typeof value === 'string' && !isRedactionMark(value) ? context.values.read(value) : undefined;
}

interface Column {
  readonly values: readonly unknown[] | undefined;
  readonly broken: boolean;
}

/** An array, or the JSON of one; another type was never one, broken JSON was. */
function column(attributes: Attributes, key: string, context: ReadingContext): Column {
  const read = capture(attributes[key], 'json', context.values);
  const values = asList(read?.value);
  return { values, broken: read !== undefined && (read.broken || values === undefined) };
}

function retrievalReading(attributes: Attributes, context: ReadingContext): RetrievalReading {
  const digests = column(attributes, RAGSPAN.RETRIEVAL_CHUNK_DIGESTS, context);
  const ids = column(attributes, RAGSPAN.RETRIEVAL_CHUNK_IDS, context);
  const lengths = column(attributes, RAGSPAN.RETRIEVAL_CHUNK_BYTES, context);
  const size = Math.max(digests.values?.length ?? -1, ids.values?.length ?? -1, lengths.values?.length ?? -1);
  const stage = asWord(attributes[RAGSPAN.RETRIEVAL_STAGE]);
  const querySha256 = asHex(attributes[RAGSPAN.RETRIEVAL_QUERY_SHA256], 64);
  const handedOn = asCount(attributes[RAGSPAN.RETRIEVAL_HANDED_ON]);
  const count = asCount(attributes[RAGSPAN.RETRIEVAL_CHUNK_COUNT]);
  const snapshot = asWord(attributes[RAGSPAN.RETRIEVAL_SNAPSHOT]);
  const hashKey = asWord(attributes[RAGSPAN.HASH_KEY]);
  return {
    broken: digests.broken,
    ...(size < 0 ? {} : { items: Array.from({ length: size }, (_, index) => itemAt(index, digests, ids, lengths)) }),
    ...(stage !== undefined && STAGES.has(stage) ? { stage: stage as RetrievalStage } : {}),
    ...(querySha256 === undefined ? {} : { querySha256 }),
    ...(handedOn === undefined ? {} : { handedOn }),
    ...(count === undefined ? {} : { count }),
    ...(snapshot === undefined ? {} : { snapshot }),
    ...(hashKey === undefined ? {} : { hashKey }),
  };
}

/** `""` is an item without digest: of unknown text, or (its length is known) of text that has none. A null was lost. */
function itemAt(index: number, digests: Column, ids: Column, lengths: Column): ItemReading {
  const digest = digests.values?.[index];
  const id = asId(ids.values?.[index]);
  const loggedBytes = asCount(lengths.values?.[index]);
  const loggedDigest = asHex(digest, 32);
  const isNone = digest === '' || digests.values === undefined;
  const invalid = digest === '' && loggedBytes !== undefined && loggedBytes > 0;
  return {
    lossy: loggedDigest === undefined && !isNone,
    invalid,
    ...(id === undefined ? {} : { id }),
    ...(loggedDigest === undefined ? {} : { loggedDigest }),
    ...(loggedBytes === undefined ? {} : { loggedBytes }),
  };
}

function assemblyRecord(record: SpanRecord, context: ReadingContext, ownsContextHash: boolean): AssemblyRecord {
  const { attributes } = record;
  const columns = {
    digests: column(attributes, RAGSPAN.ASSEMBLY_CHUNK_DIGESTS, context),
    offsets: column(attributes, RAGSPAN.ASSEMBLY_CHUNK_OFFSETS, context),
    kept: column(attributes, RAGSPAN.ASSEMBLY_CHUNK_KEPT, context),
    forms: column(attributes, RAGSPAN.ASSEMBLY_CHUNK_FORMS, context),
    planned: column(attributes, RAGSPAN.ASSEMBLY_CHUNK_PLANNED, context),
    labels: column(attributes, RAGSPAN.ASSEMBLY_CHUNK_LABELS, context),
  };
  const all = Object.values(columns);
  const size = Math.max(...all.map((one) => one.values?.length ?? -1));
  const hashKey = asWord(attributes[RAGSPAN.HASH_KEY]);
  const contextSha256 = ownsContextHash ? asHex(attributes[RAGSPAN.CONTEXT_SHA256], 64) : undefined;
  const hasHash =
    contextSha256 !== undefined || columns.digests.values?.some((digest) => asHex(digest, 32) !== undefined) === true;
  const built: { -readonly [key in keyof AssemblyRecord]: AssemblyRecord[key] } = {
    lossy: record.droppedAttributesCount > 0 || all.some(isDamaged),
    foreignHash: hasHash && hashKey !== context.hash.keyName,
  };
  if (size >= 0) built.chunks = Array.from({ length: size }, (_, index) => chunkAt(index, columns));
  const set = <Key extends keyof AssemblyRecord>(key: Key, value: AssemblyRecord[Key] | undefined): void => {
    if (value !== undefined) built[key] = value;
  };
  set('budget', asCount(attributes[RAGSPAN.ASSEMBLY_BUDGET]));
  set('unit', oneOf<BudgetUnit>(attributes[RAGSPAN.ASSEMBLY_BUDGET_UNIT], UNITS));
  set('used', asCount(attributes[RAGSPAN.ASSEMBLY_USED]));
  set('cutAt', asCount(attributes[RAGSPAN.ASSEMBLY_CUT_AT]));
  set('cutSide', oneOf<CutSide>(attributes[RAGSPAN.ASSEMBLY_CUT_SIDE], SIDES));
  set('offsetUnit', oneOf<OffsetUnit>(attributes[RAGSPAN.ASSEMBLY_OFFSET_UNIT], OFFSET_UNITS));
  set('templateSha256', asHex(attributes[RAGSPAN.ASSEMBLY_TEMPLATE_SHA256], 64));
  set('templateVersion', asId(attributes[RAGSPAN.ASSEMBLY_TEMPLATE_VERSION]));
  set('contextSha256', contextSha256);
  set('contextBytes', ownsContextHash ? asCount(attributes[RAGSPAN.CONTEXT_BYTES]) : undefined);
  set('hashKey', hashKey);
  return built;
}

function isDamaged(one: Column): boolean {
  return (
    one.broken || one.values?.some((value) => value === null || value === undefined || Number.isNaN(value)) === true
  );
}

function oneOf<Word extends string>(value: AttributeValue, words: ReadonlySet<string>): Word | undefined {
  return typeof value === 'string' && words.has(value) ? (value as Word) : undefined;
}

type Columns = Readonly<Record<'digests' | 'offsets' | 'kept' | 'forms' | 'planned' | 'labels', Column>>;

function chunkAt(index: number, columns: Columns): AssembledChunk {
  const digest = asHex(columns.digests.values?.[index], 32);
  const offset = asNumber(columns.offsets.values?.[index]);
  const keptBytes = asCount(columns.kept.values?.[index]);
  const form = asWord(columns.forms.values?.[index]);
  const plannedAt = asCount(columns.planned.values?.[index]);
  const label = asId(columns.labels.values?.[index]);
  return {
    ...(digest === undefined ? {} : { digest }),
    ...(offset === undefined || !Number.isSafeInteger(offset) ? {} : { offset: Math.max(offset, -1) }),
    ...(keptBytes === undefined ? {} : { keptBytes }),
    ...(form === undefined ? {} : { form }),
    ...(plannedAt === undefined ? {} : { plannedAt }),
    ...(label === undefined ? {} : { label }),
  };
}

function modelReading(attributes: Attributes): ModelReading {
  const contextSha256 = asHex(attributes[RAGSPAN.CONTEXT_SHA256], 64);
  const contextBytes = asCount(attributes[RAGSPAN.CONTEXT_BYTES]);
  const outputSha256 = asHex(attributes[RAGSPAN.OUTPUT_SHA256], 64);
  const outputBytes = asCount(attributes[RAGSPAN.OUTPUT_BYTES]);
  const enginePromptLimit = asCount(attributes[RAGSPAN.ENGINE_PROMPT_LIMIT]);
  const hashKey = asWord(attributes[RAGSPAN.HASH_KEY]);
  return {
    isAnswer: asFlag(attributes[RAGSPAN.ANSWER]),
    isRefusal: asFlag(attributes[RAGSPAN.REFUSED]),
    providerHeld: asFlag(attributes[RAGSPAN.CONTEXT_PARTIAL]),
    ...(contextSha256 === undefined ? {} : { contextSha256 }),
    ...(contextBytes === undefined ? {} : { contextBytes }),
    ...(outputSha256 === undefined ? {} : { outputSha256 }),
    ...(outputBytes === undefined ? {} : { outputBytes }),
    ...(enginePromptLimit === undefined ? {} : { enginePromptLimit }),
    ...(hashKey === undefined ? {} : { hashKey }),
  };
}
