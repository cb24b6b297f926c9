/** Request parameters under the names of the pins (spec §3 "Pins"), whatever the client calls them. */
import type { RequestPins } from '../model/model-call.js';
import { asList, asNumber, asText, type Shape } from './scalars.js';

type Kind = 'number' | 'text' | 'texts';

interface Pin {
  readonly pin: string;
  readonly kind: Kind;
  readonly keys: readonly string[];
}

/** Names as in request bodies and invocation parameters. */
const PINS: readonly Pin[] = [
  { pin: 'frequency_penalty', kind: 'number', keys: ['frequency_penalty', 'frequencyPenalty'] },
  {
    pin: 'max_tokens',
    kind: 'number',
    keys: [
      'max_tokens',
      'max_completion_tokens',
      'max_output_tokens',
      'maxTokens',
      'maxOutputTokens',
      'max_new_tokens',
    ],
  },
  { pin: 'presence_penalty', kind: 'number', keys: ['presence_penalty', 'presencePenalty'] },
  { pin: 'sampling_top_k', kind: 'number', keys: ['top_k', 'topK'] },
  { pin: 'seed', kind: 'number', keys: ['seed'] },
  { pin: 'stop', kind: 'texts', keys: ['stop', 'stop_sequences', 'stopSequences'] },
  { pin: 'temperature', kind: 'number', keys: ['temperature'] },
  { pin: 'top_p', kind: 'number', keys: ['top_p', 'topP'] },
];

/** `prefix` stands before each name: `gen_ai.request.` for attributes, nothing for a request body. */
export function readPins(shape: Shape, prefix = ''): RequestPins {
  const pins: Record<string, unknown> = {};
  for (const { pin, kind, keys } of PINS) {
    for (const key of keys) {
      const value = pinValue(shape[prefix + key], kind);
      if (value === undefined) continue;
      pins[pin] = value;
      break;
    }
  }
  return pins;
}

/** Integers beyond 2^53 become strings (spec §3). */
function pinValue(value: unknown, kind: Kind): unknown {
  if (kind === 'number') {
    if (typeof value === 'bigint')
      return value >= -(2n ** 53n) && value <= 2n ** 53n ? Number(value) : value.toString();
    return asNumber(value);
  }
  const text = asText(value);
  if (kind === 'text' || text !== undefined)
    return text === undefined || text === '' ? undefined : kind === 'texts' ? [text] : text;
  const texts = asList(value)?.filter((item) => typeof item === 'string');
  return texts === undefined || texts.length === 0 ? undefined : texts;
}
