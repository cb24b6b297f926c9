/** The results of tool spans that logged none: they stand in the messages of a later call (spec §3). */
import type { SentPart } from '../model/model-call.js';
import type { RunCall } from '../model/run.js';
import type { SpanFacts } from '../model/span-facts.js';

interface Told {
  readonly call: RunCall;
  readonly order: number;
  /** Results of one name or id, in the order sent. */
  readonly parts: readonly SentPart[];
}

/** Per resource, in order of start. */
type Givings = Map<string, Told[]>;

/** Each call's results by what names them. */
export class ToolResults {
  readonly #byId = new Map<string, Givings>();
  readonly #byName = new Map<string, Givings>();
  /** Calls that were given one result only, without a name. */
  readonly #onlyWithId: Givings = new Map();
  readonly #onlyWithoutId: Givings = new Map();
  /** How many spans of a name have asked: the second search has the second result. */
  readonly #asked = new Map<string, number>();

  constructor(calls: readonly RunCall[]) {
    calls.forEach((call, order) => {
      const resource = call.span.resource.key;
      const parts = (call.model.messages ?? []).flatMap((message) =>
        message.parts.filter((part) => part.kind === 'tool_result'),
      );
      const add = (to: Map<string, Givings>, groups: ReadonlyMap<string, SentPart[]>): void => {
        for (const [key, named] of groups) {
          const givings = to.get(key) ?? new Map<string, Told[]>();
          to.set(key, givings);
          push(givings, resource, { call, order, parts: named });
        }
      };
      add(
        this.#byId,
        grouped(parts, (part) => part.toolCallId),
      );
      add(
        this.#byName,
        grouped(parts, (part) => part.toolName),
      );
      const [only, ...others] = parts;
      if (only === undefined || others.length > 0 || only.toolName !== undefined) return;
      push(only.toolCallId === undefined ? this.#onlyWithoutId : this.#onlyWithId, resource, { call, order, parts });
    });
  }

  /** To be asked in order of start. */
  of(span: SpanFacts): SentPart | undefined {
    const { callId, name } = span.tool ?? {};
    const nth = name === undefined ? 0 : (this.#asked.get(name) ?? 0);
    if (name !== undefined) this.#asked.set(name, nth + 1);
    const byId = callId === undefined ? undefined : firstAfter(this.#byId.get(callId), span);
    const byName = name === undefined ? undefined : firstAfter(this.#byName.get(name), span);
    // One tool result and one tool: nothing else can have given it.
    const only = [
      firstAfter(this.#onlyWithoutId, span),
      callId === undefined ? firstAfter(this.#onlyWithId, span) : undefined,
    ];
    const first = [byId, byName, ...only].reduce((a, b) =>
      a === undefined || (b !== undefined && b.order < a.order) ? b : a,
    );
    if (first === undefined) return undefined;
    // Where the history was trimmed, what is left is the latest.
    return first === byName ? (first.parts[nth] ?? first.parts.at(-1)) : first.parts[0];
  }
}

/** The first that a call begun after the span was given (other resource: any). */
function firstAfter(givings: Givings | undefined, span: SpanFacts): Told | undefined {
  let first: Told | undefined;
  for (const [resource, told] of givings ?? []) {
    const one =
      resource === span.resource.key
        ? told[countBefore(told, span.endTimeUnixNano ?? span.startTimeUnixNano)]
        : told[0];
    if (one !== undefined && (first === undefined || one.order < first.order)) first = one;
  }
  return first;
}

/** By halving: how many began before `time`. */
function countBefore(told: readonly Told[], time: bigint): number {
  let from = 0;
  let to = told.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((told[middle] as Told).call.span.startTimeUnixNano < time) from = middle + 1;
    else to = middle;
  }
  return from;
}

function grouped(parts: readonly SentPart[], keyOf: (part: SentPart) => string | undefined): Map<string, SentPart[]> {
  const groups = new Map<string, SentPart[]>();
  for (const part of parts) {
    const key = keyOf(part);
    if (key !== undefined) push(groups, key, part);
  }
  return groups;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const held = map.get(key);
  if (held === undefined) map.set(key, [value]);
  else held.push(value);
}
