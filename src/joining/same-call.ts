/**
 * One call seen by two instrumentations is one call (spec §9): same response id, else same text
 * with one interval inside the other. The framework's span gives the place, the SDK's the bytes.
 */
import type { ModelCall, ModelOutput } from '../model/model-call.js';
import type { SpanFacts } from '../model/span-facts.js';
import { compareSpans } from './span-tree.js';

export interface SeenCall {
  readonly span: SpanFacts;
  readonly model: ModelCall;
  /** Nearest model span around it, if any. */
  readonly outer?: SeenCall;
  /** How many model spans are around it. */
  readonly depth: number;
  readonly isInsideRetrieval: boolean;
}

export interface OneCall {
  readonly span: SpanFacts;
  readonly model: ModelCall;
  readonly isInsideRetrieval: boolean;
}

/** In order of start, then span id. Linear but for sorting. */
export function uniteSameCalls(seen: readonly SeenCall[]): OneCall[] {
  const sorted = [...seen].sort(framesFirst);
  const groupOf = new Map<SeenCall, SeenCall>();
  const find = (call: SeenCall): SeenCall => {
    let root = call;
    for (let next = groupOf.get(root); next !== undefined && next !== root; next = groupOf.get(root)) root = next;
    groupOf.set(call, root);
    return root;
  };
  /** The earlier in `framesFirst` order stays the representative: the framework's span. */
  const unite = (a: SeenCall, b: SeenCall): void => {
    const x = find(a);
    const y = find(b);
    if (x === y) return;
    if (framesFirst(x, y) <= 0) groupOf.set(y, x);
    else groupOf.set(x, y);
  };
  uniteByResponseId(sorted, unite);
  uniteByText(sorted, outputText, unite);
  uniteByText(sorted, contextText, unite);
  uniteWrappers(sorted, unite);

  const groups = new Map<SeenCall, SeenCall[]>();
  for (const call of sorted) {
    const root = find(call);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [call]);
    else group.push(call);
  }
  return [...groups.values()].map(mergeGroup).sort((a, b) => compareSpans(a.span, b.span));
}

/** Outer before inner: earlier start, then later end. */
function framesFirst(a: SeenCall, b: SeenCall): number {
  const { startTimeUnixNano: aStart, endTimeUnixNano: aEnd } = a.span;
  const { startTimeUnixNano: bStart, endTimeUnixNano: bEnd } = b.span;
  if (aStart !== bStart) return aStart < bStart ? -1 : 1;
  if (aEnd !== bEnd) return aEnd === undefined ? -1 : bEnd === undefined ? 1 : aEnd > bEnd ? -1 : 1;
  return a.depth - b.depth || compareSpans(a.span, b.span);
}

type Unite = (a: SeenCall, b: SeenCall) => void;

function uniteByResponseId(calls: readonly SeenCall[], unite: Unite): void {
  const first = new Map<string, SeenCall>();
  for (const call of calls) {
    const id = call.model.responseId;
    if (id === undefined || id === '') continue;
    const known = first.get(id);
    if (known === undefined) first.set(id, call);
    else if (!isAnotherCall(known, call)) unite(known, call);
  }
}

/** Gateways that answer from a cache, and mocks, give one id to many calls: other texts at another time are another call. */
function isAnotherCall(a: SeenCall, b: SeenCall): boolean {
  if (a.span.resource.key !== b.span.resource.key || !(endsBefore(a, b) || endsBefore(b, a))) return false;
  return !agrees(outputText(a.model), outputText(b.model)) || !agrees(contextText(a.model), contextText(b.model));
}

function endsBefore(a: SeenCall, b: SeenCall): boolean {
  return a.span.endTimeUnixNano !== undefined && a.span.endTimeUnixNano <= b.span.startTimeUnixNano;
}

/** A sweep over each group of equal text: only the innermost interval still open is compared. */
function uniteByText(
  sorted: readonly SeenCall[],
  textOf: (model: ModelCall) => string | undefined,
  unite: Unite,
): void {
  // Clocks compare only inside one resource.
  const openOf = new Map<string, Map<string, SeenCall[]>>();
  for (const call of sorted) {
    const text = textOf(call.model);
    if (text === undefined || text === '') continue;
    const openByText = openOf.get(call.span.resource.key) ?? new Map<string, SeenCall[]>();
    openOf.set(call.span.resource.key, openByText);
    const open = openByText.get(text) ?? [];
    openByText.set(text, open);
    while (open.length > 0 && !isInside(call, open[open.length - 1] as SeenCall)) open.pop();
    const around = open[open.length - 1];
    if (around !== undefined && isSameText(around.model, call.model)) unite(around, call);
    open.push(call);
  }
}

function isInside(inner: SeenCall, outer: SeenCall): boolean {
  const innerEnd = inner.span.endTimeUnixNano;
  const outerEnd = outer.span.endTimeUnixNano;
  if (inner.span.startTimeUnixNano < outer.span.startTimeUnixNano) return false;
  return outerEnd === undefined || (innerEnd !== undefined && innerEnd <= outerEnd);
}

/** Whatever both logged must agree; two response ids that differ are two calls. */
function isSameText(a: ModelCall, b: ModelCall): boolean {
  if (a.responseId !== undefined && b.responseId !== undefined && a.responseId !== b.responseId) return false;
  if (!agrees(a.contextSha256, b.contextSha256)) return false;
  return agrees(outputText(a), outputText(b)) && agrees(contextText(a), contextText(b));
}

function agrees(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

function outputText(model: ModelCall): string | undefined {
  return model.output?.text?.text;
}

const contextTexts = new WeakMap<ModelCall, { readonly text: string | undefined }>();

function contextText(model: ModelCall): string | undefined {
  let known = contextTexts.get(model);
  if (known === undefined) {
    const leaves = model.messages?.flatMap((message) => message.parts.flatMap((part) => part.leaves));
    known = { text: leaves === undefined || leaves.length === 0 ? undefined : leaves.join('\n') };
    contextTexts.set(model, known);
  }
  return known.text;
}

/** A roll-up that logs neither text nor hash of its own is the last call it stands around. */
function uniteWrappers(calls: readonly SeenCall[], unite: Unite): void {
  const lastInside = new Map<SeenCall, SeenCall>();
  for (const call of [...calls].sort((a, b) => b.depth - a.depth)) {
    const { outer } = call;
    if (outer === undefined) continue;
    const inner = lastInside.get(call);
    const last = inner !== undefined && endsAfter(inner, call) ? inner : call;
    const known = lastInside.get(outer);
    if (known === undefined || endsAfter(last, known)) lastInside.set(outer, last);
  }
  for (const [wrapper, inner] of lastInside) if (logsNothing(wrapper.model)) unite(wrapper, inner);
}

function endsAfter(a: SeenCall, b: SeenCall): boolean {
  if (a.span.endTimeUnixNano === undefined) return true;
  return b.span.endTimeUnixNano !== undefined && a.span.endTimeUnixNano >= b.span.endTimeUnixNano;
}

function logsNothing(model: ModelCall): boolean {
  return (
    model.messages === undefined &&
    model.contextSha256 === undefined &&
    outputText(model) === undefined &&
    model.output?.sha256 === undefined &&
    !model.contextLossy &&
    !model.outputLossy
  );
}

function mergeGroup(group: readonly SeenCall[]): OneCall {
  const [place, ...rest] = group as [SeenCall, ...SeenCall[]];
  let model = place.model;
  for (const inner of rest) model = mergeCalls(model, inner.model);
  const isInsideRetrieval = group.some((call) => call.isInsideRetrieval);
  // A roll-up around a whole agent began before its retrievals: the call began when the innermost span of it did.
  const timed = rest.findLast(({ span }) => span.resource.key === place.span.resource.key);
  return {
    span: timed === undefined ? place.span : { ...place.span, ...timesOf(timed.span) },
    model,
    isInsideRetrieval,
  };
}

function timesOf({ startTimeUnixNano, endTimeUnixNano }: SpanFacts): Partial<SpanFacts> {
  return { startTimeUnixNano, ...(endTimeUnixNano === undefined ? {} : { endTimeUnixNano }) };
}

/** The SDK span's bytes win; what it did not capture, or not whole, comes from the framework's. */
function mergeCalls(frame: ModelCall, sdk: ModelCall): ModelCall {
  const keepsFrameContext =
    frame.messages !== undefined && (sdk.messages === undefined || (sdk.contextLossy && !frame.contextLossy));
  const context = keepsFrameContext ? frame : sdk;
  const keepsFrameOutput =
    outputText(frame) !== undefined &&
    (outputText(sdk) === undefined || (sdk.output?.text?.lossy === true && frame.output?.text?.lossy === false));
  const output = mergeOutputs(frame.output, sdk.output, keepsFrameOutput);
  return {
    ...frame,
    ...definedOnly(sdk),
    ...(context.messages === undefined ? {} : { messages: context.messages }),
    contextLossy: context.contextLossy,
    contextInvalid: context.contextInvalid,
    providerHeld: frame.providerHeld || sdk.providerHeld,
    ...(output === undefined ? {} : { output }),
    outputLossy: keepsFrameOutput ? frame.outputLossy : sdk.outputLossy,
    finishReasons: sdk.finishReasons.length > 0 ? sdk.finishReasons : frame.finishReasons,
    usage: { ...frame.usage, ...definedOnly(sdk.usage) },
    pins: { ...frame.pins, ...sdk.pins },
    isAnswer: frame.isAnswer || sdk.isAnswer,
    isRefusal: frame.isRefusal || sdk.isRefusal,
    foreignHash: context.foreignHash,
  };
}

function mergeOutputs(
  frame: ModelOutput | undefined,
  sdk: ModelOutput | undefined,
  keepsFrame: boolean,
): ModelOutput | undefined {
  if (frame === undefined || sdk === undefined) return sdk ?? frame;
  return keepsFrame ? { ...definedOnly(sdk), ...frame } : { ...frame, ...definedOnly(sdk) };
}

function definedOnly<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined)) as T;
}
