/** One span record to one `SpanFacts` (house §1: wire → translator → model). */
import { UNLOGGED_CALL } from '../model/model-call.js';
import type { Attributes, SpanRecord } from '../model/span.js';
import type { Dialect as DialectName, SpanFacts, SpanKind } from '../model/span-facts.js';
import type { ReadingContext, SpanReading, TranslateContext } from './dialect.js';
import { SCOPE_NAME } from '../semconv.js';
import { DIALECTS, dialectsOn } from './dialects.js';
import { finishModel } from './finish-model.js';
import { finishRetrieval } from './finish-retrieval.js';
import { valueReader } from './lossy.js';
import { mergeReadings } from './merge-readings.js';
import { adjustedCount } from './trace-state.js';

type Mutable<T> = { -readonly [key in keyof T]: T[key] };

/** True when some dialect has a word on the span: any other needs no translation. */
export function concernsUs(record: Pick<SpanRecord, 'attributes' | 'events'>): boolean {
  return dialectsOn(record) !== 0;
}

/** Never throws, whatever the attributes hold. Linear in their size. */
export function translateSpan(record: SpanRecord, context: TranslateContext): SpanFacts {
  const facts = plainFacts(record, context);
  const found = dialectsOn(record);
  if (found === 0) return facts;
  try {
    fill(facts, record, found, context);
  } catch {
    // Only a value with hostile getters comes here: what it held is damaged, not absent.
    fillDamaged(facts, record);
  }
  return facts;
}

function plainFacts(record: SpanRecord, context: TranslateContext): Mutable<SpanFacts> {
  const facts: Mutable<SpanFacts> = {
    traceId: record.traceId,
    spanId: record.spanId,
    name: record.name,
    startTimeUnixNano: record.startTimeUnixNano,
    status: record.status,
    resource: record.resource,
    adjustedCount: adjustedCount(record.traceState),
    attributes: keptAttributes(record.attributes, context.attributeKeys),
    kind: 'other',
  };
  if (record.parentSpanId !== undefined) facts.parentSpanId = record.parentSpanId;
  if (record.endTimeUnixNano !== undefined) facts.endTimeUnixNano = record.endTimeUnixNano;
  return facts;
}

const NO_ATTRIBUTES: Attributes = {};

function keptAttributes(attributes: Attributes, keys: ReadonlySet<string> | undefined): Attributes {
  if (keys === undefined) return attributes;
  let kept: Record<string, Attributes[string]> | undefined;
  for (const key of keys) {
    const value = attributes[key];
    if (value !== undefined) (kept ??= {})[key] = value;
  }
  return kept ?? NO_ATTRIBUTES;
}

function fill(facts: Mutable<SpanFacts>, record: SpanRecord, found: number, context: TranslateContext): void {
  const reading: ReadingContext = { hash: context.hash, values: valueReader(context.limits) };
  let merged: SpanReading | undefined;
  let dialect: DialectName | undefined = record.scopeName === SCOPE_NAME ? 'ragspan' : undefined;
  const isOurs = dialect !== undefined;
  for (const [index, one] of DIALECTS.entries()) {
    if ((found & (1 << index)) === 0) continue;
    const read = one.translate(record, reading);
    if (read === undefined) continue;
    // The dialect that says what the span is, else the first with a word on it.
    if (!isOurs && (merged === undefined || (merged.kind === 'other' && read.kind !== 'other'))) dialect = one.name;
    merged = merged === undefined ? read : mergeReadings(merged, read);
  }
  if (merged === undefined) return;
  if (dialect !== undefined) facts.dialect = dialect;
  setParts(facts, merged, record, context);
}

function setParts(
  facts: Mutable<SpanFacts>,
  reading: SpanReading,
  record: SpanRecord,
  context: TranslateContext,
): void {
  const { kind } = reading;
  const dropped = record.droppedAttributesCount > 0 || record.droppedEventsCount > 0 || reading.dropped === true;
  facts.kind = kind;
  if (reading.runId !== undefined) facts.runId = reading.runId;
  if (reading.declaredInput !== undefined) facts.declaredInput = reading.declaredInput;
  if (reading.input !== undefined) facts.input = dropped ? { ...reading.input, lossy: true } : reading.input;
  if (reading.output !== undefined) facts.output = dropped ? { ...reading.output, lossy: true } : reading.output;
  if (reading.attachedVerdict !== undefined) facts.attachedVerdict = reading.attachedVerdict;
  if (reading.assembly !== undefined)
    facts.assembly = dropped ? { ...reading.assembly, lossy: true } : reading.assembly;
  if (kind === 'retrieval' || kind === 'rerank') {
    facts.retrieval = finishRetrieval(
      reading.retrieval ?? {},
      kind === 'rerank' ? 'rerank' : 'retrieve',
      dropped,
      context,
    );
  }
  if (kind === 'model') facts.model = finishModel(reading.model ?? {}, dropped, context);
  if (kind === 'tool') facts.tool = { ...reading.tool, lossy: dropped || reading.tool?.lossy === true };
}

function fillDamaged(facts: Mutable<SpanFacts>, record: SpanRecord): void {
  facts.kind = kindByName(record);
  if (facts.kind === 'retrieval') facts.retrieval = { stage: 'retrieve', lossy: true, foreignHash: false };
  if (facts.kind === 'assembly') facts.assembly = { lossy: true, foreignHash: false };
  if (facts.kind === 'model') {
    facts.model = { ...UNLOGGED_CALL, contextLossy: true, outputLossy: true };
  }
}

function kindByName(record: SpanRecord): SpanKind {
  const first = record.name.split(' ', 1)[0];
  return first === 'retrieval' || first === 'assembly' ? first : first === 'chat' ? 'model' : 'other';
}
