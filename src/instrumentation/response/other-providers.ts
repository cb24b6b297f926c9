/** Gemini, Bedrock Converse, Ollama, Cohere, LangChain messages: small spellings, one reader each. */
import { asList, asShape, asText, firstNumber } from '../shape.js';
import type { Shape } from '../shape.js';
import { addContent } from './content-parts.js';
import type { OutputRecord } from './output-record.js';
import type { ProviderReader } from './provider-reader.js';

const BLOCKED = new Set(['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY']);

function readGemini(shape: Shape, output: OutputRecord): boolean {
  const candidates = asList(shape['candidates']);
  if (candidates === undefined) return false;
  const first = asShape(candidates[0]);
  const reason = asText(first?.['finishReason']);
  addContent(asShape(first?.['content'])?.['parts'], output);
  output.finish(reason !== undefined && BLOCKED.has(reason) ? 'content_filter' : reason);
  if (first?.['groundingMetadata'] !== undefined) output.isContextPartial = true;
  output.responseId = asText(shape['responseId']) ?? output.responseId;
  output.responseModel = asText(shape['modelVersion']) ?? output.responseModel;
  readUsage(asShape(shape['usageMetadata']), output);
  return true;
}

export const gemini: ProviderReader = { response: readGemini, chunk: readGemini };

export const bedrock: ProviderReader = {
  response(shape, output) {
    const message = asShape(asShape(shape['output'])?.['message']);
    if (message === undefined) return false;
    addContent(message['content'], output);
    output.finish(shape['stopReason']);
    readUsage(asShape(shape['usage']), output);
    return true;
  },
  chunk(shape, output) {
    const delta = asShape(asShape(shape['contentBlockDelta'])?.['delta']);
    const place = Number(asShape(shape['contentBlockDelta'] ?? shape['contentBlockStart'])?.['contentBlockIndex'] ?? 0);
    const start = asShape(asShape(asShape(shape['contentBlockStart'])?.['start'])?.['toolUse']);
    if (start !== undefined) output.addToolCall(place, { id: start['toolUseId'], name: start['name'] });
    output.addText(delta?.['text']);
    const toolUse = asShape(delta?.['toolUse']);
    if (toolUse !== undefined) output.addToolCall(place, { arguments: toolUse['input'] });
    output.finish(asShape(shape['messageStop'])?.['stopReason']);
    readUsage(asShape(asShape(shape['metadata'])?.['usage']), output);
    const known = ['messageStart', 'contentBlockStart', 'contentBlockDelta', 'contentBlockStop', 'messageStop'].some(
      (key) => key in shape,
    );
    if (known) output.expectsFinish = true;
    return known || 'metadata' in shape;
  },
};

function readOllama(shape: Shape, output: OutputRecord): boolean {
  if (typeof shape['done'] !== 'boolean') return false;
  const message = asShape(shape['message']);
  addContent(message?.['content'] ?? shape['response'], output);
  for (const [place, call] of (asList(message?.['tool_calls']) ?? []).entries()) {
    const called = asShape(asShape(call)?.['function']);
    output.addToolCall(place, { name: called?.['name'], arguments: called?.['arguments'] });
  }
  output.expectsFinish = true;
  if (shape['done']) output.finish(shape['done_reason'] ?? 'stop');
  output.responseModel = asText(shape['model']) ?? output.responseModel;
  readUsage(shape, output);
  return true;
}

export const ollama: ProviderReader = { response: readOllama, chunk: readOllama };

export const cohere: ProviderReader = {
  response(shape, output) {
    const message = asShape(shape['message']);
    if (message === undefined || !('finish_reason' in shape)) return false;
    addContent(message['content'], output);
    output.finish(shape['finish_reason']);
    output.responseId = asText(shape['id']);
    readUsage(asShape(asShape(shape['usage'])?.['tokens']), output);
    return true;
  },
  chunk(shape, output) {
    const type = asText(shape['type']) ?? '';
    if (!/^(message|content|citation|tool-plan|tool-call)-(start|delta|end)$/.test(type)) return false;
    output.expectsFinish = true;
    const delta = asShape(shape['delta']);
    if (type === 'content-delta') output.addText(asShape(asShape(delta?.['message'])?.['content'])?.['text']);
    if (type === 'message-end') output.finish(delta?.['finish_reason']);
    if (type === 'message-start') output.responseId = asText(shape['id']);
    return true;
  },
};

function readLangChain(shape: Shape, output: OutputRecord): boolean {
  const metadata = asShape(shape['response_metadata']);
  if (
    !('content' in shape) ||
    (metadata === undefined && typeof (shape['getType'] ?? shape['_getType']) !== 'function')
  )
    return false;
  addContent(shape['content'], output);
  for (const [place, call] of (asList(shape['tool_calls']) ?? []).entries()) {
    const called = asShape(call);
    output.addToolCall(place, { id: called?.['id'], name: called?.['name'], arguments: called?.['args'] });
  }
  output.finish(
    metadata?.['finish_reason'] ?? metadata?.['stop_reason'] ?? metadata?.['finishReason'] ?? metadata?.['done_reason'],
  );
  output.responseId = asText(shape['id']) ?? output.responseId;
  output.responseModel = asText(metadata?.['model_name'] ?? metadata?.['model']) ?? output.responseModel;
  readUsage(asShape(shape['usage_metadata']), output);
  return true;
}

export const langChain: ProviderReader = { response: readLangChain, chunk: readLangChain };

function readUsage(usage: Shape | undefined, output: OutputRecord): void {
  if (usage === undefined) return;
  output.inputTokens =
    firstNumber(usage, 'inputTokens', 'input_tokens', 'promptTokenCount', 'prompt_eval_count') ?? output.inputTokens;
  output.outputTokens =
    firstNumber(usage, 'outputTokens', 'output_tokens', 'candidatesTokenCount', 'eval_count') ?? output.outputTokens;
  output.cacheReadTokens = firstNumber(usage, 'cacheReadInputTokens') ?? output.cacheReadTokens;
  output.cacheCreationTokens = firstNumber(usage, 'cacheWriteInputTokens') ?? output.cacheCreationTokens;
}
