/**
 * What a model call begun after the last of the runs below it ended took over from them (spec §9):
 * an output of theirs (sub-questions), a chunk of theirs (reranking or grading in a step span), or
 * nothing (titles, summaries, judges).
 */
import { carriedStrings, outputStrings } from '../attribution/calls/carried-output.js';
import { whichHeld } from '../attribution/sent/presence.js';
import { type SentContext, sentContext } from '../attribution/sent/segments.js';
import { TextFinder, anySegment, textsAsContext } from '../attribution/search/text-finder.js';
import { jsonStringLeaves } from '../model/string-leaves.js';
import type { RunSeed } from './build-run.js';
import type { Pending } from './pending.js';
import { type SpanNode, postOrder } from './span-tree.js';

export type Handover = 'output' | 'chunk' | 'none';

/** What a run offers to a later call. */
interface Offer {
  /** Outputs of 16 bytes or more, trimmed. */
  readonly outputs: readonly string[];
  readonly texts: readonly string[];
  readonly digests: readonly string[];
  readonly units: number;
}

/** Text may be read so many times over, and no more: a ladder of a thousand steps is hostile. */
const READINGS = 8;
const MIN_UNITS = 4_000_000;
/** What a call costs however little it was given. */
const UNITS_PER_CALL = 2_000;

/** One trace's handovers. */
export class Handovers {
  readonly #tree: SpanNode;
  readonly #offers = new Map<RunSeed, Offer>();
  readonly #contexts = new Map<SpanNode, SentContext>();
  /** Calls that took over nothing from so many runs: only further runs can change that. */
  readonly #nothingFrom = new Map<SpanNode, number>();
  #unitsLeft: number | undefined;

  constructor(tree: SpanNode) {
    this.#tree = tree;
  }

  /** `around`: the span that holds the runs and the calls. */
  of(pending: Pending, around: SpanNode): Handover {
    const runs = pending.runsBelow;
    const ends = lastEnds(runs);
    const later = pending.calls.filter((call) => beginsAfter(call, ends));
    if (later.length === 0) return 'none';
    const offers = runs.map((run) => this.#offerOf(run));
    const asked = later.filter((call) => this.#nothingFrom.get(call) !== runs.length);
    for (const call of asked) this.#nothingFrom.set(call, runs.length);
    const contexts = asked.flatMap((call) => this.#contextOf(call) ?? []);
    if (!this.#mayRead(offers, contexts)) return 'none';
    const finder = new TextFinder(offers.flatMap((offer) => offer.outputs));
    if (contexts.some((context) => finder.standing(context, anySegment).size > 0))
      return isAnsweredBelow(around, finder, later) ? 'none' : 'output';
    const texts = [...new Set(offers.flatMap((offer) => offer.texts))];
    if (texts.length > 0 && contexts.some((context) => whichHeld(context, texts).includes(true))) return 'chunk';
    return keepsOne(pending.nodes, new Set(offers.flatMap((offer) => offer.digests))) ? 'chunk' : 'none';
  }

  #contextOf(call: SpanNode): SentContext | undefined {
    const model = call.facts?.model;
    if (model?.messages === undefined) return undefined;
    const context = this.#contexts.get(call) ?? sentContext(model, undefined);
    this.#contexts.set(call, context);
    return context;
  }

  #offerOf(run: RunSeed): Offer {
    let offer = this.#offers.get(run);
    if (offer === undefined) {
      offer = offerOf(run);
      this.#offers.set(run, offer);
    }
    return offer;
  }

  #mayRead(offers: readonly Offer[], contexts: readonly SentContext[]): boolean {
    const offered = offers.reduce((sum, { units }) => sum + units, 0);
    const read = contexts.reduce((sum, context) => sum + UNITS_PER_CALL + unitsOf(context) + offered, 0);
    this.#unitsLeft ??= Math.max(MIN_UNITS, READINGS * this.#allUnits());
    this.#unitsLeft -= read;
    return this.#unitsLeft >= 0;
  }

  #allUnits(): number {
    let units = 0;
    for (const { facts } of postOrder(this.#tree)) {
      for (const { text } of facts?.retrieval?.items ?? []) units += text?.length ?? 0;
      if (facts?.model !== undefined) units += UNITS_PER_CALL + (facts.model.output?.text?.text.length ?? 0);
      for (const { parts } of facts?.model?.messages ?? [])
        for (const { leaves } of parts) for (const leaf of leaves) units += leaf.length;
    }
    return units;
  }
}

/** What the span logs as its output is of a run below and of no later call: these judge or title it. */
function isAnsweredBelow({ facts }: SpanNode, below: TextFinder, later: readonly SpanNode[]): boolean {
  const logged = facts?.output?.text;
  if (logged === undefined) return false;
  const output = textsAsContext([logged, ...(jsonStringLeaves(logged) ?? [])]);
  if (below.standing(output, anySegment).size === 0) return false;
  const own = new TextFinder(
    later.flatMap((call) => (call.facts?.model === undefined ? [] : outputStrings(call.facts.model))),
  );
  return own.standing(output, anySegment).size === 0;
}

function unitsOf(context: SentContext): number {
  return context.segments.reduce((sum, { text }) => sum + text.length, 0);
}

function offerOf(run: RunSeed): Offer {
  const outputs: string[] = [];
  const texts = new Set<string>();
  const digests: string[] = [];
  for (const { facts } of run.nodes) {
    if (facts?.model !== undefined && facts.status !== 'error')
      for (const string of carriedStrings(facts.model)) outputs.push(string);
    for (const { text, digest } of facts?.retrieval?.items ?? []) {
      if (text !== undefined) texts.add(text);
      if (digest !== undefined) digests.push(digest);
    }
  }
  const units = [...outputs, ...texts].reduce((sum, text) => sum + text.length, 0);
  return { outputs, texts: [...texts], digests, units };
}

/** Per resource, when the last of the runs ended; undefined: one of them has not. */
function lastEnds(runs: readonly RunSeed[]): ReadonlyMap<string, bigint | undefined> {
  const ends = new Map<string, bigint | undefined>();
  for (const run of runs) {
    // A stand-in has no end of its own: its spans have.
    for (const { facts } of run.root.facts === undefined ? run.nodes : [run.root]) {
      if (facts === undefined) continue;
      const { resource, endTimeUnixNano: end } = facts;
      const known = ends.get(resource.key);
      if (!ends.has(resource.key) || end === undefined || (known !== undefined && end > known))
        ends.set(resource.key, end);
    }
  }
  return ends;
}

function beginsAfter({ facts }: SpanNode, ends: ReadonlyMap<string, bigint | undefined>): boolean {
  if (facts === undefined) return false;
  if (!ends.has(facts.resource.key)) return true;
  const end = ends.get(facts.resource.key);
  return end !== undefined && end <= facts.startTimeUnixNano;
}

/** By record alone: an assembly beside the call that kept one of their chunks. */
function keepsOne(beside: readonly SpanNode[], digests: ReadonlySet<string>): boolean {
  return beside.some(({ facts }) =>
    facts?.assembly?.chunks?.some(
      (chunk) =>
        chunk.digest !== undefined &&
        (chunk.keptBytes ?? 1) > 0 &&
        (chunk.offset ?? 0) >= 0 &&
        digests.has(chunk.digest),
    ),
  );
}
