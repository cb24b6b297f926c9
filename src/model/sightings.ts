/**
 * What was seen of retrieval, assembly and model calls, per kind and dialect, and what is missing
 * for verdicts: the one line a running application logs, and what `ragspan doctor` says (spec §12).
 */
import type { Dialect, SpanFacts } from './span-facts.js';

export type SightedKind = 'retrieval' | 'assembly' | 'model';

/** The kind a span is counted as; rerank spans log retrieval lists. */
export function sightedKind(facts: SpanFacts): SightedKind | undefined {
  if (facts.kind === 'retrieval' || facts.kind === 'rerank') return 'retrieval';
  return facts.kind === 'assembly' || facts.kind === 'model' ? facts.kind : undefined;
}

interface KindSeen {
  spans: number;
  readonly dialects: Map<Dialect, number>;
  /** Spans that say what they are but not what is needed of them. */
  without: number;
  lossy: number;
}

const KINDS: readonly SightedKind[] = ['retrieval', 'assembly', 'model'];

/** Traces remembered to see whether retrieval and model call meet in any: one that does is enough. */
const MAX_TRACES = 1_000;
const APART =
  'retrieval and model call never stood in one trace, so there is no run to judge: wrap the request in run()';

export class Sightings {
  /** All spans, those without a part in a run included. */
  spans = 0;
  readonly #kinds: Record<SightedKind, KindSeen> = { retrieval: nothing(), assembly: nothing(), model: nothing() };
  #modelsWithoutOutput = 0;
  #tools = 0;
  readonly #retrievalTraces = new Set<string>();
  #haveMet = false;

  see(facts: SpanFacts): void {
    if (facts.kind === 'tool') this.#tools += 1;
    const kind = sightedKind(facts);
    // A run id joins across traces.
    if (facts.runId !== undefined) this.#haveMet = true;
    if (kind === undefined) return;
    this.#meet(kind, facts.traceId);
    const seen = this.#kinds[kind];
    seen.spans += 1;
    if (facts.dialect !== undefined) seen.dialects.set(facts.dialect, (seen.dialects.get(facts.dialect) ?? 0) + 1);
    if (isWithout(facts)) seen.without += 1;
    if (isLossy(facts)) seen.lossy += 1;
    if (facts.model !== undefined && facts.model.output === undefined) this.#modelsWithoutOutput += 1;
  }

  #meet(kind: SightedKind, traceId: string): void {
    if (this.#haveMet) return;
    if (kind === 'retrieval' && this.#retrievalTraces.size < MAX_TRACES) this.#retrievalTraces.add(traceId);
    if (kind === 'model' && this.#retrievalTraces.has(traceId)) {
      this.#haveMet = true;
      this.#retrievalTraces.clear();
    }
  }

  /** Retrievals and model calls were seen, and no two of them together: what to do. */
  apart(): string | undefined {
    if (this.#haveMet || this.count('retrieval') === 0 || this.count('model') === 0) return undefined;
    return APART;
  }

  count(kind: SightedKind): number {
    return this.#kinds[kind].spans;
  }

  /** `retrieval 12 (openinference 12), assembly 0, model 12 (gen_ai 12)`. */
  seen(): string {
    return KINDS.map((kind) => {
      const { spans, dialects } = this.#kinds[kind];
      const names = [...dialects].map(([dialect, count]) => `${dialect} ${count}`).join(', ');
      return `${kind} ${spans}${names === '' ? '' : ` (${names})`}`;
    }).join(', ');
  }

  /** What to do so that verdicts can be reached; empty when everything is there. */
  missing(): string[] {
    const { retrieval, assembly, model } = this.#kinds;
    const missing: string[] = [];
    const apart = this.apart();
    if (apart !== undefined) missing.push(apart);
    if (retrieval.spans === 0) {
      missing.push(
        this.#tools > 0
          ? 'no retrieval: wrap the search in retrieval(), or declare the tool that searches in retrieval_tools'
          : 'no retrieval: wrap the search in retrieval()',
      );
    } else if (retrieval.without > 0) {
      missing.push(
        `${retrieval.without} of ${retrieval.spans} retrievals without a list: log the chunks, or turn on the content capture of that instrumentation`,
      );
    }
    if (model.spans === 0) missing.push('no model call: instrument the model client, or wrap the call in generation()');
    else if (model.without > 0) {
      missing.push(
        `${model.without} of ${model.spans} model calls without messages: turn on the content capture of that instrumentation, or wrap the call in generation()`,
      );
    }
    if (model.spans > 0 && this.#modelsWithoutOutput > 0) {
      missing.push(`${this.#modelsWithoutOutput} of ${model.spans} model calls without output`);
    }
    if (assembly.spans === 0 && model.spans > 0)
      missing.push('no assembly record (optional): wrap prompt packing in assembly() to see budget and cut');
    const lossy = retrieval.lossy + model.lossy + assembly.lossy;
    if (lossy > 0)
      missing.push(`${lossy} spans that telemetry limits have changed: raise the attribute limits of the SDK`);
    return missing;
  }
}

function nothing(): KindSeen {
  return { spans: 0, dialects: new Map(), without: 0, lossy: 0 };
}

function isWithout(facts: SpanFacts): boolean {
  if (facts.model !== undefined) return facts.model.messages === undefined && facts.model.contextSha256 === undefined;
  if (facts.retrieval !== undefined) return facts.retrieval.items === undefined;
  return false;
}

function isLossy(facts: SpanFacts): boolean {
  return (
    facts.retrieval?.lossy === true ||
    facts.assembly?.lossy === true ||
    facts.model?.contextLossy === true ||
    facts.model?.outputLossy === true
  );
}
