/** LLM spans: messages sent, output, parameters. */
import type { RequestPins, TokenUsage } from '../../model/model-call.js';
import type { Attributes, SpanRecord } from '../../model/span.js';
import { capture } from '../capture.js';
import type { ModelReading, ReadingContext, SentReading } from '../dialect.js';
import { withLastLossy } from '../gen-ai/sent.js';
import { IN_JSON, type TextReader } from '../lossy.js';
import { hasHostedTool, isProviderHeld } from '../messages/hosted-tools.js';
import { MessageReader, takeApart } from '../messages/message-reader.js';
import { type OutputReading, readOutput } from '../messages/output.js';
import { readRequest } from '../messages/request.js';
import { readResponse, type ResponseReading } from '../messages/response.js';
import { readPins } from '../pins.js';
import { asCount, asId, asList, asShape, asText, asWord, firstOf, type Shape } from '../scalars.js';
import { unflatten } from '../unflatten.js';
import { type Blob, readBlob } from './blob.js';
import * as names from './names.js';

const PREFIXES = [
  names.FLATTENED.INPUT_MESSAGES,
  names.FLATTENED.OUTPUT_MESSAGES,
  names.FLATTENED.PROMPTS,
  names.FLATTENED.CHOICES,
  names.FLATTENED.TOOLS,
];

type Flattened = ReadonlyMap<string, unknown>;

export function readModel(record: SpanRecord, context: ReadingContext): ModelReading {
  const { attributes } = record;
  const { values } = context;
  const flattened = unflatten(attributes, PREFIXES);
  const request = readBlob(attributes[names.INPUT_VALUE], attributes[names.INPUT_MIME], values);
  const response = readBlob(attributes[names.OUTPUT_VALUE], attributes[names.OUTPUT_MIME], values);
  const requestShape = request.kind === 'structure' ? asShape(request.capture.value) : undefined;
  const parameters = asShape(capture(attributes[names.INVOCATION_PARAMETERS], 'json', values)?.value);
  const sent = readSent(request, flattened, values);
  const returned = readReturned(response, flattened, values);
  const provider = asText(attributes[names.PROVIDER]) ?? asText(attributes[names.SYSTEM]);
  const model = requestedModel(attributes, requestShape, parameters) ?? returned.response?.model;
  const finishReason = asWord(attributes[names.FINISH_REASON]) ?? returned.response?.finishReason;
  const responseId = returned.response?.responseId;
  return {
    providerHeld:
      sent.providerHeld || isHeld(parameters) || hasFlattenedHostedTool(flattened.get(names.FLATTENED.TOOLS)),
    usage: readUsage(attributes, returned.response?.usage),
    pins: readRequestPins(attributes, requestShape, parameters, context),
    ...(sent.reading === undefined ? {} : { sent: sent.reading }),
    sentBroken: sent.broken,
    ...(returned.output === undefined ? {} : { output: returned.output }),
    outputBroken: returned.broken,
    ...(provider === undefined || provider === '' ? {} : { provider: provider.toLowerCase() }),
    ...(model === undefined ? {} : { model }),
    ...(responseId === undefined ? {} : { responseId }),
    ...(finishReason === undefined ? {} : { finishReason }),
  };
}

interface Sent {
  readonly reading?: SentReading;
  readonly broken: boolean;
  readonly providerHeld: boolean;
}

/** The request's JSON; else the flattened messages; else what a damaged request still says; else its text. */
function readSent(blob: Blob, flattened: Flattened, values: TextReader): Sent {
  const ofBlob = blob.kind === 'structure' || blob.kind === 'broken' ? ofRequest(blob) : undefined;
  const ofKeys = ofFlattened(flattened, values);
  const isBroken = blob.kind === 'broken' || blob.kind === 'redacted';
  if (ofBlob?.reading !== undefined && !ofBlob.broken && (ofBlob.isCertain || ofKeys === undefined)) {
    const hasText = ofBlob.reading.messages.some((message) => message.parts.some((part) => part.leaves.length > 0));
    if (hasText || ofKeys?.hasText !== true) return ofBlob;
  }
  const providerHeld = ofBlob?.providerHeld === true || ofKeys?.providerHeld === true;
  // Messages without text say nothing when the text was in a request that is damaged.
  if (ofKeys !== undefined && (ofKeys.hasText || !isBroken)) return { ...ofKeys, providerHeld };
  if (ofBlob?.reading !== undefined) return { ...ofBlob, providerHeld };
  if (blob.kind === 'text' && ofKeys === undefined) return ofText(blob.raw, values);
  // A structure that is no request we know, without messages beside it: the text it holds was sent somehow.
  if (blob.kind === 'structure' && ofKeys === undefined) return ofText(blob.raw ?? '', IN_JSON);
  return { broken: isBroken, providerHeld };
}

function ofText(raw: string, values: TextReader): Sent {
  const reader = new MessageReader(values);
  return { reading: { messages: reader.messages([raw]), broken: false }, broken: false, providerHeld: false };
}

function ofRequest(
  blob: Blob & { readonly kind: 'structure' | 'broken' },
): (Sent & { readonly isCertain: boolean }) | undefined {
  const broken = blob.kind === 'broken';
  const reader = new MessageReader(blob.capture.texts);
  const read = readRequest(blob.capture.value, reader);
  if (read === undefined) return undefined;
  const isDamaged = broken || reader.hasGap;
  const messages = broken ? withLastLossy(read.messages) : read.messages;
  return {
    reading: { messages, broken: isDamaged },
    broken: isDamaged,
    providerHeld: reader.providerHeld,
    isCertain: read.isCertain,
  };
}

function ofFlattened(flattened: Flattened, values: TextReader): (Sent & { readonly hasText: boolean }) | undefined {
  const reader = new MessageReader(values);
  const messages = asList(flattened.get(names.FLATTENED.INPUT_MESSAGES));
  const prompts = asList(flattened.get(names.FLATTENED.PROMPTS));
  if (messages === undefined && prompts === undefined) return undefined;
  const read = messages === undefined ? reader.messages((prompts ?? []).map(promptText)) : reader.messages(messages);
  return {
    reading: { messages: read, broken: reader.hasGap },
    broken: reader.hasGap,
    providerHeld: reader.providerHeld,
    hasText: reader.textCount > 0,
  };
}

function promptText(prompt: unknown): unknown {
  return asShape(asShape(prompt)?.['prompt'])?.['text'] ?? null;
}

interface Returned {
  readonly output?: OutputReading;
  readonly broken: boolean;
  readonly response?: ResponseReading;
}

/** As for what was sent; an answer that is itself JSON is told from a response by the flattened output beside it. */
function readReturned(blob: Blob, flattened: Flattened, values: TextReader): Returned {
  const ofKeys = flattenedOutput(flattened, values);
  if (blob.kind === 'structure') {
    const response = readResponse(blob.capture.value);
    if (response !== undefined && (response.isCertain || ofKeys === undefined)) {
      const output = readOutput(response.parts, blob.capture.texts, response.finishReason);
      if (output !== undefined && hasContent(output)) return { output, broken: false, response };
      return {
        broken: false,
        response,
        ...(ofKeys === undefined ? (output === undefined ? {} : { output }) : { output: ofKeys }),
      };
    }
    if (ofKeys !== undefined) return { output: ofKeys, broken: false };
    return { broken: false, output: readOutput([{ kind: 'text', texts: [blob.raw ?? ''] }], IN_JSON) as OutputReading };
  }
  if (ofKeys !== undefined && hasContent(ofKeys)) return { output: ofKeys, broken: false };
  if (blob.kind === 'text')
    return { broken: false, output: readOutput([{ kind: 'text', texts: [blob.raw] }], values) as OutputReading };
  if (blob.kind !== 'broken')
    return { broken: blob.kind === 'redacted', ...(ofKeys === undefined ? {} : { output: ofKeys }) };
  const response = readResponse(blob.capture.value);
  const output = response === undefined ? undefined : readOutput(response.parts, blob.capture.texts);
  return {
    broken: true,
    ...(output?.text === undefined ? {} : { output: { ...output, text: { ...output.text, lossy: true } } }),
  };
}

function hasContent(output: OutputReading): boolean {
  return output.text !== undefined || output.toolCalls.length > 0;
}

function flattenedOutput(flattened: Flattened, values: TextReader): OutputReading | undefined {
  const first = asList(flattened.get(names.FLATTENED.OUTPUT_MESSAGES))?.find((message) => message !== null);
  if (first !== undefined) return readOutput(takeApart(first)?.parts ?? [], values);
  const choice = asShape(asShape(asList(flattened.get(names.FLATTENED.CHOICES))?.[0])?.['completion']);
  const text = asText(choice?.['text']);
  return text === undefined ? undefined : readOutput([{ kind: 'text', texts: [text] }], values);
}

function requestedModel(
  attributes: Attributes,
  request: Shape | undefined,
  parameters: Shape | undefined,
): string | undefined {
  return (
    asWord(attributes[names.REQUEST_MODEL_NAME]) ??
    asWord(request?.['model']) ??
    asWord(firstOf(parameters ?? {}, ['model', 'model_name', 'modelName'])) ??
    asWord(attributes[names.MODEL_NAME])
  );
}

function readRequestPins(
  attributes: Attributes,
  request: Shape | undefined,
  parameters: Shape | undefined,
  context: ReadingContext,
): RequestPins {
  const model = requestedModel(attributes, request, parameters);
  const template = asWord(attributes[names.TEMPLATE]);
  const version = asId(attributes[names.TEMPLATE_VERSION]);
  return {
    ...readPins(request ?? {}),
    ...readPins(parameters ?? {}),
    ...(model === undefined ? {} : { model }),
    ...(template === undefined ? {} : { template_sha256: context.hash.sha256(template) }),
    ...(version === undefined ? {} : { template_version: version }),
  };
}

function readUsage(attributes: Attributes, response: Shape | undefined): TokenUsage {
  const input =
    asCount(attributes[names.INPUT_TOKENS]) ??
    asCount(firstOf(response ?? {}, ['prompt_tokens', 'input_tokens', 'promptTokenCount']));
  const cacheRead = firstCount(attributes, names.CACHE_READ_TOKENS) ?? asCount(response?.['cache_read_input_tokens']);
  const cacheCreation =
    firstCount(attributes, names.CACHE_WRITE_TOKENS) ?? asCount(response?.['cache_creation_input_tokens']);
  return {
    ...(input === undefined ? {} : { input }),
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheCreation === undefined ? {} : { cacheCreation }),
  };
}

function firstCount(attributes: Attributes, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const count = asCount(attributes[key]);
    if (count !== undefined) return count;
  }
  return undefined;
}

function isHeld(parameters: Shape | undefined): boolean {
  return parameters !== undefined && isProviderHeld(parameters);
}

/** `llm.tools.<i>.tool.json_schema`: the tool's definition as JSON. */
function hasFlattenedHostedTool(tools: unknown): boolean {
  return (
    asList(tools)?.some((entry) => {
      const schema = asShape(asShape(entry)?.['tool'])?.['json_schema'];
      return hasHostedTool([capture(schema, 'any', IN_JSON)?.value]);
    }) === true
  );
}
