/** From the spans of a run to the run that attribution reads (spec §3 "Retrieval log", §9). */
import type { RetrievalTool } from '../model/case.js';
import type { RetrievalList } from '../model/retrieval-log.js';
import type { Run, RunCall, RunRetrieval } from '../model/run.js';
import type { SpanFacts } from '../model/span-facts.js';
import { type OneCall, type SeenCall, uniteSameCalls } from './same-call.js';
import { type SpanNode, compareSpans } from './span-tree.js';
import { toolResultInMessages } from './tool-result.js';

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
}

export function buildRun(seed: RunSeed, tools: ToolDeclarations): Run {
  const { root } = seed;
  const nodes = seed.nodes.filter((node) => node.facts !== undefined).sort(byStart);
  const members = nodes.map((node) => node.facts as SpanFacts);
  const calls = uniteSameCalls(seenCalls(nodes)).map((call: OneCall): RunCall => call);
  const own = nodes.filter((node) => !seed.nodesOfRunsBelow.has(node));
  const inputs = own.flatMap((node) => node.facts?.declaredInput ?? []);
  const first = root.facts ?? members[0];
  return {
    traceId: root.traceId,
    ...(root.spanId === undefined ? {} : { spanId: root.spanId }),
    ...(seed.runId === undefined ? {} : { runId: seed.runId }),
    ...(root.facts === undefined ? {} : { root: root.facts }),
    startTimeUnixNano: first?.startTimeUnixNano ?? 0n,
    members,
    calls,
    retrievals: retrievalsOf(nodes, calls, tools),
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

function seenCalls(nodes: readonly SpanNode[]): SeenCall[] {
  const models = nodes.filter((node) => node.facts?.model !== undefined);
  const seen = new Map<SpanNode, SeenCall>();
  const isModel = new Set(models);
  const see = (node: SpanNode): SeenCall => {
    const known = seen.get(node);
    if (known !== undefined) return known;
    const facts = node.facts as SpanFacts & Required<Pick<SpanFacts, 'model'>>;
    let isInsideRetrieval = false;
    let around: SpanNode | undefined;
    for (let up = node.parent; up !== undefined; up = up.parent) {
      if (around === undefined && isModel.has(up)) around = up;
      if (up.facts?.kind === 'retrieval' || up.facts?.kind === 'rerank') isInsideRetrieval = true;
    }
    const call: SeenCall = { span: facts, model: facts.model, isInsideRetrieval, ...(around === undefined ? {} : { outer: see(around) }) };
    seen.set(node, call);
    return call;
  };
  return models.map(see);
}

/** Retrieval and rerank spans, and declared tools' results, each with the nearest list around it. */
function retrievalsOf(nodes: readonly SpanNode[], calls: readonly RunCall[], tools: ToolDeclarations): RunRetrieval[] {
  const lists = new Map<SpanNode, RetrievalList>();
  for (const node of nodes) if (node.facts?.retrieval !== undefined) lists.set(node, node.facts.retrieval);
  const holdsList = new Set<SpanNode>();
  for (const [node, list] of lists) {
    if (list.items === undefined) continue;
    for (let up = node.parent; up !== undefined && !holdsList.has(up); up = up.parent) holdsList.add(up);
  }
  for (const node of nodes) {
    const span = node.facts;
    if (span?.kind !== 'tool' || holdsList.has(node)) continue;
    const tool = tools.declarationFor(span);
    if (tool === undefined) continue;
    lists.set(node, toolList(span, tool, calls, tools));
  }
  const made = new Map<SpanNode, RunRetrieval>();
  const make = (node: SpanNode, list: RetrievalList): RunRetrieval => {
    const known = made.get(node);
    if (known !== undefined) return known;
    const around = listAround(node, lists);
    const enclosing = around === undefined ? undefined : make(around, lists.get(around) as RetrievalList);
    const retrieval: RunRetrieval = { span: node.facts as SpanFacts, list, ...(enclosing === undefined ? {} : { enclosing }) };
    made.set(node, retrieval);
    return retrieval;
  };
  const retrievals = nodes.flatMap((node) => {
    const list = lists.get(node);
    return list === undefined ? [] : [make(node, list)];
  });
  return retrievals.every(({ list }) => list.stage === 'rerank') ? retrievals.flatMap((rerank) => [...inputsOf(rerank), rerank]) : retrievals;
}

/** A reranker seen alone: what it was given stands in for the retrieval that nobody logged. */
function inputsOf(rerank: RunRetrieval): RunRetrieval[] {
  const { inputs, lossy, foreignHash } = rerank.list;
  if (inputs === undefined || rerank.list.items === undefined) return [];
  return [{ span: rerank.span, list: { stage: 'retrieve', items: inputs, lossy, foreignHash }, enclosing: rerank }];
}

function listAround(node: SpanNode, lists: ReadonlyMap<SpanNode, RetrievalList>): SpanNode | undefined {
  for (let up = node.parent; up !== undefined; up = up.parent) if (lists.get(up)?.items !== undefined) return up;
  return undefined;
}

/** From the span where it logged its result, else from the message by which a later call was given it. */
function toolList(span: SpanFacts, tool: RetrievalTool, calls: readonly RunCall[], tools: ToolDeclarations): RetrievalList {
  const execution = span.tool;
  if (execution !== undefined && execution.result !== undefined) return tools.listOf(execution.result, tool, execution.lossy);
  const part = toolResultInMessages(span, calls);
  if (part !== undefined) return tools.listOf(part.value ?? part.leaves, tool, part.lossy);
  return { stage: 'retrieve', lossy: execution?.lossy === true, foreignHash: false };
}
