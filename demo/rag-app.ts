/**
 * The application: a support bot, as somebody would write it. Search, pack, ask; each hand-off is
 * wrapped once. What differs between its deployments stands in `Deployment`.
 */
import { encode } from 'gpt-tokenizer';
import type MiniSearch from 'minisearch';
import type OpenAI from 'openai';
import type * as Producer from '../src/instrumentation/index.ts';
import type { Document } from './corpus.ts';

export interface Deployment {
  /** `plain` searches for the question as it is asked, `keywords` for words made from the order. */
  readonly query: 'plain' | 'keywords';
  readonly topK: number;
  /** Tokens the context may have. */
  readonly budget: number;
  /** `cut` joins everything and cuts at the budget; `whole` counts first and packs whole chunks. */
  readonly packing: 'cut' | 'whole';
  /** Tells the model to answer from the ledger alone. */
  readonly isGrounded: boolean;
  readonly model: 'steady-1' | 'eager-1';
  readonly isStreamed?: boolean;
  /** The model is called without `generation()`: a hand-off somebody forgot to wrap. */
  readonly forgetsGeneration?: boolean;
}

export interface Question {
  readonly text: string;
  readonly order?: string;
}

export interface Parts {
  readonly ragspan: Pick<typeof Producer, 'assembly' | 'generation' | 'pack' | 'retrieval' | 'run'>;
  readonly index: MiniSearch<Document>;
  readonly client: OpenAI;
}

const PLAIN = 'You are the support bot of a shop. Answer the question from the context. Name your source like [1].';
const GROUNDED = `${PLAIN} Answer questions about an order from its ledger entry alone, and quote the status word for word. Without a ledger entry of the order, say that you could not find it.`;

/** Answers one question; what it returns is what the customer reads. */
export function answer(parts: Parts, question: Question, deployment: Deployment, scenario: string): Promise<string> {
  const { run } = parts.ragspan;
  const options = {
    name: 'support',
    input: question.text,
    attributes: {
      'demo.scenario': scenario,
      ...(question.order === undefined ? {} : { 'app.order_id': question.order }),
    },
  };
  return run(options, async () => {
    const hits = search(parts, question, deployment);
    const messages = assemble(parts, hits, question, deployment);
    return ask(parts, messages, deployment);
  });
}

function search({ ragspan, index }: Parts, question: Question, { query, topK }: Deployment): Document[] {
  const words =
    query === 'plain'
      ? question.text
      : `order ${question.order ?? ''} refund: inspection result, was it processed, reference`;
  return ragspan.retrieval({ source: 'shop-docs', query: words, topK, snapshot: 'docs-2026-09' }, (log) => {
    const found = index.search(words).map(({ id, text, score }) => ({ id: String(id), text: String(text), score }));
    log.candidates(found);
    return found.slice(0, topK);
  });
}

type Messages = OpenAI.Chat.ChatCompletionMessageParam[];

function assemble({ ragspan }: Parts, hits: readonly Document[], question: Question, deployment: Deployment): Messages {
  const { budget, packing, isGrounded } = deployment;
  const system = isGrounded ? GROUNDED : PLAIN;
  return ragspan.assembly(
    { budget, unit: 'token', template: system, templateVersion: isGrounded ? 'v2' : 'v1' },
    (log): Messages => {
      const context = ragspan.pack(hits, log, {
        count: (text) => encode(text).length,
        before: 'Context:\n\n',
        labels: true,
        overflow: packing === 'cut' ? 'cut-tail' : 'skip',
      });
      const order = question.order === undefined ? '' : `Order: ${question.order}\n`;
      return [
        { role: 'system', content: system },
        { role: 'user', content: `${context}\n\n${order}Question: ${question.text}` },
      ];
    },
  );
}

async function ask({ ragspan, client }: Parts, messages: Messages, deployment: Deployment): Promise<string> {
  const body = { model: deployment.model, messages, temperature: 0 };
  if (deployment.isStreamed === true) {
    const stream = await ragspan.generation(body, () => client.chat.completions.create({ ...body, stream: true }));
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    return text;
  }
  const call = (): Promise<OpenAI.Chat.ChatCompletion> => client.chat.completions.create(body);
  const completion = await (deployment.forgetsGeneration === true ? call() : ragspan.generation(body, call));
  return completion.choices[0]?.message.content ?? '';
}
