/** From what the dialects read to the call that is judged: damage, source hashes, empty or unlogged (spec §3). */
import type { TextHash } from '../model/judging-options.js';
import type { ModelCall, ModelOutput, SentMessage } from '../model/model-call.js';
import { isInvalidText } from '../model/text.js';
import type { ModelReading, TranslateContext } from './dialect.js';
import { modelOutput } from './messages/output.js';

type Mutable<T> = { -readonly [key in keyof T]: T[key] };

/** `dropped`: the span, or an event that was read, lost attributes or events. */
export function finishModel(reading: ModelReading, dropped: boolean, context: TranslateContext): ModelCall {
  const { hash } = context;
  const hasLoggedHash = reading.contextSha256 !== undefined || reading.outputSha256 !== undefined;
  const foreignHash = hasLoggedHash && reading.hashKey !== hash.keyName;
  const checks = !foreignHash && context.trustsSourceText !== true;
  const messages = messagesOf(reading);
  const contextDamaged = dropped || reading.sent?.broken === true || reading.sentBroken === true;
  const call: Mutable<ModelCall> = {
    contextLossy:
      contextDamaged || (checks && messages !== undefined && !fitsContext(messages, reading.contextSha256, hash)),
    contextInvalid: messages?.some(isInvalidMessage) === true,
    providerHeld: reading.providerHeld === true || reading.output?.providerHeld === true,
    outputLossy: reading.outputBroken === true || (dropped && reading.output === undefined),
    finishReasons: finishReasonsOf(reading),
    usage: reading.usage ?? {},
    isAnswer: reading.isAnswer === true,
    isRefusal: reading.isRefusal === true,
    pins: reading.pins ?? {},
    foreignHash,
  };
  if (messages !== undefined) call.messages = messages;
  const output = outputOf(reading, dropped, checks, hash);
  if (output !== undefined) call.output = output;
  if (reading.provider !== undefined) call.provider = reading.provider;
  if (reading.model !== undefined) call.model = reading.model;
  if (reading.responseId !== undefined) call.responseId = reading.responseId;
  if (reading.contextSha256 !== undefined) call.contextSha256 = reading.contextSha256;
  if (reading.contextBytes !== undefined) call.contextBytes = reading.contextBytes;
  if (reading.enginePromptLimit !== undefined) call.enginePromptLimit = reading.enginePromptLimit;
  if (reading.hashKey !== undefined) call.hashKey = reading.hashKey;
  return call;
}

/** Damaged messages of which no text is left say nothing. */
function messagesOf({ sent }: ModelReading): readonly SentMessage[] | undefined {
  if (sent === undefined || !sent.broken) return sent?.messages;
  return sent.messages.some((message) => message.parts.some((part) => part.leaves.length > 0))
    ? sent.messages
    : undefined;
}

function finishReasonsOf(reading: ModelReading): readonly string[] {
  const reason = reading.finishReason ?? reading.output?.finishReason;
  return reason === undefined ? [] : [reason.toLowerCase()];
}

function isInvalidMessage(message: SentMessage): boolean {
  return message.parts.some((part) => part.leaves.some(isInvalidText));
}

/** The text beside a source hash must fit it: all segments, joined by one LF (spec §3 "Sent context"). */
function fitsContext(messages: readonly SentMessage[], sha256: string | undefined, hash: TextHash): boolean {
  if (sha256 === undefined) return true;
  const segments = messages.flatMap((message) => message.parts.flatMap((part) => part.leaves));
  return hash.sha256(segments.join('\n')) === sha256;
}

function outputOf(reading: ModelReading, dropped: boolean, checks: boolean, hash: TextHash): ModelOutput | undefined {
  const { outputSha256: sha256, outputBytes: bytes, output } = reading;
  const logged = { ...(sha256 === undefined ? {} : { sha256 }), ...(bytes === undefined ? {} : { bytes }) };
  if (output === undefined)
    return sha256 === undefined && bytes === undefined ? undefined : { toolCalls: [], ...logged };
  if (output.text === undefined) return modelOutput(output, logged);
  const { text } = output.text;
  const fits =
    !checks ||
    sha256 === undefined ||
    hash.sha256(text) === sha256 ||
    (output.rawText !== undefined && hash.sha256(output.rawText) === sha256);
  const lossy = output.text.lossy || dropped || reading.outputBroken === true || !fits;
  return modelOutput({ ...output, text: { text, lossy } }, logged);
}
