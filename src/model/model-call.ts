/** One call of a model: what the client sent and what came back (spec §3 "Sent context", "Output"). */
import type { CapturedText } from './text.js';

/** `text` and `tool_result` make segments; every other part only takes a place in the count. */
export type SentPartKind = 'text' | 'tool_result' | 'other';

export interface SentPart {
  readonly kind: SentPartKind;
  /**
   * The strings this part gives, in order: one for a text; the string leaves (keys in UTF-8 byte
   * order, depth ≤ 64) for a structured part. Empty for `other`.
   */
  readonly leaves: readonly string[];
  /** Telemetry may have changed these bytes. */
  readonly lossy: boolean;
  /**
   * The text is an attribute value of its own, under a value limit that is not known: its end may be
   * the limit's, so it proves no `cut` (spec §3 "Lossy").
   */
  readonly endUnproven?: true;
  /** `tool_result`: which call it answers, to find a declared retrieval tool's result. */
  readonly toolCallId?: string;
  readonly toolName?: string;
  /** `tool_result`: the value as it was parsed, for `retrieval_tools` paths. */
  readonly value?: unknown;
}

export interface SentMessage {
  /** Lower case; dialects map `ai` and `model` to `assistant`, `human` to `user`. */
  readonly role: string;
  readonly parts: readonly SentPart[];
}

export interface ToolCall {
  readonly name?: string;
  readonly id?: string;
  /** String leaves of the arguments. */
  readonly argumentLeaves: readonly string[];
}

export interface ModelOutput {
  /** Text parts of the first choice, joined; without reasoning and a leading `<think>…</think>`. */
  readonly text?: CapturedText;
  readonly toolCalls: readonly ToolCall[];
  /** 64 hex as logged by the producer. */
  readonly sha256?: string;
  readonly bytes?: number;
}

export interface TokenUsage {
  readonly input?: number;
  readonly cacheRead?: number;
  readonly cacheCreation?: number;
}

/** Request parameters that are pins (spec §3), under the pin's own name. */
export type RequestPins = Readonly<Record<string, unknown>>;

export interface ModelCall {
  /** `gen_ai.provider.name` or `gen_ai.system`, lower case. */
  readonly provider?: string;
  readonly model?: string;
  readonly responseId?: string;
  /**
   * Messages as sent, separate system instructions first as message 0. Absent: not logged at all.
   * Present without text: an empty context, which is logged.
   */
  readonly messages?: readonly SentMessage[];
  /** The messages may be incomplete: a part of them was unparseable, dropped or replaced. */
  readonly contextLossy: boolean;
  /** The messages hold invalid text (U+FFFD) somewhere. */
  readonly contextInvalid: boolean;
  /** Logged by the producer, 64 hex. */
  readonly contextSha256?: string;
  readonly contextBytes?: number;
  /** `previous_response_id`, a provider-held conversation or hosted search: part of S is not visible. */
  readonly providerHeld: boolean;
  readonly output?: ModelOutput;
  /** The output was to be there but cannot be read (unparseable, dropped, redacted). */
  readonly outputLossy: boolean;
  /** As logged, lower case. Missing is not incomplete. */
  readonly finishReasons: readonly string[];
  readonly usage: TokenUsage;
  /** `ragspan.answer`: this call gives the answer. */
  readonly isAnswer: boolean;
  /** `ragspan.refused`: the application says it refused. */
  readonly isRefusal: boolean;
  /** `ragspan.engine.prompt_limit`, tokens. */
  readonly enginePromptLimit?: number;
  readonly pins: RequestPins;
  readonly hashKey?: string;
  readonly foreignHash: boolean;
}

/** A call of which nothing was logged: what is known is laid over it. */
export const UNLOGGED_CALL: ModelCall = {
  contextLossy: false,
  contextInvalid: false,
  providerHeld: false,
  outputLossy: false,
  finishReasons: [],
  usage: {},
  isAnswer: false,
  isRefusal: false,
  pins: {},
  foreignHash: false,
};
