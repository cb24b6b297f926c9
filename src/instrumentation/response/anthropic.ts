/** Anthropic messages. Input tokens leave out what came from the cache: its counts are kept beside. */
import { asList, asShape, asText, firstNumber } from '../shape.js';
import type { Shape } from '../shape.js';
import { addContent, addPart } from './content-parts.js';
import type { OutputRecord } from './output-record.js';
import type { ProviderReader } from './provider-reader.js';

const EVENTS = new Set([
  'message_start',
  'message_delta',
  'message_stop',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'ping',
]);

export const anthropic: ProviderReader = {
  response(shape, output) {
    if (shape['type'] !== 'message' || asList(shape['content']) === undefined) return false;
    addContent(shape['content'], output);
    readEnvelope(shape, output);
    return true;
  },

  chunk(shape, output) {
    const type = asText(shape['type']) ?? '';
    if (!EVENTS.has(type)) return false;
    const message = asShape(shape['message']);
    const delta = asShape(shape['delta']);
    if (type === 'message_start') {
      // A second message in one stream: a helper ran the tools and called again.
      if (output.expectsFinish) {
        output.restart();
        output.isContextPartial = true;
      }
      output.expectsFinish = true;
    }
    if (message !== undefined) readEnvelope(message, output);
    if (type === 'content_block_start') addPart(withoutInput(asShape(shape['content_block'])), placeOf(shape), output);
    if (type === 'content_block_delta') readDelta(delta, placeOf(shape), output);
    if (type === 'message_delta') readEnvelope({ ...delta, usage: shape['usage'] }, output);
    return true;
  },
};

function placeOf(shape: Shape): number {
  return Number(shape['index'] ?? 0);
}

/** A tool_use block starts with an empty input; what counts are its deltas. */
function withoutInput(block: Shape | undefined): Shape | undefined {
  return block !== undefined && 'input' in block ? { ...block, input: undefined } : block;
}

function readDelta(delta: Shape | undefined, place: number, output: OutputRecord): void {
  if (delta?.['type'] === 'text_delta') output.addText(delta['text']);
  if (delta?.['type'] === 'input_json_delta') output.addToolCall(place, { arguments: delta['partial_json'] });
}

const REASONS: Readonly<Record<string, string>> = {
  model_context_window_exceeded: 'length',
  /** The provider stopped to be asked to go on: no answer yet. */
  pause_turn: 'incomplete',
};

function readEnvelope(shape: Shape, output: OutputRecord): void {
  output.responseId = asText(shape['id']) ?? output.responseId;
  output.responseModel = asText(shape['model']) ?? output.responseModel;
  const reason = asText(shape['stop_reason']);
  if (reason === 'refusal') output.isRefusal = true;
  output.finish(reason === undefined ? undefined : (REASONS[reason] ?? reason));
  const usage = asShape(shape['usage']);
  if (usage === undefined) return;
  output.inputTokens = firstNumber(usage, 'input_tokens') ?? output.inputTokens;
  output.outputTokens = firstNumber(usage, 'output_tokens') ?? output.outputTokens;
  output.cacheReadTokens = firstNumber(usage, 'cache_read_input_tokens') ?? output.cacheReadTokens;
  output.cacheCreationTokens = firstNumber(usage, 'cache_creation_input_tokens') ?? output.cacheCreationTokens;
}
