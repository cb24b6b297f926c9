/** OpenAI chat completions and legacy completions, and everybody who speaks them. First choice only. */
import { asList, asShape, asText, firstNumber } from '../shape.js';
import type { Shape } from '../shape.js';
import type { OutputRecord } from './output-record.js';
import type { ProviderReader } from './provider-reader.js';
import { addContent } from './content-parts.js';

export const openaiChat: ProviderReader = {
  response(shape, output) {
    const choice = firstChoice(shape);
    if (choice === undefined) return false;
    readEnvelope(shape, output);
    const message = asShape(choice['message']);
    output.addText(choice['text']);
    if (message !== undefined) readMessage(message, output);
    output.finish(choice['finish_reason']);
    return true;
  },

  chunk(shape, output) {
    if (asList(shape['choices']) === undefined) return false;
    readEnvelope(shape, output);
    const choice = firstChoice(shape);
    if (choice === undefined) return true;
    if ('finish_reason' in choice) output.expectsFinish = true;
    const delta = asShape(choice['delta']) ?? asShape(choice['message']);
    output.addText(choice['text']);
    // A new message after a turn of tool calls: a helper ran the tools and called again.
    if (delta !== undefined && 'role' in delta && output.finishReason !== undefined && output.toolCallCount > 0) {
      output.restart();
      output.isContextPartial = true;
    }
    if (delta !== undefined) readMessage(delta, output);
    output.finish(choice['finish_reason']);
    return true;
  },
};

/** Choices of one response may arrive in any order: the first is the one of index 0. */
function firstChoice(shape: Shape): Shape | undefined {
  return asList(shape['choices'])
    ?.map(asShape)
    .find((choice) => choice !== undefined && (choice['index'] === undefined || choice['index'] === 0));
}

function readMessage(message: Shape, output: OutputRecord): void {
  addContent(message['content'], output);
  if (asText(message['refusal'])) {
    output.isRefusal = true;
    output.addText(message['refusal']);
  }
  for (const [place, call] of (asList(message['tool_calls']) ?? []).entries()) {
    const shape = asShape(call);
    const called = asShape(shape?.['function']) ?? asShape(shape?.['custom']);
    if (shape === undefined || called === undefined) continue;
    const given = called['arguments'] ?? called['input'];
    output.addToolCall(Number(shape['index'] ?? place), { id: shape['id'], name: called['name'], arguments: given });
  }
  const legacy = asShape(message['function_call']);
  if (legacy !== undefined) output.addToolCall('function', { name: legacy['name'], arguments: legacy['arguments'] });
}

function readEnvelope(shape: Shape, output: OutputRecord): void {
  output.responseId = asText(shape['id']) ?? output.responseId;
  output.responseModel = asText(shape['model']) ?? output.responseModel;
  const usage = asShape(shape['usage']);
  if (usage === undefined) return;
  output.inputTokens = firstNumber(usage, 'prompt_tokens', 'input_tokens') ?? output.inputTokens;
  output.outputTokens = firstNumber(usage, 'completion_tokens', 'output_tokens') ?? output.outputTokens;
}
