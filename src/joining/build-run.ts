/** From the spans of a run to the run that attribution reads (spec §3 "Retrieval log", §9). */
import type { RetrievalTool } from '../model/case.js';
import type { RetrievalList } from '../model/retrieval-log.js';
import type { Run, RunCall, RunRetrieval } from '../model/run.js';
import type { SpanFacts } from '../model/span-facts.js';
import { nearestAround, outsideIn } from './around.js';
import { type SeenCall, uniteSameCalls } from './same-call.js';
import { type SpanNode, compareSpans } from './span-tree.js';
import { ToolResults } from './tool-result.js';

/** Which tools are retrieval tools, and how their results are read (spec §8 `retrieval_tools`). */
export interface ToolDeclarations {
  declarationFor(span: SpanFacts): RetrievalTool | undefined;
  /** A result that was logged, as a list. */
  listOf(result: unknown, tool: RetrievalTool, lossy: boolean): RetrievalList;
}

/** Where a run was found, before its spans are read. */
export interface RunSeed {
  readonly root: SpanNode;
  readonly nodes: readonly SpanNode[];
  readonly runId?: string;
  readonly needsCase: boolean;
  /** Nodes of runs below it: their own inputs do not count as its questions. */
  readonly nodesOfRunsBelow: ReadonlySet<SpanNode>;
  /** How many runs over runs stand in one another here; absent: none. */
  readonly levels?: number;
}

/** `isInsideRetrieval`: a retrieval or rerank span is around the node, in the run or not. */
export function buildRun(seed: RunSeed, tools: ToolDeclarations, isInsideRetrieval: (node: SpanNode) => boolean): Run {
  const { root } = seed;
  const nodes = seed.nodes.filter((node) => node.facts !== undefined).sort(byStart);
  const members = nodes.map((node) => node.facts as SpanFacts);
  const own = new Set(nodes);
  const calls: readonly RunCall[] = uniteSameCalls(seenCalls(nodes, own, isInsideRetrieval));
  const inputs = nodes.flatMap((node) => (seed.nodesOfRunsBelow.has(node) ? [] : (node.facts?.declaredInput ?? [])));
  const first = root.facts ?? members[0];
  return {
    traceId: root.traceId,
    ...(root.spanId === undefined ? {} : { spanId: root.spanId }),
    ...(seed.runId === undefined ? {} : { runId: seed.runId }),
    ...(root.facts === undefined ? {} : { root: root.facts }),
    startTimeUnixNano: first?.startTimeUnixNano ?? 0n,
    members,
    calls,
    retrievals: retrievalsOf(nodes, own, calls, tools),
    assemblies: members.filter((span) => span.kind === 'assembly'),
    hasContradictoryAncestry: nodes.some((node) => node.isContradictory) || root.isContradictory,
    needsCase: seed.needsCase,
    declaredInputs: [...new Set(inputs)],
    adjustedCount: first?.adjustedCount ?? 1,
  };
}

function byStart(a: SpanNode, b: SpanNode): number {
  return compareSpans(a.facts as SpanFacts, b.facts as SpanFacts);
}

function seenCalls(
  nodes: readonly SpanNode[],
  own: ReadonlySet<SpanNode>,
  isInsideRetrieval: (node: SpanNode) => boolean,
): SeenCall[] {
  const around = nearestAround(own, (node) => node.facts?.model !== undefined);
  const see = outsideIn<SeenCall>(around, (node, outer) => {
    const span = node.facts as SpanFacts & Required<Pick<SpanFacts, 'model'>>;
    const depth = outer === undefined ? 0 : outer.depth + 1;
    return {
      span,
      model: span.model,
      isInsideRetrieval: isInsideRetrieval(node),
      depth,
      ...(outer === undefined ? {} : { outer }),
    };
  });
  return nodes.filter((node) => node.facts?.model !== undefined).map(see);
}

/** Retrieval and rerank spans, and declared tools' results, each with the nearest list around it. */
function retrievalsOf(
  nodes: readonly SpanNode[],
  own: ReadonlySet<SpanNode>,
  calls: readonly RunCall[],
  tools: ToolDeclarations,
): RunRetrieval[] {
  const lists = new Map<SpanNode, RetrievalList>();
  for (const node of nodes) if (node.facts?.retrieval !== undefined) lists.set(node, node.facts.retrieval);
  const holdsList = new Set<SpanNode>();
  for (const [node, list] of lists) {
    if (list.items === undefined) continue;
    for (let up = node.parent; up !== undefined && own.has(up) && !holdsList.has(up); up = up.parent) holdsList.add(up);
  }
  const results = new ToolResults(calls);
  for (const node of nodes) {
    const span = node.facts;
    if (span?.kind !== 'tool' || holdsList.has(node)) continue;
    const tool = tools.declarationFor(span);
    if (tool !== undefined) lists.set(node, toolList(span, tool, results, tools));
  }
  const around = nearestAround(own, (node) => lists.get(node)?.items !== undefined);
  const retrievalAt = outsideIn<RunRetrieval>(around, (node, enclosing) => ({
    span: node.facts as SpanFacts,
    list: lists.get(node) as RetrievalList,
    ...(enclosing === undefined ? {} : { enclosing }),
  }));
  const retrievals = nodes.filter((node) => lists.has(node)).map(retrievalAt);
  return retrievals.every(({ list }) => list.stage === 'rerank')
    ? retrievals.flatMap((rerank) => [...inputsOf(rerank), rerank])
    : retrievals;
}

/** A reranker seen alone: what it was given stands in for the retrieval that nobody logged. */
function inputsOf(rerank: RunRetrieval): RunRetrieval[] {
  const { inputs, lossy, foreignHash } = rerank.list;
  if (inputs === undefined || rerank.list.items === undefined) return [];
  return [{ span: rerank.span, list: { stage: 'retrieve', items: inputs, lossy, foreignHash }, enclosing: rerank }];
}

/** From the span where it logged its result, else from the message by which a later call was given it. */
function toolList(span: SpanFacts, tool: RetrievalTool, results: ToolResults, tools: ToolDeclarations): RetrievalList {
  const execution = span.tool;
  if (execution !== undefined && execution.result !== undefined)
    return tools.listOf(execution.result, tool, execution.lossy);
  const part = results.of(span);
  if (part !== undefined) return tools.listOf(part.value ?? part.leaves, tool, part.lossy);
  return { stage: 'retrieve', lossy: execution?.lossy === true, foreignHash: false };
}
