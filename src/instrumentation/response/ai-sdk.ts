/** The AI SDK: results of `generateText` and `generateObject`, parts of `fullStream` and of UI streams. */
import { asList, asShape, asText, firstNumber } from '../shape.js';
import type { Shape } from '../shape.js';
import type { OutputRecord } from './output-record.js';
import type { ProviderReader } from './provider-reader.js';

const PARTS = new Set([
  'start',
  'start-step',
  'text-start',
  'text-delta',
  'text-end',
  'reasoning',
  'reasoning-start',
  'reasoning-delta',
  'reasoning-end',
  'source',
  'file',
  'tool-input-start',
  'tool-input-delta',
  'tool-input-end',
  'tool-call',
  'tool-result',
  'tool-error',
  'finish-step',
  'step-finish',
  'step-start',
  'finish',
  'abort',
  'error',
  'raw',
  'message-metadata',
  'stream-start',
  'response-metadata',
  'object',
]);

export const aiSdk: ProviderReader = {
  response(shape, output) {
    const reason = finishReason(shape['finishReason']);
    if (reason === undefined) return false;
    const text = asText(shape['text']);
    if (text === undefined && !('object' in shape)) return false;
    output.addText(text);
    if (text === undefined) output.addText(JSON.stringify(shape['object']));
    for (const [place, call] of (asList(shape['toolCalls']) ?? []).entries()) addCall(asShape(call), place, output);
    // Earlier steps ran tools inside: their results were sent, and this request does not show them.
    if ((asList(shape['steps'])?.length ?? 0) > 1) output.isContextPartial = true;
    output.finish(reason);
    readEnvelope(shape, output);
    return true;
  },

  chunk(shape, output) {
    const type = asText(shape['type']) ?? '';
    if (!PARTS.has(type)) return false;
    output.expectsFinish = true;
    switch (type) {
      case 'start-step':
      case 'step-start':
        output.restart();
        break;
      case 'text-delta':
        output.addText(shape['text'] ?? shape['textDelta'] ?? shape['delta']);
        break;
      case 'tool-call':
        addCall(shape, output.toolCallCount, output);
        break;
      case 'tool-result':
      case 'tool-error':
        output.isContextPartial = true;
        break;
      case 'finish-step':
      case 'step-finish':
      case 'finish':
        output.finish(finishReason(shape['finishReason']));
        readEnvelope(shape, output);
        break;
      case 'abort':
        output.finish('aborted');
        break;
      case 'error':
        output.error = shape['error'] ?? shape['errorText'] ?? 'error';
        break;
      default:
    }
    return true;
  },
};

/** A word, or `{unified, raw}`. */
function finishReason(value: unknown): string | undefined {
  return asText(value) ?? asText(asShape(value)?.['unified']);
}

function addCall(call: Shape | undefined, place: number, output: OutputRecord): void {
  if (call === undefined) return;
  output.addToolCall(place, {
    id: call['toolCallId'],
    name: call['toolName'],
    arguments: call['input'] ?? call['args'],
  });
}

function readEnvelope(shape: Shape, output: OutputRecord): void {
  const response = asShape(shape['response']);
  output.responseId = asText(response?.['id']) ?? output.responseId;
  output.responseModel = asText(response?.['modelId']) ?? output.responseModel;
  const usage = asShape(shape['usage']) ?? asShape(shape['totalUsage']);
  if (usage === undefined) return;
  output.inputTokens = firstNumber(usage, 'inputTokens', 'promptTokens') ?? output.inputTokens;
  output.outputTokens = firstNumber(usage, 'outputTokens', 'completionTokens') ?? output.outputTokens;
}
