/** One model call while it lasts: what it was sent, what came back, and the marks the application sets. */
import type { Span } from '@opentelemetry/api';
import type { AttributeValue } from '../model/span.js';
import { utf8Length, wellFormed } from '../model/utf8.js';
import { GEN_AI, RAGSPAN } from '../semconv.js';
import { writeArtifactHash, writeText } from './capture.js';
import { writeClaims } from './claim-counts.js';
import type { ClaimCounts } from './claim-counts.js';
import { guarded, warnOnce } from './guard.js';
import type { Markable } from './marks.js';
import { contextSegments } from './messages/context-text.js';
import type { SentMessages } from './messages/gen-ai-message.js';
import { readMessages, readRequest } from './messages/read-request.js';
import { withoutReasoning } from './response/output-text.js';
import { OutputRecord } from './response/output-record.js';
import { asShape } from './shape.js';
import type { LiveSpan } from './wrap.js';

export interface GenerationLog {
  /** What was really sent, where it is not what the request says: messages, a text, or a whole request. */
  sent(messages: unknown): void;
  /** The output's text, where the response has a shape of its own. */
  output(text: string): void;
  /** This call gives the run's answer. */
  answer(): void;
  /** The application takes this output as a refusal. */
  refused(): void;
  /** Tokens after which the engine cuts the prompt without saying so. */
  promptLimit(tokens: number): void;
  /** What an audit of the answer's claims counted; `auditClaims()` says it for you. */
  claims(counts: ClaimCounts): void;
}

const nothing = (): void => undefined;
export const IDLE_GENERATION_LOG: GenerationLog = {
  sent: nothing,
  output: nothing,
  answer: nothing,
  refused: nothing,
  promptLimit: nothing,
  claims: nothing,
};

export class LiveGeneration implements GenerationLog, Markable {
  readonly record = new OutputRecord();
  readonly #live: LiveSpan;
  readonly #isRefusal: ((output: string) => boolean) | undefined;
  #ownOutput: string | undefined;

  constructor(live: LiveSpan, isRefusal: ((output: string) => boolean) | undefined) {
    this.#live = live;
    this.#isRefusal = isRefusal;
  }

  sent(messages: unknown): void {
    this.#live.write('sent messages', (span) => {
      const shape = asShape(messages);
      const isRequest =
        shape !== undefined &&
        ['messages', 'input', 'contents', 'prompt', 'system', 'instructions'].some((key) => key in shape);
      const sent = isRequest ? readRequest(shape) : readMessages(messages);
      if (sent === undefined)
        warnOnce(
          'message shape',
          'the messages of a model call were not recognised, so they are not logged: call log.sent()',
        );
      else writeMessages(span, sent);
    });
  }

  output(text: string): void {
    this.#ownOutput = guarded('an output text', () => wellFormed(String(text)), undefined);
  }

  answer(): void {
    this.markAnswer();
  }

  refused(): void {
    this.markRefusal();
  }

  promptLimit(tokens: number): void {
    this.#live.write('a prompt limit', (span) => span.setAttribute(RAGSPAN.ENGINE_PROMPT_LIMIT, tokens));
  }

  claims(counts: ClaimCounts): void {
    this.#live.write('claims', (span) => writeClaims(span, counts));
  }

  markAnswer(): boolean {
    return this.#mark(RAGSPAN.ANSWER);
  }

  markRefusal(): boolean {
    return this.#mark(RAGSPAN.REFUSED);
  }

  #mark(attribute: string): boolean {
    if (this.#live.isEnded) return false;
    this.#live.write('a mark', (span) => span.setAttribute(attribute, true));
    return true;
  }

  /** Writes what came back and ends the span. `reason`: why it ended, where the provider did not say. */
  close(reason?: 'aborted' | 'error' | 'incomplete'): void {
    this.#live.write('an output', (span) => {
      const finish = this.record.finishReason ?? reason;
      writeEnvelope(span, this.record, finish);
      if (this.record.isRecognised || this.#ownOutput !== undefined) this.#writeOutput(span, finish);
    });
    this.#live.end();
  }

  #writeOutput(span: Span, finish: string | undefined): void {
    const text = this.#ownOutput ?? this.record.text;
    const { toolCalls } = this.record;
    // Too long to hold: not logged at all, so that nothing is judged from a part of it.
    if (text === undefined && this.record.isTooLong) return;
    const parts = [...(text === undefined ? [] : [{ type: 'text', content: text }]), ...toolCalls];
    const message = { role: 'assistant', parts, ...(finish === undefined ? {} : { finish_reason: finish }) };
    writeText(span, GEN_AI.OUTPUT_MESSAGES, [message] as unknown as AttributeValue);
    if (text === undefined) return;
    const judged = withoutReasoning(text);
    writeArtifactHash(span, judged, utf8Length(judged), { sha256: RAGSPAN.OUTPUT_SHA256, bytes: RAGSPAN.OUTPUT_BYTES });
    if (guarded('isRefusal', () => this.#isRefusal?.(judged) === true, false)) span.setAttribute(RAGSPAN.REFUSED, true);
  }
}

function writeMessages(span: Span, sent: SentMessages): void {
  if (sent.system !== undefined) writeText(span, GEN_AI.SYSTEM_INSTRUCTIONS, sent.system as AttributeValue);
  writeText(span, GEN_AI.INPUT_MESSAGES, sent.messages as unknown as AttributeValue);
  if (sent.isPartial) span.setAttribute(RAGSPAN.CONTEXT_PARTIAL, true);
  const text = contextSegments(sent).join('\n');
  writeArtifactHash(span, text, utf8Length(text), { sha256: RAGSPAN.CONTEXT_SHA256, bytes: RAGSPAN.CONTEXT_BYTES });
}

function writeEnvelope(span: Span, record: OutputRecord, finish: string | undefined): void {
  const attributes = {
    [GEN_AI.RESPONSE_ID]: record.responseId,
    [GEN_AI.RESPONSE_MODEL]: record.responseModel,
    [GEN_AI.USAGE_INPUT_TOKENS]: record.inputTokens,
    [GEN_AI.USAGE_OUTPUT_TOKENS]: record.outputTokens,
    [GEN_AI.USAGE_CACHE_READ_INPUT_TOKENS]: record.cacheReadTokens,
    [GEN_AI.USAGE_CACHE_CREATION_INPUT_TOKENS]: record.cacheCreationTokens,
  };
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) span.setAttribute(key, value);
  if (finish !== undefined) span.setAttribute(GEN_AI.RESPONSE_FINISH_REASONS, [finish]);
  if (record.isRefusal) span.setAttribute(RAGSPAN.REFUSED, true);
  if (record.isContextPartial) span.setAttribute(RAGSPAN.CONTEXT_PARTIAL, true);
}
