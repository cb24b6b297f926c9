/** Where each span of a tree stands: what kinds are around it. One pass from the root down. */
import type { SpanNode } from './span-tree.js';

const NEVER_A_ROOT: ReadonlySet<string> = new Set(['retrieval', 'rerank', 'embedding', 'tool', 'model']);

export interface Places {
  /** A retrieval or rerank span is around it: graders and rewriters, which never answer (spec §5). */
  isInsideRetrieval(node: SpanNode): boolean;
  /**
   * A retrieval, rerank, embedding, tool or model span is never a run's root, and what is inside a
   * tool or retrieval span belongs to the run around it (spec §9).
   */
  mayBeRoot(node: SpanNode): boolean;
}

export function placesOf(tree: SpanNode): Places {
  const insideRetrieval = new Set<SpanNode>();
  const insideTool = new Set<SpanNode>();
  const stack: SpanNode[] = [tree];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const kind = node.facts?.kind;
    const isRetrieval = kind === 'retrieval' || kind === 'rerank' || insideRetrieval.has(node);
    const isTool = kind === 'tool' || insideTool.has(node);
    for (const child of node.children) {
      if (isRetrieval) insideRetrieval.add(child);
      if (isTool) insideTool.add(child);
      stack.push(child);
    }
  }
  return {
    isInsideRetrieval: (node) => insideRetrieval.has(node),
    mayBeRoot: (node) =>
      !insideTool.has(node) && !insideRetrieval.has(node) && !NEVER_A_ROOT.has(node.facts?.kind ?? 'other'),
  };
}
