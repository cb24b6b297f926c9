/** The OpenAI Responses API. */
import { asList, asShape, asText, firstNumber } from '../shape.js';
import type { Shape } from '../shape.js';
import { addContent, isHostedCall } from './content-parts.js';
import type { OutputRecord } from './output-record.js';
import type { ProviderReader } from './provider-reader.js';

export const openaiResponses: ProviderReader = {
  response(shape, output) {
    if (shape['object'] !== 'response' || asList(shape['output']) === undefined) return false;
    readWhole(shape, output);
    return true;
  },

  chunk(shape, output) {
    const type = asText(shape['type']);
    if (type === 'error' && 'code' in shape) {
      output.error = shape['message'] ?? 'error';
      return true;
    }
    if (type?.startsWith('response.') !== true) return false;
    output.expectsFinish = true;
    const response = asShape(shape['response']);
    switch (type) {
      case 'response.output_text.delta':
        output.addText(shape['delta']);
        break;
      case 'response.refusal.delta':
        output.isRefusal = true;
        output.addText(shape['delta']);
        break;
      case 'response.output_item.done':
        readItem(asShape(shape['item']), Number(shape['output_index'] ?? 0), output, false);
        break;
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        if (response !== undefined) readEnvelope(response, output);
        break;
      default:
        output.responseId = asText(response?.['id']) ?? output.responseId;
    }
    return true;
  },
};

function readWhole(shape: Shape, output: OutputRecord): void {
  for (const [place, item] of (asList(shape['output']) ?? []).entries()) readItem(asShape(item), place, output, true);
  readEnvelope(shape, output);
}

function readItem(item: Shape | undefined, place: number, output: OutputRecord, withText: boolean): void {
  const type = asText(item?.['type']) ?? '';
  if (item === undefined) return;
  if (isHostedCall(type)) output.isContextPartial = true;
  if (type === 'message' && withText) addContent(item['content'], output);
  if (type === 'function_call' || type === 'custom_tool_call') {
    output.addToolCall(place, {
      id: item['call_id'],
      name: item['name'],
      arguments: item['arguments'] ?? item['input'],
    });
  }
}

function readEnvelope(shape: Shape, output: OutputRecord): void {
  output.responseId = asText(shape['id']) ?? output.responseId;
  output.responseModel = asText(shape['model']) ?? output.responseModel;
  const status = asText(shape['status']);
  const reason = asText(asShape(shape['incomplete_details'])?.['reason']);
  if (status === 'completed') output.finish(output.toolCallCount > 0 ? 'tool_calls' : 'stop');
  else if (status === 'incomplete')
    output.finish(reason === 'max_output_tokens' ? 'max_tokens' : (reason ?? 'incomplete'));
  else if (status === 'cancelled') output.finish('cancelled');
  else if (status === 'failed') output.error = asShape(shape['error'])?.['message'] ?? 'failed';
  const usage = asShape(shape['usage']);
  if (usage === undefined) return;
  output.inputTokens = firstNumber(usage, 'input_tokens');
  output.outputTokens = firstNumber(usage, 'output_tokens');
}
