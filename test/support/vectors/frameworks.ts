/** Whole traces as frameworks write them (agents in steps, chains with serialised messages). */
import {
  assistant,
  chat,
  oiDocuments,
  reranker,
  retrieval,
  span,
  tool,
  toolCall,
  toolResult,
  user,
  type SpanSpec,
} from '../trace-builder.js';
import { at, hashes, like, type VectorSpec } from '../vector-builder.js';
import { unknown } from './unknown.js';
import { ANSWER, C1, C2, C3, CASE, CONTEXT, HOLD, QUESTION, R, ROOT, caseFile } from './t0.js';

const call = toolCall('searchDocs', { query: 'refund' });
const hits = JSON.stringify({ hits: [C1, C2, C3].map((text, index) => ({ text, id: `d${index}` })) });
const TOOLS =
  'services:\n  refund-bot:\n    retrieval_tools: [{ name: searchDocs, text: "hits[].text", id: "hits[].id" }]\n';
const text = (role: string, content: string): string => JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);

/** An agent of the AI SDK: an agent span, a span per step, the tool beside the call that asked for it. */
const steps: SpanSpec[] = [
  span('agent', {
    attrs: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.input.messages': text('user', QUESTION),
      'gen_ai.output.messages': text('assistant', ANSWER),
    },
  }),
  span('step 1', { attrs: { 'gen_ai.operation.name': 'agent_step' } }),
  span('step 2', { attrs: { 'gen_ai.operation.name': 'agent_step' } }),
  chat('C1', { parent: 'step 1', messages: [user(QUESTION)], output: [call], finish: 'tool-calls', at: [100, 150] }),
  tool('T', { parent: 'step 1', name: 'searchDocs', result: hits, callId: 'call_1', at: [160, 190] }),
  chat('G', {
    parent: 'step 2',
    messages: [user(QUESTION), assistant(call), toolResult(hits)],
    output: ANSWER,
    at: [200, 250],
  }),
];
const STEPS_CONTEXT = `${QUESTION}\n${hits}`;
const stepsHash = hashes({ input: QUESTION, context: STEPS_CONTEXT, output: ANSWER, pins: { model: 'test-model' } });

const DOCUMENTS = {
  documents: [C1, C2, C3].map((pageContent, index) => ({ pageContent, metadata: {}, id: `i${index}` })),
};
const message = (kind: string, content: unknown, more: object = {}): object => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'messages', kind],
  kwargs: { content, ...more },
});
const chain = (label: string, kind: string, attrs: object = {}, parent?: string): SpanSpec =>
  span(label, {
    ...(parent === undefined ? {} : { parent }),
    attrs: { 'openinference.span.kind': kind, ...attrs },
  });
const PROMPT = `${CONTEXT}\n\nQuestion: ${QUESTION}`;

export const frameworkVectors: VectorSpec[] = [
  {
    name: 'framework-agent-steps',
    section: '§9',
    shows: "an agent's steps: its span is the root, its declared tool's result the log",
    spans: steps,
    cases: caseFile({ before: TOOLS }),
    runs: [
      like(HOLD, {
        root: 'agent',
        explanation: `rank 1/3 within k=3; sent at byte ${at(STEPS_CONTEXT, C1)}; output passes`,
        evidence: { top_k_source: 'observed', offset: at(STEPS_CONTEXT, C1), message: 2 },
        sha256: stepsHash,
      }),
    ],
  },
  {
    name: 'framework-agent-steps-undeclared',
    section: '§9',
    shows: 'the same agent, the tool not declared',
    spans: steps,
    cases: CASE,
    runs: [
      unknown('retrieval_unlogged', ['HOLD'], `sent at byte ${at(STEPS_CONTEXT, C1)}`, {
        root: 'agent',
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
          offset: at(STEPS_CONTEXT, C1),
          message: 2,
        },
        sha256: stepsHash,
      }),
    ],
  },
  {
    name: 'framework-langchain',
    section: '§3',
    shows: 'a chain over retriever, prompt and model: the chain is the root, documents from the blob',
    spans: [
      chain('chain', 'CHAIN', { 'input.value': JSON.stringify({ input: QUESTION }), 'output.value': ANSWER }),
      chain('map', 'CHAIN'),
      chain(
        'R',
        'RETRIEVER',
        {
          'input.value': QUESTION,
          'output.value': JSON.stringify(DOCUMENTS),
          'output.mime_type': 'application/json',
          ...oiDocuments('retrieval.documents', [C1, C2, C3]),
        },
        'map',
      ),
      chain('prompt', 'PROMPT', { 'llm.prompt_template.template': 'Context:\n{context}\n\nQuestion: {question}' }),
      chat('G', { dialect: 'oi', messages: [user(PROMPT)], output: ANSWER }),
    ],
    cases: CASE,
    runs: [
      like(HOLD, {
        root: 'chain',
        evidence: { top_k_source: 'observed' },
        sha256: hashes({ input: QUESTION, context: PROMPT, output: ANSWER, pins: { model: 'test-model' } }),
      }),
    ],
  },
  {
    name: 'framework-langchain-serialised',
    section: '§3',
    shows: 'content blocks that stand in the serialised messages alone',
    spans: [
      chain('chain', 'CHAIN', { 'input.value': QUESTION, 'output.value': ANSWER }),
      chain('R', 'RETRIEVER', {
        'input.value': QUESTION,
        'output.value': JSON.stringify(DOCUMENTS),
        'output.mime_type': 'application/json',
      }),
      chain('G', 'LLM', {
        'llm.model_name': 'test-model',
        'llm.input_messages.0.message.role': 'user',
        'input.mime_type': 'application/json',
        'input.value': JSON.stringify({
          messages: [
            [
              message('HumanMessage', [
                { type: 'text', text: CONTEXT },
                { type: 'text', text: QUESTION },
              ]),
            ],
          ],
        }),
        'output.mime_type': 'application/json',
        'output.value': JSON.stringify({
          generations: [
            [
              {
                text: ANSWER,
                message: message('AIMessage', ANSWER, { response_metadata: { finish_reason: 'stop' } }),
              },
            ],
          ],
        }),
      }),
    ],
    cases: CASE,
    runs: [
      like(HOLD, {
        root: 'chain',
        evidence: { top_k_source: 'observed' },
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
    name: 'framework-reranker',
    section: '§3',
    shows: 'retriever, reranker, model: the reranker hands on two of three',
    spans: [
      ROOT(),
      retrieval('R', { dialect: 'oi', query: QUESTION, chunks: [C2, C1, C3] }),
      reranker('RR', { query: QUESTION, topK: 2, input: [C2, C1, C3], output: [C1, C2] }),
      chat('G', { dialect: 'oi', messages: [user(`Context:\n${C1}\n\n${C2}`)], output: ANSWER }),
    ],
    cases: CASE,
    runs: [
      like(HOLD, {
        explanation: 'rank 1/2 within k=2; sent at byte 9; output passes',
        evidence: { stage: 'rerank', candidates_seen: 2, top_k: 2 },
        chunks: { retrieved: 2, distinct: 2, sent: 2 },
        sha256: hashes({
          input: QUESTION,
          context: `Context:\n${C1}\n\n${C2}`,
          output: ANSWER,
          pins: { model: 'test-model', top_k: 2 },
        }),
      }),
    ],
  },
  {
    name: 'framework-call-seen-in-two-dialects',
    section: '§9',
    shows: 'one call seen by an OpenInference and by a GenAI instrumentation is one',
    covers: ['B33'],
    spans: [
      ROOT({ at: [0, 900] }),
      R(),
      chat('G', { dialect: 'oi', messages: [user(CONTEXT)], output: ANSWER, at: [200, 300] }),
      chat('H', { messages: [user(CONTEXT)], output: ANSWER, at: [210, 290] }),
    ],
    cases: CASE,
    runs: [HOLD],
  },
];
