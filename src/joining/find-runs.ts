/**
 * Where the runs of a set of spans are (spec §9). Explicit run ids first, over all traces; what is
 * left is found by structure, bottom up, trace by trace.
 *
 * How it works: one pass children-first carries, for each subtree, what belongs to no run yet
 * (`Pending`). A span that may be a root and whose pending part holds a retrieval and a model call
 * begun at or after its end becomes a run's root and empties the pending part. Merging always
 * steals the larger side's arrays, so the pass is linear but for sorting.
 */
import type { Run } from '../model/run.js';
import type { SpanFacts } from '../model/span-facts.js';
import { buildRun, type RunSeed, type ToolDeclarations } from './build-run.js';
import { emptyPending, merge, type Pending, take } from './pending.js';
import { halfRuns } from './half-runs.js';
import { Handovers } from './handover.js';
import { type Places, placesOf } from './places.js';
import { type SpanNode, compareSpans, growTrees, postOrder } from './span-tree.js';

export interface FindRunsOptions {
  readonly tools: ToolDeclarations;
}

/** Every run of the spans given, halves that only a case can make a run included (`needsCase`). */
export function findRuns(facts: readonly SpanFacts[], options: FindRunsOptions): Run[] {
  const trees = growTrees(facts);
  const explicit = new Map<string, SpanNode[]>();
  const seeds: RunSeed[] = [];
  const explicitTops = new Map<SpanNode, RunSeed>();
  const runIdOf = inheritRunIds(trees, explicit);
  for (const [runId, nodes] of explicit) {
    const seed = explicitSeed(runId, nodes);
    if (seed === undefined) continue;
    seeds.push(seed);
    for (const node of nodes)
      if (node.parent === undefined || runIdOf.get(node.parent) !== runId) explicitTops.set(node, seed);
  }
  const placesByTrace = new Map<string, Places>();
  for (const tree of trees) {
    const places = placesOf(tree);
    placesByTrace.set(tree.traceId, places);
    seeds.push(...structuralSeeds(tree, places, runIdOf, explicitTops, options));
  }
  const isInsideRetrieval = (node: SpanNode): boolean =>
    placesByTrace.get(node.traceId)?.isInsideRetrieval(node) === true;
  return seeds.map((seed) => buildRun(seed, options.tools, isInsideRetrieval)).sort(compareRuns);
}

/** A run id covers its span and what is below, up to another id. */
function inheritRunIds(trees: readonly SpanNode[], groups: Map<string, SpanNode[]>): Map<SpanNode, string> {
  const runIdOf = new Map<SpanNode, string>();
  const stack: SpanNode[] = [...trees];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const runId = node.facts?.runId ?? (node.parent === undefined ? undefined : runIdOf.get(node.parent));
    if (runId !== undefined) {
      runIdOf.set(node, runId);
      const group = groups.get(runId);
      if (group === undefined) groups.set(runId, [node]);
      else group.push(node);
    }
    for (const child of node.children) stack.push(child);
  }
  return runIdOf;
}

const RAG_KINDS: ReadonlySet<string> = new Set(['retrieval', 'rerank', 'model', 'assembly', 'tool']);

function explicitSeed(runId: string, nodes: readonly SpanNode[]): RunSeed | undefined {
  if (!nodes.some((node) => node.facts !== undefined && RAG_KINDS.has(node.facts.kind))) return undefined;
  const bearers = nodes.filter((node) => node.facts?.runId === runId);
  const root = bearers.reduce((a, b) => (isEarlierBearer(b, a) ? b : a));
  return { root, nodes, runId, needsCase: false, nodesOfRunsBelow: new Set() };
}

/** Of two that start together the one around the other is the earlier. */
function isEarlierBearer(a: SpanNode, b: SpanNode): boolean {
  if (a.facts === undefined || b.facts === undefined) return a.facts !== undefined;
  if (a.facts.startTimeUnixNano !== b.facts.startTimeUnixNano)
    return a.facts.startTimeUnixNano < b.facts.startTimeUnixNano;
  for (let up = b.parent; up !== undefined; up = up.parent) if (up === a) return true;
  for (let up = a.parent; up !== undefined; up = up.parent) if (up === b) return false;
  return compareSpans(a.facts, b.facts) < 0;
}

function structuralSeeds(
  tree: SpanNode,
  places: Places,
  runIdOf: ReadonlyMap<SpanNode, string>,
  explicitTops: ReadonlyMap<SpanNode, RunSeed>,
  options: FindRunsOptions,
): RunSeed[] {
  const seeds = new Set<RunSeed>();
  const handovers = new Handovers(tree);
  const pendingOf = new Map<SpanNode, Pending>();
  for (const node of postOrder(tree)) {
    let pending = emptyPending();
    for (const child of node.children) {
      pending = merge(pending, pendingOf.get(child) ?? emptyPending());
      pendingOf.delete(child);
    }
    const explicitSeedHere = explicitTops.get(node);
    if (explicitSeedHere !== undefined) pending.addRun(explicitSeedHere);
    if (!runIdOf.has(node)) {
      take(pending, node, places, options.tools);
      if (places.mayBeRoot(node)) settle(node, pending, seeds, handovers);
    }
    pendingOf.set(node, pending);
  }
  const left = pendingOf.get(tree) ?? emptyPending();
  // A trace whose very root is a model or tool span still asked one question once.
  if (left.pairs && !places.mayBeRoot(tree)) seeds.add(seedOf(tree, left));
  else for (const half of halfRuns(tree, left, places)) seeds.add(half);
  return [...seeds];
}

/** Each run over runs holds all below it again: deeper than this nobody asks sub-questions of sub-questions. */
const MAX_LEVELS = 16;

/** Decides whether `node` is a root and, if so, moves its pending part into a run. */
function settle(node: SpanNode, pending: Pending, seeds: Set<RunSeed>, handovers: Handovers): void {
  if (pending.pairs) {
    const seed = seedOf(node, pending);
    seeds.add(seed);
    pending.close(seed);
    return;
  }
  if (
    !pending.isUndecided ||
    pending.runsBelow.length === 0 ||
    pending.retrievals.length > 0 ||
    pending.calls.length === 0
  )
    return;
  pending.isUndecided = false;
  const handover = handovers.of(pending, node);
  // What a run id covers is a run, whatever is made of its chunks elsewhere.
  const isTaken = handover === 'chunk' && pending.runsBelow.some((run) => run.runId !== undefined);
  if (handover === 'none' || isTaken) return;
  const below = allBelow(pending.runsBelow);
  const levels =
    handover === 'chunk' ? 0 : 1 + pending.runsBelow.reduce((most, run) => Math.max(most, run.levels ?? 0), 0);
  if (levels > MAX_LEVELS) return;
  const seed: RunSeed = {
    root: node,
    nodes: [...pending.nodes, ...below],
    needsCase: false,
    // Sub-questions keep their own inputs; steps of one question are part of it.
    nodesOfRunsBelow: handover === 'output' ? new Set(below) : new Set(),
    levels,
  };
  if (handover === 'chunk') for (const run of pending.runsBelow) seeds.delete(run);
  seeds.add(seed);
  pending.close(seed, []);
}

function allBelow(runs: readonly RunSeed[]): SpanNode[] {
  return [...new Set(runs.flatMap((run) => run.nodes))];
}

function seedOf(root: SpanNode, pending: Pending): RunSeed {
  return { root, nodes: [...pending.nodes], needsCase: false, nodesOfRunsBelow: new Set() };
}

/** Trace id, start of the run's root, span id (spec §14). */
export function compareRuns(a: Run, b: Run): number {
  if (a.traceId !== b.traceId) return a.traceId < b.traceId ? -1 : 1;
  if (a.startTimeUnixNano !== b.startTimeUnixNano) return a.startTimeUnixNano < b.startTimeUnixNano ? -1 : 1;
  const x = a.spanId ?? '';
  const y = b.spanId ?? '';
  return x < y ? -1 : x > y ? 1 : 0;
}
