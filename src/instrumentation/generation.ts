/** The third hand-off: one call of a model (spec §3 "Sent context", "Output", §10). */
import { context as contextApi, SpanKind } from '@opentelemetry/api';
import { GEN_AI } from '../semconv.js';
import { guarded, warnOnce } from './guard.js';
import { IDLE_GENERATION_LOG, LiveGeneration } from './generation-log.js';
import type { GenerationLog } from './generation-log.js';
import { rememberResult, withMarkableCall } from './marks.js';
import { modelName, requestAttributes } from './request-attributes.js';
import { chunkReader, readResponse } from './response/read-response.js';
import type { TextOf } from './response/read-response.js';
import { watchStream } from './streams/watch-stream.js';
import { wrap } from './wrap.js';
import type { Finished, LiveSpan, SpanOptions } from './wrap.js';

/**
 * What is sent, in the spelling of your client: the whole request may be given as it is. Messages
 * are read from `messages`, `input`, `contents` or `prompt`, with `system` or `instructions` apart;
 * without any of them the sent context is not logged, and the verdict UNKNOWN.
 */
export interface GenerationRequest extends SpanOptions {
  /** Name of the model, or an AI SDK model. */
  readonly model?: unknown;
  readonly messages?: unknown;
  readonly input?: unknown;
  readonly prompt?: unknown;
  readonly system?: unknown;
  readonly instructions?: unknown;
  /** `openai`, `anthropic`, `aws.bedrock`, `ollama`, …: `gen_ai.provider.name`. */
  readonly provider?: string | undefined;
  /** This call gives the run's answer. Needed only where several calls could. */
  readonly answer?: boolean | undefined;
  /** Tokens after which the engine cuts the prompt without saying so. */
  readonly promptLimit?: number | undefined;
  /** Aborts the call: its output is then recorded as aborted. */
  readonly signal?: AbortSignal | null | undefined;
  /** Text of a response, or of one item of a stream, where the common shapes do not fit. */
  readonly textOf?: TextOf | undefined;
  /** Your own test for "this output refuses", beside the phrases of the case file. */
  readonly isRefusal?: ((output: string) => boolean) | undefined;
  /** Parameters (temperature, max_tokens, …) and whatever else your client takes. */
  readonly [other: string]: unknown;
}

/**
 * Calls a model and records what was sent and what came back. Returns exactly what the callback
 * returned; streams pass at the application's own pace and end the record when they end.
 */
export function generation<Result>(request: GenerationRequest, call: (log: GenerationLog) => Result): Result {
  const model = guarded('a model name', () => modelName(request), undefined);
  return wrap<GenerationLog, Result>(
    {
      name: model === undefined ? 'chat' : `chat ${model}`,
      kind: SpanKind.CLIENT,
      options: request,
      attributes: { [GEN_AI.OPERATION_NAME]: 'chat' },
      idleLog: IDLE_GENERATION_LOG,
      start(span, live) {
        span.setAttributes(requestAttributes(request));
        const log = new LiveGeneration(live, request.isRefusal);
        if (MESSAGE_KEYS.some((key) => request[key] !== undefined && request[key] !== null)) log.sent(request);
        if (request.answer === true) log.answer();
        if (typeof request.promptLimit === 'number') log.promptLimit(request.promptLimit);
        return log;
      },
      enrich: (inner, log) => (log instanceof LiveGeneration ? withMarkableCall(inner, log) : inner),
      finish: (log, value, live) => (log instanceof LiveGeneration ? finish(log, value, live, request) : { value }),
      fail(log, error) {
        if (log instanceof LiveGeneration) log.close(isAbort(error) ? 'aborted' : 'error');
      },
    },
    call,
  );
}

const MESSAGE_KEYS = ['messages', 'input', 'contents', 'prompt', 'system', 'instructions', 'systemInstruction'];

function finish(log: LiveGeneration, value: unknown, live: LiveSpan, request: GenerationRequest): Finished {
  const stream = watchOutput(log, value, live, request);
  if (stream !== undefined) {
    rememberResult(stream, log);
    return { value: stream, isOpen: true };
  }
  if (!readResponse(value, log.record, request.textOf)) {
    warnOnce(
      'response shape',
      'the response of a model call was not recognised, so its output is not logged: give `textOf`, or call log.output()',
    );
  }
  log.close();
  return { value, isOpen: true };
}

function watchOutput(log: LiveGeneration, value: unknown, live: LiveSpan, request: GenerationRequest): unknown {
  const { record } = log;
  const read = chunkReader(record, request.textOf);
  const end = (reason?: 'aborted' | 'incomplete'): void => {
    if (live.isEnded) return;
    if (!record.isRecognised && reason === undefined) {
      warnOnce(
        'stream shape',
        'the items of a model stream were not recognised, so its output is not logged: give `textOf`, or call log.output()',
      );
    }
    if (record.error !== undefined) live.fail(record.error);
    log.close(record.error === undefined ? reason : 'error');
  };
  const stream = watchStream(value, {
    chunk: (chunk) => {
      if (!live.isEnded) guarded('a chunk of a stream', () => read(chunk), undefined);
    },
    done: () => end(request.signal?.aborted === true ? 'aborted' : record.expectsFinish ? 'incomplete' : undefined),
    abandon: () => end('aborted'),
    fail: (error) => {
      if (live.isEnded) return;
      live.fail(error);
      log.close(isAbort(error) ? 'aborted' : 'error');
    },
    run: (work) => contextApi.with(live.context, work),
  });
  if (stream !== undefined) endOnAbort(request.signal, () => end('aborted'));
  return stream;
}

function endOnAbort(signal: AbortSignal | null | undefined, end: () => void): void {
  guarded(
    'watching an abort',
    () => {
      if (signal instanceof AbortSignal) signal.addEventListener('abort', end, { once: true });
    },
    undefined,
  );
}

const ABORTS = new Set(['AbortError', 'APIUserAbortError', 'CanceledError', 'ResponseAborted']);

function isAbort(error: unknown): boolean {
  return guarded(
    'an error name',
    () => error instanceof Error && (ABORTS.has(error.name) || ABORTS.has(error.constructor.name)),
    false,
  );
}
