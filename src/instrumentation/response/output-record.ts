/**
 * What came back from a model, gathered from one response or from the chunks of a stream in the
 * order the application received them. Holds strings by reference; bounded by `MAX_TEXT_UNITS`.
 */
import type { AttributeValue } from '../../model/span.js';
import { plainCopy } from '../plain-copy.js';
import { wellFormed } from '../../model/utf8.js';

/** UTF-16 units of output kept; a longer output is not logged at all, never in part. */
const MAX_TEXT_UNITS = 8 * 1024 * 1024;

interface ToolCallDraft {
  id?: string | undefined;
  name?: string | undefined;
  argumentPieces: string[];
  value?: AttributeValue;
}

export interface OutputToolCall {
  readonly type: 'tool_call';
  readonly id?: string;
  readonly name?: string;
  readonly arguments?: AttributeValue;
}

export class OutputRecord {
  finishReason: string | undefined;
  responseId: string | undefined;
  responseModel: string | undefined;
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  /** Only where the provider counts them apart from the input. */
  cacheReadTokens: number | undefined;
  cacheCreationTokens: number | undefined;
  /** The provider put the text in its place for refusals. */
  isRefusal = false;
  /** The model read more than the request shows: hosted search, tools run inside the call. */
  isContextPartial = false;
  /** Something was recognised: a response, or a chunk of a known stream. */
  isRecognised = false;
  /** The stream's protocol announces its end, so an end without a finish reason is an abort. */
  expectsFinish = false;
  /** An error that arrived as a chunk. */
  error: unknown;

  #pieces: string[] = [];
  #units = 0;
  #toolCalls = new Map<string, ToolCallDraft>();

  addText(text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    this.#units += text.length;
    if (this.#units > MAX_TEXT_UNITS) this.#pieces = [];
    else this.#pieces.push(text);
  }

  addToolCall(key: string | number, piece: { id?: unknown; name?: unknown; arguments?: unknown }): void {
    const held = this.#toolCalls.get(String(key)) ?? { argumentPieces: [] };
    this.#toolCalls.set(String(key), held);
    if (typeof piece.id === 'string' && piece.id !== '') held.id = piece.id;
    if (typeof piece.name === 'string' && piece.name !== '') held.name = piece.name;
    if (typeof piece.arguments === 'string') held.argumentPieces.push(piece.arguments);
    else if (piece.arguments !== undefined && piece.arguments !== null) held.value = plainCopy(piece.arguments).value;
  }

  finish(reason: unknown): void {
    if (typeof reason === 'string' && reason !== '') this.finishReason = reason.toLowerCase();
  }

  /** The last step of several is the answer: what came before is forgotten. */
  restart(): void {
    this.#pieces = [];
    this.#units = 0;
    this.#toolCalls.clear();
    this.finishReason = undefined;
  }

  get isTooLong(): boolean {
    return this.#units > MAX_TEXT_UNITS;
  }

  /** Undefined: none, or too long to hold. */
  get text(): string | undefined {
    return this.#pieces.length === 0 ? undefined : wellFormed(this.#pieces.join(''));
  }

  get toolCallCount(): number {
    return this.#toolCalls.size;
  }

  get toolCalls(): OutputToolCall[] {
    return [...this.#toolCalls.values()].map((call) => {
      const given =
        call.value ?? (call.argumentPieces.length > 0 ? wellFormed(call.argumentPieces.join('')) : undefined);
      return {
        type: 'tool_call',
        ...(call.id === undefined ? {} : { id: call.id }),
        ...(call.name === undefined ? {} : { name: call.name }),
        ...(given === undefined ? {} : { arguments: given }),
      };
    });
  }
}
