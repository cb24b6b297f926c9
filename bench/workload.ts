/** Runs to judge, made up from a seed: prose of words, ids and numbers, as retrieved chunks read. */
import { compilePattern } from '../src/cases/pattern.js';
import { runsOf } from '../src/joining/judge-trace.js';
import type { CaseBook, Template, TextPattern } from '../src/model/case.js';
import { textHash } from '../src/model/digest.js';
import type { JudgingOptions } from '../src/model/judging-options.js';
import type { Run } from '../src/model/run.js';
import type { SpanFacts } from '../src/model/span-facts.js';

export const HASH = textHash();
export const OPTIONS: JudgingOptions = {
  acceptForms: [],
  maxScanBytes: 2 * 1024 * 1024,
  refusals: [],
  retrievalTools: [],
  hash: HASH,
  nowUnixMillis: 1_767_225_600_000,
};

export const LINE = 'refund PENDING, no reference issued';

const WORDS =
  'the order was placed on and shipped from our warehouse refund policy allows returns within days of delivery when items are unused please contact support with your receipt number status amount total customer account ledger entry payment card bank transfer pending approved rejected review'.split(
    ' ',
  );

/** mulberry32: the same numbers on every machine. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function prose(bytes: number, next: () => number): string {
  let text = '';
  while (text.length < bytes) {
    const word = WORDS[Math.floor(next() * WORDS.length)] ?? '';
    text += next() < 0.08 ? `${word} RB-${Math.floor(next() * 100_000)}, ` : next() < 0.1 ? `${word}.\n` : `${word} `;
  }
  return text.slice(0, bytes);
}

export interface Texts {
  readonly question: string;
  readonly chunks: readonly string[];
  /** One per step; most runs have one. */
  readonly prompts: readonly string[];
  readonly output: string;
}

/** `sent` of `k` chunks of `chunkBytes` in a prompt of `contextBytes`; the needed line stands in the third chunk. */
export function texts(
  seed: number,
  k: number,
  chunkBytes: number,
  contextBytes: number,
  outputBytes: number,
  sent = k,
): Texts {
  const next = random(seed);
  const question = `Where is my refund for order ${seed}?`;
  const chunks = Array.from({ length: k }, (_, index) => {
    const body = prose(chunkBytes, next);
    return index === 2
      ? `${body.slice(0, chunkBytes >> 1)}${LINE}${body.slice((chunkBytes >> 1) + LINE.length)}`
      : body;
  });
  const body = chunks.slice(0, sent).join('\n\n');
  const rest = Math.max(0, contextBytes - body.length - question.length - 4);
  const head = prose(rest >> 1, next);
  const prompt = `${head}\n\n${body}\n\n${prose(rest - (rest >> 1), next)}${question}`;
  const half = prose(outputBytes >> 1, next);
  const output = `${half} PENDING ${prose(Math.max(0, outputBytes - half.length - 9), next)}`;
  return { question, chunks, prompts: [prompt], output };
}

const RESOURCE = { attributes: { 'service.name': 'bench' }, key: 'bench' };
const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0');

export function factsOf(id: number, { question, chunks, prompts, output }: Texts): SpanFacts[] {
  const traceId = hex(id + 1, 32);
  const at = (millis: number): bigint => 1_767_225_600_000_000_000n + BigInt(millis) * 1_000_000n;
  const span = (spanId: number, start: number, end: number, rest: Partial<SpanFacts>): SpanFacts => ({
    traceId,
    spanId: hex(spanId, 16),
    ...(spanId === 1 ? {} : { parentSpanId: hex(1, 16) }),
    name: 'bench',
    startTimeUnixNano: at(start),
    endTimeUnixNano: at(end),
    status: 'unset',
    resource: RESOURCE,
    adjustedCount: 1,
    attributes: {},
    kind: 'other',
    ...rest,
  });
  const items = chunks.map((text) => ({
    digest: HASH.digest(text),
    text,
    length: Buffer.byteLength(text),
    lossy: false,
    invalid: false,
  }));
  const messages: { role: string; parts: { kind: 'text'; leaves: string[]; lossy: boolean }[] }[] = [];
  const calls = prompts.map((prompt, step) => {
    messages.push({ role: 'user', parts: [{ kind: 'text', leaves: [prompt], lossy: false }] });
    const isLast = step === prompts.length - 1;
    const said = isLast ? output : `Step ${step}: I look further.`;
    const call = span(10 + step, 20 + step * 10, 29 + step * 10, {
      kind: 'model',
      model: {
        messages: [...messages],
        contextLossy: false,
        contextInvalid: false,
        output: { text: { text: said, lossy: false }, toolCalls: [] },
        outputLossy: false,
        providerHeld: false,
        finishReasons: ['stop'],
        usage: { input: 8000 },
        isAnswer: isLast,
        isRefusal: false,
        pins: { model: 'bench' },
        foreignHash: false,
      },
    });
    messages.push({ role: 'assistant', parts: [{ kind: 'text', leaves: [said], lossy: false }] });
    return call;
  });
  return [
    span(1, 0, 1000, {}),
    span(2, 1, 10, {
      kind: 'retrieval',
      retrieval: { stage: 'retrieve', query: question, topK: chunks.length, items, lossy: false, foreignHash: false },
    }),
    ...calls,
  ];
}

/** The one run of these spans. */
export function runOf(facts: readonly SpanFacts[], book: CaseBook): Run {
  const [run] = runsOf(facts, book, OPTIONS);
  if (run === undefined) throw new Error('the spans of the bench make no run');
  return run;
}

const literal = (source: string): Template => ({ source, resolve: () => source });

function pattern(source: string): TextPattern {
  const compiled = compilePattern(source);
  if ('problem' in compiled) throw new Error(compiled.problem);
  return compiled.pattern;
}

export const BOOK: CaseBook = {
  services: [],
  cases: [
    {
      id: 'refund-status',
      when: { attributes: [], retrieved: [] },
      needs: [{ line: literal(LINE), chunks: [], ids: [], lineIs: 'correct' }],
      expect: {
        must: [[pattern('PENDING')]],
        mustNot: [[pattern('was processed')], [pattern('/reference RB-\\d+ (issued|sent)/')]],
        allow: [pattern('/has not been processed/')],
        refusals: [],
        caseSensitive: false,
      },
    },
  ],
  incorrectChunks: new Set(),
  attributeKeys: new Set(),
};
