/**
 * One half alone (spec §9): a retrieval without a model call after it, or model calls without a
 * retrieval. A run only with an assembly record or (`needsCase`) when a case matches it.
 */
import type { RunSeed } from './build-run.js';
import type { Pending } from './pending.js';
import type { Places } from './places.js';
import type { SpanNode } from './span-tree.js';

export function halfRuns(tree: SpanNode, left: Pending, places: Places): RunSeed[] {
  const halves = [...left.retrievals, ...left.calls];
  if (halves.length === 0) return [];
  const holdsRun = new Set<SpanNode>();
  for (const run of left.runsBelow) {
    for (let up: SpanNode | undefined = run.root; up !== undefined && !holdsRun.has(up); up = up.parent) holdsRun.add(up);
  }
  return groupHalves(tree, halves, holdsRun).flatMap((group) => {
    const root = lowestRoot(lowestCommon(group), places, holdsRun) ?? group[0];
    if (root === undefined) return [];
    const nodes = left.nodes.filter((node) => isAtOrBelow(node, root));
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
  for (let node = from; node !== undefined && !holdsRun.has(node); node = node.parent) if (places.mayBeRoot(node)) return node;
  return undefined;
}

function lowestCommon(nodes: readonly SpanNode[]): SpanNode | undefined {
  let common = nodes[0];
  for (const node of nodes.slice(1)) common = common === undefined ? undefined : commonOf(common, node);
  return common;
}

function commonOf(a: SpanNode, b: SpanNode): SpanNode | undefined {
  const ancestors = new Set<SpanNode>();
  for (let node: SpanNode | undefined = a; node !== undefined; node = node.parent) ancestors.add(node);
  for (let node: SpanNode | undefined = b; node !== undefined; node = node.parent) if (ancestors.has(node)) return node;
  return undefined;
}

function isAtOrBelow(node: SpanNode, root: SpanNode): boolean {
  for (let up: SpanNode | undefined = node; up !== undefined; up = up.parent) if (up === root) return true;
  return false;
}
