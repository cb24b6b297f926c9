/**
 * One question answered once (spec §2 "run"): optional, for what spans alone cannot tell. Gives the
 * run an id that travels in W3C baggage, its question and answer, and a case of its own.
 */
import { context as contextApi, propagation, SpanKind } from '@opentelemetry/api';
import type { Attributes, Span } from '@opentelemetry/api';
import { setCodeCase } from '../model/code-case.js';
import type { CodeCase } from '../model/code-case.js';
import { wellFormed } from '../model/utf8.js';
import { RAGSPAN } from '../semconv.js';
import { writeText } from './capture.js';
import { guarded } from './guard.js';
import { OutputRecord } from './response/output-record.js';
import { chunkReader, readResponse } from './response/read-response.js';
import { watchStream } from './streams/watch-stream.js';
import { wrap } from './wrap.js';
import type { LiveSpan, SpanOptions } from './wrap.js';

export interface RunOptions extends SpanOptions {
  /** Names the span: `run {name}`. */
  readonly name?: string | undefined;
  /** Default: a random one. Give the same id in two services, or two traces, to join them. */
  readonly id?: string | undefined;
  /** The question. Hashed by the processor; its text leaves only with content capture. */
  readonly input?: string | undefined;
  /** A case for this run alone; it wins over the case file. */
  readonly case?: CodeCase | undefined;
  /** Further attributes of the span: what `when.attributes` of a case reads. */
  readonly attributes?: Attributes | undefined;
}

export interface RunLog {
  readonly id: string;
  /** The question, when it is known only inside. */
  input(text: string): void;
  /** The answer as the user gets it, where the callback returns something else than the text. */
  output(text: string): void;
}

/** Runs the callback inside a span that is the run's root. Streams are passed on untouched. */
export function run<Result>(options: RunOptions, answer: (run: RunLog) => Result): Result {
  const id = options.id ?? randomId();
  return wrap<RunLog, Result>(
    {
      name: options.name === undefined ? 'run' : `run ${options.name}`,
      kind: SpanKind.INTERNAL,
      options,
      attributes: { [RAGSPAN.RUN_ID]: id },
      idleLog: { id, input: () => undefined, output: () => undefined },
      enrich(inner) {
        const baggage = (propagation.getBaggage(inner) ?? propagation.createBaggage()).setEntry(RAGSPAN.RUN_ID, {
          value: id,
        });
        return propagation.setBaggage(inner, baggage);
      },
      start(span) {
        if (options.attributes !== undefined) span.setAttributes(options.attributes);
        if (options.case !== undefined) setCodeCase(span, options.case);
        const log = new LiveRun(span, id);
        if (typeof options.input === 'string') log.input(options.input);
        return log;
      },
      finish: (log, value, live) => (log instanceof LiveRun ? finish(log, value, live) : { value }),
      fail: () => undefined,
    },
    answer,
  );
}

class LiveRun implements RunLog {
  readonly id: string;
  readonly #span: Span;
  hasOutput = false;

  constructor(span: Span, id: string) {
    this.#span = span;
    this.id = id;
  }

  input(text: string): void {
    guarded('a run input', () => writeText(this.#span, RAGSPAN.INPUT, wellFormed(text)), undefined);
  }

  output(text: string): void {
    this.hasOutput = true;
    guarded('a run output', () => writeText(this.#span, RAGSPAN.OUTPUT, wellFormed(text)), undefined);
  }
}

function finish(log: LiveRun, value: unknown, live: LiveSpan): { value: unknown; isOpen?: boolean } {
  const output = new OutputRecord();
  const read = chunkReader(output);
  const end = (): void => {
    const { text } = output;
    // A run's answer is what the user got; an explicit one wins.
    if (text !== undefined && !log.hasOutput) live.write('a run output', () => log.output(text));
    live.end();
  };
  const watched = watchStream(value, {
    chunk: (chunk) => guarded('a chunk of the answer', () => read(chunk), undefined),
    done: end,
    abandon: end,
    fail: (error) => {
      live.fail(error);
      end();
    },
    run: (work) => contextApi.with(live.context, work),
  });
  if (watched !== undefined) return { value: watched, isOpen: true };
  guarded('the answer of a run', () => readResponse(value, output), false);
  end();
  return { value, isOpen: true };
}

/** 128 random bits in hex; without a source of randomness, time and chance. */
function randomId(): string {
  const { crypto } = globalThis as { crypto?: { randomUUID?: () => string } };
  return crypto?.randomUUID?.() ?? `${Date.now().toString(16)}-${Math.random().toString(16).slice(2)}`;
}
