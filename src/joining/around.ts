/** What stands around each span of a run. Iterative: a hostile trace may be ten thousand spans deep. */
import type { SpanNode } from './span-tree.js';

/** For a node the nearest one around it that `isSought`, inside `nodes`. Linear over all that is asked. */
export function nearestAround(
  nodes: ReadonlySet<SpanNode>,
  isSought: (node: SpanNode) => boolean,
): (node: SpanNode) => SpanNode | undefined {
  const known = new Map<SpanNode, SpanNode | undefined>();
  return (node) => {
    const passed: SpanNode[] = [];
    let found: SpanNode | undefined;
    for (let at: SpanNode | undefined = node; at !== undefined;) {
      if (known.has(at)) {
        found = known.get(at);
        break;
      }
      passed.push(at);
      const up: SpanNode | undefined = at.parent;
      if (up === undefined || !nodes.has(up)) break;
      if (isSought(up)) {
        found = up;
        break;
      }
      at = up;
    }
    for (const one of passed) known.set(one, found);
    return found;
  };
}

/** Makes something of a node, each once, what is made of the node around it first. */
export function outsideIn<T>(
  around: (node: SpanNode) => SpanNode | undefined,
  make: (node: SpanNode, outer: T | undefined) => T,
): (node: SpanNode) => T {
  const made = new Map<SpanNode, T>();
  return (node) => {
    const chain: SpanNode[] = [];
    for (let at: SpanNode | undefined = node; at !== undefined && !made.has(at); at = around(at)) chain.push(at);
    for (const next of chain.reverse()) {
      const outer = around(next);
      made.set(next, make(next, outer === undefined ? undefined : made.get(outer)));
    }
    return made.get(node) as T;
  };
}
