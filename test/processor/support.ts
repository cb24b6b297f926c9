/** T0 of the field cases as live spans: one good run, to be bent by each test. */
import {
  context,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { textHash } from '../../src/model/digest.js';
import type { Case, CaseBook } from '../../src/model/case.js';
import type { CaseSource } from '../../src/processor/case-source.js';
import type { Clock } from '../../src/processor/clock.js';
import { RagspanProcessor } from '../../src/processor/index.js';
import type { ProcessorOptions, Seams } from '../../src/processor/processor-parts.js';
import { expectation } from '../cases/support.js';

export const C1 = 'The refund window is 30 days from delivery.';
export const C2 = 'Items over $1,000 need manager approval.';
export const C3 = 'Warranty claims close after 24 months.';
export const CHUNKS = [C1, C2, C3];
export const SENT = `Context:\n${CHUNKS.join('\n\n')}`;
export const OUTPUT = 'The refund window is 30 days.';
export const QUESTION = 'How long can I return it?';

const hash = textHash();
const literal = (source: string) => ({ source, resolve: () => source });

export function caseOf(line: string, more: Partial<Case> = {}): Case {
  return {
    id: 't0',
    when: { attributes: [], retrieved: [] },
    needs: [{ line: literal(line), chunks: [], ids: [], lineIs: 'correct' }],
    expect: expectation({ must: ['30 days'], must_not: ['14 days'] }),
    ...more,
  };
}

export const bookOf = (...cases: readonly Case[]): CaseBook => ({
  services: [],
  cases,
  incorrectChunks: new Set(),
  attributeKeys: new Set(cases.flatMap((one) => one.when.attributes.map(({ key }) => key))),
});

export const T0_BOOK = bookOf(caseOf(C1));

/** Cases by hand, so that no case file is read. */
export const casesOf = (book: CaseBook | undefined): CaseSource => ({
  book,
  isReady: true,
  compileCase: () => undefined,
  compilePattern: () => undefined,
  close: () => undefined,
});

/** Time that moves when told to. */
export class TestClock implements Clock {
  now = 0;
  readonly #timers = new Set<{ readonly at: number; readonly work: () => void }>();

  nowMillis = (): number => this.now;
  /** Spans have the time of the machine, whatever this clock is told. */
  unixMillis = (): number => Date.now();
  setTimer = (work: () => void, afterMillis: number): (() => void) => {
    const timer = { at: this.now + afterMillis, work };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  get timers(): number {
    return this.#timers.size;
  }

  advance(millis: number): void {
    const end = this.now + millis;
    for (;;) {
      const next = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers.delete(next);
      this.now = Math.max(this.now, next.at);
      next.work();
    }
    this.now = end;
  }
}

export interface TestProcessor {
  readonly processor: RagspanProcessor;
  readonly clock: TestClock;
  readonly lines: string[];
}

export function testProcessor(options: ProcessorOptions = {}, seams: Seams = {}): TestProcessor {
  const clock = new TestClock();
  const lines: string[] = [];
  const processor = new RagspanProcessor(options, {
    clock,
    environment: {},
    cases: casesOf(T0_BOOK),
    say: (line) => lines.push(line),
    ...seams,
  });
  return { processor, clock, lines };
}

const under = (parent: Span | undefined): Context =>
  parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent);

export const start = (tracer: Tracer, name: string, parent?: Span, attributes: Attributes = {}): Span =>
  tracer.startSpan(name, { attributes }, under(parent));

export const RETRIEVAL: Attributes = {
  'gen_ai.operation.name': 'retrieval',
  'gen_ai.retrieval.top_k': 3,
  'gen_ai.retrieval.query.text': QUESTION,
};

export const documents = (texts: readonly string[]): Attributes => ({
  'gen_ai.retrieval.documents': JSON.stringify(texts.map((content, index) => ({ id: `doc-${index + 1}`, content }))),
});

export function retrieve(
  tracer: Tracer,
  parent: Span | undefined,
  texts: readonly string[] = CHUNKS,
  more: Attributes = {},
): Span {
  const span = start(tracer, 'retrieval', parent, { ...RETRIEVAL, ...more });
  span.setAttributes({ ...documents(texts), ...more });
  span.end();
  return span;
}

export function assemble(tracer: Tracer, parent: Span | undefined, texts: readonly string[] = CHUNKS): Span {
  const span = start(tracer, 'assembly', parent);
  span.setAttributes({
    'ragspan.assembly.chunk.digests': texts.map((text) => hash.digest(text)),
    'ragspan.assembly.chunk.offsets': texts.map((text) => SENT.indexOf(text)),
  });
  span.end();
  return span;
}

export const CALL: Attributes = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'm1',
  'gen_ai.response.id': 'resp-1',
};

export const messages = (sent: string | undefined, output: string | undefined): Attributes => ({
  ...(sent === undefined
    ? {}
    : { 'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: sent }] }]) }),
  ...(output === undefined
    ? {}
    : {
        'gen_ai.output.messages': JSON.stringify([
          { role: 'assistant', parts: [{ type: 'text', content: output }], finish_reason: 'stop' },
        ]),
      }),
});

export function generate(
  tracer: Tracer,
  parent: Span | undefined,
  sent: string | undefined = SENT,
  output: string | undefined = OUTPUT,
): Span {
  const span = start(tracer, 'chat m1', parent, CALL);
  span.setAttributes({ ...messages(sent, output), 'gen_ai.response.finish_reasons': ['stop'] });
  span.end();
  return span;
}

export interface RunShape {
  readonly retrieved?: readonly string[];
  readonly sent?: string;
  readonly output?: string;
  readonly parent?: Span;
  readonly attributes?: Attributes;
}

/** R, A, G under a root that has the question; all ended. */
export function run(tracer: Tracer, shape: RunShape = {}): Span {
  const root = start(tracer, 'answer', shape.parent, { 'input.value': QUESTION, ...shape.attributes });
  retrieve(tracer, root, shape.retrieved ?? CHUNKS);
  assemble(tracer, root);
  generate(tracer, root, shape.sent ?? SENT, shape.output ?? OUTPUT);
  root.end();
  return root;
}

export { context, SpanStatusCode };
