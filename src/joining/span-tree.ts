/**
 * Spans of one trace as a tree (spec §9, first paragraph): one node per span id, missing parents
 * stood in for, several roots under one nameless node, cycles opened. Iterative throughout: a
 * hostile trace may be ten thousand spans deep.
 */
import type { SpanFacts } from '../model/span-facts.js';

export interface SpanNode {
  readonly traceId: string;
  /** Absent on the nameless node over several roots. */
  readonly spanId?: string;
  /** Absent on a stand-in for a missing parent and on the nameless node. */
  readonly facts?: SpanFacts;
  readonly parent?: SpanNode;
  readonly children: readonly SpanNode[];
  /** The span is of a cycle, or its copies name different parents. */
  readonly isContradictory: boolean;
}

interface MutableNode extends SpanNode {
  facts?: SpanFacts;
  parent?: MutableNode;
  children: MutableNode[];
  isContradictory: boolean;
}

/** The tree's root of each trace, in order of trace id. */
export function growTrees(facts: readonly SpanFacts[]): SpanNode[] {
  const byTrace = new Map<string, SpanFacts[]>();
  for (const span of facts) {
    const held = byTrace.get(span.traceId);
    if (held === undefined) byTrace.set(span.traceId, [span]);
    else held.push(span);
  }
  return [...byTrace.keys()].sort().map((traceId) => growTree(traceId, byTrace.get(traceId) ?? []));
}

function growTree(traceId: string, spans: readonly SpanFacts[]): SpanNode {
  const nodes = new Map<string, MutableNode>();
  for (const span of spans) {
    const known = nodes.get(span.spanId);
    if (known === undefined) {
      nodes.set(span.spanId, { traceId, spanId: span.spanId, facts: span, children: [], isContradictory: false });
      continue;
    }
    // Of two spans with one id the first that succeeded counts, else the first.
    if (known.facts?.parentSpanId !== span.parentSpanId) known.isContradictory = true;
    if (known.facts?.status === 'error' && span.status !== 'error') known.facts = span;
  }
  linkParents(traceId, nodes);
  openCycles(nodes);
  return hangRoots(traceId, nodes);
}

function linkParents(traceId: string, nodes: Map<string, MutableNode>): void {
  for (const node of [...nodes.values()]) {
    const parentId = node.facts?.parentSpanId;
    if (parentId === undefined) continue;
    let parent = nodes.get(parentId);
    if (parent === undefined) {
      parent = { traceId, spanId: parentId, children: [], isContradictory: false };
      nodes.set(parentId, parent);
    }
    node.parent = parent;
  }
}

function openCycles(nodes: Map<string, MutableNode>): void {
  const settled = new Set<MutableNode>();
  for (const start of nodes.values()) {
    const path: MutableNode[] = [];
    const onPath = new Set<MutableNode>();
    let node: MutableNode | undefined = start;
    while (node !== undefined && !settled.has(node) && !onPath.has(node)) {
      path.push(node);
      onPath.add(node);
      node = node.parent;
    }
    if (node !== undefined && onPath.has(node)) {
      const cycle = path.slice(path.indexOf(node));
      const opened = cycle.reduce((a, b) => (compareNodes(a, b) <= 0 ? a : b));
      delete opened.parent;
      for (const member of cycle) member.isContradictory = true;
    }
    for (const passed of path) settled.add(passed);
  }
}

function hangRoots(traceId: string, nodes: Map<string, MutableNode>): SpanNode {
  const roots: MutableNode[] = [];
  for (const node of nodes.values()) {
    if (node.parent === undefined) roots.push(node);
    else node.parent.children.push(node);
  }
  const [only] = roots;
  if (roots.length === 1 && only !== undefined) return only;
  const nameless: MutableNode = { traceId, children: roots, isContradictory: false };
  for (const root of roots) root.parent = nameless;
  return nameless;
}

/** Start, then span id. Stand-ins come last: they have no start. */
export function compareNodes(a: SpanNode, b: SpanNode): number {
  if (a.facts === undefined || b.facts === undefined) {
    return a.facts === b.facts ? compareText(a.spanId ?? '', b.spanId ?? '') : a.facts === undefined ? 1 : -1;
  }
  return compareSpans(a.facts, b.facts);
}

/** Start, then trace id, then span id: the order of everything that joining lists. */
export function compareSpans(a: SpanFacts, b: SpanFacts): number {
  if (a.startTimeUnixNano !== b.startTimeUnixNano) return a.startTimeUnixNano < b.startTimeUnixNano ? -1 : 1;
  return compareText(a.traceId, b.traceId) || compareText(a.spanId, b.spanId);
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Children before their parent. */
export function postOrder(root: SpanNode): SpanNode[] {
  const reversed: SpanNode[] = [];
  const stack: SpanNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    reversed.push(node);
    for (const child of node.children) stack.push(child);
  }
  return reversed.reverse();
}
