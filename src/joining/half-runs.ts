/**
 * One half alone (spec §9): a retrieval without a model call after it, or model calls without a
 * retrieval. A run only with an assembly record or (`needsCase`) when a case matches it.
 */
import type { RunSeed } from './build-run.js';
import type { Pending } from './pending.js';
import type { Places } from './places.js';
import { type SpanNode, postOrder } from './span-tree.js';

export function halfRuns(tree: SpanNode, left: Pending, places: Places): RunSeed[] {
  const halves = [...left.retrievals, ...left.calls];
  if (halves.length === 0) return [];
  const holdsRun = new Set<SpanNode>();
  for (const run of left.runsBelow) {
    for (let up: SpanNode | undefined = run.root; up !== undefined && !holdsRun.has(up); up = up.parent)
      holdsRun.add(up);
  }
  const free = new Set(left.nodes);
  const depthOf = depths(tree);
  return groupHalves(tree, halves, holdsRun).flatMap((group) => {
    const common = lowestCommon(group, depthOf);
    const root = lowestRoot(common, places, holdsRun) ?? common;
    if (root === undefined) return [];
    const nodes = postOrder(root).filter((node) => free.has(node));
    const hasRecord = nodes.some((node) => node.facts?.kind === 'assembly');
    return [{ root, nodes, needsCase: !hasRecord, nodesOfRunsBelow: new Set<SpanNode>() }];
  });
}

/**
 * Halves under a span that also holds runs do not belong together: they are taken apart there, and
 * those directly beside a run (titles, summaries, judges, prefetches) are none.
 */
function groupHalves(tree: SpanNode, halves: readonly SpanNode[], holdsRun: ReadonlySet<SpanNode>): SpanNode[][] {
  if (holdsRun.size === 0) return [[...halves]];
  const groups = new Map<SpanNode, SpanNode[]>();
  for (const half of halves) {
    // The highest span around it that holds no run; the half itself only when it hangs loose.
    let top = half;
    while (top.parent !== undefined && !holdsRun.has(top.parent)) top = top.parent;
    if (top === half && top !== tree) continue;
    const group = groups.get(top);
    if (group === undefined) groups.set(top, [half]);
    else group.push(half);
  }
  return [...groups.values()];
}

function lowestRoot(from: SpanNode | undefined, places: Places, holdsRun: ReadonlySet<SpanNode>): SpanNode | undefined {
  for (let node = from; node !== undefined && !holdsRun.has(node); node = node.parent)
    if (places.mayBeRoot(node)) return node;
  return undefined;
}

function depths(tree: SpanNode): ReadonlyMap<SpanNode, number> {
  const depthOf = new Map<SpanNode, number>([[tree, 0]]);
  const stack: SpanNode[] = [tree];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (const child of node.children) {
      depthOf.set(child, (depthOf.get(node) as number) + 1);
      stack.push(child);
    }
  }
  return depthOf;
}

/** The span at or around all of them that is nearest: a call itself when it is around the others. */
function lowestCommon(nodes: readonly SpanNode[], depthOf: ReadonlyMap<SpanNode, number>): SpanNode | undefined {
  // Every span is climbed from once, whoever asks.
  const climbed = new Set<SpanNode>();
  let common = nodes[0];
  for (const node of nodes.slice(1)) {
    let other: SpanNode | undefined = node;
    while (common !== undefined && other !== undefined && other !== common) {
      const isDeeper = (depthOf.get(other) ?? 0) > (depthOf.get(common) ?? 0);
      if (!isDeeper) {
        climbed.add(common);
        common = common.parent;
        continue;
      }
      if (climbed.has(other)) break;
      climbed.add(other);
      other = other.parent;
    }
  }
  return common;
}
