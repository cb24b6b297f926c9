/** Parameters of a request, in any client's spelling, under their GenAI names (spec §10; pins of §3). */
import type { Attributes } from '@opentelemetry/api';
import { GEN_AI } from '../semconv.js';
import { asList, asShape, firstNumber, firstText } from './shape.js';
import type { Shape } from './shape.js';

const NUMBERS: readonly (readonly [attribute: string, ...keys: string[]])[] = [
  [GEN_AI.REQUEST_TEMPERATURE, 'temperature'],
  [GEN_AI.REQUEST_TOP_P, 'top_p', 'topP'],
  [GEN_AI.REQUEST_TOP_K, 'top_k', 'topK'],
  [
    GEN_AI.REQUEST_MAX_TOKENS,
    'max_completion_tokens',
    'max_output_tokens',
    'max_tokens',
    'maxOutputTokens',
    'maxTokens',
    'num_predict',
  ],
  [GEN_AI.REQUEST_SEED, 'seed'],
  [GEN_AI.REQUEST_FREQUENCY_PENALTY, 'frequency_penalty', 'frequencyPenalty'],
  [GEN_AI.REQUEST_PRESENCE_PENALTY, 'presence_penalty', 'presencePenalty'],
];

/** Clients that keep parameters in an object of their own. */
const PLACES = ['config', 'generationConfig', 'inferenceConfig', 'options'];

export function requestAttributes(request: Shape): Attributes {
  const places = [request, ...PLACES.map((key) => asShape(request[key]))].filter((place) => place !== undefined);
  const attributes: Attributes = {};
  const model = modelName(request);
  if (model !== undefined) attributes[GEN_AI.REQUEST_MODEL] = model;
  const provider = firstText(request, 'provider');
  if (provider !== undefined) attributes[GEN_AI.PROVIDER_NAME] = provider;
  for (const [attribute, ...keys] of NUMBERS) {
    const value = places.map((place) => firstNumber(place, ...keys)).find((held) => held !== undefined);
    if (value !== undefined) attributes[attribute] = value;
  }
  const stop = places
    .map((place) => place['stop'] ?? place['stop_sequences'] ?? place['stopSequences'])
    .find((held) => held !== undefined && held !== null);
  const stops = (asList(stop) ?? [stop]).filter((one) => typeof one === 'string');
  if (stops.length > 0) attributes[GEN_AI.REQUEST_STOP_SEQUENCES] = stops;
  return attributes;
}

/** A name, or an AI SDK model object. */
export function modelName(request: Shape): string | undefined {
  return (
    firstText(request, 'model', 'modelId') ??
    firstText(asShape(request['model']) ?? {}, 'modelId', 'model', 'modelName')
  );
}
