/** One span, several dialects: the first that says a thing is believed (ours, then OpenTelemetry's, then OpenInference's). */
import type { SpanKind } from '../model/span-facts.js';
import { completedBy } from './documents.js';
import type { ModelReading, RetrievalReading, SpanReading } from './dialect.js';

export function mergeReadings(first: SpanReading, second: SpanReading): SpanReading {
  const retrieval = both(first.retrieval, second.retrieval, mergeRetrievals);
  const model = both(first.model, second.model, mergeModels);
  const assembly = both(first.assembly, second.assembly, (a) => a);
  const tool = both(first.tool, second.tool, (a, b) => ({ ...b, ...a, lossy: a.lossy || b.lossy }));
  return {
    ...second,
    ...first,
    kind: mergeKinds(first.kind, second.kind),
    ...(first.dropped === true || second.dropped === true ? { dropped: true } : {}),
    ...(retrieval === undefined ? {} : { retrieval }),
    ...(model === undefined ? {} : { model }),
    ...(assembly === undefined ? {} : { assembly }),
    ...(tool === undefined ? {} : { tool }),
  };
}

/** An assembly record may stand on the span of the call itself: the call says what the span is. */
function mergeKinds(first: SpanKind, second: SpanKind): SpanKind {
  if (first === 'other') return second;
  return first === 'assembly' && second === 'model' ? second : first;
}

function both<T>(a: T | undefined, b: T | undefined, merge: (a: T, b: T) => T): T | undefined {
  if (a === undefined) return b;
  return b === undefined ? a : merge(a, b);
}

function mergeRetrievals(a: RetrievalReading, b: RetrievalReading): RetrievalReading {
  const items = both(a.items, b.items, zipped);
  const isWhole = (a.items !== undefined && a.broken !== true) || (b.items !== undefined && b.broken !== true);
  return {
    ...b,
    ...a,
    ...(items === undefined ? {} : { items }),
    broken: !isWhole && (a.broken === true || b.broken === true),
  };
}

/** Digests from one dialect, texts from the other, rank by rank; the longer list says how many there were. */
function zipped(
  a: RetrievalReading['items'] & object,
  b: RetrievalReading['items'] & object,
): NonNullable<RetrievalReading['items']> {
  if (a.length === b.length) return completedBy(a, b).map((item, index) => settled(item, b[index]?.lossy));
  const length = Math.max(a.length, b.length);
  return Array.from({ length }, (_, index) => {
    const [first, second] = [a[index], b[index]];
    if (first === undefined || second === undefined) return first ?? second ?? { lossy: true };
    const { lossy, ...rest } = second;
    return settled({ ...rest, ...first }, lossy);
  });
}

/** A null in one list is no loss when the other list has what stood there. */
function settled(item: NonNullable<RetrievalReading['items']>[number], otherLossy: boolean | undefined): typeof item {
  if (item.lossy !== true) return item;
  const isKnown = otherLossy !== true && (item.text !== undefined || item.loggedDigest !== undefined);
  return isKnown ? { ...item, lossy: false } : item;
}

function mergeModels(a: ModelReading, b: ModelReading): ModelReading {
  const sent = both(a.sent, b.sent, (x, y) => (x.broken && !y.broken ? y : x));
  const aOutputs = a.output !== undefined && (a.output.text !== undefined || a.output.toolCalls.length > 0);
  const output =
    aOutputs && !(a.outputBroken === true && b.output !== undefined && b.outputBroken !== true)
      ? a.output
      : (b.output ?? a.output);
  const isOutputWhole =
    (a.output !== undefined && a.outputBroken !== true) || (b.output !== undefined && b.outputBroken !== true);
  return {
    ...b,
    ...a,
    ...(sent === undefined ? {} : { sent }),
    sentBroken: sent === undefined && (a.sentBroken === true || b.sentBroken === true),
    providerHeld: a.providerHeld === true || b.providerHeld === true,
    ...(output === undefined ? {} : { output }),
    outputBroken: !isOutputWhole && (a.outputBroken === true || b.outputBroken === true),
    usage: { ...b.usage, ...a.usage },
    isAnswer: a.isAnswer === true || b.isAnswer === true,
    isRefusal: a.isRefusal === true || b.isRefusal === true,
    pins: { ...b.pins, ...a.pins },
  };
}
