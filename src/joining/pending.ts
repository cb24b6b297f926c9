/** What a subtree holds that belongs to no run yet; see find-runs.ts for how it is carried upwards. */
import type { RunSeed, ToolDeclarations } from './build-run.js';
import type { Places } from './places.js';
import type { SpanNode } from './span-tree.js';

/** Per resource, as clocks compare only inside one. */
interface Clock {
  /** Earliest end of a retrieval. */
  firstRetrievalEnd: bigint | undefined;
  /** Latest start of a model call. */
  lastCallStart: bigint | undefined;
}

export class Pending {
  nodes: SpanNode[] = [];
  retrievals: SpanNode[] = [];
  calls: SpanNode[] = [];
  runsBelow: RunSeed[] = [];
  /** A run, a call or an assembly came since it was last decided whether a call took over from the runs. */
  isUndecided = false;
  readonly #clocks = new Map<string, Clock>();

  /** A retrieval and a model call begun at or after its end (other resource: in any order). */
  get pairs(): boolean {
    const withRetrieval = new Set<string>();
    const withCall = new Set<string>();
    for (const [resource, { firstRetrievalEnd, lastCallStart }] of this.#clocks) {
      if (firstRetrievalEnd !== undefined && lastCallStart !== undefined && lastCallStart >= firstRetrievalEnd)
        return true;
      if (firstRetrievalEnd !== undefined) withRetrieval.add(resource);
      if (lastCallStart !== undefined) withCall.add(resource);
    }
    if (withRetrieval.size === 0 || withCall.size === 0) return false;
    // What is left is a pair over two resources, unless all stand in one, in the wrong order.
    return (
      withRetrieval.size > 1 || withCall.size > 1 || ![...withCall].every((resource) => withRetrieval.has(resource))
    );
  }

  addRetrieval(node: SpanNode, end: bigint | undefined): void {
    this.retrievals.push(node);
    if (end === undefined) return;
    const clock = this.#clockOf(node);
    if (clock.firstRetrievalEnd === undefined || end < clock.firstRetrievalEnd) clock.firstRetrievalEnd = end;
  }

  addRun(run: RunSeed): void {
    this.runsBelow.push(run);
    this.isUndecided = true;
  }

  addCall(node: SpanNode, start: bigint): void {
    this.calls.push(node);
    this.isUndecided = true;
    const clock = this.#clockOf(node);
    if (clock.lastCallStart === undefined || start > clock.lastCallStart) clock.lastCallStart = start;
  }

  #clockOf(node: SpanNode): Clock {
    const key = node.facts?.resource.key ?? '';
    let clock = this.#clocks.get(key);
    if (clock === undefined) {
      clock = { firstRetrievalEnd: undefined, lastCallStart: undefined };
      this.#clocks.set(key, clock);
    }
    return clock;
  }

  get size(): number {
    return this.nodes.length + this.runsBelow.length;
  }

  absorb(other: Pending): void {
    const bothHold = this.calls.length + this.runsBelow.length > 0 && other.calls.length + other.runsBelow.length > 0;
    this.isUndecided ||= other.isUndecided || bothHold;
    append(this.nodes, other.nodes);
    append(this.retrievals, other.retrievals);
    append(this.calls, other.calls);
    append(this.runsBelow, other.runsBelow);
    for (const [key, from] of other.#clocks) {
      const clock = this.#clocks.get(key);
      if (clock === undefined) {
        this.#clocks.set(key, { ...from });
        continue;
      }
      if (
        from.firstRetrievalEnd !== undefined &&
        (clock.firstRetrievalEnd === undefined || from.firstRetrievalEnd < clock.firstRetrievalEnd)
      ) {
        clock.firstRetrievalEnd = from.firstRetrievalEnd;
      }
      if (
        from.lastCallStart !== undefined &&
        (clock.lastCallStart === undefined || from.lastCallStart > clock.lastCallStart)
      ) {
        clock.lastCallStart = from.lastCallStart;
      }
    }
  }

  /** The pending part has become a run, beside those below it. */
  close(run: RunSeed, runsBelow: RunSeed[] = this.runsBelow): void {
    this.nodes = [];
    this.retrievals = [];
    this.calls = [];
    this.runsBelow = runsBelow;
    this.#clocks.clear();
    this.addRun(run);
  }
}

export function emptyPending(): Pending {
  return new Pending();
}

/** The larger side takes the smaller in: n log n over a whole tree, a chain of spans included. */
export function merge(a: Pending, b: Pending): Pending {
  const [large, small] = a.size >= b.size ? [a, b] : [b, a];
  large.absorb(small);
  return large;
}

/** A loop, as spreading a hostile trace's spans over an argument list would exhaust the stack. */
function append<T>(to: T[], from: readonly T[]): void {
  for (const item of from) to.push(item);
}

/** Puts one span into the pending part. */
export function take(pending: Pending, node: SpanNode, places: Places, tools: ToolDeclarations): void {
  const facts = node.facts;
  if (facts === undefined) return;
  pending.nodes.push(node);
  switch (facts.kind) {
    case 'retrieval':
    case 'rerank':
      pending.addRetrieval(node, facts.endTimeUnixNano);
      break;
    case 'tool':
      if (tools.declarationFor(facts) !== undefined) pending.addRetrieval(node, facts.endTimeUnixNano);
      break;
    case 'model':
      if (!places.isInsideRetrieval(node)) pending.addCall(node, facts.startTimeUnixNano);
      break;
    case 'assembly':
      // By record it may show that a call took a chunk.
      pending.isUndecided = true;
      break;
    case 'embedding':
    case 'other':
      break;
  }
}
