/** What our producer side writes is read back whole: text fits the hashes beside it, exported or private. */
import { describe, expect, test } from 'vitest';
import { generation, retrieval } from '../../src/instrumentation/index.js';
import { setCaptureSwitch } from '../../src/model/capture-switch.js';
import { privateAttributes } from '../../src/model/private-attributes.js';
import type { Attributes } from '../../src/model/span.js';
import { recordSpans } from '../instrumentation/support.js';
import { C1, C2, json, listOf, modelOf, sentTexts, translate } from './support.js';

const recorded = recordSpans();

const requests: Record<string, Record<string, unknown>> = {
  'OpenAI chat with a tool result': {
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: C1 },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
          { type: 'text', text: '' },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'search', arguments: '{"q":"x"}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: json({ results: [C2] }) },
    ],
  },
  'OpenAI Responses': {
    instructions: 'Be brief.',
    input: [
      { role: 'user', content: [{ type: 'input_text', text: C1 }] },
      { type: 'function_call_output', call_id: 'c', output: C2 },
    ],
  },
  Anthropic: {
    system: [{ type: 'text', text: 'Be brief.' }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'document', source: { type: 'text', media_type: 'text/plain', data: C1 } },
          { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: C2 }] },
        ],
      },
    ],
  },
  Gemini: {
    systemInstruction: 'Be brief.',
    contents: [
      { role: 'user', parts: [{ text: C1 }, { functionResponse: { name: 'search', response: { b: 'last', a: C2 } } }] },
    ],
  },
  'a lone surrogate': { messages: [{ role: 'user', content: `${C1} \ud800 ${C2}` }] },
  'an empty prompt': { messages: [{ role: 'user', content: '' }] },
};

describe.each(Object.entries(requests))('%s', (_name, request) => {
  test('messages fit their hash, from either place, and equal those of the request itself', async () => {
    setCaptureSwitch({ content: true });
    await generation({ model: 'm', ...request }, async () => ({
      choices: [
        { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '<think>hm</think>30 days' } },
      ],
    }));
    const span = recorded.named('chat m');
    const exported = translate(span.attributes as Attributes);
    const held = translate({ ...(span.attributes as Attributes), ...privateAttributes(span) });
    for (const facts of [exported, held]) {
      expect(modelOf(facts)).toMatchObject({
        contextLossy: false,
        outputLossy: false,
        providerHeld: false,
        output: { text: { text: '30 days', lossy: false } },
      });
    }
    expect(modelOf(held).messages).toEqual(modelOf(exported).messages);
    const asBlob = translate({ 'openinference.span.kind': 'LLM', 'input.value': json({ model: 'm', ...request }) });
    expect(sentTexts(asBlob)).toEqual(sentTexts(exported));
  });
});

test('hits fit their digests, from either place', async () => {
  setCaptureSwitch({ content: true });
  await retrieval({ source: 'ledger', query: 'refund?', topK: 2 }, async () => [
    { id: 'a', text: C1 },
    { id: 4, text: `${C2}\ud800` },
  ]);
  const span = recorded.named('retrieval ledger');
  for (const attributes of [span.attributes, { ...span.attributes, ...privateAttributes(span) }]) {
    const list = listOf(translate(attributes as Attributes));
    expect(list).toMatchObject({ lossy: false, foreignHash: false, topK: 2, query: 'refund?', source: 'ledger' });
    expect(list.items).toMatchObject([
      { id: 'a', text: C1, lossy: false, invalid: false },
      { id: '4', invalid: true },
    ]);
  }
});
