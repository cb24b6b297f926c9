/** Messages as the GenAI conventions structure them: what `gen_ai.input.messages` holds. */
import type { AttributeValue } from '../../model/span.js';

export type GenAiPart =
  | { readonly type: 'text'; readonly content: string }
  | {
      readonly type: 'tool_call';
      readonly id?: string;
      readonly name?: string;
      readonly arguments?: AttributeValue;
    }
  | {
      readonly type: 'tool_call_response';
      readonly id?: string;
      readonly name?: string;
      readonly response: AttributeValue;
    }
  | { readonly type: 'reasoning' }
  /** Images, audio, files: they keep their place in the count and carry no text. */
  | { readonly type: 'blob'; readonly modality: string };

export interface GenAiMessage {
  readonly role: string;
  readonly parts: readonly GenAiPart[];
}

/** What was sent, as far as the request shows it. */
export interface SentMessages {
  /** Separate system instructions, when the request has such a place. */
  readonly system?: readonly GenAiPart[];
  readonly messages: readonly GenAiMessage[];
  /**
   * Part of what the model read is not here: held by the provider, a file by reference, a part of
   * unknown shape. "Not found" is then no finding.
   */
  readonly isPartial: boolean;
}
