/** Span facts written by hand, for tests of what comes after the dialects. Times are in milliseconds. */
import { textHash } from '../../src/model/digest.js';
import type { CaseBook, Template, TextPattern } from '../../src/model/case.js';
import type { JudgingOptions } from '../../src/model/judging-options.js';
import type { ModelCall } from '../../src/model/model-call.js';
import type { RetrievalList } from '../../src/model/retrieval-log.js';
import type { Resource } from '../../src/model/span.js';
import type { SpanFacts } from '../../src/model/span-facts.js';

export const HASH = textHash();
export const APP: Resource = { attributes: { 'service.name': 'app' }, key: 'app' };
export const OTHER_HOST: Resource = { attributes: { 'service.name': 'index' }, key: 'index' };
export const TRACE = '0af7651916cd43dd8448eb211c80319c';

export const OPTIONS: JudgingOptions = {
  acceptForms: [],
  maxScanBytes: 2 * 1024 * 1024,
  refusals: [],
  retrievalTools: [],
  hash: HASH,
  nowUnixMillis: 0,
};

type Partly = Partial<SpanFacts> & { readonly at?: readonly [number, number]; readonly parent?: string };

export function span(spanId: string, { at = [0, 1], parent, ...rest }: Partly = {}): SpanFacts {
  return {
    traceId: TRACE,
    spanId: spanId.padStart(16, '0'),
    ...(parent === undefined ? {} : { parentSpanId: parent.padStart(16, '0') }),
    name: spanId,
    startTimeUnixNano: BigInt(at[0]) * 1_000_000n,
    endTimeUnixNano: BigInt(at[1]) * 1_000_000n,
    status: 'unset',
    resource: APP,
    adjustedCount: 1,
    attributes: {},
    kind: 'other',
    ...rest,
  };
}

export function list(texts: readonly string[], more: Partial<RetrievalList> = {}): RetrievalList {
  const items = texts.map((text) => ({
    digest: HASH.digest(text),
    text,
    length: Buffer.byteLength(text),
    lossy: false,
    invalid: false,
  }));
  return { stage: 'retrieve', items, lossy: false, foreignHash: false, ...more };
}

export function retrieval(
  spanId: string,
  texts: readonly string[],
  rest: Partly = {},
  more: Partial<RetrievalList> = {},
): SpanFacts {
  return span(spanId, { kind: 'retrieval', retrieval: list(texts, more), ...rest });
}

export function modelCall(
  sent: string | undefined,
  output: string | undefined,
  more: Partial<ModelCall> = {},
): ModelCall {
  return {
    ...(sent === undefined
      ? {}
      : { messages: [{ role: 'user', parts: [{ kind: 'text', leaves: [sent], lossy: false }] }] }),
    contextLossy: false,
    contextInvalid: false,
    providerHeld: false,
    ...(output === undefined ? {} : { output: { text: { text: output, lossy: false }, toolCalls: [] } }),
    outputLossy: false,
    finishReasons: ['stop'],
    usage: {},
    isAnswer: false,
    isRefusal: false,
    pins: {},
    foreignHash: false,
    ...more,
  };
}

export function model(
  spanId: string,
  sent: string | undefined,
  output: string | undefined,
  rest: Partly = {},
  more: Partial<ModelCall> = {},
): SpanFacts {
  return span(spanId, { kind: 'model', model: modelCall(sent, output, more), ...rest });
}

/** A literal pattern without borders: enough where the generation check is not what is tested. */
export function pattern(source: string): TextPattern {
  const folded = source.toLowerCase();
  return {
    source,
    find: (text, from = 0) => {
      const start = text.folded.indexOf(folded, from);
      return start < 0 ? undefined : { start, end: start + folded.length };
    },
  };
}

export function literal(source: string): Template {
  return { source, resolve: () => source };
}

/** One case that every run is: the line is needed, `must` and `mustNot` are expected. */
export function lineCase(line: string, must: string, mustNot: string): CaseBook {
  return {
    services: [],
    cases: [
      {
        id: 'only',
        when: { attributes: [], retrieved: [] },
        needs: [{ line: literal(line), chunks: [], ids: [], lineIs: 'correct' }],
        expect: {
          must: [[pattern(must)]],
          mustNot: [[pattern(mustNot)]],
          allow: [],
          refusals: [],
          caseSensitive: false,
        },
      },
    ],
    incorrectChunks: new Set(),
    attributeKeys: new Set(),
  };
}
