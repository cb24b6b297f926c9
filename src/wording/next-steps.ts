/**
 * What to do next, for each verdict and reason: one to three sentences, the most telling first. A file of
 * another version may hold a verdict or reason that this one does not know: then there is what is true of any.
 */
import { VERDICT_NAMES, type H1Reason, type H2Reason, type RunVerdict, type UnknownReason } from '../model/verdict.js';

const KNOWN: ReadonlySet<string> = new Set(VERDICT_NAMES);

export function nextSteps(verdict: RunVerdict): readonly string[] {
  if (!KNOWN.has(verdict.verdict)) return [];
  switch (verdict.verdict) {
    case 'H1':
      return [retrievalRepair(verdict), abstention(verdict)];
    case 'H2':
      return assemblyRepair(verdict);
    case 'H3':
      return [
        ...generationRepair(verdict),
        'Confirm the supporting line in the case (`line_is: correct` or `incorrect`): that tells a model that strays from a corpus that misleads.',
      ];
    case 'H3a':
      return generationRepair(verdict);
    case 'H3b':
      return [
        'Correct or retire the source that says it, index again, and keep its digest under `incorrect_chunks` until it is gone.',
        'Leave prompt and model as they are: the model repeated what it was given.',
      ];
    case 'HOLD':
      return [
        'If the answer is still wrong, re-examine the supporting line: the case may name the wrong evidence, or ask for the wrong words.',
      ];
    case 'UNKNOWN':
      return unknownSteps(verdict);
    case 'UNDECLARED':
      return undeclaredSteps(verdict);
  }
}

const RETRIEVAL_REPAIRS: { readonly [reason in H1Reason]: (verdict: RunVerdict) => string } = {
  below_k: ({ evidence }) =>
    `Repair retrieval: the evidence was found${evidence?.rank === undefined ? ' below k' : ` at rank ${evidence.rank}`}. Raise top_k to reach it, or rerank it upwards.`,
  reranked_out: () => 'Repair retrieval: a later stage dropped it. Look at that stage’s scores and how many it keeps.',
  not_in_corpus: () =>
    'Repair ingestion: no chunk of the corpus manifest is this one. Add the document, or look at how it was split.',
  empty: () => 'Repair retrieval: it returned nothing. Look at filters, permissions and the index it asked.',
  retrieval_failed: () => 'Repair retrieval: it ended in error and was not tried again with success.',
  not_retrieved: () =>
    'Repair retrieval: the evidence is not among the candidates. Look at the query, the filters, and how the document was split.',
};

function retrievalRepair(verdict: RunVerdict): string {
  const repair = known(RETRIEVAL_REPAIRS, (verdict.reason ?? 'not_retrieved') as H1Reason);
  return repair?.(verdict) ?? 'Repair retrieval: look at what it was asked, and at what it handed on.';
}

function known<K extends string, V>(all: { readonly [key in K]: V }, key: K): V | undefined {
  return Object.hasOwn(all, key) ? all[key] : undefined;
}

function abstention({ outcome }: RunVerdict): string {
  return outcome === 'abstained'
    ? 'The application abstained, which is right while the evidence is missing.'
    : 'Give the application a way to abstain: without the evidence it should say so instead of answering.';
}

const ASSEMBLY_REPAIRS: { readonly [reason in H2Reason]: (verdict: RunVerdict) => readonly string[] } = {
  cut: () => [
    'Account for the budget before sending: count with the model’s own tokenizer, the frame of the prompt and the history included.',
    'Order what must survive first (by rank), and cut at chunk borders.',
    'Guard the truncation: when a chunk handed on does not fit, drop it whole and log it, or fail.',
  ],
  clipped: () => [
    'Each chunk is shortened on its own: find the limit per chunk, or split documents so that one fits.',
    'Order and guard: a shortened chunk must keep the line it was retrieved for.',
  ],
  altered: ({ evidence }) => [
    evidence?.form === 'edited' || evidence?.form === undefined
      ? 'Something rewrites chunks between retrieval and prompt (compression, a template, a cleaner): send the retrieved bytes.'
      : `The prompt holds the chunk in another encoding (${evidence.form}): mend the template, or list \`${evidence.form}\` under accept_forms if that is fine.`,
  ],
  packed_out: ({ chunks }) => [
    `Account for the budget: whole chunks were left out below those that fitted${chunks?.sent === undefined ? '' : ` (${chunks.sent} of ${chunks.retrieved} sent)`}.`,
    'Order by rank before packing, and hand on no more than fits.',
  ],
  deselected: () => [
    'A step between retrieval and prompt chose among the chunks and is not logged: log it as a stage (`filter`), or take it out.',
  ],
  dropped: () => [
    'The chunk was dropped before sending: look at history trimming and at the step that builds the prompt.',
    'Guard it: log what is dropped, and fail when nothing of the retrieval is left.',
  ],
  split: () => [
    'The evidence lies across two calls and neither saw it whole: split documents at its borders, or let chunks overlap.',
  ],
};

function assemblyRepair(verdict: RunVerdict): readonly string[] {
  return (
    known(ASSEMBLY_REPAIRS, (verdict.reason ?? 'dropped') as H2Reason)?.(verdict) ?? [
      'Repair assembly: look at what became of the chunk between retrieval and prompt.',
    ]
  );
}

function generationRepair({ reason, evidence }: RunVerdict): readonly string[] {
  if (reason === 'refusal')
    return [
      'The model refused with the evidence in front of it: look at the refusal instructions and at where in the prompt the evidence stands.',
    ];
  const grounding =
    reason === 'unsupported'
      ? 'Grounding: ask the model to quote the sentence it answers from, and check that it did.'
      : 'Grounding: bind the answer to the context (quote, then answer), and check it against the quoted bytes before it is shown.';
  const rivals = evidence?.distractors?.length ?? 0;
  if (rivals > 0)
    return [
      `Look at the ${rivals === 1 ? 'distractor' : `${rivals} distractors`}: the quoted words stand in ${rivals === 1 ? 'a chunk' : 'chunks'} that ${rivals === 1 ? 'was' : 'were'} sent beside the evidence.`,
      grounding,
    ];
  return [grounding];
}

const UNKNOWN_STEPS: { readonly [reason in UnknownReason]: string } = {
  ambiguous_run:
    'Mark the answering call (`ragspan.answer`), give each question its own `ragspan.run.id`, or pass the context on so that spans have their parents.',
  case_stale: 'Renew the case for the index that is in use: `snapshot`, `until`.',
  retrieval_unlogged:
    'Instrument the retrieval: wrap the search in `retrieval()`, or use an instrumentation that writes retriever spans, in the same trace as the call.',
  context_unlogged:
    'Instrument the model call with its messages: wrap it in `generation()`, or turn message capture on in the instrumentation that is there.',
  output_unlogged:
    'Record the output: wrap the call in `generation()` and let it end, or turn output capture on; close streams that are given up.',
  timeout: 'Let every span of the run end (streams that are given up too), or raise `timeout`.',
  evicted: 'Raise `maxRuns`, `maxSpans` or `maxBytes`, or look for spans that never end.',
  shutdown: 'Await `forceFlush()` and `shutdown()` before the process stops.',
  content_off:
    'Judge in the process, where `retrieval()`, `assembly()` and `generation()` hold the text, or turn content capture on where the spans are made: hashes do not show a line.',
  hash_mismatch:
    'Give the key the digests were made with (`RAGSPAN_HASH_KEY`); the spans name it in `ragspan.hash.key`.',
  invalid_text: 'Mend the text at its source: it holds lone surrogates or bad UTF-8, so its digest proves nothing.',
  lossy_capture:
    'Raise the limits that cut or drop attributes (`OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT`, the count limit), stop masking before ragspan, or record hashes at the source.',
  offset_unproven:
    'Let `assembly()` record offsets, or capture the sent text: a parent or a larger chunk may hold the evidence.',
  transformed:
    'Declare the evidence as a `line` with the words that must survive, or log the rewriting call so that its output can be followed.',
  engine_truncated:
    'Raise the engine’s context window (for example `num_ctx`), or send less: it silently dropped part of the prompt.',
  output_incomplete: 'Look at why the output ended (`finish_reason`, errors, aborted streams), and judge the retry.',
  output_unchecked: 'Say in the case what the answer must and must not say: `expect: { must: […], must_not: […] }`.',
  internal_error: 'This is a fault of ragspan: please report it with the trace.',
};

function unknownSteps({ reason }: RunVerdict): readonly string[] {
  const step = known(UNKNOWN_STEPS, (reason ?? 'internal_error') as UnknownReason);
  return step === undefined ? [] : [step];
}

function undeclaredSteps({ loss }: RunVerdict): readonly string[] {
  if (loss === 'cut')
    return ['The prompt was cut: account for the budget. Whether it cost the answer, only a declared case can say.'];
  if (loss === 'engine') return ['The engine read less than was sent: raise its context window.'];
  return [];
}
