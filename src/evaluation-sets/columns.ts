/**
 * Which columns say what. Names of Ragas, DeepEval, LangSmith, promptfoo, TruLens, LlamaIndex,
 * Phoenix, SQuAD, BEIR and Azure are known; a name that is used for two things is never guessed.
 */
import { SetError } from './row.js';

export const FIELDS = ['question', 'context', 'id', 'digest', 'expected', 'must_not'] as const;
export type Field = (typeof FIELDS)[number];

/** Columns by field, as `--map` gives them. */
export type ColumnMap = { readonly [field in Field]?: string };

export interface Columns {
  readonly byField: { readonly [field in Field]?: string };
  /** promptfoo: columns of assertions as text, and the one that holds a list of them. */
  readonly asserts: readonly string[];
  /** What stands in the set and was not taken, with what to write where it should be. */
  readonly notes: readonly string[];
}

/** In order: the first that a row has is taken. Compared in snake case. */
const KNOWN: { readonly [field in Field]: readonly string[] } = {
  question: [
    'user_input',
    'question',
    'query',
    'user_query',
    'user_question',
    'query_text',
    'inputs.question',
    'inputs.query',
    'inputs.user_input',
    'inputs.input',
    'vars.question',
    'vars.query',
    'vars.input',
    'input.question',
    'input.query',
    'input.input',
    'input',
    'prompt',
    'attributes.input.value',
  ],
  context: [
    'reference_contexts',
    'reference_context',
    'ground_truth_contexts',
    'ground_truth_context',
    'expected_contexts',
    'expected_context',
    'gold_contexts',
    'gold_context',
    'outputs.reference_contexts',
    'outputs.contexts',
    'outputs.context',
    'context',
    'vars.context',
  ],
  id: [
    'reference_context_ids',
    'reference_ids',
    'expected_context_ids',
    'expected_chunk_ids',
    'expected_doc_ids',
    'expected_document_ids',
    'expected_ids',
    'relevant_doc_ids',
    'relevant_document_ids',
    'relevant_chunk_ids',
    'relevant_ids',
    'ground_truth_ids',
    'ground_truth_doc_ids',
    'gold_ids',
    'gold_doc_ids',
    'positive_doc_ids',
    'corpus_id',
  ],
  digest: ['reference_context_digests', 'chunk_digests', 'reference_digests'],
  expected: [
    'ground_truth',
    'ground_truths',
    'reference_answer',
    'expected_output',
    'expected_answer',
    'expected_answers',
    'expected_response',
    'reference_output',
    'reference_outputs.answer',
    'outputs.answer',
    'outputs.output',
    'outputs.reference',
    'outputs.expected',
    'output.answer',
    'gold_answer',
    'gold_answers',
    'correct_answer',
    'answers',
    'ideal',
    'expected',
    'reference',
  ],
  must_not: [],
};

/** Names that are used for two things, with the field that they might be. */
const UNSURE: readonly { readonly names: readonly string[]; readonly field: Field; readonly why: string }[] = [
  { names: ['answer', 'response', 'output', 'actual_output'], field: 'expected', why: 'may be what a model answered' },
  {
    names: ['context', 'contexts', 'retrieved_contexts', 'retrieval_context', 'retrieved_documents', 'documents'],
    field: 'context',
    why: 'is what was retrieved, not what the answer needs',
  },
  {
    names: ['retrieved_context_ids', 'retrieved_ids', 'retrieved_doc_ids'],
    field: 'id',
    why: 'is what was retrieved, not what the answer needs',
  },
  {
    names: ['expected_chunks', 'evidence', 'sources', 'source', 'expected_sources'],
    field: 'context',
    why: 'may hold texts or ids',
  },
];

/** @throws SetError when `map` names a column that none of the rows can have. */
export function chooseColumns(names: readonly string[], map: ColumnMap): Columns {
  const bySnake = new Map<string, string>();
  for (const name of names) if (!bySnake.has(snakeCase(name))) bySnake.set(snakeCase(name), name);
  const byField: { [field in Field]?: string } = {};
  for (const field of FIELDS) {
    const asked = map[field];
    const found =
      asked === undefined
        ? KNOWN[field].map((name) => bySnake.get(name)).find((name) => name !== undefined)
        : names.includes(asked)
          ? asked
          : bySnake.get(snakeCase(asked));
    if (found !== undefined) byField[field] = found;
    else if (asked !== undefined) throw missingColumn(field, asked, names);
  }
  // Phoenix: the text that an answer was checked against stands beside input and output.
  if (
    map.expected === undefined &&
    byField.expected === bySnake.get('reference') &&
    bySnake.has('input') &&
    bySnake.has('output')
  )
    delete byField.expected;
  // Azure: what the response was grounded on, as it was retrieved.
  if (map.context === undefined && byField.context === bySnake.get('context') && bySnake.has('response'))
    delete byField.context;
  return { byField, asserts: assertColumns(names), notes: notesOf(bySnake, byField, map) };
}

function notesOf(
  bySnake: ReadonlyMap<string, string>,
  taken: { readonly [field in Field]?: string },
  map: ColumnMap,
): string[] {
  const used = new Set(Object.values(taken));
  return UNSURE.flatMap(({ names, field, why }) =>
    taken[field] !== undefined || map[field] !== undefined
      ? []
      : names.flatMap((known) => {
          const name = bySnake.get(known);
          if (name === undefined || used.has(name)) return [];
          return [`column ${JSON.stringify(name)} ${why}, so it is not used; if it is: --map ${field}=${name}`];
        }),
  );
}

function assertColumns(names: readonly string[]): string[] {
  return names.filter((name) => /^__expected\d*$/.test(name) || name === 'assert');
}

function missingColumn(field: Field, asked: string, names: readonly string[]): SetError {
  const shown = names.slice(0, 20).map((name) => JSON.stringify(name));
  return new SetError(
    `there is no column ${JSON.stringify(asked)} for ${field}`,
    `The columns are ${shown.join(', ')}${names.length > 20 ? ', …' : ''}.`,
  );
}

function snakeCase(name: string): string {
  return name
    .trim()
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}
