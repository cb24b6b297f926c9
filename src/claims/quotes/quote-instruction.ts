/** What a model is told, so that it copies what it needs before it answers, and says what rests on what. */

export interface QuoteInstruction {
  /** For the system prompt, or after the context. */
  readonly text: string;
  /** For structured outputs (`json` only): strict, every field required, nothing more allowed. */
  readonly schema?: JsonSchema;
}

export interface JsonSchema {
  readonly [key: string]: unknown;
}

export interface QuoteInstructionOptions {
  /** `json`: the reply is one JSON object of the schema. Default `text`: elements in plain text. */
  readonly form?: 'text' | 'json' | undefined;
}

export function quoteInstruction({ form = 'text' }: QuoteInstructionOptions = {}): QuoteInstruction {
  return form === 'json' ? { text: JSON_TEXT, schema: QUOTED_ANSWER_SCHEMA } : { text: PLAIN_TEXT };
}

const RULES = `Copy word for word, without leaving anything out in between: no ellipsis, no correction, no translation. The source is the label or id that stands beside the passage. If no passage helps, give no quote and say in one sentence that the sources do not answer the question.`;

const PLAIN_TEXT = `Before you answer, quote the passages of the sources that the answer rests on, each in an element of its own, numbered from 1:

<quote number="1" source="SOURCE">the passage</quote>

${RULES}

Then give the answer:

<answer>A sentence. [Q1] Another one. [Q2][Q3]</answer>

After every sentence stand the numbers of the quotes that it rests on, as in [Q1]. Write no sentence that rests on none.`;

const JSON_TEXT = `Reply with one JSON object. Under "quotes", give the passages of the sources that the answer rests on, numbered from 1. ${RULES} Under "answer", give the answer sentence by sentence, each with the numbers of the quotes that it rests on. Write no sentence that rests on none.`;

const QUOTED_ANSWER_SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['quotes', 'answer'],
  properties: {
    quotes: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['number', 'source', 'text'],
        properties: {
          number: { type: 'integer', description: 'Counted from 1.' },
          source: { type: 'string', description: 'Label or id of the source.' },
          text: { type: 'string', description: 'The passage, word for word.' },
        },
      },
    },
    answer: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['text', 'quotes'],
        properties: {
          text: { type: 'string', description: 'One sentence of the answer.' },
          quotes: { type: 'array', items: { type: 'integer' }, description: 'Numbers of the quotes it rests on.' },
        },
      },
    },
  },
};
