/**
 * Laws of a verdict, over random RAG traces in the three dialects: what must change nothing, and
 * what may only lead to UNKNOWN.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeRecords } from '../../src/files/judge-records.js';
import { bytesSource } from '../../src/files/read/trace-file.js';
import { readSpanRecords } from '../../src/files/read/span-records.js';
import type { RunVerdict } from '../../src/model/verdict.js';
import { OPTIONS, lineCase } from '../support/facts.js';
import { otlp } from '../support/otlp-json.js';
import { type Dialect, type SpanSpec, chat, retrieval, root, span, user } from '../support/trace-builder.js';

const POOL = [
  'The refund window is 30 days from delivery.',
  'Items over $1,000 need manager approval.',
  'Warranty claims close after 24 months.',
  'Gift cards are never refunded, whatever the reason.',
  'Returns by post need the printed label.',
  'Opened software can be exchanged, not refunded.',
];
const NEED = POOL[0] as string;
const QUESTION = 'How long can I return things?';
const OUTPUTS = [
  'The refund window is 30 days.',
  'The refund window is 14 days.',
  'I could not find that in the documents.',
  'Please ask the shop about it.',
];
const BOOK = lineCase(NEED, '30 days', '14 days');
const DIALECTS: readonly Dialect[] = ['own', 'gen_ai', 'oi'];

interface Shape {
  readonly retrieved: readonly string[];
  /** Indexes into `retrieved`. */
  readonly sent: readonly number[];
  /** UTF-16 units of the context that are kept; undefined: all. */
  readonly keeps?: number | undefined;
  readonly output: string;
  readonly noise: boolean;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  retrieved: fc.shuffledSubarray(POOL, { minLength: 1 }),
  sent: fc.uniqueArray(fc.nat(5), { maxLength: 6 }),
  keeps: fc.option(fc.nat(260), { nil: undefined }),
  output: fc.constantFrom(...OUTPUTS),
  noise: fc.boolean(),
});

interface Telling {
  readonly dialect?: Dialect;
  readonly withoutRetrieval?: boolean;
  readonly withoutContext?: boolean;
  readonly withoutOutput?: boolean;
  readonly scores?: boolean;
  readonly selfReport?: string;
  readonly order?: (spans: readonly SpanSpec[]) => readonly SpanSpec[];
}

function spansOf(shape: Shape, telling: Telling): SpanSpec[] {
  const dialect = telling.dialect ?? 'own';
  const context = `Context:\n${shape.sent.flatMap((index) => shape.retrieved[index] ?? []).join('\n\n')}`.slice(
    0,
    shape.keeps,
  );
  const chunks = shape.retrieved.map((text, index) =>
    telling.scores === true ? { text, score: 1 / (index + 1), id: `doc-${index}` } : { text },
  );
  const spans = [
    root({ input: QUESTION, attrs: telling.selfReport === undefined ? {} : { 'app.note': telling.selfReport } }),
  ];
  if (shape.noise) spans.push(span('cache lookup', { attrs: { 'db.system': 'redis' } }));
  if (telling.withoutRetrieval !== true) spans.push(retrieval('r', { dialect, chunks, query: QUESTION }));
  spans.push(
    chat('g', {
      dialect,
      messages: telling.withoutContext === true ? undefined : [user(context), user(QUESTION)],
      output: telling.withoutOutput === true ? undefined : shape.output,
    }),
  );
  return spans;
}

async function judge(shape: Shape, telling: Telling = {}): Promise<RunVerdict> {
  const spans = spansOf(shape, telling);
  const file = otlp(spans, 'laws') as { resourceSpans: { scopeSpans: { spans: unknown[] }[] }[] };
  for (const { scopeSpans } of file.resourceSpans)
    for (const scope of scopeSpans)
      scope.spans = (telling.order ?? ((same) => [...same]))(scope.spans as SpanSpec[]).slice() as unknown[];
  const { records } = await readSpanRecords([bytesSource('laws.json', Buffer.from(JSON.stringify(file)))]);
  const { runs } = judgeRecords(records, BOOK, { ...OPTIONS, valueLengthLimit: 1_000_000 });
  expect(runs).toHaveLength(1);
  return (runs[0] as (typeof runs)[number]).verdict;
}

const summary = ({ verdict, reason, explanation, pattern, outcome, loss, chunks }: RunVerdict): unknown => ({
  verdict,
  reason,
  explanation,
  pattern,
  outcome,
  loss,
  chunks,
});

/** The limit is told, as two texts of random traces can share their length by chance. */
const RUNS = { numRuns: 150 };

describe('a verdict', () => {
  it('is the same in the three dialects', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async (shape) => {
        const [own, ...others] = await Promise.all(DIALECTS.map((dialect) => judge(shape, { dialect })));
        for (const other of others) expect(summary(other)).toEqual(summary(own as RunVerdict));
      }),
      RUNS,
    );
  });

  it.each([
    ['retrieval', { withoutRetrieval: true }],
    ['context', { withoutContext: true }],
    ['output', { withoutOutput: true }],
  ] as const)(
    'stays, or becomes UNKNOWN with itself still possible, when the %s is not logged',
    async (_what, without) => {
      await fc.assert(
        fc.asyncProperty(shapes, async (shape) => {
          const whole = await judge(shape);
          const part = await judge(shape, without);
          if (part.verdict === 'UNKNOWN') {
            const known =
              whole.verdict === 'UNKNOWN'
                ? whole.candidates
                : [whole.verdict.slice(0, 2) === 'H3' ? 'H3' : whole.verdict];
            for (const candidate of known ?? []) expect(part.candidates).toContain(candidate);
          } else {
            expect(part.verdict).toBe(whole.verdict);
          }
        }),
        RUNS,
      );
    },
  );

  it('reads no score, no id and no self-report', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, fc.constantFrom('I used the ledger', 'confidence 0.99'), async (shape, selfReport) => {
        expect(summary(await judge(shape, { scores: true, selfReport }))).toEqual(summary(await judge(shape)));
      }),
      RUNS,
    );
  });

  it('does not hang on the order in which spans arrive', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async (shape) => {
        expect(await judge(shape, { order: (spans) => [...spans].reverse() })).toEqual(await judge(shape));
      }),
      RUNS,
    );
  });

  it('takes no paraphrase of the evidence for the evidence', async () => {
    const paraphrased = {
      retrieved: ['You have thirty days after delivery to get your money back.'],
      sent: [0],
      output: OUTPUTS[0] as string,
      noise: false,
    };
    expect(await judge(paraphrased)).toMatchObject({ verdict: 'H1', reason: 'not_retrieved' });
  });
});
