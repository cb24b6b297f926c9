/**
 * What a model call begun after the last of the runs below it ended took over from them (spec §9):
 * an output of theirs (sub-questions), a chunk of theirs (reranking or grading in a step span), or
 * nothing (titles, summaries, judges).
 */
import { carriesOutput } from '../attribution/carried-output.js';
import { whichHeld } from '../attribution/presence.js';
import { sentContext } from '../attribution/segments.js';
import type { RunSeed } from './build-run.js';
import type { Pending } from './pending.js';
import type { SpanNode } from './span-tree.js';

export type Handover = 'output' | 'chunk' | 'none';

export function handoverOf(pending: Pending): Handover {
  const runs = pending.runsBelow;
  const later = pending.calls.filter((call) => runs.every((run) => beginsAfter(call, run)));
  if (later.length === 0) return 'none';
  const below = runs.flatMap((run) => run.nodes);
  if (later.some((call) => takesOutput(call, below))) return 'output';
  return later.some((call) => takesChunk(call, below, pending.nodes)) ? 'chunk' : 'none';
}

function beginsAfter(call: SpanNode, run: RunSeed): boolean {
  const start = call.facts?.startTimeUnixNano;
  const root = run.root.facts;
  if (start === undefined) return false;
  if (root !== undefined) return !isSameResource(call, run.root) || (root.endTimeUnixNano !== undefined && root.endTimeUnixNano <= start);
  return run.nodes.every(
    (node) => !isSameResource(call, node) || (node.facts?.endTimeUnixNano !== undefined && node.facts.endTimeUnixNano <= start),
  );
}

function isSameResource(a: SpanNode, b: SpanNode): boolean {
  return a.facts?.resource.key === b.facts?.resource.key;
}

function takesOutput(call: SpanNode, below: readonly SpanNode[]): boolean {
  const model = call.facts?.model;
  if (model?.messages === undefined) return false;
  const context = sentContext(model, undefined);
  return below.some(({ facts }) => facts?.model !== undefined && facts.status !== 'error' && carriesOutput(context, facts.model));
}

function takesChunk(call: SpanNode, below: readonly SpanNode[], beside: readonly SpanNode[]): boolean {
  const items = below.flatMap((node) => node.facts?.retrieval?.items ?? []);
  const texts = [...new Set(items.flatMap((item) => (item.text === undefined ? [] : [item.text])))];
  const model = call.facts?.model;
  if (model?.messages !== undefined) {
    const context = sentContext(model, undefined);
    if (whichHeld(context, texts).includes(true)) return true;
  }
  // By record alone: an assembly beside the call that kept one of their chunks.
  const digests = new Set(items.map((item) => item.digest));
  return beside.some((node) =>
    node.facts?.assembly?.chunks?.some((chunk) => chunk.digest !== undefined && (chunk.keptBytes ?? 1) > 0 && (chunk.offset ?? 0) >= 0 && digests.has(chunk.digest)),
  );
}
