/** Which tools ran, and when last: as spans, or as results that a call was given (spec §3 "Output"). */
import type { ToolCall } from '../../model/model-call.js';
import type { Run } from '../../model/run.js';
import type { SpanFacts } from '../../model/span-facts.js';

interface LastRun {
  readonly start: bigint;
  readonly span: SpanFacts;
  /** Latest start of the other spans. */
  readonly before?: bigint;
}

/** Resource → the latest there. */
type Latest = Map<string, LastRun>;

export class ToolRuns {
  readonly #byId = new Map<string, Latest>();
  /** Of those that have no id. */
  readonly #byName = new Map<string, Latest>();

  constructor({ members, calls }: Run) {
    for (const span of members) if (span.kind === 'tool') this.#note(span.tool?.callId, span.tool?.name, span);
    for (const { span, model } of calls) {
      for (const { parts } of model.messages ?? []) {
        for (const part of parts) if (part.kind === 'tool_result') this.#note(part.toolCallId, part.toolName, span);
      }
    }
  }

  /** Begun at or after the end of the call that asked (other resource: whenever). */
  ranAfter({ id, name }: ToolCall, call: SpanFacts): boolean {
    return (
      isAfter(id === undefined ? undefined : this.#byId.get(id), call) ||
      isAfter(name === undefined ? undefined : this.#byName.get(name), call)
    );
  }

  #note(id: string | undefined, name: string | undefined, span: SpanFacts): void {
    const [map, key] = id === undefined ? [this.#byName, name] : [this.#byId, id];
    if (key === undefined) return;
    const latest = map.get(key) ?? new Map<string, LastRun>();
    map.set(key, latest);
    const known = latest.get(span.resource.key);
    const start = span.startTimeUnixNano;
    if (known === undefined) latest.set(span.resource.key, { start, span });
    else if (known.span === span) return;
    else if (start > known.start) latest.set(span.resource.key, { start, span, before: known.start });
    else if (known.before === undefined || start > known.before)
      latest.set(span.resource.key, { ...known, before: start });
  }
}

function isAfter(latest: Latest | undefined, call: SpanFacts): boolean {
  if (latest === undefined) return false;
  const here = latest.get(call.resource.key);
  if (latest.size > (here === undefined ? 0 : 1)) return true;
  // What the call itself was given ran before it.
  const start = here?.span === call ? here.before : here?.start;
  return start !== undefined && start >= (call.endTimeUnixNano ?? call.startTimeUnixNano);
}
