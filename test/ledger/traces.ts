/**
 * Traces of one application that gives one wrong sentence, each time for its own question: k = 5, a
 * budget of 8,192 tokens. What went wrong differs; the configuration only where a test says so.
 */
import { otlp } from '../support/otlp-json.js';
import { assembly, chat, retrieval, root, sha256, user } from '../support/trace-builder.js';
import { at } from '../support/vector-builder.js';

const LINE = 'refund PENDING, no reference issued';
const SENTENCE = 'Your refund was processed on September 2; reference RB-8814.';

export const CASES = `version: 1
cases:
  - id: refund-status
    need:
      line: "${LINE}"
      line_is: correct
    expect:
      must: ["PENDING"]
      must_not: ["was processed", "reference RB-8814"]
      allow: ["/has not been processed/"]
`;

export interface TraceSpec {
  /** Of the trace and the question. */
  readonly order: number;
  /** Of the line, among fifty candidates. */
  readonly rank: number;
  /** Where the line would stand in the prompt, in tokens; beyond the budget it is cut. */
  readonly plannedAt?: number;
  readonly topK?: number;
  readonly budget?: number;
  readonly template?: string;
  readonly snapshot?: string;
  readonly service?: string;
  readonly output?: string;
  readonly temperature?: number;
  /** Hours after the first of these runs. */
  readonly hour?: number;
  /** Of the same question: a trace of its own, whose spans have ids of their own. */
  readonly run?: number;
  /** The trace under another id, its spans as they were. */
  readonly copy?: number;
}

/** OTLP JSON. */
export function traceText(spec: TraceSpec): string {
  const { order, rank, plannedAt, topK = 5, budget = 8192, template = 'v7', snapshot = 'idx-2026-08-14' } = spec;
  const question = `Where is my refund for order ${order}?`;
  const others = Array.from(
    { length: 49 },
    (_, index) => `Order ${order + 100 + index * 13}, ledger page ${index}: shipped on time, nothing is owed.`,
  );
  const chunks = [...others.slice(0, rank - 1), LINE, ...others.slice(rank - 1)];
  const handedOn = chunks.slice(0, topK);
  const isCut = plannedAt !== undefined && plannedAt >= budget;
  const sent = isCut ? handedOn.slice(0, rank - 1) : handedOn;
  const context = `Question ${order}. Answer from these records.\n${sent.map((chunk) => `- ${chunk}`).join('\n')}`;
  const planned = (index: number): number => (plannedAt ?? 500) + (index - (rank - 1)) * 40;
  const text = JSON.stringify(
    otlp(
      [
        root({ input: question, ...service(spec) }),
        retrieval('R', { topK, chunks, query: question, snapshot, ...service(spec) }),
        assembly('A', {
          budget,
          unit: 'token',
          used: isCut ? budget : 2400,
          ...(isCut ? { cutAt: budget, cutSide: 'tail' } : {}),
          templateSha256: sha256(template),
          context,
          chunks: handedOn.map((text, index) =>
            index < sent.length
              ? { text, offset: at(context, text), kept: text.length, planned: 100 + index * 40 }
              : { text, offset: -1, kept: 0, planned: planned(index) },
          ),
          ...service(spec),
        }),
        chat('G', {
          messages: [user(context)],
          output: spec.output ?? SENTENCE,
          attrs: { 'gen_ai.request.temperature': spec.temperature ?? 0 },
          ...service(spec),
        }),
      ],
      `order ${order}`,
    ),
  );
  const { run = 0, copy = run, hour = 0 } = spec;
  return text
    .replaceAll(/"traceId":"../g, `"traceId":"${String(copy + 1).padStart(2, '0')}`)
    .replaceAll(/"((?:parentSpan|span)Id)":"0/g, `"$1":"${run}`)
    .replaceAll(
      /"((?:start|end)TimeUnixNano)":"(\d+)"/g,
      (_, name: string, time: string) => `"${name}":"${BigInt(time) + BigInt(hour) * HOUR}"`,
    );
}

const HOUR = 3_600_000_000_000n;

function service({ service }: TraceSpec): { readonly service?: string } {
  return service === undefined ? {} : { service };
}

/** The ledger example: two lost in retrieval, two in assembly, one in generation. */
export const FIVE = {
  'INC-114': { order: 2014, rank: 47 },
  'INC-115': { order: 3077, rank: 3, plannedAt: 9104 },
  'INC-116': { order: 4190, rank: 2 },
  'INC-118': { order: 5233, rank: 31 },
  'INC-119': { order: 6301, rank: 4, plannedAt: 8777 },
} as const satisfies { readonly [id: string]: TraceSpec };
