/** The sent context (spec §3), value limits, claimed offsets, near-duplicates. */
import {
  assembly,
  assistant,
  bytes,
  chat,
  digest,
  retrieval,
  sha256,
  system,
  toolCall,
  toolResult,
  user,
  type PartSpec,
} from '../trace-builder.js';
import { also, at, hashes, item, like, type VectorSpec } from '../vector-builder.js';
import { lost, sent } from './fates.js';
import { R_IN, UNPLACED, unknown } from './unknown.js';
import {
  A,
  ANSWER,
  C1,
  C2,
  C3,
  C4,
  CASE,
  CONTEXT,
  G,
  GC,
  HOLD,
  NOWHERE,
  PINS,
  QUESTION,
  R,
  ROOT,
  WRONG,
  caseFile,
  needLine,
  ofContext,
} from './t0.js';

const NO_C1 = `Context:\n${C2}\n\n${C3}`;
const OBSERVED = (context: string, output = ANSWER): { readonly [artifact: string]: string } =>
  hashes({ input: QUESTION, context, output, pins: { model: 'test-model' } });

const BLOCK = 'Answer from the policy only.';
const MORE = `Also: ${C2}`;
const BLOCKS = `${BLOCK}\n${C1}\n${MORE}\n${C3}`;
const cached: PartSpec = { type: 'text', content: C1, cache_control: { type: 'ephemeral' } };
const image: PartSpec = {
  type: 'blob',
  modality: 'image',
  mime_type: 'image/png',
  content: 'iVBORw0KGgoAAAANSUhEUg==',
};
const inBlocks = like(HOLD, {
  explanation: `${R_IN}; sent at byte ${bytes(BLOCK) + 1}; output passes`,
  evidence: { offset: bytes(BLOCK) + 1, message: 0, part: 1 },
  sha256: ofContext(BLOCKS),
});
const OI_BLOCKS = {
  'llm.input_messages.0.message.role': 'system',
  'llm.input_messages.0.message.contents.0.message_content.type': 'text',
  'llm.input_messages.0.message.contents.0.message_content.text': BLOCK,
  'llm.input_messages.0.message.contents.1.message_content.type': 'text',
  'llm.input_messages.0.message.contents.1.message_content.text': C1,
  'llm.input_messages.1.message.role': 'user',
  'llm.input_messages.1.message.contents.0.message_content.type': 'text',
  'llm.input_messages.1.message.contents.0.message_content.text': MORE,
  'llm.input_messages.1.message.contents.1.message_content.type': 'image',
  'llm.input_messages.1.message.contents.1.message_content.image.image.url': 'https://pictures.example/1.png',
  'llm.input_messages.1.message.contents.2.message_content.type': 'text',
  'llm.input_messages.1.message.contents.2.message_content.text': C3,
};
const long = 'The policy of the shop, second edition, in force since the first of May. ';
const DATA = `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAA'.repeat(200)}`;

/** A message of exactly `length` UTF-16 units that holds C1 and C2. */
const ofLength = (length: number, filler = '.'): string => {
  const head = `${C1}\n${C2}\n`;
  return head + filler.repeat((length - head.length) / filler.length);
};
const limited = (context: string): typeof HOLD =>
  unknown('lossy_capture', ['H2', 'HOLD'], 'rank 3/3 within k=3', {
    pattern: 'present/unlogged/passes',
    loss: 'unknown',
    evidence: { ...item(C3), rank: 3, ...UNPLACED },
    chunks: { sent: 2, unknown: 1 },
    sha256: also(OBSERVED(context), { context: undefined, config: ofContext('')['config'] }),
  });

export const contextVectors: VectorSpec[] = [
  {
    name: 'b23-blocks-json',
    section: '§3',
    shows: 'separate system instructions are message 0; every part takes a place',
    covers: ['B23'],
    spans: [ROOT(), R(), G({ instructions: [BLOCK, cached], messages: [user(MORE, image, C3)] })],
    cases: CASE,
    runs: [inBlocks],
  },
  {
    name: 'b23-blocks-objects',
    section: '§3',
    shows: 'the same as structured attribute values',
    covers: ['B23'],
    spans: [
      ROOT(),
      R(),
      G({
        messages: undefined,
        attrs: {
          'gen_ai.system_instructions': [
            { type: 'text', content: BLOCK },
            { type: 'text', content: C1, cache_control: { type: 'ephemeral' } },
          ],
          'gen_ai.input.messages': [
            {
              role: 'user',
              parts: [
                { type: 'text', content: MORE },
                { type: 'blob', modality: 'image', content: 'iVBORw0KGgoAAAANSUhEUg==' },
                { type: 'text', content: C3 },
              ],
            },
          ],
        },
      }),
    ],
    cases: CASE,
    runs: [inBlocks],
  },
  {
    name: 'b23-blocks-flattened',
    section: '§3',
    shows: 'the same as flattened indexed attributes',
    covers: ['B23'],
    spans: [ROOT(), R(), G({ dialect: 'oi', messages: [], attrs: OI_BLOCKS })],
    cases: CASE,
    runs: [inBlocks],
  },
  {
    name: 'context-part-counts-all',
    section: '§14',
    shows: 'part counts all parts of the message',
    spans: [ROOT(), R(), G({ instructions: [BLOCK, cached], messages: [user(MORE, image, C3)] })],
    cases: needLine(C3),
    runs: [
      like(inBlocks, {
        explanation: `rank 3/3 within k=3; sent at byte ${at(BLOCKS, C3)}; output passes`,
        evidence: { ...item(C3), rank: 3, offset: at(BLOCKS, C3), message: 1, part: 2, kept_bytes: 38 },
      }),
    ],
  },
  {
    name: 'context-nothing-across-segments',
    section: '§3',
    shows: 'nothing matches across two segments',
    ...(() => {
      const context = `${C1.slice(0, 23)}\n${C1.slice(23)}\n${C2}\n${C3}`;
      return {
        spans: [ROOT(), R(), G({ messages: [user(C1.slice(0, 23), C1.slice(23), `${C2}\n${C3}`)] })],
        cases: CASE,
        runs: [
          lost(C1, 1, 'clipped', 'clipped, 23 of 43 bytes kept', {
            evidence: { kept_bytes: 23 },
            chunks: { sent: 2, clipped: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'context-assistant-is-no-evidence',
    section: '§3',
    shows: 'a need found only in what the assistant said is absent: self_report',
    ...(() => {
      const context = `Hello.\nAs I said: ${C1}\n${NO_C1}`;
      return {
        spans: [ROOT(), R(), G({ messages: [user('Hello.'), assistant(`As I said: ${C1}`), user(NO_C1)] })],
        cases: CASE,
        runs: [
          lost(C1, 1, 'deselected', 'deselected', {
            route: 'self_report',
            chunks: { sent: 2, deselected: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'context-question-is-no-evidence',
    section: '§3',
    shows: 'a need found only in the question is absent: self_report',
    ...(() => {
      const asked = `Is this true: ${C1}`;
      const context = `Context:\n${C2}\n\n${C3}\n\n${C4}`;
      return {
        spans: [ROOT({ input: asked }), R({ chunks: [C2, C3, C4] }), G({ messages: [system(context), user(asked)] })],
        cases: CASE,
        runs: [
          like(HOLD, {
            verdict: 'H1',
            reason: 'not_retrieved',
            boundary: 'retrieval',
            pattern: 'absent/absent/passes',
            route: 'self_report',
            explanation: 'absent from 3 retrieved, k=3',
            evidence: NOWHERE,
            sha256: hashes({ input: asked, context: `${context}\n${asked}`, output: ANSWER, pins: PINS }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'question-is-the-prompt',
    section: '§8',
    shows: 'nothing names the question but the prompt: its items are evidence all the same',
    spans: [ROOT({ input: undefined }), R(), G()],
    cases: CASE,
    runs: [like(HOLD, { sha256: { input: sha256(CONTEXT) } })],
  },
  {
    name: 'context-tool-arguments-are-none',
    section: '§3',
    shows: 'tool-call arguments, names and reasoning are not sent context',
    ...(() => {
      const call = toolCall('look_up', { text: C1 });
      return {
        spans: [
          ROOT(),
          R(),
          G({
            messages: [user(NO_C1), assistant({ type: 'reasoning', content: C1 }, call), toolResult('nothing found')],
          }),
        ],
        cases: CASE,
        runs: [
          lost(C1, 1, 'deselected', 'deselected', {
            chunks: { sent: 2, deselected: 1 },
            sha256: ofContext(`${NO_C1}\nnothing found`),
          }),
        ],
      };
    })(),
  },
  {
    name: 'context-structured-result',
    section: '§3',
    shows: 'a structured part gives its string leaves, keys in UTF-8 byte order',
    ...(() => {
      const result = { '😀': C1, ｚ: C2, a: { n: 7, list: [C3, true] } };
      const context = `${QUESTION}\n${C3}\n${C2}\n${C1}`;
      return {
        spans: [ROOT(), R(), G({ messages: [user(QUESTION), toolResult(result)] })],
        cases: CASE,
        runs: [like(sent(C1, 1, context), { evidence: { message: 1 } })],
      };
    })(),
  },
  {
    name: 'context-span-events',
    section: '§3',
    shows: 'messages and choice as span events',
    spans: [
      ROOT(),
      R(),
      G({
        messages: undefined,
        output: undefined,
        events: [
          { name: 'gen_ai.system.message', attrs: { content: CONTEXT } },
          { name: 'gen_ai.user.message', attrs: { content: QUESTION } },
          {
            name: 'gen_ai.choice',
            attrs: { index: 0, finish_reason: 'stop', message: JSON.stringify({ content: ANSWER }) },
          },
        ],
      }),
    ],
    cases: CASE,
    runs: [like(HOLD, { sha256: ofContext(`${CONTEXT}\n${QUESTION}`) })],
  },
  {
    name: 'context-log-events',
    section: '§3',
    shows: 'messages and choice as log records of the span (name in event.name)',
    spans: [ROOT(), R(), G({ messages: undefined, output: undefined })],
    logs: [
      { span: 'G', attrs: { 'event.name': 'gen_ai.system.message' }, body: { content: CONTEXT } },
      { span: 'G', attrs: { 'event.name': 'gen_ai.user.message' }, body: { content: QUESTION } },
      {
        span: 'G',
        attrs: { 'event.name': 'gen_ai.choice' },
        body: { index: 0, finish_reason: 'stop', message: { content: ANSWER } },
      },
    ],
    cases: CASE,
    runs: [like(HOLD, { sha256: ofContext(`${CONTEXT}\n${QUESTION}`) })],
  },
  {
    name: 'context-log-details',
    section: '§3',
    shows: 'the operation details as a log record with structured values',
    spans: [ROOT(), R(), G({ messages: undefined, output: undefined })],
    logs: [
      {
        span: 'G',
        eventName: 'gen_ai.client.inference.operation.details',
        attrs: {
          'gen_ai.system_instructions': [{ type: 'text', content: CONTEXT }],
          'gen_ai.input.messages': [{ role: 'user', parts: [{ type: 'text', content: QUESTION }] }],
          'gen_ai.output.messages': [
            { role: 'assistant', parts: [{ type: 'text', content: ANSWER }], finish_reason: 'stop' },
          ],
        },
      },
    ],
    cases: CASE,
    runs: [like(HOLD, { sha256: ofContext(`${CONTEXT}\n${QUESTION}`) })],
  },
  {
    name: 'unknown-dropped-events',
    section: '§3',
    shows: 'dropped events on the span the context is read from: not found is lossy_capture',
    spans: [
      ROOT(),
      R(),
      G({
        messages: undefined,
        droppedEvents: 1,
        events: [{ name: 'gen_ai.user.message', attrs: { content: NO_C1 } }],
      }),
    ],
    cases: CASE,
    runs: [
      unknown('lossy_capture', ['H2', 'H3', 'HOLD'], R_IN, {
        pattern: 'present/unlogged/unchecked',
        loss: 'unknown',
        evidence: UNPLACED,
        chunks: { sent: 2, unknown: 1 },
        sha256: { context: undefined, output: undefined },
      }),
    ],
  },

  {
    name: 'limit-configured',
    section: '§3',
    shows: 'a string as long as the configured value limit is lossy',
    spans: [ROOT(), R(), G({ dialect: 'oi', messages: [user(ofLength(200))] })],
    cases: needLine(C3),
    options: { value_length_limit: 200 },
    runs: [limited(ofLength(200))],
  },
  {
    name: 'limit-configured-not-reached',
    section: '§3',
    shows: 'a shorter one is not',
    spans: [ROOT(), R(), G({ dialect: 'oi', messages: [user(ofLength(199))] })],
    cases: needLine(C3),
    options: { value_length_limit: 200 },
    runs: [
      lost(C3, 3, 'packed_out', 'packed out', { chunks: { sent: 2, packed_out: 1 }, sha256: ofContext(ofLength(199)) }),
    ],
  },
  {
    name: 'limit-configured-in-bytes',
    section: '§3',
    shows: 'the limit may count bytes',
    ...(() => {
      const context = `${C1}\n${C2}\n${'é'.repeat(57)}.`;
      return {
        spans: [ROOT(), R(), G({ dialect: 'oi', messages: [user(context)] })],
        cases: needLine(C3),
        options: { value_length_limit: bytes(context) },
        runs: [limited(context)],
      };
    })(),
  },
  {
    name: 'limit-inferred-from-a-tie',
    section: '§3',
    shows: 'two values of one resource share the greatest length: that is the limit',
    infersLimit: true,
    ...(() => {
      const context = ofLength(200);
      const document = `${long}${long}${long}`.slice(0, 200);
      return {
        spans: [
          ROOT(),
          retrieval('R', { dialect: 'oi', chunks: [C1, C2, C3, document], query: QUESTION }),
          G({ dialect: 'oi', messages: [user(context)] }),
        ],
        cases: needLine(C3),
        runs: [
          unknown('lossy_capture', ['H2', 'HOLD'], 'rank 3/4 within k=4', {
            pattern: 'present/unlogged/passes',
            loss: 'unknown',
            evidence: { ...item(C3), rank: 3, ...UNPLACED, candidates_seen: 4, top_k: 4, top_k_source: 'observed' },
            chunks: { retrieved: 4, distinct: 4, sent: 2, unknown: 2 },
            sha256: also(OBSERVED(context), { context: undefined }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'limit-not-inferred-from-json',
    section: '§3',
    shows: 'a value that parses as JSON is whole, whatever its length',
    infersLimit: true,
    ...(() => {
      const context = `${NO_C1}\n\nAnswer from these lines and from nothing else that you may know.`;
      return {
        spans: [
          ROOT(),
          R(),
          GC(context, { attrs: { 'ragspan.answer': true } }),
          // Another call, other words, the same length.
          chat('T', { messages: [user(context.replaceAll('e', 'a'))], output: 'A title.' }),
        ],
        cases: CASE,
        runs: [
          lost(C1, 1, 'deselected', 'deselected', { chunks: { sent: 2, deselected: 1 }, sha256: ofContext(context) }),
        ],
      };
    })(),
  },
  {
    name: 'cut-at-the-last-byte-of-a-value',
    section: '§3',
    shows: 'a cut at the last byte of an attribute value is never a cut',
    ...(() => {
      const context = `Context:\n${C1}\n\n${C2.slice(0, 20)}`;
      return {
        spans: [ROOT(), R(), G({ dialect: 'oi', messages: [user(context)] })],
        cases: needLine(C3),
        runs: [
          unknown('lossy_capture', ['H2', 'HOLD'], 'rank 3/3 within k=3', {
            pattern: 'present/unlogged/passes',
            loss: 'unknown',
            evidence: { ...item(C3), rank: 3, ...UNPLACED },
            chunks: { sent: 1, unknown: 2 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'cut-shown-by-a-second-copy',
    section: '§3',
    shows: 'unless a second, parseable copy shows it',
    ...(() => {
      const context = `Context:\n${C1}\n\n${C2.slice(0, 20)}`;
      return {
        spans: [
          ROOT(),
          R(),
          G({
            dialect: 'oi',
            messages: [user(context)],
            attrs: {
              'input.value': JSON.stringify({ model: 'test-model', messages: [{ role: 'user', content: context }] }),
              'input.mime_type': 'application/json',
            },
          }),
        ],
        cases: needLine(C3),
        runs: [
          lost(C3, 3, 'cut', 'cut, 0 of 38 bytes kept', {
            evidence: { cut: { side: 'tail' } },
            chunks: { sent: 1, cut: 2 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },

  {
    name: 'b44-wrong-offset',
    section: '§4',
    shows: 'a claimed offset that does not fit its hash: a search, and offset_mismatch',
    covers: ['B44a'],
    spans: [
      ROOT(),
      R(),
      A({
        chunks: [
          { text: C1, offset: 10, kept: 43 },
          { text: C2, offset: 54, kept: 40 },
          { text: C3, offset: 96, kept: 38 },
        ],
      }),
      G(),
    ],
    cases: caseFile({ need: `chunk: ["${digest(C1)}"]` }),
    runs: [like(HOLD, { evidence: { offset_mismatch: true } })],
  },
  {
    name: 'b44-wrong-offset-no-chunk-text',
    section: '§4',
    shows: 'the claimed range does not fit and the chunk has no text to search for: offset_unproven',
    covers: ['B44a'],
    spans: [
      ROOT(),
      R({ text: false }),
      A({
        chunks: [
          { text: C1, offset: 10, kept: 43 },
          { text: C2, offset: 54, kept: 40 },
          { text: C3, offset: 96, kept: 38 },
        ],
      }),
      G(),
    ],
    cases: caseFile({ need: `chunk: ["${digest(C1)}"]` }),
    runs: [
      unknown('offset_unproven', ['H2', 'HOLD'], R_IN, {
        pattern: 'present/unlogged/passes',
        loss: 'unknown',
        evidence: UNPLACED,
        chunks: { sent: 2, unknown: 1 },
      }),
    ],
  },
  {
    name: 't0-hashes-in-the-log',
    section: '§4',
    shows: 'T0 with a log of digests: the claimed ranges are proven by their hashes',
    covers: ['T0'],
    spans: [
      ROOT({ input: undefined }),
      R({
        text: false,
        chunks: [
          { text: C1, id: 'c1' },
          { text: C2, id: 'c2' },
          { text: C3, id: 'c3' },
        ],
      }),
      A({
        chunks: [
          { text: C1, offset: 9 },
          { text: C2, offset: 54 },
          { text: C3, offset: 96 },
        ],
      }),
      G(),
    ],
    cases: CASE,
    runs: [like(HOLD, { sha256: { input: sha256(CONTEXT) } })],
  },
  ...(
    [
      ['line', undefined],
      ['chunk', `chunk: ["${digest(C1)}"]`],
    ] as const
  ).map(([kind, need]): VectorSpec => {
    const overlap = `${C1} ${C2}`;
    const context = `Context:\n${overlap}\n\n${C3}`;
    return {
      name: `b44-overlap-${kind}`,
      section: '§4',
      shows: `bytes inside another chunk are presence (need: ${kind})`,
      covers: ['B44b'],
      spans: [
        ROOT(),
        R({ chunks: [C1, overlap, C3] }),
        A({
          chunks: [
            { text: overlap, offset: 9, kept: bytes(overlap) },
            { text: C3, offset: at(context, C3), kept: 38 },
          ],
          context,
        }),
        GC(context),
      ],
      cases: need === undefined ? CASE : caseFile({ need }),
      runs: [like(HOLD, { sha256: ofContext(context) })],
    };
  }),
  {
    name: 'b44-overlap-hashes-only',
    section: '§4',
    shows: 'by hashes alone the chunk is missing',
    covers: ['B44b'],
    ...(() => {
      const overlap = `${C1} ${C2}`;
      return {
        spans: [
          ROOT(),
          R({ text: false, chunks: [C1, overlap, C3] }),
          assembly('A', {
            chunks: [
              { text: overlap, offset: 9, kept: bytes(overlap) },
              { text: C3, offset: 95, kept: 38 },
            ],
          }),
          G({ messages: undefined }),
        ],
        cases: caseFile({ need: `chunk: ["${digest(C1)}"]` }),
        runs: [
          lost(C1, 1, 'deselected', 'deselected', {
            chunks: { sent: 2, deselected: 1 },
            sha256: { context: undefined },
          }),
        ],
      };
    })(),
  },
  {
    name: 'b46-near-duplicate',
    section: '§4',
    shows: 'a near-identical chunk is not presence',
    covers: ['B46'],
    ...(() => {
      const near = C1.replace('30', '14');
      const context = `Context:\n${near}`;
      return {
        spans: [ROOT(), R({ chunks: [near, near, near] }), GC(context, { output: WRONG })],
        cases: CASE,
        runs: [
          like(HOLD, {
            verdict: 'H1',
            reason: 'not_retrieved',
            boundary: 'retrieval',
            pattern: 'absent/absent/fails',
            explanation: 'absent from 3 retrieved, k=3',
            evidence: { ...NOWHERE, quote: { offset: 21, length: 7 }, distractors: [digest(near)] },
            chunks: { distinct: 1 },
            sha256: ofContext(context, WRONG),
          }),
        ],
      };
    })(),
  },
  ...(
    [
      ['unit', 'utf16'],
      ['no-unit', undefined],
    ] as const
  ).map(([suffix, unit]): VectorSpec => {
    const context = `😀😀 ${C1}`;
    return {
      name: `b55-offset-${suffix}`,
      section: '§4',
      shows:
        unit === undefined
          ? 'an offset in UTF-16 units, none said: the hash tells, and offset_mismatch'
          : 'an offset in UTF-16 units, said to be',
      covers: ['B55'],
      spans: [
        ROOT(),
        R({ topK: 1, chunks: [C1] }),
        A({
          chunks: [{ text: C1, offset: 5, kept: 43 }],
          context,
          ...(unit === undefined ? {} : { offsetUnit: unit }),
        }),
        GC(context),
      ],
      cases: caseFile({ need: `chunk: ["${digest(C1)}"]` }),
      runs: [
        like(HOLD, {
          explanation: 'rank 1/1 within k=1; sent at byte 9; output passes',
          evidence: { candidates_seen: 1, top_k: 1, ...(unit === undefined ? { offset_mismatch: true } : {}) },
          chunks: { retrieved: 1, distinct: 1, sent: 1 },
          sha256: hashes({ input: QUESTION, context, output: ANSWER, pins: { model: 'test-model', top_k: 1 } }),
        }),
      ],
    };
  }),
  {
    name: 'b2-broken-list',
    section: '§3',
    shows: 'a list of items that does not parse: lossy_capture',
    covers: ['B2'],
    spans: [
      ROOT(),
      R({ dialect: 'gen_ai', chunks: undefined as never, attrs: { 'gen_ai.retrieval.documents': '{"a":' } }),
      G(),
    ],
    cases: CASE,
    runs: [
      unknown('lossy_capture', ['HOLD'], 'sent at byte 9', {
        pattern: 'unlogged/present/passes',
        loss: 'unknown',
        chunks: undefined,
        evidence: { rank: undefined, stage: undefined, candidates_seen: undefined, kept_bytes: undefined },
      }),
    ],
  },
  {
    name: 'b2-number-for-a-list',
    section: '§3',
    shows: 'a number in place of the list: content_off',
    covers: ['B2'],
    spans: [
      ROOT(),
      R({ dialect: 'gen_ai', chunks: undefined as never, attrs: { 'gen_ai.retrieval.documents': 7 } }),
      G(),
    ],
    cases: CASE,
    runs: [
      unknown('content_off', ['HOLD'], 'sent at byte 9', {
        pattern: 'unlogged/present/passes',
        loss: 'unknown',
        chunks: undefined,
        evidence: { rank: undefined, stage: undefined, candidates_seen: undefined, kept_bytes: undefined },
      }),
    ],
  },
  {
    name: 'b15-nul',
    section: '§4',
    shows: 'a NUL is a byte like any other',
    covers: ['B15'],
    ...(() => {
      const nul = C1.replace('30', '30\u0000');
      const context = CONTEXT.replace(C1, nul);
      return {
        spans: [ROOT(), R({ chunks: [nul, C2, C3] }), GC(context)],
        cases: caseFile({ need: `chunk: ["${digest(nul)}"]` }),
        runs: [like(HOLD, { evidence: { ...item(nul), kept_bytes: 44 }, sha256: ofContext(context) })],
      };
    })(),
  },
  ...(
    [
      ['data', DATA],
      ['redacted', '[REDACTED]'],
    ] as const
  ).map(([suffix, content]): VectorSpec => ({
    name: `b24-image-${suffix}`,
    section: '§3',
    shows: `binary parts are not sent context (${suffix})`,
    covers: ['B24'],
    spans: [
      ROOT(),
      R(),
      G({ messages: [user({ type: 'blob', modality: 'image', mime_type: 'image/png', content }, CONTEXT)] }),
    ],
    cases: CASE,
    runs: [like(HOLD, { evidence: { part: 1 } })],
  })),
  {
    name: 'b29-merged-source',
    section: '§2',
    shows: 'ids are labels: the text intact under another id',
    covers: ['B29c'],
    spans: [
      ROOT(),
      R({
        chunks: [
          { text: C1, id: 'n1' },
          { text: C2, id: 'n2' },
          { text: C3, id: 'n3' },
        ],
      }),
      G({ attrs: { 'app.source_ids': ['m1'] } }),
    ],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'b31-compressed',
    section: '§4',
    shows: 'a rewritten chunk is absent, though the answer is right',
    covers: ['B31'],
    ...(() => {
      const context = `Context:\nRefunds: 30d after delivery\n\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R(), GC(context)],
        cases: CASE,
        runs: [
          lost(C1, 1, 'deselected', 'deselected', { chunks: { sent: 2, deselected: 1 }, sha256: ofContext(context) }),
        ],
      };
    })(),
  },
  {
    name: 'b35-retrieval-elsewhere',
    section: '§9',
    shows: 'the retrieval went to another collector: UNKNOWN, at the root that did not come',
    covers: ['B35'],
    spans: [
      A({ parentId: '00000000000000aa', context: `${CONTEXT}\n${QUESTION}` }),
      G({ parentId: '00000000000000aa', messages: [user(CONTEXT), user(QUESTION)] }),
    ],
    cases: CASE,
    runs: [
      unknown('retrieval_unlogged', ['HOLD'], 'sent at byte 9', {
        root: 'A',
        span_id: '00000000000000aa',
        pattern: 'unlogged/present/passes',
        loss: 'unknown',
        chunks: undefined,
        evidence: {
          rank: undefined,
          stage: undefined,
          candidates_seen: undefined,
          top_k: undefined,
          top_k_source: undefined,
          kept_bytes: undefined,
        },
        sha256: hashes({
          input: QUESTION,
          context: `${CONTEXT}\n${QUESTION}`,
          output: ANSWER,
          pins: { model: 'test-model' },
        }),
      }),
    ],
  },
  {
    name: 'b56-shared-newline',
    section: '§4',
    shows: 'a newline that a chunker injected stands in both: presence',
    covers: ['B56b'],
    ...(() => {
      const broken = C1.replace('30 days', '30\ndays');
      const context = CONTEXT.replace(C1, broken);
      return {
        spans: [ROOT(), R({ chunks: [broken, C2, C3] }), GC(context)],
        cases: caseFile({ need: `line: ${JSON.stringify(broken)}\n      line_is: correct` }),
        runs: [like(HOLD, { evidence: item(broken), sha256: ofContext(context) })],
      };
    })(),
  },
];
